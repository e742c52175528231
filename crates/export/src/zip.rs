//! A zip archive (PKWARE's APPNOTE 6.3.10, without Zip64), with little code: it is part of the page.

use super::deflate::{crc32, pack};

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZipEntry {
    /// Its path, with `/` between folders.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Archives have no time of their own: midnight of 1 January 1980, the first that the format has.
const TIME: u16 = 0;
const DATE: u16 = 1 << 5 | 1;

/// The version of the format: 2.0, deflated files in folders.
const VERSION: u16 = 20;

/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

const DEFLATED: u16 = 8;

/// The archive of some files, deflated: the same bytes for the same files. At most 65,535 files and 4 GB.
/// O(bytes).
pub fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let packed = pack(&entry.bytes, &[]);
        let offset = archive.len() as u32;
        let common = common(entry, packed.len());
        archive.extend(0x0403_4b50_u32.to_le_bytes());
        archive.extend(&common);
        archive.extend(entry.path.as_bytes());
        archive.extend(packed);
        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&common);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.path.as_bytes());
    }
    let (start, length) = (archive.len() as u32, directory.len() as u32);
    let count = (entries.len() as u16).to_le_bytes();
    archive.extend(directory);
    archive.extend(0x0605_4b50_u32.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend(count);
    archive.extend(count);
    archive.extend(length.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    archive
}

/// The fields that stand before a file and in the directory.
fn common(entry: &ZipEntry, packed: usize) -> Vec<u8> {
    let mut fields = Vec::with_capacity(26);
    for field in [VERSION, FLAGS, DEFLATED, TIME, DATE] {
        fields.extend(field.to_le_bytes());
    }
    let sizes = [packed as u32, entry.bytes.len() as u32];
    for field in [crc32(&entry.bytes)].into_iter().chain(sizes) {
        fields.extend(field.to_le_bytes());
    }
    fields.extend((entry.path.len() as u16).to_le_bytes());
    // Nothing extra.
    fields.extend([0; 2]);
    fields
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;
    use rawzip::ZipArchive;

    use super::*;

    fn entries() -> Vec<ZipEntry> {
        let entry = |path: &str, bytes: &[u8]| ZipEntry {
            path: path.to_owned(),
            bytes: bytes.to_vec(),
        };
        vec![
            entry("README.txt", b"words words words"),
            entry("figures/85mm/µ.svg", &[7; 10_000]),
            entry("empty", b""),
        ]
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
            DeflateDecoder::new(entry.data())
                .read_to_end(&mut bytes)
                .expect("its bytes");
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
