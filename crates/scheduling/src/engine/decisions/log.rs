//! A list of decisions that does not grow without bounds.

use std::collections::VecDeque;

use super::{Decision, Entry};
use workload::Time;

/// The most entries of a log: half of them the first, half the last.
pub const MOST_ENTRIES: usize = 400;

/// Decisions in order. Equal ones in a row are one entry; of a list that grows too long the middle is
/// left out and counted.
#[derive(Clone, Debug, Default)]
pub struct Log {
    first: Vec<Entry>,
    last: VecDeque<Entry>,
    left_out: u64,
}

impl Log {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    /// Something was decided of a job at `now`. O(size of the decision).
    pub fn tell(&mut self, now: Time, job: u32, provider: Option<u32>, decision: Decision) {
        let latest = self.last.back_mut().or(self.first.last_mut());
        if let Some(latest) = latest
            && (latest.job, latest.provider) == (job, provider)
            && latest.decision.is_like(&decision)
        {
            latest.last = now;
            latest.count += 1;
            return;
        }
        let entry = Entry { first: now, last: now, count: 1, job, provider, decision };
        if self.first.len() < MOST_ENTRIES / 2 {
            return self.first.push(entry);
        }
        if self.last.len() == MOST_ENTRIES / 2 {
            self.last.pop_front();
            self.left_out += 1;
        }
        self.last.push_back(entry);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.first.clear();
        self.last.clear();
        self.left_out = 0;
    }

    /// The entries in order, and how many were left out of their middle.
    pub fn finish(self) -> (Vec<Entry>, u64) {
        let mut entries = self.first;
        entries.extend(self.last);
        (entries, self.left_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::decisions::Own;

    fn held(until: Time) -> Decision {
        Decision::Own(Own::of(&until))
    }

    #[test]
    fn equal_decisions_in_a_row_are_one_entry() {
        let mut log = Log::new();
        log.tell(1, 0, Some(0), Decision::Submitted);
        for now in 3..6 {
            log.tell(now, 0, Some(0), held(9));
        }
        log.tell(6, 1, Some(0), held(9));
        log.tell(7, 1, Some(0), held(10));
        let (entries, left_out) = log.finish();
        let told: Vec<_> = entries.iter().map(|it| (it.first, it.last, it.count)).collect();
        assert_eq!(told, [(1, 1, 1), (3, 5, 3), (6, 6, 1), (7, 7, 1)]);
        assert_eq!(left_out, 0);
    }

    #[test]
    fn of_a_long_log_the_first_and_the_last_entries_stay() {
        let mut log = Log::new();
        let count = MOST_ENTRIES as Time + 30;
        for now in 0..count {
            log.tell(now, 0, None, held(now + 1));
        }
        let (entries, left_out) = log.finish();
        assert_eq!((entries.len(), left_out), (MOST_ENTRIES, 30));
        let half = MOST_ENTRIES / 2;
        assert_eq!(entries[half - 1].first, half as Time - 1);
        assert_eq!(entries[half].first, count - half as Time);
        assert_eq!(entries[MOST_ENTRIES - 1].first, count - 1);
    }
}
