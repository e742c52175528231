//! A position in a text.

use std::fmt;

/// A position in a text: both counted from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    pub line: usize,
    pub column: usize,
}

impl TextPosition {
    /// The position of a byte of the text; the end of the text if it is shorter. Linear in the text: for
    /// faults, not for every word.
    pub fn of(text: &str, byte: usize) -> Self {
        let before = &text.as_bytes()[..byte.min(text.len())];
        let line_start = before.iter().rposition(|&it| it == b'\n');
        let in_line = &before[line_start.map_or(0, |it| it + 1)..];
        // Bytes that go on with a character are not counted.
        let begins = |it: &&u8| **it & 0xc0 != 0x80;
        Self {
            line: 1 + before.iter().filter(|&&it| it == b'\n').count(),
            column: 1 + in_line.iter().filter(begins).count(),
        }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
