//! The values of a page in each of Parquet's encodings, one after the other, as bytes: numbers as in memory (least byte
//! first), texts, a byte for a boolean. `None` is an end that comes too early, or a number that no writer writes.
//!
//! Source: apache/parquet-format, Encodings.md.

use bytes::Bytes;
use parquet::basic::Encoding;

/// How many bytes a plain value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Bit,
    Bytes(usize),
    /// As many as the four bytes before it say.
    Own,
}

/// The values of a page that are yet to come.
pub enum Values {
    Plain { data: Bytes, at: usize, length: Length },
    Dictionary(Hybrid),
    Booleans(Hybrid),
    Numbers(Delta, usize),
    Texts(Texts),
    Prefixed { prefixes: Delta, suffixes: Texts, last: Vec<u8> },
    Split { data: Bytes, at: usize, width: usize },
}

impl Values {
    /// At most `count` values of a page; `None` also if they have an encoding that no values of this length have.
    pub fn new(encoding: Encoding, data: Bytes, length: Length, count: u64) -> Option<Self> {
        Some(match (encoding, length) {
            (Encoding::PLAIN, _) => Self::Plain { data, at: 0, length },
            (Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY, _) => {
                let width = usize::from(*data.first()?);
                Self::Dictionary(Hybrid::new(data.slice(1..), width)?)
            }
            (Encoding::RLE, Length::Bit) => Self::Booleans(Hybrid::new(prefixed(&data, 0)?, 1)?),
            (Encoding::DELTA_BINARY_PACKED, Length::Bytes(width @ (4 | 8))) => {
                Self::Numbers(Delta::new(data, count)?, width)
            }
            (Encoding::DELTA_LENGTH_BYTE_ARRAY, Length::Own) => Self::Texts(Texts::new(data, count)?),
            (Encoding::DELTA_BYTE_ARRAY, Length::Own | Length::Bytes(_)) => {
                let prefixes = Delta::new(data.clone(), count)?;
                let suffixes = Texts::new(data.slice(prefixes.end()?..), count)?;
                Self::Prefixed { prefixes, suffixes, last: Vec::new() }
            }
            (Encoding::BYTE_STREAM_SPLIT, Length::Bytes(width)) => Self::Split { data, at: 0, width },
            _ => return None,
        })
    }

    /// Adds the next value to `value`.
    pub fn next(&mut self, dictionary: &Dictionary, value: &mut Vec<u8>) -> Option<()> {
        match self {
            Self::Plain { data, at, length: Length::Bit } => {
                value.push(bits(data, *at, 1)? as u8);
                *at += 1;
            }
            Self::Plain { data, at, length: Length::Bytes(length) } => {
                value.extend_from_slice(part(data, *at, *length)?);
                *at += *length;
            }
            Self::Plain { data, at, length: Length::Own } => {
                let text = prefixed(data, *at)?;
                value.extend_from_slice(&text);
                *at += 4 + text.len();
            }
            Self::Dictionary(places) => value.extend_from_slice(dictionary.get(places.next()?)?),
            Self::Booleans(bits) => value.push(bits.next()? as u8),
            Self::Numbers(numbers, width) => value.extend_from_slice(&numbers.next()?.to_le_bytes()[..*width]),
            Self::Texts(texts) => value.extend_from_slice(texts.next()?),
            Self::Prefixed { prefixes, suffixes, last } => {
                let prefix = usize::try_from(prefixes.next()?).ok().filter(|it| *it <= last.len())?;
                last.truncate(prefix);
                last.extend_from_slice(suffixes.next()?);
                value.extend_from_slice(last);
            }
            Self::Split { data, at, width } => {
                let count = data.len() / *width;
                if *at >= count {
                    return None;
                }
                value.extend((0..*width).map(|place| data[place * count + *at]));
                *at += 1;
            }
        }
        Some(())
    }
}

/// The values of a dictionary, one behind the other.
#[derive(Default)]
pub struct Dictionary {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Dictionary {
    pub fn new(data: Bytes, length: Length, count: u32) -> Option<Self> {
        let mut all = Self::default();
        let mut values = Values::Plain { data, at: 0, length };
        for _ in 0..count {
            values.next(&Self::default(), &mut all.bytes)?;
            all.ends.push(all.bytes.len());
        }
        Some(all)
    }

    fn get(&self, place: u64) -> Option<&[u8]> {
        let place = usize::try_from(place).ok()?;
        let begin = place.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.bytes.get(begin..*self.ends.get(place)?)
    }
}

/// Small numbers of a width in bits: repeated, or packed in groups of eight.
pub struct Hybrid {
    data: Bytes,
    at: usize,
    width: usize,
    /// How many are left of the present run, and what they are.
    left: u64,
    run: Run,
}

#[derive(Clone, Copy)]
enum Run {
    Of(u64),
    /// The next begins at this bit.
    Packed(usize),
}

impl Hybrid {
    pub fn new(data: Bytes, width: usize) -> Option<Self> {
        (width <= 32).then_some(Self { data, at: 0, width, left: 0, run: Run::Of(0) })
    }

