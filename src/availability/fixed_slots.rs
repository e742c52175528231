//! Slots of one fixed length.
//!
//! Kurowski et al. 2011, Sect. 3.3: "this assumption helps to achieve a good performance", but "too
//! long slots may cause significant resource under-utilization, as some long slots may remain idle",
//! while "large numbers of slots must be managed" where they are short.

use super::{Availability, BEGINNING, Request, Step};
use crate::workload::Time;

/// Slots that are kept one by one; what lies beyond them is one slot more, without an end.
const MOST_SLOTS: usize = 1 << 20;

/// Free processors in an array, a count for each slot of the same length, counted from time 0; what
/// lies before counts as the first.
///
/// What is promised is promised for whole slots: intervals are rounded outward, both when they are
/// taken and when they are given back. So what is given back early, from the middle of a slot on, is
/// free from the start of that slot: nobody may look further back any more.
#[derive(Clone, Debug)]
pub struct FixedSlots {
    capacity: u32,
    /// Seconds of a slot.
    length: Time,
    /// Number of the first slot that is kept: it begins at that times the length.
    first: Time,
    /// Free processors in each slot from the first on. Beyond the last one all are free.
    free: Vec<i32>,
    /// Free processors beyond the slots that can be kept.
    beyond: i32,
    most: usize,
}

impl FixedSlots {
    /// A provider with nothing promised, in slots of `length` seconds, at least 1.
    pub fn new(capacity: u32, length: Time) -> Self {
        Self::with_at_most(capacity, length, MOST_SLOTS)
    }

    fn with_at_most(capacity: u32, length: Time, most: usize) -> Self {
        Self {
            capacity,
            length: length.max(1),
            first: 0,
            free: Vec::new(),
            beyond: capacity as i32,
            most,
        }
    }

    /// The seconds of a slot.
    pub fn length(&self) -> Time {
        self.length
    }

    /// ARTS², and how many slots it looked at.
    pub fn earliest_fit_counting(&self, request: &Request) -> (Option<Time>, usize) {
        let mut examined = 0;
        let start = self.search(request, Time::MAX, || examined += 1);
        (start, examined)
    }

    /// Index of the slot that holds `time`, among those kept; those before count as the first.
    fn index_of(&self, time: Time) -> usize {
        let index = time.div_euclid(self.length).saturating_sub(self.first);
        usize::try_from(index.max(0)).map_or(self.most, |index| index.min(self.most))
    }

    /// The slots that an interval, which is not empty, touches.
    fn touched(&self, from: Time, to: Time) -> std::ops::RangeInclusive<usize> {
        self.index_of(from)..=self.index_of(to - 1)
    }

    /// Free processors in the slot at `index`.
    fn at(&self, index: usize) -> i32 {
        if index >= self.most {
            return self.beyond;
        }
        self.free
            .get(index)
            .copied()
            .unwrap_or(self.capacity as i32)
    }

    /// When the slot at `index` begins.
    fn start_of(&self, index: usize) -> Time {
        (self.first + index as Time).saturating_mul(self.length)
    }

    fn change(&mut self, from: Time, to: Time, processors: i32) {
        if to <= from {
            return;
        }
        let (first, last) = self.touched(from, to).into_inner();
        let kept = (last + 1).min(self.most);
        if self.free.len() < kept {
            self.free.resize(kept, self.capacity as i32);
        }
        for free in &mut self.free[first.min(kept)..kept] {
            *free += processors;
        }
        if last == self.most {
            self.beyond += processors;
        }
    }

    fn fold(&self, from: Time, to: Time, pick: impl Fn(i32, i32) -> i32) -> Option<i32> {
        if to <= from {
            return None;
        }
        // From the first slot that nothing was ever promised in, all are alike up to `beyond`.
        let (first, last) = self.touched(from, to).into_inner();
        let known = last.min(self.free.len().max(first));
        let counts = (first..=known).map(|index| self.at(index));
        counts.chain([self.at(last)]).reduce(pick)
    }

    fn search(&self, request: &Request, limit: Time, mut look: impl FnMut()) -> Option<Time> {
        let size = request.processors.min(i32::MAX as u32) as i32;
        if request.processors > self.capacity {
            return None;
        }
        let mut start = request.ready;
        let mut index = self.index_of(start);
        while start < limit && request.meets_deadline(start) {
            let end = start.saturating_add(request.length).min(limit);
            let last = self.index_of((end - 1).max(start));
            // Beyond what was ever promised there is nothing to look at one by one.
            if index >= self.free.len() && last < self.most {
                look();
                return Some(start);
            }
            look();
            if self.at(index) < size {
                if index >= self.most {
                    return None;
                }
                index += 1;
                start = self.start_of(index);
            } else if index >= last {
                return Some(start);
            } else {
                index += 1;
            }
        }
        None
    }
}

impl Availability for FixedSlots {
    fn capacity(&self) -> u32 {
        self.capacity
    }

