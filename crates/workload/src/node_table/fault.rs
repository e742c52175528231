//! Why no nodes can be read from a file.

use std::fmt;

/// Why no nodes can be read from a file, in words for the person that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodesError {
    /// The line, from 1, of the unpacked text; `None` if it is the whole file.
    pub line: Option<u64>,
    /// What is wrong, and a way to make it right.
    pub words: String,
}

impl NodesError {
    /// An error of a line.
    pub(super) fn at(line: u64, words: impl Into<String>) -> Self {
        Self { line: Some(line), words: words.into() }
    }

    /// An error of the whole file.
    pub(super) fn of_file(words: impl Into<String>) -> Self {
        Self { line: None, words: words.into() }
    }
}

impl fmt::Display for NodesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.words),
            None => f.write_str(&self.words),
        }
    }
}

impl std::error::Error for NodesError {}

/// A piece of a file within a sentence: at most 40 characters, without line ends.
pub(super) fn brief(text: &[u8]) -> String {
    const MOST: usize = 40;
    let start = &text[..text.len().min(4 * MOST + 4)];
    let words = String::from_utf8_lossy(start);
    let mut letters = words.chars().map(|it| if it.is_control() { ' ' } else { it });
    let shown: String = letters.by_ref().take(MOST).collect();
    match letters.next() {
        Some(_) => shown + "…",
        None => shown,
    }
}
