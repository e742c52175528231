//! Packing and unpacking (RFC 1951, RFC 1952), with little code: it is part of the page.

use std::io::Write;

use crc::{CRC_32_ISO_HDLC, Crc};
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, DataDescriptorOutput, Error, ZipArchiveWriter};

/// The most effort.
const LEVEL: i32 = 9;

/// Packs `text`, which may repeat parts of `dictionary`. Unpacking needs the same dictionary.
pub fn pack(text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    const SHORT: usize = 4096;
    let packed = pack_with(CompressionStrategy::Default, text, dictionary);
    if text.len() > SHORT {
        return packed;
    }
    // For a few words, the table of their letters is often longer than the bytes that it saves.
    let fixed = pack_with(CompressionStrategy::Fixed, text, dictionary);
    if fixed.len() < packed.len() { fixed } else { packed }
}

fn pack_with(strategy: CompressionStrategy, text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(LEVEL, 0, strategy as i32);
    let mut packer = CompressorOxide::new(flags);
    // Text that has been packed before can be referred to, whether its output is kept or not.
    drop(flushed(&mut packer, dictionary, TDEFLFlush::Sync));
    flushed(&mut packer, text, TDEFLFlush::Finish)
}

fn flushed(packer: &mut CompressorOxide, mut text: &[u8], flush: TDEFLFlush) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut room = vec![0; 16 * 1024];
    loop {
        let (status, read, written) = compress(packer, text, &mut room, flush);
        packed.extend_from_slice(&room[..written]);
        text = &text[read..];
        let goes_on = written == room.len() || !text.is_empty();
        if !goes_on || !matches!(status, TDEFLStatus::Okay) {
            return packed;
        }
    }
}

/// Why a text cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// It is no packed text, or only a part of one.
    Damaged,
    /// It unpacks to more bytes than are allowed.
    TooLarge,
}

/// Unpacks the output of [`pack`] with the same dictionary, to at most `limit` bytes. Takes no more
/// memory than that, whatever `packed` states.
///
/// # Errors
///
/// If it is damaged, has bytes after its end, or unpacks to more.
pub fn unpack(packed: &[u8], dictionary: &[u8], limit: usize) -> Result<Vec<u8>, UnpackError> {
    const FLAGS: u32 = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut unpacker = Box::<DecompressorOxide>::default();
    let mut text = dictionary.to_vec();
    let (mut end, mut rest) = (text.len(), packed);
    loop {
        let room = (text.len() * 2).max(4096).min(dictionary.len() + limit);
        text.resize(room, 0);
        let (status, read, written) = decompress(&mut unpacker, rest, &mut text, end, FLAGS);
        (end, rest) = (end + written, &rest[read..]);
        match status {
            TINFLStatus::Done if rest.is_empty() => {
                text.truncate(end);
                text.drain(..dictionary.len());
                return Ok(text);
            }
            TINFLStatus::HasMoreOutput if room < dictionary.len() + limit => {}
            TINFLStatus::HasMoreOutput => return Err(UnpackError::TooLarge),
            _ => return Err(UnpackError::Damaged),
        }
    }
}

/// A gzip file of one member (RFC 1952), without name and time.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut file = HEADER.to_vec();
    file.extend(pack(bytes, &[]));
    file.extend(crc32(bytes).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Whether these are the first bytes of a gzip file.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&HEADER[..2])
}

/// Unpacks a file that [`gzip`] made, to at most `limit` bytes.
///
/// # Errors
///
/// As [`unpack`]. Files of other programs that have a name field or several members count as
/// damaged.
pub fn gunzip(file: &[u8], limit: usize) -> Result<Vec<u8>, UnpackError> {
    let inner = file.get(HEADER.len()..).and_then(<[u8]>::split_last_chunk::<8>);
    let (packed, [c0, c1, c2, c3, ..]) = inner.ok_or(UnpackError::Damaged)?;
    if file[..4] != HEADER[..4] {
        return Err(UnpackError::Damaged);
    }
    let bytes = unpack(packed, &[], limit)?;
    if crc32(&bytes) == u32::from_le_bytes([*c0, *c1, *c2, *c3]) { Ok(bytes) } else { Err(UnpackError::Damaged) }
}