    /// O(slots touched).
    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, -(processors as i32));
    }

    /// O(slots touched).
    fn release(&mut self, from: Time, to: Time, processors: u32) {
        self.change(from, to, processors as i32);
    }

    fn least_free(&self, from: Time, to: Time) -> i64 {
        let least = self.fold(from, to, i32::min);
        i64::from(least.unwrap_or(self.capacity as i32))
    }

    fn most_free(&self, from: Time, to: Time) -> i64 {
        self.fold(from, to, i32::max).map_or(i64::MIN, i64::from)
    }

    /// One step a slot. A start is the ready time, if there is room in what is left of its slot, or
    /// the start of a slot.
    fn earliest_fit_before(&self, request: &Request, limit: Time) -> Option<Time> {
        self.search(request, limit, || {})
    }

    /// O(slots kept). What is forgotten reads like the first slot that is kept.
    fn forget_before(&mut self, time: Time) {
        let past = self.index_of(time).min(self.free.len());
        // Moving the rest down each time would cost more than it spares.
        if past > 64 && past * 2 > self.free.len() && self.beyond == self.capacity as i32 {
            self.free.drain(..past);
            self.first += past as Time;
        }
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut push = |start, free: i32| {
            let free = i64::from(free);
            if steps.last().is_none_or(|last| last.free != free) {
                steps.push(Step { start, free });
            }
        };
        let before = if self.first == 0 {
            self.capacity as i32
        } else {
            self.at(0)
        };
        push(BEGINNING, before);
        for index in 0..=self.free.len().min(self.most) {
            push(self.start_of(index), self.at(index));
        }
        push(self.start_of(self.most), self.beyond);
        steps
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::availability::Carts;

    const CAPACITY: u32 = 10;

    fn outward(from: Time, to: Time, length: Time) -> (Time, Time) {
        let down = from.div_euclid(length) * length;
        (down, -(-to).div_euclid(length) * length)
    }

    /// The same as a sorted list that is given intervals already rounded.
    fn both(length: Time, promises: &[(Time, Time, u32, bool)]) -> (FixedSlots, Carts) {
        let (mut fixed, mut carts) = (FixedSlots::new(CAPACITY, length), Carts::new(CAPACITY));
        let mut held: Vec<(Time, Time, u32)> = Vec::new();
        for &(from, lasts, processors, give_back) in promises {
            if give_back && !held.is_empty() {
                let (from, to, processors) = held.remove(0);
                fixed.release(from, to, processors);
                let (from, to) = outward(from, to, length);
                carts.release(from, to, processors);
            } else {
                let to = from + lasts;
                fixed.reserve(from, to, processors);
                let (low, high) = outward(from, to, length);
                carts.reserve(low, high, processors);
                held.push((from, to, processors));
            }
        }
        (fixed, carts)
    }

    fn promises() -> impl Strategy<Value = Vec<(Time, Time, u32, bool)>> {
        let promise = (0..300i64, 1..60i64, 1..5u32, any::<bool>());
        proptest::collection::vec(promise, 0..30)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn it_equals_carts_of_rounded_intervals(
            length in 1..50i64,
            promises in promises(),
            questions in proptest::collection::vec((0..400i64, 0..60i64), 1..10),
        ) {
            let (fixed, carts) = both(length, &promises);
            let flat = carts.steps();
            prop_assert_eq!(fixed.steps(), flat);
            for (from, lasts) in questions {
                let to = from + lasts;
                let (low, high) = if lasts == 0 { (0, 0) } else { outward(from, to, length) };
                prop_assert_eq!(fixed.least_free(from, to), carts.least_free(low, high));
                prop_assert_eq!(fixed.most_free(from, to), carts.most_free(low, high));
            }
        }

        #[test]
        fn arts2_equals_a_search_of_every_second(
            length in 1..50i64,
            promises in promises(),
            ready in 0..300i64,
            lasts in 1..60i64,
            processors in 1..=CAPACITY + 1,
            deadline in proptest::option::of(0..500i64),
        ) {
            let (fixed, carts) = both(length, &promises);
            let request = Request { ready, deadline, length: lasts, processors };
            let fits = |start: &Time| {
                let (low, high) = outward(*start, start + lasts, length);
                carts.least_free(low, high) >= i64::from(processors)
            };
            let mut starts = (ready..500).take_while(|&start| request.meets_deadline(start));
            let expected = starts.find(fits);
            prop_assert_eq!(fixed.earliest_fit(&request), expected);
            let (counted, examined) = fixed.earliest_fit_counting(&request);
            prop_assert_eq!(counted, expected);
            prop_assert!(examined <= 600);
        }

        #[test]
        fn what_is_past_may_be_forgotten(length in 1..5i64, promises in promises(), now in 0..500i64) {
            let (mut fixed, _) = both(length, &promises);
            let whole = fixed.clone();
            fixed.forget_before(now);
            for from in now..now + 50 {
                prop_assert_eq!(fixed.least_free(from, from + 9), whole.least_free(from, from + 9));
            }
        }
    }

    #[test]
    fn the_far_future_is_one_slot() {
        let mut fixed = FixedSlots::with_at_most(CAPACITY, 1, 100);
        fixed.reserve(50, Time::MAX, 4);
        fixed.reserve(1_000, 2_000, 4);
        assert_eq!(fixed.least_free(99, 100), 6);
        assert_eq!(fixed.least_free(100, 101), 2, "all beyond is one slot");
        let request = |processors| Request {
            ready: 0,
            deadline: None,
            length: 60,
            processors,
        };
        assert_eq!(fixed.earliest_fit(&request(6)), Some(0));
        assert_eq!(fixed.earliest_fit(&request(7)), None);
        fixed.release(50, Time::MAX, 4);
        assert_eq!(fixed.earliest_fit(&request(10)), Some(0));
        assert_eq!(fixed.least_free(500, 501), 6);
        let mut hostile = FixedSlots::new(CAPACITY, 1);
        hostile.reserve(0, 100_000_000_000, 1);
        hostile.forget_before(1_000_000);
        assert_eq!(hostile.least_free(99_999_999_999, 100_000_000_000), 9);
    }
}
