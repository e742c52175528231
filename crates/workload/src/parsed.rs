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

    /// Takes one more.
    pub fn add(&mut self, line: u64, problem: Problem) {
        self.count += 1;
        self.left_out += u64::from(problem.leaves_out());
        if self.kept.len() < self.most {
            self.kept.push(Complaint { line, problem });
        }
    }
}
