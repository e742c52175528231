//! Pages unpacked.

use lz4_flex::block::{DecompressError, decompress_into};
use parquet::basic::CompressionCodec as Codec;
use workload::unpacked_stream;

/// Snappy says in 3 bytes what is repeated in 64, and LZ4 in a byte in 255.
const MOST_TIMES_OF_SNAPPY: usize = 32;
const MOST_TIMES_OF_LZ4: usize = 256;

const DAMAGED: &str = "a page cannot be unpacked";

/// The bytes of a page, of at most `most` bytes.
pub fn unpack(codec: Codec, packed: &[u8], most: usize) -> Result<Vec<u8>, String> {
    let not_read = |name| {
        Err(format!(
            "its pages are packed by {name}; write it once more with snappy, gzip, zstd or lz4_raw, or without packing"
        ))
    };
    match codec {
        Codec::UNCOMPRESSED => Ok(packed.to_vec()),
        Codec::SNAPPY => {
            let length = snap::raw::decompress_len(packed).map_err(|_| DAMAGED)?;
            if length > most.min(packed.len().saturating_mul(MOST_TIMES_OF_SNAPPY)) {
                return Err(DAMAGED.to_owned());
            }
            snap::raw::Decoder::new().decompress_vec(packed).map_err(|_| DAMAGED.to_owned())
        }
        Codec::GZIP | Codec::ZSTD => {
            let unpacked = unpacked_stream(most as u64, packed).map_err(|why| why.to_string())?;
            Ok(unpacked.into_owned())
        }
        Codec::LZ4_RAW => unpack_lz4(packed, most),
        Codec::BROTLI => not_read("Brotli"),
        Codec::LZO => not_read("LZO"),
        Codec::LZ4 => not_read("LZ4 in Hadoop's frames"),
    }
}

/// LZ4 does not say how long it is unpacked: more room is tried until it suffices.
fn unpack_lz4(packed: &[u8], most: usize) -> Result<Vec<u8>, String> {
    let most = most.min(packed.len().saturating_mul(MOST_TIMES_OF_LZ4));
    let mut room = packed.len().saturating_mul(4);
    loop {
        let mut unpacked = vec![0; room.min(most)];
        match decompress_into(packed, &mut unpacked) {
            Ok(length) => {
                unpacked.truncate(length);
                return Ok(unpacked);
            }
            Err(DecompressError::OutputTooSmall { .. }) if room < most => room *= 4,
            Err(_) => return Err(DAMAGED.to_owned()),
        }
    }
}
