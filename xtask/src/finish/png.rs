//! PNG pictures of few colours, compressed no further than their own shape allows.

/// A square picture as PNG (ISO/IEC 15948): 8 bits a channel, no transparency.
pub fn encode(side: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend_from_slice(&[8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &zlib(&filtered(side, pixels)));
    chunk(&mut file, b"IEND", &[]);
    file
}

/// Rows as differences from the row above (filter 2): of a picture of rectangles nearly all zeros.
fn filtered(side: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut above = vec![[0; 3]; side as usize];
    for row in pixels.chunks_exact(side as usize) {
        bytes.push(2);
        for (pixel, above) in row.iter().zip(&above) {
            bytes.extend((0..3).map(|at| pixel[at].wrapping_sub(above[at])));
        }
        above.copy_from_slice(row);
    }
    bytes
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], content: &[u8]) {
    file.extend_from_slice(&(content.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend_from_slice(kind);
    file.extend_from_slice(content);
    let sum = crc32(&file[start..]);
    file.extend_from_slice(&sum.to_be_bytes());
}

/// The check sum of PNG chunks.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !sum
}

/// A zlib stream (RFC 1950) of one block with fixed codes (RFC 1951, section 3.2.6), in which runs
/// of one byte are the only repetitions.
fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0b1, 1); // The last block
    bits.put(0b01, 2); // with fixed codes.
    for run in bytes.chunk_by(|a, b| a == b) {
        let mut rest = run.len();
        while rest > 0 {
            bits.literal(run[0]);
            rest -= 1;
            while rest >= SHORTEST {
                rest -= bits.repetition(rest);
            }
        }
    }
    bits.code(0, 7); // The end.
    let mut stream = vec![0x78, 0x01];
    stream.extend(bits.bytes);
    stream.extend_from_slice(&adler32(bytes).to_be_bytes());
    stream
}

/// The shortest repetition there is.
const SHORTEST: usize = 3;

/// Some lengths of repetitions, the longest first: the least length of a code, the code, its bits,
/// and how many bits after it are added to the least length.
const REPETITIONS: [(usize, u32, u32, u32); 5] = [
    (258, 0b1100_0101, 8, 0),
    (131, 0b1100_0001, 8, 5),
    (35, 0b001_0001, 7, 3),
    (11, 0b000_1001, 7, 1),
    (3, 0b000_0001, 7, 0),
];

/// The check sum of zlib streams.
fn adler32(bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (1u32, 0u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    high << 16 | low
}

/// Bits, put into bytes from the lowest on.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    free: u32,
}

impl Bits {
    /// The lowest `count` bits, the lowest first.
    fn put(&mut self, value: u32, count: u32) {
        for at in 0..count {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            let bit = (value >> at & 1) as u8;
            if let Some(last) = self.bytes.last_mut() {
                *last |= bit << (8 - self.free);
            }
            self.free -= 1;
        }
    }

    /// A code: its highest bit first.
    fn code(&mut self, code: u32, count: u32) {
        self.put(code.reverse_bits() >> (32 - count), count);
    }

    /// The last byte again, as often as one code can say of `wanted` times, at least
    /// [`SHORTEST`]; returns how often that is.
    fn repetition(&mut self, wanted: usize) -> usize {
        let fits = |(least, ..): &&(usize, u32, u32, u32)| *least <= wanted;
        let found = REPETITIONS.iter().find(fits);
        let &(least, code, count, further) = found.expect("at least three");
        let more = (wanted - least).min((1 << further) - 1);
        self.code(code, count);
        self.put(more as u32, further);
        self.code(0, 5); // One byte back.
        least + more
    }

    fn literal(&mut self, byte: u8) {
        match byte {
            0..=143 => self.code(0x30 + u32::from(byte), 8),
            144..=255 => self.code(0x190 + u32::from(byte - 144), 9),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_sums_of_the_standards() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }

    #[test]
    fn a_stream_of_three_bytes_as_other_tools_write_it() {
        // Python: zlib.compress(b"abc", 1), whose header is the same.
        let expected = [
            0x78, 0x01, 0x4b, 0x4c, 0x4a, 0x06, 0x00, 0x02, 0x4d, 0x01, 0x27,
        ];
        assert_eq!(zlib(b"abc"), expected);
    }
}
