//! The error of a text that is no formula: place, mistake, advice.

use std::fmt;
use std::ops::Range;

/// A text that is no formula: where and why, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The part of the text that is wrong, in bytes, at the bounds of letters; empty at the end of the text where
    /// something is missing there.
    pub at: Range<usize>,
    /// The number of its first letter, from 1 on; one more than there are letters where `at` is the end of the text.
    pub letter: usize,
    /// The mistake: `unknown variable "sise"`.
    pub what: String,
    /// What to do: `did you mean size?`.
    pub advice: String,
}

impl FormulaError {
    pub(super) fn new(text: &str, at: Range<usize>, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { letter: text[..at.start].chars().count() + 1, at, what: what.into(), advice: advice.into() }
    }

    /// Mistake and advice, where the place is shown otherwise: `unknown variable "sise": did you mean size?`.
    pub fn message(&self) -> String {
        format!("{}: {}", self.what, self.advice)
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { what, letter, advice, .. } = self;
        write!(f, "{what} at letter {letter}: {advice}")
    }
}

impl std::error::Error for FormulaError {}
