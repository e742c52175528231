//! Complaints about the lines of a file, in words for the person who dropped it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Field;

/// A problem of one line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// The line's number in the (unpacked) text, from 1.
    pub line: u64,
    /// The problem.
    pub problem: Problem,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// Those of lines that are left out before those of values that are amended, each in the order of the file. O(n log n).
pub fn gravest_first(complaints: &[Complaint]) -> Vec<&Complaint> {
    let mut all: Vec<&Complaint> = complaints.iter().collect();
    base::ordering::sort_by_key(&mut all, |it| !it.problem.leaves_out());
    all
}

/// A problem of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// The line has too few columns to make a job. Left out.
    TooFewColumns {
        /// How many it has.
        found: usize,
    },
    /// A field that every job needs holds no number. Left out.
    NotANumber {
        /// Which field.
        field: Field,
        /// Its content, shortened.
        text: String,
    },
    /// A field that every job needs holds a number that is too large. Left out.
    TooLarge {
        /// Which field.
        field: Field,
        /// Its content, shortened.
        text: String,
        /// The largest that is read.
        limit: i64,
    },
    /// The job's number or its submission is unknown or negative. Left out.
    Missing {
        /// Which of the two.
        field: Field,
        /// Its content.
        value: i64,
    },
    /// An earlier line has the same job number. Left out.
    DuplicateId {
        /// The number.
        id: u64,
    },
    /// One of the parts of a checkpointed job, which an earlier line sums up. Left out.
    PartOfJob {
        /// The job's number.
        id: u64,
        /// Field 11, from 2 to 4.
        status: i64,
    },
    /// The line has fewer columns than the first. The missing ones are read as unknown.
    FewerColumns {
        /// How many it has.
        found: usize,
        /// How many the first good line has, at most 18.
        expected: usize,
    },
    /// A field that no job needs is unreadable. It is read as unknown.
    Unreadable {
        /// Which field.
        field: Field,
        /// Its content, shortened.
        text: String,
    },
    /// A value below -1. It is read as unknown.
    Negative {
        /// Which field.
        field: Field,
        /// The value.
        value: i64,
    },
    /// In a format other than SWF: why there is no job, in words. Left out.
    LeftOut {
        /// The words.
        why: String,
    },
    /// In a format other than SWF: a value that is changed when it is read, in words.
    Amended {
        /// The words.
        how: String,
    },
}

impl Problem {
    /// Whether the line had to be left out; otherwise its job is there, with a value amended.
    pub fn leaves_out(&self) -> bool {
        !matches!(
            self,
            Self::FewerColumns { .. } | Self::Unreadable { .. } | Self::Negative { .. } | Self::Amended { .. }
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewColumns { found } => {
                write!(f, "only {found} of 18 columns; a job needs at least the first {}", super::swf::FEWEST_COLUMNS)
            }
            Self::NotANumber { field, text } => {
                write!(f, "{field} should be a number but is \"{text}\"")
            }
            Self::TooLarge { field, text, limit } => {
                write!(f, "{field} is {text}, more than {limit}")
            }
            Self::Missing { field, value } => write!(f, "{field} is missing ({value})"),
            Self::DuplicateId { id } => {
                write!(f, "job number {id} a second time; the first line counts")
            }
            Self::PartOfJob { id, status } => {
                write!(f, "part of checkpointed job {id} (status {status}); its first line counts")
            }
            Self::FewerColumns { found, expected } => {
                write!(f, "{found} columns where the first line has {expected}; the rest count as unknown")
            }
            Self::Unreadable { field, text } => {
                write!(f, "{field} is \"{text}\"; it counts as unknown")
            }
            Self::Negative { field, value } => {
                write!(f, "{field} is {value}; it counts as unknown")
            }
            Self::LeftOut { why: words } | Self::Amended { how: words } => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_left_out_are_told_first() {
        let amended = |line| Complaint { line, problem: Problem::Amended { how: "rounded".to_owned() } };
        let gone = |line| Complaint { line, problem: Problem::LeftOut { why: "no start".to_owned() } };
        let all = [amended(1), gone(2), amended(3), gone(4)];
        assert_eq!(gravest_first(&all).iter().map(|it| it.line).collect::<Vec<u64>>(), [2, 4, 1, 3]);
    }
}
