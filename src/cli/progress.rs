//! How far a command has come, on standard error, where it takes longer than a second.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::terminal::{plain, tell};

/// The time before the first report.
const QUIET: Duration = Duration::from_secs(1);

/// The shortest time between two updates of a terminal's line.
const ON_TERMINAL: Duration = Duration::from_millis(100);

/// The time between two lines elsewhere.
const ELSEWHERE: Duration = Duration::from_secs(10);

/// A line that is written over on a terminal; elsewhere a plain line now and then.
pub struct Progress {
    what: &'static str,
    all: usize,
    begun: Instant,
    told: Option<Instant>,
    is_terminal: bool,
}

impl Progress {
    /// The progress of a command with `all` runs.
    pub fn new(what: &'static str, all: usize) -> Self {
        Self { what, all, begun: Instant::now(), told: None, is_terminal: std::io::stderr().is_terminal() }
    }

    /// Reports that `done` runs are done.
    pub fn tell(&mut self, done: usize) {
        if !is_due(self.begun.elapsed(), self.told.map(|it| it.elapsed()), self.is_terminal) {
            return;
        }
        self.told = Some(Instant::now());
        let Self { what, all, .. } = self;
        match self.is_terminal {
            true => eprint!("\r{}: {done} of {all} runs", plain(what)),
            false => tell(format!("{what}: {done} of {all} runs")),
        }
        // A failure does not matter.
        let _ = std::io::stderr().flush();
    }

    /// Takes the line off a terminal, so that other lines can be printed there.
    pub fn clear(&self) {
        if self.told.is_some() && self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }

    /// All are done.
    pub fn end(&self) {
        self.clear();
        if self.told.is_some() {
            let seconds = self.begun.elapsed().as_secs_f64();
            tell(format!("{}: {} runs done in {seconds:.1} s", self.what, self.all));
        }
    }
}

/// Whether a report is due this long after the beginning, and this long after the last one.
fn is_due(since_begun: Duration, since_told: Option<Duration>, is_terminal: bool) -> bool {
    let pause = if is_terminal { ON_TERMINAL } else { ELSEWHERE };
    since_begun >= QUIET && since_told.is_none_or(|it| it >= pause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_commands_say_nothing_and_long_ones_not_too_much() {
        let due = |begun, told: Option<u64>, is_terminal| {
            let told = told.map(Duration::from_millis);
            is_due(Duration::from_millis(begun), told, is_terminal)
        };
        assert!(!due(999, None, true) && !due(999, None, false));
        assert!(due(1_000, None, true) && due(1_000, None, false));
        assert!(due(1_200, Some(100), true) && !due(1_200, Some(100), false));
        assert!(due(12_000, Some(10_000), false));
    }
}
