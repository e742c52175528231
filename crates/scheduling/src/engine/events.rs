//! Future events, by time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use workload::Time;

/// Jobs with a time ahead, the earliest first; at one time the lowest job index first.
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    heap: BinaryHeap<Reverse<(Time, u32)>>,
}

impl EventQueue {
    /// Something happens to `job` at `time`. O(log n).
    pub fn push(&mut self, time: Time, job: u32) {
        self.heap.push(Reverse((time, job)));
    }

    /// How many events are still to come.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there are no future events.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    pub fn next_time(&self) -> Option<Time> {
        self.heap.peek().map(|&Reverse((time, _))| time)
    }

    /// The jobs with a time ahead, in no particular order.
    pub fn jobs(&self) -> impl Iterator<Item = u32> {
        self.heap.iter().map(|&Reverse((_, job))| job)
    }

    /// Takes the next event if it happens by `now`. O(log n).
    pub fn pop_due(&mut self, now: Time) -> Option<u32> {
        if self.next_time()? > now {
            return None;
        }
        let Reverse((_, job)) = self.heap.pop()?;
        Some(job)
    }
}
