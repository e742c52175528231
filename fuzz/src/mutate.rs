//! Changed inputs without guidance: what they reach is not looked at.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Numbers at which something often ends.
const NUMBERS: [&str; 18] = [
    "0",
    "-1",
    "1",
    "-0",
    "0.5",
    "1e-400",
    "1e400",
    "NaN",
    "127",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "100000000001",
];

/// What stands between things in texts.
const MARKS: &[u8] = b" \n\r\t,;:|#\"'\\{}[]()<>/=&!-+.eE\0\xff";

/// Changes inputs by draws from a seed.
pub struct Mutator {
    draws: ChaCha8Rng,
}

impl Mutator {
    /// Equal seeds change equal inputs equally.
    pub fn new(seed: u64) -> Self {
        let draws = ChaCha8Rng::seed_from_u64(seed);
        Self { draws }
    }

    /// A number below `count`, which is not 0.
    fn below(&mut self, count: usize) -> usize {
        (self.draws.next_u64() % count as u64) as usize
    }

    /// One of the inputs, changed in one to eight places, of at most `longest` bytes.
    pub fn changed(&mut self, inputs: &[Vec<u8>], longest: usize) -> Vec<u8> {
        let mut bytes = match inputs.len() {
            0 => Vec::new(),
            count => inputs[self.below(count)].clone(),
        };
        for _ in 0..=self.below(8) {
            self.change(&mut bytes, inputs);
        }
        bytes.truncate(longest);
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, inputs: &[Vec<u8>]) {
        if bytes.is_empty() {
            bytes.push(self.draws.next_u32() as u8);
            return;
        }
        let at = self.below(bytes.len());
        match self.below(8) {
            0 => bytes[at] ^= 1 << self.below(8),
            1 => bytes[at] = self.draws.next_u32() as u8,
            2 => bytes.insert(at, MARKS[self.below(MARKS.len())]),
            3 => drop(bytes.drain(at..self.end(at, bytes.len()))),
            4 => {
                // A part again, here or elsewhere.
                let part = bytes[at..self.end(at, bytes.len())].to_vec();
                let to = self.below(bytes.len());
                bytes.splice(to..to, part);
            }
            5 => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                let range = number_at(bytes, at);
                bytes.splice(range, number.bytes());
            }
            6 => {
                // A part of another input.
                let other = &inputs[self.below(inputs.len())];
                if !other.is_empty() {
                    let from = self.below(other.len());
                    let part = other[from..self.end(from, other.len())].to_vec();
                    let to = self.end(at, bytes.len());
                    bytes.splice(at..to, part);
                }
            }
            _ => bytes.truncate(at),
        }
    }

    /// The end of a part that begins at `from`: mostly a short one.
    fn end(&mut self, from: usize, length: usize) -> usize {
        let most = match self.below(4) {
            0 => length,
            _ => 16,
        };
        (from + 1 + self.below(most)).min(length)
    }
}

/// The number around a place, or nothing of it.
fn number_at(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.' || *byte == b'-';
    let before = bytes[..at].iter().rev().take_while(|it| is_part(it));
    let behind = bytes[at..].iter().take_while(|it| is_part(it));
    at - before.count()..at + behind.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_change_equally_and_no_input_is_too_long() {
        let inputs = [b"1 0 -1 60 4".to_vec(), vec![b'x'; 100]];
        let (mut one, mut other) = (Mutator::new(7), Mutator::new(7));
        let mut differ = 0;
        for _ in 0..500 {
            let changed = one.changed(&inputs, 90);
            assert_eq!(changed, other.changed(&inputs, 90));
            assert!(changed.len() <= 90);
            differ += usize::from(!inputs.contains(&changed));
        }
        assert!(differ > 400, "{differ}");
    }

    #[test]
    fn a_number_is_taken_as_a_whole() {
        assert_eq!(number_at(b"a -1.5,", 3), 2..6);
        assert_eq!(number_at(b"a", 0), 0..0);
    }
}
