//! Intervals that became free since a job was last examined.

use std::collections::VecDeque;

use crate::availability::{Availability, BlockedCarts};
use workload::Time;

/// Number of freed intervals that are remembered. A job last examined before the oldest of them is
/// examined in any case.
const MOST: usize = 256;

/// Intervals in which nodes became free, in order.
#[derive(Clone, Debug, Default)]
pub struct Freed {
    recent: VecDeque<Interval>,
    /// How many there were before the recent ones.
    forgotten: u64,
}

/// A freed interval and the most nodes that were free in it when it was freed. More become free there
/// only by freeing again.
#[derive(Clone, Copy, Debug)]
struct Interval {
    from: Time,
    to: Time,
    most: i64,
    /// Whether nothing was freed, but more may be committed there than before.
    opened: bool,
}

/// A booked job that may be able to move forward.
pub struct Hope {
    /// How much had been freed when it was last looked at.
    pub seen: u64,
    pub nodes: u32,
    /// It may not start before.
    pub now: Time,
    pub start: Time,
}

impl Freed {
    pub fn count(&self) -> u64 {
        self.forgotten + self.recent.len() as u64
    }

    /// Nodes became free from `from` to `to`; or, `opened`, more may be committed there.
    pub fn push(&mut self, from: Time, to: Time, opened: bool, free: &BlockedCarts) {
        if from >= to {
            return;
        }
        if self.recent.len() == MOST {
            self.recent.pop_front();
            self.forgotten += 1;
        }
        let most = free.most_free(from, to);
        self.recent.push_back(Interval { from, to, most, opened });
    }

    /// Whether some job may have an earlier place than it has. `need_from` gives the least number of nodes that must
    /// be free for it in any slot from a time on, `fits_opened` whether a place is possible where a threshold was
    /// lifted.
    ///
    /// When it was last examined, every earlier place was blocked at some second before its start. For one to be open
    /// now, such a second must have become free enough since. Splitting a slot opens no place by itself: a job that
    /// could start or end within the slot could have had all of it. Where a threshold was lifted, the place begins
    /// there or before.
    pub fn may_help(&self, hope: &Hope, need_from: impl Fn(Time) -> u32, fits_opened: impl Fn() -> bool) -> bool {
        if hope.seen < self.forgotten {
            return true;
        }
        let since = (hope.seen - self.forgotten) as usize;
        let mut opened = false;
        for it in self.recent.range(since..) {
            let is_there = it.from < hope.start && it.to > hope.now;
            // No job needs less than it has.
            if is_there && it.most >= i64::from(hope.nodes) && it.most >= i64::from(need_from(it.from)) {
                opened |= it.opened;
                if !it.opened {
                    return true;
                }
            }
        }
        opened && fits_opened()
    }
}
