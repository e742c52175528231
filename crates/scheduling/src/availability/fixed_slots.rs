//! Slots of one fixed length.
//!
//! Kurowski et al. 2011, Sect. 3.3: "this assumption helps to achieve a good performance", but "too
//! long slots may cause significant resource under-utilization, as some long slots may remain idle",
//! while "large numbers of slots must be managed" where they are short.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use super::{Availability, BEGINNING, Carts, Request, Step};
use workload::Time;

/// Slots that are kept one by one at the most: 8 MiB.
const MOST_SLOTS: Time = 1 << 20;

/// Free processors in an array, with a count for each slot; all slots have the same length. Slot k
/// begins at k times the length; slot 0 at time 0, and k is negative before.
///
/// Promises cover whole slots: intervals are rounded outward, both when processors are taken and
/// when they are given back. So processors given back early, from the middle of a slot on, are free
/// from the start of that slot: queries must not ask for an earlier time any more. A promise that is
/// given back in pieces has to be divided at slot boundaries, lest a slot be given back twice.
///
/// The array begins at time 0, later at the last time forgotten. Promises more than 2^20 slots away
/// from there, or before, stand in a sorted list beside it until time comes near them, so that no
/// interval, however long or distant, takes more memory than the array and a few entries.
#[derive(Clone, Debug)]
pub struct FixedSlots {
    /// Seconds of a slot.
    length: Time,
    /// Number of the first slot of the array.
    first: Time,
    /// Free processors in each slot from the first on. From its end up to `most` all are free.
    free: VecDeque<i64>,
    /// Slots that the array may have.
    most: Time,
    /// All other slots, in numbers of slots instead of seconds.
    outside: Carts,
    /// Whether the time before the array was forgotten.
    forgotten: bool,
}

/// Neighbouring slots with the same count.
struct Stretch {
    free: i64,
    /// Number of the slot after the last of them; none where they have no end.
    end: Option<Time>,
}

impl FixedSlots {
    /// A provider without promises, in slots of `length` seconds, at least 1.
    pub fn new(capacity: u32, length: Time) -> Self {
        Self::with_at_most(capacity, length, MOST_SLOTS)
    }

    fn with_at_most(capacity: u32, length: Time, most: Time) -> Self {
        Self {
            length: length.max(1),
            first: 0,
            free: VecDeque::new(),
            most,
            outside: Carts::new(capacity),
            forgotten: false,
        }
    }

    /// The seconds of a slot.
    pub fn length(&self) -> Time {
        self.length
    }

    /// ARTS², and how many slots it looked at. Those beyond the array count as one where they are
    /// alike.
    pub fn earliest_fit_counting(&self, request: &Request) -> (Option<Time>, usize) {
        let mut examined = 0;
        let start = self.search(request, Time::MAX, || examined += 1);
        (start, examined)
    }

    fn slot_of(&self, time: Time) -> Time {
        time.div_euclid(self.length)
    }

    /// When a slot begins.
    fn start_of(&self, slot: Time) -> Time {
        slot.saturating_mul(self.length)
    }

    /// The slots that an interval, which is not empty, touches: from one until before the other.
    fn touched(&self, from: Time, to: Time) -> (Time, Time) {
        (self.slot_of(from), self.slot_of(to - 1).saturating_add(1))
    }

    /// Number of the slot after the last that the array may have.
    fn top(&self) -> Time {
        self.first.saturating_add(self.most)
    }

    /// The stretch that holds `slot`, from there on.
    #[inline]
    fn stretch(&self, slot: Time) -> Stretch {
        match self.kept(slot) {
            Some(free) => Stretch { free, end: Some(slot + 1) },
            None => self.stretch_outside(slot),
        }
    }

    /// The count of a slot in the array.
    fn kept(&self, slot: Time) -> Option<i64> {
        let index = usize::try_from(slot.checked_sub(self.first)?).ok()?;
        self.free.get(index).copied()
    }

    /// The stretch that holds `slot`, which is not in the array.
    // Seldom called: inlined, it would slow searches of the array down.
    #[inline(never)]
    fn stretch_outside(&self, slot: Time) -> Stretch {
        if slot < self.first && self.forgotten {
            return self.stretch(self.first);
        }
        if (self.first..self.top()).contains(&slot) {
            return Stretch { free: i64::from(self.capacity()), end: Some(self.top()) };
        }
        let steps = self.outside.slots();
        let after = steps.partition_point(|step| step.start <= slot);
        let next = steps.get(after).map(|step| step.start);
        let border = (slot < self.first).then_some(self.first);
        Stretch { free: steps[after - 1].free, end: border.into_iter().chain(next).min() }
    }

