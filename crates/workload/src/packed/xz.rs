//! Unpacking xz (the .xz file format, version 1.2).

use std::io::{self, Read};

use lzma_rust2::XzReader;

use super::fault::{Fault, Packing, UnpackError};

/// Most memory for a dictionary, in bytes: that of the strongest level (64 MiB) twice.
const MEMORY: u64 = 136 << 20;

/// Whether `bytes` begin as xz data do.
pub fn is_xz(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xfd7zXZ\0")
}

/// Unpacks all streams of `bytes`, to at most `limit` bytes.
pub fn unpack(bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
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
