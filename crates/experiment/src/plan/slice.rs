//! Slices of a plan's tasks: `17-32`.

use std::fmt::{self, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Some consecutive tasks, by their numbers, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first, from 1.
    pub first: u64,
    pub last: u64,
}

impl Slice {
    /// The numbers of the tasks in this slice of a plan of `tasks` tasks.
    pub fn of(self, tasks: u64) -> RangeInclusive<u64> {
        self.first..=self.last.min(tasks)
    }

    /// How many numbers it has.
    pub fn count(&self) -> u64 {
        self.last - self.first + 1
    }
}

/// The fault of a text that should be a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceError(String);

impl fmt::Display for SliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SliceError {}

impl FromStr for Slice {
    type Err = SliceError;

    /// Reads `17-32`, or `17` for one alone.
    fn from_str(text: &str) -> Result<Self, SliceError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&it| it > 0);
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(SliceError(format!(
                "\"{text}\" names no tasks; write e.g. 17-32, the first and the last, counted from 1"
            ))),
        }
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Ascending numbers as people and Slurm write them: `17-20,33`.
pub fn ranges(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut slices: Vec<Slice> = Vec::new();
    for number in numbers {
        match slices.last_mut() {
            Some(slice) if slice.last + 1 == number => slice.last = number,
            _ => slices.push(Slice { first: number, last: number }),
        }
    }
    slices_text(&slices)
}

/// Slices as people and Slurm write them.
pub fn slices_text(slices: &[Slice]) -> String {
    let mut text = String::new();
    for (at, slice) in slices.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{slice}");
    }
    text
}
