//! A zip archive. It packs as links and pages do, so that the page needs no second packer.

use std::io::Write;

use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, DataDescriptorOutput, Error, ZipArchiveWriter};

use super::deflate::{crc32, pack};

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
    use std::io::Read;

    use flate2::read::DeflateDecoder;
    use rawzip::ZipArchive;

    use super::*;

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