/// The checksum of gzip files (RFC 1952, Sect. 8).
pub fn crc32(bytes: &[u8]) -> u32 {
    static CHECK: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
    CHECK.checksum(bytes)
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZipEntry {
    /// Its path, with `/` between folders.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// 1 January 1980, the first day that the format has: archives have no time of their own.
const FIRST_DAY: i64 = 315_532_800;

/// The archive of some files, deflated: the same bytes for the same files. O(bytes).
///
/// # Panics
///
/// If a path is longer than 65,535 bytes.
pub fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    archive(entries).expect("memory holds it, and paths are short")
}

fn archive(entries: &[ZipEntry]) -> Result<Vec<u8>, Error> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for ZipEntry { path, bytes } in entries {
        let file = archive
            .new_file(path.as_str())
            .compression_method(CompressionMethod::DEFLATE)
            .last_modified(UtcDateTime::from_unix(FIRST_DAY));
        let (mut file, _) = file.start()?;
        file.write_all(&pack(bytes, &[]))?;
        file.finish(DataDescriptorOutput::new(crc32(bytes), bytes.len() as u64))?;
    }
    archive.finish()
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use flate2::Compression;
    use flate2::read::{DeflateDecoder, GzDecoder};
    use flate2::write::DeflateEncoder;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use rawzip::ZipArchive;

    use super::*;

    /// Bytes that repeat themselves.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        vec(vec(any::<u8>(), 0..40), 0..6)
            .prop_flat_map(|parts| {
                let count = parts.len().max(1);
                (Just(parts), vec(0..count, 0..3000))
            })
            .prop_map(|(parts, order)| {
                let part = |&place: &usize| parts.get(place).cloned().unwrap_or_default();
                order.iter().flat_map(part).collect()
            })
    }

    #[test]
    fn a_bomb_is_refused() {
        let packed = pack(&vec![0; 50_000_000], &[]);
        assert!(packed.len() < 100_000);
        assert_eq!(unpack(&packed, &[], 1000), Err(UnpackError::TooLarge));
        assert_eq!(unpack(&packed, b"words", 1000), Err(UnpackError::TooLarge));
    }

    #[test]
    fn a_text_as_long_as_allowed_is_unpacked() {
        for length in [0, 1, 999, 1000] {
            let text = vec![7; length];
            assert_eq!(unpack(&pack(&text, b"words"), b"words", 1000), Ok(text));
        }
    }

    #[test]
    fn what_is_in_the_dictionary_costs_little() {
        let text = br#"{"scenarios":[{"workload":{"reservations":{"percent":10.0}}}]}"#;
        let with = pack(text, text).len();
        assert!(with < 8, "{with} bytes");
    }

    #[test]
    fn bytes_behind_the_end_are_damage() {
        let mut packed = pack(b"text", &[]);
        packed.push(0);
        assert_eq!(unpack(&packed, &[], 100), Err(UnpackError::Damaged));
    }

    proptest! {
        #[test]
        fn what_is_packed_unpacks(text in bytes(), dictionary in bytes()) {
            let packed = pack(&text, &dictionary);
            prop_assert_eq!(unpack(&packed, &dictionary, text.len()), Ok(text));
        }

        #[test]
        fn others_read_the_same(text in bytes()) {
            let mut read = Vec::new();
            GzDecoder::new(&gzip(&text)[..]).read_to_end(&mut read).unwrap();
            prop_assert_eq!(&read, &text);
            prop_assert_eq!(gunzip(&gzip(&text), text.len()), Ok(text.clone()));
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&text).unwrap();
            prop_assert_eq!(unpack(&encoder.finish().unwrap(), &[], text.len()), Ok(text.clone()));
            let mut sum = flate2::Crc::new();
            sum.update(&text);
            prop_assert_eq!(crc32(&text), sum.sum());
        }

        #[test]
        fn any_bytes_are_read_or_refused(noise in vec(any::<u8>(), 0..300), limit in 0..5000_usize) {
            for read in [unpack(&noise, b"words", limit), gunzip(&noise, limit)].into_iter().flatten() {
                prop_assert!(read.len() <= limit);
            }
        }
    }

    fn entries() -> Vec<ZipEntry> {
        let entry = |path: &str, bytes: &[u8]| ZipEntry { path: path.to_owned(), bytes: bytes.to_vec() };
        vec![entry("README.txt", b"words words words"), entry("figures/85mm/µ.svg", &[7; 10_000]), entry("empty", b"")]
    }

    #[test]
    fn a_reader_of_archives_finds_the_files() {
        let bytes = zip(&entries());
        let archive = ZipArchive::from_slice(&bytes).expect("an archive");
        let mut found = Vec::new();
        let mut listed = archive.entries();
        while let Some(header) = listed.next_entry().expect("an entry") {
            let path = String::from_utf8(header.file_path().as_ref().to_vec()).expect("UTF-8");
            let entry = archive.get_entry(header.wayfinder()).expect("its place");
            let mut bytes = Vec::new();
            DeflateDecoder::new(entry.data()).read_to_end(&mut bytes).expect("its bytes");
            let mut sum = flate2::Crc::new();
            sum.update(&bytes);
            let claimed = entry.claim_verifier();
            let told = (claimed.crc, claimed.uncompressed_size);
            assert_eq!(told, (sum.sum(), bytes.len() as u64), "{path}");
            found.push(ZipEntry { path, bytes });
        }
        assert_eq!(found, entries());
    }

    #[test]
    fn the_bytes_are_the_same_each_time() {
        assert_eq!(zip(&entries()), zip(&entries()));
        assert_eq!(zip(&[]).len(), 22);
    }
}
