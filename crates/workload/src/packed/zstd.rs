//! Unpacking zstd (RFC 8878).

use std::io::{self, Read};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::fault::{Fault, Packing, UnpackError};

/// Most bytes of the window, in which unpacked data can be repeated: that of the strongest levels.
const WINDOW: u64 = 128 << 20;

/// Bytes that are unpacked before they are taken out of the decoder.
const PIECE: usize = 1 << 20;

/// Whether `bytes` begin as zstd data do: with a frame, or one to skip.
pub fn is_zstd(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || skipped(bytes).is_some()
}

/// Unpacks all frames of `bytes`, to at most `limit` bytes.
pub fn unpack(bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
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
                return Err(error(Fault::TrailingBytes { count }));
            }
        };
    }
    Ok(text)
}

fn error(fault: Fault) -> UnpackError {
    let packing = Packing::Zstd;
    UnpackError { packing, fault }
}

fn cut_short(text: &[u8]) -> UnpackError {
    let unpacked = text.len() as u64;
    error(Fault::CutShort { unpacked })
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
            return Err(error(Fault::TooLarge { limit }));
        }
        if decoder.is_finished() && decoder.can_collect() == 0 {
            break;
        }
    }
    let written = decoder.get_checksum_from_data();
    if written.is_some() && written != decoder.get_calculated_checksum() {
        let unpacked = text.len() as u64;
        return Err(error(Fault::Damaged { unpacked }));
    }
    Ok(source.rest)
}

fn fault(why: &FrameDecoderError, source: &Source<'_>, text: &[u8]) -> UnpackError {
    let unpacked = text.len() as u64;
    error(match why {
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
