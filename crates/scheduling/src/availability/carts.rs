//! CARTS, change-based advance reservation time slots, as the paper has them: one sorted list.
//!
//! Kurowski et al. 2011, Sects. 3.4 and 3.5. This is the structure to read and to teach;
//! [`super::BlockedCarts`] answers the same questions faster on long lists.

use super::{Availability, BEGINNING, Request};
use workload::Time;

/// A slot of CARTS: from `start` until the next step's start, `free` processors are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// When the slot begins; [`BEGINNING`] for the first.
    pub start: Time,
    /// Free processors through the slot; below zero where more was promised than there is.
    pub free: i64,
}

/// Processors promised for an interval: a reservation, or a running batch job until its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    pub start: Time,
    /// Until when, exclusive.
    pub end: Time,
    pub processors: u32,
}

/// The slots of one provider, sorted by start; adjacent ones differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carts {
    capacity: u32,
    steps: Vec<Step>,
}

impl Carts {
    /// A provider without promises.
    pub fn new(capacity: u32) -> Self {
        let first = Step { start: BEGINNING, free: i64::from(capacity) };
        Self { capacity, steps: vec![first] }
    }

    /// Algorithm 1: the slots that a set of commitments leaves. O(n log n), O(n) after sorting.
    ///
    /// The print says OR where its loops need AND (the inner ones would run past the arrays), takes
    /// starts before ends at equal times, and leaves slots that equal their neighbour. The
    /// intention, implemented here: merge the sorted starts and sorted ends, and begin a slot
    /// wherever the processors taken and given at one instant do not cancel.
    pub fn generate(capacity: u32, commitments: &[Commitment]) -> Self {
        let real = commitments.iter().filter(|it| it.start < it.end);
        let (mut starts, mut ends): (Vec<_>, Vec<_>) =
            real.map(|it| ((it.start, it.processors), (it.end, it.processors))).unzip();
        starts.sort_unstable();
        ends.sort_unstable();

        let mut carts = Self::new(capacity);
        let mut free = i64::from(capacity);
        let (mut i, mut j) = (0, 0);
        // Every start has its end, so the ends run out last.
        while j < ends.len() {
            let now = starts.get(i).map_or(ends[j].0, |s| s.0.min(ends[j].0));
            while j < ends.len() && ends[j].0 == now {
                free += i64::from(ends[j].1);
                j += 1;
            }
            while i < starts.len() && starts[i].0 == now {
                free -= i64::from(starts[i].1);
                i += 1;
            }
            if carts.last_free() != free {
                carts.steps.push(Step { start: now, free });
            }
        }
        carts
    }

    /// The slots themselves, without a copy.
    pub fn slots(&self) -> &[Step] {
        &self.steps
    }

    /// ARTS², and how many slots it looked at after the binary search.
    pub fn earliest_fit_counting(&self, request: &Request) -> (Option<Time>, usize) {
        let mut examined = 0;
        let start = self.search(request, Time::MAX, || examined += 1);
        (start, examined)
    }

    /// Algorithm 2 (ARTS²). O(log v) to the first slot, then one step a slot; calls `look` at each.
    ///
    /// The print starts only at slot boundaries, reads a slot after the last, and returns its last
    /// candidate even when none fits. The intention, implemented here: a start may lie inside a
    /// slot (at the ready time), the last slot has no end, and no fit is `None`.
    fn search(&self, request: &Request, limit: Time, mut look: impl FnMut()) -> Option<Time> {
        let size = i64::from(request.processors);
        let mut i = self.slot_at(request.ready);
        let mut start = request.ready;
        while start < limit && request.meets_deadline(start) {
            look();
            let end = start.saturating_add(request.length).min(limit);
            let next = self.steps.get(i + 1).map(|step| step.start);
            if self.steps[i].free < size {
                // Not enough here: the earliest start is now the next slot's.
                start = next?;
            } else if next.is_none_or(|next| next >= end) {
                return Some(start);
            }
            i += 1;
        }
        None
    }

    fn last_free(&self) -> i64 {
        self.steps[self.steps.len() - 1].free
    }

    /// Index of the slot that holds `time`. O(log v).
    fn slot_at(&self, time: Time) -> usize {
        self.steps.partition_point(|step| step.start <= time) - 1
    }

    /// Makes a slot begin at `time` and returns its index.
    fn split(&mut self, time: Time) -> usize {
        let slot = self.slot_at(time);
        if self.steps[slot].start == time {
            return slot;
        }
        let free = self.steps[slot].free;
        self.steps.insert(slot + 1, Step { start: time, free });
        slot + 1
    }

    /// Drops the slot at `index` if it does not differ from the one before.
    fn merge(&mut self, index: usize) {
        if index > 0 && self.steps[index].free == self.steps[index - 1].free {
            self.steps.remove(index);
        }
    }

    /// Adds to the count from `from` until `to`. Nothing happens where `to <= from`.
    pub(super) fn add(&mut self, from: Time, to: Time, processors: i64) {
        if to <= from {
            return;
        }
        let first = self.split(from);
        let last = self.split(to);
        for step in &mut self.steps[first..last] {
            step.free += processors;
        }
        self.merge(last);
        self.merge(first);
    }

    /// The slots that meet `from..to`.
    fn slots_in(&self, from: Time, to: Time) -> &[Step] {
        if to <= from {
            return &[];
        }
        let first = self.slot_at(from);
        let end = first + self.steps[first..].partition_point(|step| step.start < to);
        &self.steps[first..end]
    }
}

impl Availability for Carts {
    fn capacity(&self) -> u32 {
        self.capacity
    }

    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        self.add(from, to, -i64::from(processors));
    }

    fn release(&mut self, from: Time, to: Time, processors: u32) {
        self.add(from, to, i64::from(processors));
    }

    fn least_free(&self, from: Time, to: Time) -> i64 {
        self.slots_in(from, to).iter().map(|step| step.free).min().unwrap_or(i64::from(self.capacity))
    }

    fn most_free(&self, from: Time, to: Time) -> i64 {
        self.slots_in(from, to).iter().map(|step| step.free).max().unwrap_or(i64::MIN)
    }

    fn earliest_fit_before(&self, request: &Request, limit: Time) -> Option<Time> {
        self.search(request, limit, || {})
    }

    fn forget_before(&mut self, time: Time) {
        let slot = self.slot_at(time);
        self.steps.drain(..slot);
        self.steps[0].start = BEGINNING;
    }

    fn steps(&self) -> Vec<Step> {
        self.steps.clone()
    }
}