    fn change(&mut self, from: Time, to: Time, processors: i64) {
        if to <= from {
            return;
        }
        let (from, to) = self.touched(from, to);
        let (first, top) = (self.first, self.top());
        if !self.forgotten {
            self.outside.add(from, to.min(first), processors);
        }
        self.change_kept(from.max(first), to.min(top), processors);
        self.outside.add(from.max(top), to, processors);
    }

    /// Changes slots of the array.
    fn change_kept(&mut self, from: Time, to: Time, processors: i64) {
        if to <= from {
            return;
        }
        let (low, high) = ((from - self.first) as usize, (to - self.first) as usize);
        if self.free.len() < high {
            let capacity = i64::from(self.capacity());
            self.free.resize(high, capacity);
        }
        for free in self.free.range_mut(low..high) {
            *free += processors;
        }
    }

    /// Folds the counts of the slots that `from..to` touches.
    fn fold(&self, from: Time, to: Time, pick: impl Fn(i64, i64) -> i64) -> Option<i64> {
        if to <= from {
            return None;
        }
        let (mut slot, end) = self.touched(from, to);
        let mut picked = None;
        while slot < end {
            let stretch = self.stretch(slot);
            picked = Some(picked.map_or(stretch.free, |so_far| pick(so_far, stretch.free)));
            slot = stretch.end.unwrap_or(end);
        }
        picked
    }

    /// Calls `look` for every slot that it looks at.
    fn search(&self, request: &Request, limit: Time, mut look: impl FnMut()) -> Option<Time> {
        let size = i64::from(request.processors);
        let mut start = request.ready;
        let mut slot = self.slot_of(start);
        while start < limit && request.meets_deadline(start) {
            let end = start.saturating_add(request.length).min(limit);
            let last = self.slot_of(end.saturating_sub(1).max(start));
            let stretch = self.stretch(slot);
            look();
            if stretch.free < size {
                slot = stretch.end?;
                start = self.start_of(slot);
            } else {
                match stretch.end {
                    Some(next) if next <= last => slot = next,
                    _ => return Some(start),
                }
            }
        }
        None
    }

    /// Moves promises in these slots from the list into the array.
    fn take_in(&mut self, from: Time, to: Time) {
        let mut slot = from;
        while slot < to {
            let steps = self.outside.slots();
            let after = steps.partition_point(|step| step.start <= slot);
            let promised = steps[after - 1].free - i64::from(self.capacity());
            let end = steps.get(after).map_or(to, |step| step.start.min(to));
            if promised != 0 {
                self.change_kept(slot, end, promised);
            }
            slot = end;
        }
    }
}

impl Availability for FixedSlots {
    fn capacity(&self) -> u32 {
        self.outside.capacity()
    }

    /// O(slots touched).
    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, -i64::from(processors));
    }

    /// O(slots touched).
    fn release(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, i64::from(processors));
    }

    fn least_free(&self, from: Time, to: Time) -> i64 {
        let least = self.fold(from, to, i64::min);
        least.unwrap_or(i64::from(self.capacity()))
    }

    fn most_free(&self, from: Time, to: Time) -> i64 {
        self.fold(from, to, i64::max).unwrap_or(i64::MIN)
    }

    /// One step per slot. A start is the ready time, if the rest of its slot has room, or the start
    /// of a slot.
    fn earliest_fit_before(&self, request: &Request, limit: Time) -> Option<Time> {
        self.search(request, limit, || {})
    }

    /// O(slots forgotten). Forgotten time has the count of the first slot that is kept, and nothing
    /// there changes any more.
    fn forget_before(&mut self, time: Time) {
        let (first, top) = (self.slot_of(time), self.top());
        if first <= self.first {
            return;
        }
        let past = usize::try_from(first - self.first).unwrap_or(usize::MAX);
        self.free.drain(..past.min(self.free.len()));
        self.first = first;
        self.forgotten = true;
        // The array may have later slots now.
        self.take_in(first.max(top), self.top());
        self.outside.forget_before(self.top());
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut slot = Some(BEGINNING);
        while let Some(at) = slot {
            let Stretch { free, end } = self.stretch(at);
            if steps.last().is_none_or(|last| last.free != free) {
                let start = self.start_of(at);
                steps.push(Step { start, free });
            }
            slot = end;
        }
        steps
    }
}
