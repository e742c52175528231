//! The result of the readers of all formats.

use super::Log;
use super::aside::Aside;
use super::complaint::{Complaint, Problem};

/// The content of a text: its good lines, and the complaints about the others.
pub(super) struct Parsed {
    /// Its unused features are those of the format beyond the records; those of the records are added later.
    pub log: Log,
    pub complaints: Complaints,
    pub aside: Aside,
}

/// Complaints about some lines of a text, in their order.
pub(super) struct Complaints {
    /// The first of them.
    pub kept: Vec<Complaint>,
    most: usize,
    /// How many there were.
    pub count: u64,
    /// How many lines had to be left out because of them.
    pub left_out: u64,
}

impl Complaints {
    /// None yet; at most `most` are kept.
    pub fn new(most: usize) -> Self {
        Self { kept: Vec::new(), most, count: 0, left_out: 0 }
    }

    /// A line that had to be left out, and why.
    pub fn leave_out(&mut self, line: u64, why: impl Into<String>) {
        self.add(line, Problem::LeftOut { why: why.into() });
    }

    /// Values of a line that were changed, each in words.
    pub fn amend(&mut self, line: u64, changes: impl IntoIterator<Item = impl Into<String>>) {
        for how in changes {
            self.add(line, Problem::Amended { how: how.into() });
        }
    }

    /// Takes one more.
    pub fn add(&mut self, line: u64, problem: Problem) {
        self.count += 1;
        self.left_out += u64::from(problem.leaves_out());
        if self.kept.len() < self.most {
            self.kept.push(Complaint { line, problem });
        }
    }
}
