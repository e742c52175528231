//! Files that are packed: gzip, zstd and xz data, and zip and tar archives that hold one file to read.

mod archive;
mod fault;
mod zip;

#[cfg(test)]
mod tests;

pub(super) use fault::amount;
pub use fault::{Fault, Packing, UnpackError};

use std::borrow::Cow;
use std::io::{self, Read};

use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use archive::{Content, Taken};

/// A file as it is, or its unpacked content.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unpacked<'a> {
    pub content: Cow<'a, [u8]>,
    /// The files of an archive beside the one that was taken, in a sentence; `None` if there are none.
    pub beside: Option<String>,
}

/// Whether a file is packed, by its first 512 bytes.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    packing(bytes).is_some() || archive::is_tar(bytes)
}

/// How a file is packed, by its first eight bytes. A tar archive needs more, and its files are as long within it:
/// `None`, as for a plain file.
pub fn packing(bytes: &[u8]) -> Option<Packing> {
    stream(bytes).or(zip::is_zip(bytes).then_some(Packing::Zip))
}

/// A file as it is, or its unpacked content: of gzip, zstd or xz data what they hold; of a zip or a tar archive, which
/// may be such data, its one file, which may be such data as well. At most `limit` bytes.
///
/// # Errors
///
/// If the data are cut short, damaged, larger than `limit` or packed in a way that is not read, or the archive has no
/// file or several that could be meant.
pub(super) fn unpack(bytes: &[u8], limit: u64) -> Result<Unpacked<'_>, UnpackError> {
    let outer = unpack_stream(bytes, limit)?;
    let Some(Taken { content, beside }) = of_archive(&outer, limit)? else {
        let content = outer;
        return Ok(Unpacked { content, beside: None });
    };
    let file = match (content, outer) {
        (Content::Unpacked(content), _) => Cow::Owned(content),
        (Content::Within(range), Cow::Borrowed(all)) => all.get(range).unwrap_or_default().into(),
        // In place: a second copy of half a gigabyte would be too much for a browser.
        (Content::Within(range), Cow::Owned(mut all)) => {
            all.truncate(range.end);
            all.drain(..range.start.min(range.end));
            Cow::Owned(all)
        }
    };
    let content = match stream(&file) {
        Some(_) => Cow::Owned(unpack_stream(&file, limit)?.into_owned()),
        None => file,
    };
    Ok(Unpacked { content, beside })
}

/// The kind of packed data without names of files, by their first bytes.
fn stream(bytes: &[u8]) -> Option<Packing> {
    if is_gzip(bytes) {
        Some(Packing::Gzip)
    } else if is_zstd(bytes) {
        Some(Packing::Zstd)
    } else if is_xz(bytes) {
        Some(Packing::Xz)
    } else {
        None
    }
}

/// What gzip, zstd or xz data hold.
pub(super) fn unpack_stream(bytes: &[u8], limit: u64) -> Result<Cow<'_, [u8]>, UnpackError> {
    Ok(match stream(bytes) {
        Some(Packing::Gzip) => unpack_gzip(bytes, limit)?.into(),
        Some(Packing::Zstd) => unpack_zstd(bytes, limit)?.into(),
        Some(Packing::Xz) => unpack_xz(bytes, limit)?.into(),
        Some(Packing::Zip | Packing::Tar) | None => bytes.into(),
    })
}

/// The file of an archive that is meant; `None` if the bytes are no archive.
fn of_archive(bytes: &[u8], limit: u64) -> Result<Option<Taken>, UnpackError> {
    if zip::is_zip(bytes) {
        zip::file(bytes, limit).map(Some)
    } else if archive::is_tar(bytes) {
        archive::file(bytes, limit).map(Some)
    } else {
        Ok(None)
    }
}

// Unpacking gzip (RFC 1952).

/// Whether `bytes` begin as gzip data do.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Unpacks all members of `bytes`, to at most `limit` bytes.
///
/// Zero bytes after the last member are padding (tapes and some file systems add them) and
/// ignored, as gzip itself does.
fn unpack_gzip(bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
    let mut text = Vec::with_capacity(announced_length(bytes, limit));
    let mut rest = bytes;
    loop {
        // One more than the limit, so that a file of exactly that size is distinguished from a
        // larger one.
        let room = limit + 1 - text.len() as u64;
        let mut member = GzDecoder::new(rest).take(room);
        let outcome = member.read_to_end(&mut text);
        let unpacked = text.len() as u64;
        if unpacked > limit {
            return Err(error(Fault::TooLarge { limit }));
        }
        outcome.map_err(|why| error(reason(&why, unpacked)))?;
        rest = member.into_inner().into_inner();
        if rest.iter().all(|&byte| byte == 0) {
            return Ok(text);
        }
        if !is_gzip(rest) {
            let count = rest.len() as u64;
            return Err(error(Fault::TrailingBytes { count }));
        }
    }
}

fn error(fault: Fault) -> UnpackError {
    let packing = Packing::Gzip;
    UnpackError { packing, fault }
}

fn reason(why: &io::Error, unpacked: u64) -> Fault {
    match why.kind() {
        io::ErrorKind::UnexpectedEof => Fault::CutShort { unpacked },
        _ => Fault::Damaged { unpacked },
    }
}

