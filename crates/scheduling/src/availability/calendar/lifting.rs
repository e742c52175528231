//! When a division lifts a threshold.

use super::{Calendar, Rolled};
use workload::Time;

impl Calendar {
    /// Notes of which slots more may be committed, now that levels end elsewhere than `before`.
    pub(super) fn note_lifted(&mut self, before: &[Time], now: Time, rolled: &mut Rolled) {
        for level in self.limits.lifted() {
            let (before, after) = (before[level], self.grid.ends()[level]);
            if before >= after {
                continue;
            }
            self.freed.push(before, after, true, &self.free);
            rolled.lifted = true;
            rolled.settles =
                if self.limits.are_alike() { self.grid.slot_since(after - 1, 0) == Some(now) } else { true };
        }
    }

    /// When [`Calendar::roll`] next lifts a threshold from a slot so that a job may be let in. O(log n), or where the
    /// levels differ O(log n) for each booking before.
    ///
    /// Where a pass has moved no job and nothing has changed since (`all_are_settled`), only some divisions count. If all
    /// levels but the finest have the same threshold, those near which a booking begins or ends: a job that has no
    /// place among finest slots that all are alike has none when the next of the same kind has been split, since a
    /// later place needs no less behind the finest slots. Otherwise those of slots that are reserved in part: a job
    /// that may have a free slot could have had it before.
    pub fn next_lifted(&self, all_are_settled: bool) -> Option<Time> {
        match (all_are_settled, self.limits.are_alike()) {
            (true, true) => self.next_near_an_edge(),
            (true, false) => self.next_partial(),
            (false, _) => {
                let levels = self.limits.lifted();
                let next = |level: usize| self.grid.slot_since(self.grid.ends()[level], level);
                levels.filter_map(next).min()
            }
        }
    }

    fn next_near_an_edge(&self) -> Option<Time> {
        self.limits.lifted().next()?;
        let end = self.grid.finest_end()?;
        let next = self.grid.slot_since(end, 0)?;
        let behind = self.grid.next_finest_end()?;
        if self.edges.range(next..=behind).next().is_some() {
            return Some(next);
        }
        let (edge, _) = self.edges.range(behind + 1..).next()?;
        self.grid.slot_since(edge - 1, 0)
    }

    fn next_partial(&self) -> Option<Time> {
        let next = |level: usize| {
            let mut at = self.grid.ends()[level];
            while matches!(self.least_free(at, at + 1), free if free == 0 || free == self.nodes) {
                at = *self.edges.range(at + 1..).next()?.0;
            }
            self.grid.slot_since(at, level)
        };
        self.limits.lifted().filter_map(next).min()
    }
}
