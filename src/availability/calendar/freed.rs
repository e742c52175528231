//! What became free since a job was last looked at.

use std::collections::VecDeque;

use crate::availability::{Availability, BlockedCarts};
use crate::workload::Time;

/// So many intervals are remembered: who has not been looked at since older ones is looked at anyhow.
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
}

impl Freed {
    /// How many there have been.
    pub fn count(&self) -> u64 {
        self.forgotten + self.recent.len() as u64
    }

    /// Nodes became free from `from` to `to`.
    pub fn push(&mut self, from: Time, to: Time, free: &BlockedCarts) {
        if from >= to {
            return;
        }
        if self.recent.len() == MOST {
            self.recent.pop_front();
            self.forgotten += 1;
        }
        let most = free.most_free(from, to);
        self.recent.push_back(Interval { from, to, most });
    }

    /// Whether a job of `nodes` that was looked at when there were `seen` may have an earlier place
    /// between `now` and `start` than it has.
    ///
    /// When it was last looked at, every earlier place was blocked at some second before `start`. For one
    /// to be open now, such a second must have become free enough since. That a slot is split opens no
    /// place by itself: who could start or end within it could have had the whole slot.
    pub fn may_help(&self, seen: u64, nodes: u32, now: Time, start: Time) -> bool {
        if seen < self.forgotten {
            return true;
        }
        let since = (seen - self.forgotten) as usize;
        let helps = |it: &Interval| it.most >= i64::from(nodes) && it.from < start && it.to > now;
        self.recent.range(since..).any(helps)
    }
}
