//! Counts of passed, failed and skipped tests, read from what runners print.

use std::fmt;
use std::ops::AddAssign;

/// How many tests went which way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl Totals {
    /// One failure: a step that is no test runner, or one that broke off.
    pub const FAILURE: Totals = Totals { passed: 0, failed: 1, skipped: 0 };

    /// Adds a run of tests that an earlier run has left out, and counted as skipped.
    pub fn add_run_of_skipped(&mut self, ran: Totals) {
        self.passed += ran.passed;
        self.failed += ran.failed;
        self.skipped = self.skipped.saturating_sub(ran.passed + ran.failed);
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// `N passed, N failed, N skipped`.
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Totals { passed, failed, skipped } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

/// The reason why a test has skipped itself, from a line like `test name ... skipped here: there is no slurmctld`:
/// missing tools are found only when it runs, and the runner counts it as passed.
pub fn skipped_itself(line: &str) -> Option<&str> {
    line.split_once("skipped here: ").map(|(_, why)| why.trim())
}

/// The counts in a line like
/// `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; ...`.
pub fn read_line(line: &str) -> Option<Totals> {
    let (_verdict, counts) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
    let mut totals = Totals::default();
    for count in counts.split("; ") {
        let Some((number, what)) = count.split_once(' ') else {
            continue;
        };
        let field = match what {
            "passed" => &mut totals.passed,
            "failed" => &mut totals.failed,
            // What the arguments of a run leave out is skipped as well.
            "ignored" | "filtered out" => &mut totals.skipped,
            _ => continue,
        };
        *field += number.parse::<usize>().ok()?;
    }
    Some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_test_runner() {
        let line = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; \
                    2 filtered out; finished in 0.01s";
        assert_eq!(read_line(line), Some(Totals { passed: 12, failed: 0, skipped: 5 }));
    }

    #[test]
    fn a_failed_run() {
        let line = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; \
                    0 filtered out; finished in 1.20s; merged doctests compilation took 0.3s";
        assert_eq!(read_line(line), Some(Totals { passed: 1, failed: 2, skipped: 0 }));
    }

    #[test]
    fn a_test_that_skips_itself_says_why() {
        let line = "test a_lost_node ... skipped here: there is no slurmctld";
        assert_eq!(skipped_itself(line), Some("there is no slurmctld"));
        assert_eq!(skipped_itself("test a_lost_node ... ok"), None);
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(read_line("running 3 tests"), None);
        assert_eq!(read_line("test result_line ... ok"), None);
        assert_eq!(read_line(""), None);
    }

    #[test]
    fn what_was_skipped_is_always_said() {
        let mut totals = Totals { passed: 5, failed: 0, skipped: 0 };
        assert_eq!(totals.to_string(), "5 passed, 0 failed, 0 skipped");
        totals += Totals { passed: 1, failed: 1, skipped: 2 };
        assert_eq!(totals.to_string(), "6 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn a_test_that_was_skipped_is_counted_once_when_it_has_run() {
        let mut totals = Totals { passed: 5, failed: 0, skipped: 20 };
        totals.add_run_of_skipped(Totals { passed: 11, failed: 1, skipped: 0 });
        assert_eq!(totals.to_string(), "16 passed, 1 failed, 8 skipped");
    }
}