    pub fn next(&mut self) -> Option<u64> {
        while self.left == 0 {
            let header = varint(&self.data, &mut self.at)?;
            let length = if header & 1 == 1 {
                self.left = (header >> 1).checked_mul(8)?;
                self.run = Run::Packed(self.at.checked_mul(8)?);
                usize::try_from(header >> 1).ok()?.checked_mul(self.width)?
            } else {
                self.left = header >> 1;
                let length = self.width.div_ceil(8);
                self.run = Run::Of(bits(&self.data, self.at.checked_mul(8)?, length * 8)?);
                length
            };
            self.at = self.at.checked_add(length)?;
        }
        self.left -= 1;
        match &mut self.run {
            Run::Of(number) => Some(*number),
            Run::Packed(at) => {
                let number = bits(&self.data, *at, self.width)?;
                *at += self.width;
                Some(number)
            }
        }
    }
}

/// Numbers as differences, packed in blocks.
#[derive(Clone)]
pub struct Delta {
    data: Bytes,
    at: usize,
    /// How many small blocks a block has, and numbers a small block.
    blocks: usize,
    numbers: usize,
    left: u64,
    is_first: bool,
    last: i64,
    /// The least difference in the block, the widths of its small blocks, and how many of these have begun.
    least: i64,
    widths: usize,
    begun: usize,
    /// How many numbers are left of the small block, their width in bits, and the bit where the next begins.
    left_in_block: usize,
    width: usize,
    bit: usize,
}

impl Delta {
    fn new(data: Bytes, count: u64) -> Option<Self> {
        let mut at = 0;
        let mut number = || varint(&data, &mut at);
        let (size, blocks, left, last) = (number()?, number()?, number()?, zigzag(number()?));
        let (size, blocks) = (usize::try_from(size).ok()?, usize::try_from(blocks).ok()?);
        let numbers = size.checked_div(blocks).filter(|it| *it > 0 && it.is_multiple_of(8))?;
        (left <= count).then_some(Self {
            data,
            at,
            blocks,
            numbers,
            left,
            is_first: true,
            last,
            least: 0,
            widths: 0,
            begun: blocks,
            left_in_block: 0,
            width: 0,
            bit: 0,
        })
    }

    fn next(&mut self) -> Option<i64> {
        self.left = self.left.checked_sub(1)?;
        if std::mem::take(&mut self.is_first) {
            return Some(self.last);
        }
        if self.left_in_block == 0 {
            self.begin_block()?;
        }
        self.left_in_block -= 1;
        let difference = bits(&self.data, self.bit, self.width)?;
        self.bit += self.width;
        self.last = self.last.wrapping_add(self.least).wrapping_add(difference.cast_signed());
        Some(self.last)
    }

    fn begin_block(&mut self) -> Option<()> {
        if self.begun == self.blocks {
            self.least = zigzag(varint(&self.data, &mut self.at)?);
            (self.widths, self.begun) = (self.at, 0);
            self.at = self.at.checked_add(self.blocks)?;
        }
        self.width = (*self.data.get(self.widths + self.begun)?).into();
        self.begun += 1;
        self.left_in_block = self.numbers;
        self.bit = self.at.checked_mul(8)?;
        self.at = self.at.checked_add(self.numbers.checked_mul(self.width)? / 8)?;
        (self.width <= 64).then_some(())
    }

    /// Where its bytes end. O(numbers).
    fn end(&self) -> Option<usize> {
        let mut all = self.clone();
        while all.left > 0 {
            all.next()?;
        }
        (all.at <= all.data.len()).then_some(all.at)
    }
}

/// Texts behind their lengths.
pub struct Texts {
    lengths: Delta,
    data: Bytes,
    at: usize,
}

impl Texts {
    fn new(data: Bytes, count: u64) -> Option<Self> {
        let lengths = Delta::new(data.clone(), count)?;
        let at = lengths.end()?;
        Some(Self { lengths, data, at })
    }

    fn next(&mut self) -> Option<&[u8]> {
        let length = usize::try_from(self.lengths.next()?).ok()?;
        let text = part(&self.data, self.at, length)?;
        self.at += length;
        Some(text)
    }
}

/// So many bytes from a place on.
pub fn part(data: &[u8], at: usize, length: usize) -> Option<&[u8]> {
    data.get(at..at.checked_add(length)?)
}

/// As many bytes as the four bytes at a place say.
pub fn prefixed(data: &Bytes, at: usize) -> Option<Bytes> {
    let length = bits(data, at.checked_mul(8)?, 32)? as usize;
    let begin = at + 4;
    part(data, begin, length)?;
    Some(data.slice(begin..begin + length))
}

/// The number of at most 64 bits that begins at a bit.
fn bits(data: &[u8], at: usize, width: usize) -> Option<u64> {
    let begin = at / 8;
    let bytes = data.get(begin..at.checked_add(width)?.div_ceil(8))?;
    let mut number = [0; 16];
    number[..bytes.len()].copy_from_slice(bytes);
    let number = (u128::from_le_bytes(number) >> (at % 8)) as u64;
    Some(if width < 64 { number & ((1 << width) - 1) } else { number })
}

/// A number in groups of seven bits, each in a byte, the least first.
fn varint(data: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *data.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

/// The number behind 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2.
fn zigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}
