//! Unpacking gzip (RFC 1952).

use std::io::{self, Read};

use flate2::bufread::GzDecoder;

use super::fault::{Fault, Packing, UnpackError};

/// Whether `bytes` begin as gzip data do.
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Unpacks all members of `bytes`, to at most `limit` bytes.
///
/// Zero bytes after the last member are padding (tapes and some file systems add them) and
/// ignored, as gzip itself does.
pub fn unpack(bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackError> {
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn pack(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn several_members_are_one_text() {
        let mut bytes = pack(b"one ");
        bytes.extend(pack(b"two"));
        assert_eq!(unpack(&bytes, 100), Ok(b"one two".to_vec()));
        bytes.extend([0; 512]);
        assert_eq!(unpack(&bytes, 100), Ok(b"one two".to_vec()));
    }

    #[test]
    fn a_cut_file_says_so_wherever_the_cut_is() {
        let whole = pack(b"some text that is long enough to have a middle");
        for length in 2..whole.len() {
            let outcome = unpack(&whole[..length], 100);
            assert!(matches!(&outcome, Err(it) if matches!(it.fault, Fault::CutShort { .. })), "{length}: {outcome:?}");
        }
    }

    #[test]
    fn a_damaged_file_says_so() {
        let mut bytes = pack(b"some text");
        let checksum = bytes.len() - 8;
        bytes[checksum] ^= 1;
        assert_eq!(unpack(&bytes, 100), Err(error(Fault::Damaged { unpacked: 9 })));
    }

    #[test]
    fn what_follows_must_be_gzip_too() {
        let mut bytes = pack(b"some text");
        bytes.extend(b"more");
        assert_eq!(unpack(&bytes, 100), Err(error(Fault::TrailingBytes { count: 4 })));
    }

    #[test]
    fn a_bomb_stops_at_the_limit() {
        let bytes = pack(&vec![b'0'; 1 << 20]);
        assert_eq!(unpack(&bytes, 1000), Err(error(Fault::TooLarge { limit: 1000 })));
        assert_eq!(unpack(&bytes, 1 << 20).map(|text| text.len()), Ok(1 << 20));
    }
}