/// The length that the last four bytes name, as far as it can be believed: deflate never shrinks
/// data by more than 1,032 to 1, and logs by about 8.
fn announced_length(bytes: &[u8], limit: u64) -> usize {
    let Some(tail) = bytes.last_chunk::<4>() else {
        return 0;
    };
    let plausible = limit.min(bytes.len() as u64 * 16);
    u64::from(u32::from_le_bytes(*tail)).min(plausible) as usize
}

/// Most memory for a dictionary, in bytes: that of the strongest level (64 MiB) twice.
const MEMORY: u64 = 136 << 20;

/// Whether `bytes` begin as xz data do.
fn is_xz(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xfd7zXZ\0")
}

/// Unpacks all streams of `bytes`, to at most `limit` bytes.
fn unpack_xz(bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
    let mut text = Vec::new();
    let reader = XzReader::new_mem_limit(bytes, true, (MEMORY >> 10) as u32);
    // One more than the limit, so that a file of exactly that size is distinguished from a larger one.
    let outcome = reader.take(limit + 1).read_to_end(&mut text);
    let unpacked = text.len() as u64;
    let error = |fault| UnpackError { packing: Packing::Xz, fault };
    if unpacked > limit {
        return Err(error(Fault::TooLarge { limit }));
    }
    match outcome {
        Ok(_) => Ok(text),
        Err(why) => Err(error(match why.kind() {
            io::ErrorKind::UnexpectedEof => Fault::CutShort { unpacked },
            io::ErrorKind::OutOfMemory => Fault::Memory { most: MEMORY },
            io::ErrorKind::Unsupported => Fault::Filter,
            _ => Fault::Damaged { unpacked },
        })),
    }
}

// Unpacking zstd (RFC 8878).

/// Most bytes of the window, in which unpacked data can be repeated: that of the strongest levels.
const WINDOW: u64 = 128 << 20;

/// Bytes that are unpacked before they are taken out of the decoder.
const PIECE: usize = 1 << 20;

/// Whether `bytes` begin as zstd data do: with a frame, or one to skip.
fn is_zstd(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || skipped(bytes).is_some()
}

/// Unpacks all frames of `bytes`, to at most `limit` bytes.
fn unpack_zstd(bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
    let mut text = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        rest = match skipped(rest) {
            Some(length) => match rest.get(length..) {
                Some(rest) => rest,
                None => return Err(cut_short(&text)),
            },
            None if is_zstd(rest) => frame(rest, &mut text, limit)?,
            // Zeros pad files on tapes and in some file systems, as they do gzip.
            None if rest.iter().all(|&byte| byte == 0) => break,
            None => {
                let count = rest.len() as u64;
                return Err(error_zstd(Fault::TrailingBytes { count }));
            }
        };
    }
    Ok(text)
}

fn error_zstd(fault: Fault) -> UnpackError {
    let packing = Packing::Zstd;
    UnpackError { packing, fault }
}

fn cut_short(text: &[u8]) -> UnpackError {
    let unpacked = text.len() as u64;
    error_zstd(Fault::CutShort { unpacked })
}

/// The length of a frame that is to be skipped, if one begins here.
fn skipped(bytes: &[u8]) -> Option<usize> {
    let [0x50..=0x5f, 0x2a, 0x4d, 0x18, a, b, c, d, ..] = *bytes else {
        return None;
    };
    Some(8 + u32::from_le_bytes([a, b, c, d]) as usize)
}

/// Unpacks the frame at the beginning, and returns what follows it.
fn frame<'a>(bytes: &'a [u8], text: &mut Vec<u8>, limit: u64) -> Result<&'a [u8], UnpackError> {
    let mut source = Source { rest: bytes, is_short: false };
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW);
    if let Err(why) = decoder.init(&mut source) {
        return Err(fault(&why, &source, text));
    }
    loop {
        let piece = BlockDecodingStrategy::UptoBytes(PIECE);
        if let Err(why) = decoder.decode_blocks(&mut source, piece) {
            return Err(fault(&why, &source, text));
        }
        let _ = decoder.collect_to_writer(&mut *text);
        if text.len() as u64 > limit {
            return Err(error_zstd(Fault::TooLarge { limit }));
        }
        if decoder.is_finished() && decoder.can_collect() == 0 {
            break;
        }
    }
    let written = decoder.get_checksum_from_data();
    if written.is_some() && written != decoder.get_calculated_checksum() {
        let unpacked = text.len() as u64;
        return Err(error_zstd(Fault::Damaged { unpacked }));
    }
    Ok(source.rest)
}

fn fault(why: &FrameDecoderError, source: &Source<'_>, text: &[u8]) -> UnpackError {
    let unpacked = text.len() as u64;
    error_zstd(match why {
        FrameDecoderError::WindowSizeTooBig { .. } => Fault::Memory { most: WINDOW },
        FrameDecoderError::DictNotProvided { .. } => Fault::Dictionary,
        _ if source.is_short => Fault::CutShort { unpacked },
        _ => Fault::Damaged { unpacked },
    })
}

/// Bytes, and whether more of them were asked for than there are.
struct Source<'a> {
    rest: &'a [u8],
    is_short: bool,
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_short |= self.rest.len() < buffer.len();
        self.rest.read(buffer)
    }
}
