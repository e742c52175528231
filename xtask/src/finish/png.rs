//! PNG pictures.

use crc::{CRC_32_ISO_HDLC, Crc};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// The most effort.
const LEVEL: u8 = 9;

/// A square picture as PNG (ISO/IEC 15948): 8 bits a channel, no transparency, no filters.
pub fn encode(side: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
    let mut rows = Vec::new();
    for row in pixels.chunks_exact(side as usize) {
        rows.push(0);
        rows.extend_from_slice(row.as_flattened());
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend_from_slice(&[8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    const CHECK: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
    file.extend_from_slice(&(content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend_from_slice(kind);
    file.extend_from_slice(content);
    let sum = CHECK.checksum(&file[start..]);
    file.extend_from_slice(&sum.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn a_picture_ends_as_every_picture_does() {
        let file = encode(2, &[[255, 0, 0]; 4]);
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x02\x08\x02"));
        // Its length, its name, and the check sum that the standard has of it.
        assert!(file.ends_with(b"\0\0\0\0IEND\xae\x42\x60\x82"));
    }
}
