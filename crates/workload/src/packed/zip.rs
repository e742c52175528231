//! The file of a zip archive (APPNOTE 6.3).

use std::io::{self, Read};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder};

use super::archive::{self, Content, Listed, Taken};
use super::fault::{Fault, Packing, UnpackError};

/// Whether `bytes` begin as a zip archive does: with a file, or, if it has none, with its end.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// A file as the archive's list has it.
struct Place {
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    is_encrypted: bool,
}

fn error(fault: Fault) -> UnpackError {
    let packing = Packing::Zip;
    UnpackError { packing, fault }
}

fn damaged(unpacked: u64) -> UnpackError {
    error(Fault::Damaged { unpacked })
}

/// The file of the archive that is meant, of at most `limit` bytes. Linear in the archive and the file.
pub fn file(bytes: &[u8], limit: u64) -> Result<Taken, UnpackError> {
    let archive = ZipArchive::from_slice(bytes).map_err(|_| damaged(0))?;
    let mut files = Vec::new();
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry().map_err(|_| damaged(0))? {
        if entry.is_dir() {
            continue;
        }
        files.push(Listed {
            name: archive::name(entry.file_path().as_bytes()),
            place: Place {
                wayfinder: entry.wayfinder(),
                method: entry.compression_method(),
                is_encrypted: entry.flags().is_encrypted(),
            },
        });
    }
    // Of Open XML and of OpenDocument.
    let is_office = |it: &Listed<_>| matches!(it.name.as_str(), "[Content_Types].xml" | "mimetype");
    if files.iter().any(is_office) {
        return Err(error(Fault::Office));
    }
    let (file, beside) = archive::meant(Packing::Zip, files)?;
    let Listed { name, place } = file;
    if place.is_encrypted {
        return Err(error(Fault::Encrypted { name }));
    }
    let entry = archive.get_entry(place.wayfinder);
    let entry = entry.map_err(|_| error(Fault::CutShort { unpacked: 0 }))?;
    let within = entry.compressed_data_range();
    let within = within.0 as usize..within.1 as usize;
    let packed = bytes.get(within.clone()).ok_or(damaged(0))?;
    let inflated = match place.method {
        CompressionMethod::STORE if packed.len() as u64 > limit => {
            return Err(error(Fault::TooLarge { limit }));
        }
        CompressionMethod::STORE => None,
        CompressionMethod::DEFLATE => Some(inflated(packed, limit)?),
        other => {
            let method = other.as_u16();
            return Err(error(Fault::Method { name, method }));
        }
    };
    let (mut crc, known) = (Crc::new(), entry.claim_verifier());
    let text = inflated.as_deref().unwrap_or(packed);
    crc.update(text);
    let length = text.len() as u64;
    if (crc.sum(), length) != (known.crc, known.uncompressed_size) {
        return Err(damaged(length));
    }
    let content = inflated.map_or(Content::Within(within), Content::Unpacked);
    Ok(Taken { content, beside })
}

fn inflated(packed: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
    let mut text = Vec::new();
    let outcome = DeflateDecoder::new(packed).take(limit + 1).read_to_end(&mut text);
    let unpacked = text.len() as u64;
    if unpacked > limit {
        return Err(error(Fault::TooLarge { limit }));
    }
    match outcome {
        Ok(_) => Ok(text),
        Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => Err(error(Fault::CutShort { unpacked })),
        Err(_) => Err(damaged(unpacked)),
    }
}
