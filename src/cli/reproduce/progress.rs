//! How far it has come, on standard error.

use std::io::{IsTerminal, Write};

use crate::cli::terminal::tell;

/// A line that is written over on a terminal, one line an item elsewhere.
pub struct Progress {
    key: &'static str,
    all: usize,
    is_terminal: bool,
    told: usize,
}

impl Progress {
    /// The progress of an item with `all` runs.
    pub fn new(key: &'static str, all: usize) -> Self {
        Self { key, all, is_terminal: std::io::stderr().is_terminal(), told: 0 }
    }

    /// Reports that `done` runs are done.
    pub fn tell(&mut self, done: usize) {
        let percent = 100 * done / self.all.max(1);
        if self.is_terminal && percent > self.told {
            self.told = percent;
            eprint!("\r{}: {percent} % of {} runs", self.key, self.all);
            // A failure does not matter.
            let _ = std::io::stderr().flush();
        }
    }

    /// All are done.
    pub fn end(&self) {
        if self.is_terminal {
            eprint!("\r");
        }
        tell(format!("{}: {} runs done ", self.key, self.all));
    }
}
