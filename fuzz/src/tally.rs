//! What the runs of a target have come to.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// How many inputs were tried, and what the worst of them took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Inputs tried.
    pub inputs: u64,
    /// Most memory, as a multiple of the input and of what is counted beside it.
    pub worst_ratio: f64,
    /// Longest time of one input.
    pub slowest: Duration,
}

impl Tally {
    /// Counts what one call took.
    pub fn saw(&mut self, ratio: f64, took: Duration) {
        self.worst_ratio = self.worst_ratio.max(ratio);
        self.slowest = self.slowest.max(took);
    }

    /// As `cargo xtask fuzz` reads it: a word and a number in every line.
    pub fn told(&self) -> String {
        let mut text = String::new();
        let slowest = self.slowest.as_micros();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "inputs {}", self.inputs);
        let _ = writeln!(text, "worst_ratio {:.2}", self.worst_ratio);
        let _ = writeln!(text, "slowest_us {slowest}");
        text
    }

    /// Writes it to a file, whole or not at all.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let beside = path.with_extension("new");
        std::fs::write(&beside, self.told())?;
        std::fs::rename(beside, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_for_each_number() {
        let mut tally = Tally { inputs: 3, ..Tally::default() };
        tally.saw(0.5, Duration::from_micros(7));
        tally.saw(2.25, Duration::from_micros(5));
        assert_eq!(tally.told(), "inputs 3\nworst_ratio 2.25\nslowest_us 7\n");
    }
}
