//! What the readers of all formats hand over.

use super::Log;
use super::aside::Aside;
use super::complaint::{Complaint, Problem};

/// What a text holds: its good lines, and what is wrong with the others.
pub(super) struct Parsed {
    /// What of it no model heeds is what its format says beyond the records; what these have is added later.
    pub log: Log,
    pub complaints: Complaints,
    pub aside: Aside,
}

/// What is wrong with some lines of a text, in their order.
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
    /// None yet; at most so many are kept.
    pub fn new(most: usize) -> Self {
        Self {
            kept: Vec::new(),
            most,
            count: 0,
            left_out: 0,
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
