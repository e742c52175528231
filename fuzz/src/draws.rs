//! Bytes as the choices that something is made by.

/// Choices, taken from bytes; when they are used up, everything is the first or the least.
pub struct Draws<'a>(&'a [u8]);

impl<'a> Draws<'a> {
    /// From these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether all bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// Whether something is so, as often as not.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number from `least` to `most`: of a byte where that is enough, of four otherwise.
    pub fn number(&mut self, least: i64, most: i64) -> i64 {
        let span = most.abs_diff(least);
        let drawn = match span {
            0..256 => u64::from(self.byte()),
            _ => (0..4).fold(0, |sum, _| sum << 8 | u64::from(self.byte())),
        };
        match span.checked_add(1) {
            Some(count) => least.wrapping_add_unsigned(drawn % count),
            None => least.wrapping_add_unsigned(drawn),
        }
    }

    /// One of these; none of nothing.
    pub fn one_of<'b, T>(&mut self, all: &'b [T]) -> Option<&'b T> {
        let last = all.len().checked_sub(1)?;
        all.get(self.number(0, last as i64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_lies_within() {
        let bytes: Vec<u8> = (0..=255).collect();
        let mut draws = Draws::new(&bytes);
        while !draws.is_empty() {
            assert!((-3..=9).contains(&draws.number(-3, 9)));
            assert!((5..=100_000).contains(&draws.number(5, 100_000)));
            assert!([1, 2].contains(draws.one_of(&[1, 2]).unwrap()));
            draws.number(i64::MIN, i64::MAX);
            draws.flag();
        }
        assert_eq!((draws.number(-3, 9), draws.byte()), (-3, 0));
        assert_eq!(draws.one_of::<u8>(&[]), None);
    }
}
