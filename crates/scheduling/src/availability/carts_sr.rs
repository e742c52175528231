//! CARTS-SR: slots with named processors.
//!
//! Kurowski et al. 2011, Sects. 3.2 and 3.5: "if dynamic binding is not supported one cannot assume
//! that information about the amount of free processors will allow to decide about the allocation of
//! AR. In such a case information about availability of specific processors must be given".

use super::{BEGINNING, ProcessorSet, Request, Window};
use workload::Time;

/// The free processors of one provider over all time: a sorted list of slots, each of which lasts
/// until the next.
///
/// A processor is promised to at most one job at a time, and promises are not counted. Where a job
/// that overruns its limit breaks that, promising a promised processor changes nothing, and the
/// processor counts as free as soon as one of the two jobs has given it back: the slots say which
/// processors may be promised; which jobs are still running is known from the processors themselves.
#[derive(Clone, Debug)]
pub struct CartsSr {
    capacity: u32,
    granularity: Time,
    slots: Vec<NamedSlot>,
}

/// A slot of CARTS-SR: from `start` until the next slot's start, these processors are free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSlot {
    /// When the slot begins; [`BEGINNING`] for the first.
    pub start: Time,
    /// The processors that are free through the slot.
    pub free: ProcessorSet,
}

impl CartsSr {
    /// A provider without promises. Intervals are rounded outward to multiples of `granularity`
    /// seconds, at least 1.
    pub fn new(capacity: u32, granularity: Time) -> Self {
        let first = NamedSlot { start: BEGINNING, free: ProcessorSet::all(capacity) };
        Self { capacity, granularity: granularity.max(1), slots: vec![first] }
    }

    /// Promises these processors from `from` until `to`. Nothing happens where `to <= from`. O(slots).
    pub fn reserve(&mut self, from: Time, to: Time, processors: &ProcessorSet) {
        self.change(from, to, |free| free.remove(processors));
    }

    /// Reverts [`CartsSr::reserve`], wholly or for part of its time. Nothing changes where the
    /// processors are free. O(slots).
    pub fn release(&mut self, from: Time, to: Time, processors: &ProcessorSet) {
        self.change(from, to, |free| free.add(processors));
    }

    /// The processors that are free at every time of `from..to`; all where that is empty. O(log n) and
    /// a step a slot.
    pub fn free_throughout(&self, from: Time, to: Time) -> ProcessorSet {
        self.free_in(from, to, 0).unwrap_or_else(|| ProcessorSet::none(self.capacity))
    }

    /// ARTS² for named processors: the earliest start from which on the same processors, enough of
    /// them, are free for the whole length, and those of lowest number; `None` if there is none.
    ///
    /// A start is the ready time or the start of a slot, since elsewhere it could move back. O(n²) for
    /// n slots at the worst; a start is given up at the first slot that leaves too few.
    pub fn earliest_fit(&self, request: &Request) -> Option<(Time, ProcessorSet)> {
        let mut start = request.ready;
        let mut next = self.slot_at(start) + 1;
        while request.meets_deadline(start) {
            let end = start.saturating_add(request.length);
            if let Some(free) = self.free_in(start, end, request.processors) {
                return Some((start, free.lowest(request.processors)));
            }
            start = self.slots.get(next)?.start;
            next += 1;
        }
        None
    }

    /// Every start at which the request fits, as windows: see [`super::Availability::windows`]. O(v) starts
    /// for v slots, each looked at as by [`CartsSr::free_throughout`].
    pub fn windows(&self, request: &Request, until: Time) -> Vec<Window> {
        let by_deadline = request.deadline.map_or(Time::MAX, |deadline| deadline.saturating_sub(request.length));
        let latest = by_deadline.min(until);
        if request.ready > latest {
            return Vec::new();
        }
        let length = request.length.max(1);
        // Between these starts a run touches the same slots.
        let begins = self.slots[1..].iter().map(|slot| slot.start);
        let mut starts: Vec<Time> = begins
            .flat_map(|begin| [begin, begin.saturating_sub(length) + 1])
            .filter(|start| (request.ready + 1..=latest).contains(start))
            .chain([request.ready])
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let mut windows: Vec<Window> = Vec::new();
        for (place, &first_start) in starts.iter().enumerate() {
            let end = first_start.saturating_add(length);
            if self.free_in(first_start, end, request.processors).is_none() {
                continue;
            }
            let last_start = starts.get(place + 1).map_or(latest, |next| next - 1);
            match windows.last_mut() {
                Some(before) if before.last_start + 1 == first_start => {
                    before.last_start = last_start;
                }
                _ => windows.push(Window { first_start, last_start }),
            }
        }
        windows
    }

    /// The processors that are free at every time of `from..to`, if there are at least `at_least`.
    fn free_in(&self, from: Time, to: Time, at_least: u32) -> Option<ProcessorSet> {
        let mut free = ProcessorSet::all(self.capacity);
        for slot in self.slots_touched(from, to) {
            free.keep(&slot.free);
            if free.count() < at_least {
                return None;
            }
        }
        (at_least <= self.capacity).then_some(free)
    }

    /// Drops the slots that lie wholly before `time`; later queries must not ask for an earlier
    /// time.
    pub fn forget_before(&mut self, time: Time) {
        let slot = self.slot_at(self.outward(time, time).0);
        self.slots.drain(..slot);
        self.slots[0].start = BEGINNING;
    }

    pub fn slots(&self) -> &[NamedSlot] {
        &self.slots
    }

    fn outward(&self, from: Time, to: Time) -> (Time, Time) {
        let start = from.saturating_sub(from.rem_euclid(self.granularity));
        let end = match to.rem_euclid(self.granularity) {
            0 => to,
            over => to.saturating_add(self.granularity - over),
        };
        (start, end)
    }

    /// Index of the slot that holds `time`. O(log n).
    fn slot_at(&self, time: Time) -> usize {
        self.slots.partition_point(|slot| slot.start <= time) - 1
    }

    /// The slots that meet `from..to`, rounded outward.
    fn slots_touched(&self, from: Time, to: Time) -> &[NamedSlot] {
        if to <= from {
            return &[];
        }
        let (from, to) = self.outward(from, to);
        let first = self.slot_at(from);
        let end = first + self.slots[first..].partition_point(|slot| slot.start < to);
        &self.slots[first..end]
    }

    fn change(&mut self, from: Time, to: Time, change: impl Fn(&mut ProcessorSet)) {
        if to <= from {
            return;
        }
        let (from, to) = self.outward(from, to);
        let first = self.split(from);
        let last = self.split(to);
        for slot in &mut self.slots[first..last] {
            change(&mut slot.free);
        }
        self.merge(last);
        self.merge(first);
    }

    /// Makes a slot begin at `time` and returns its index.
    fn split(&mut self, time: Time) -> usize {
        let slot = self.slot_at(time);
        if self.slots[slot].start == time {
            return slot;
        }
        let free = self.slots[slot].free.clone();
        let start = time;
        self.slots.insert(slot + 1, NamedSlot { start, free });
        slot + 1
    }

    /// Drops the slot at `index` if it does not differ from the one before.
    fn merge(&mut self, index: usize) {
        if index > 0 && self.slots[index].free == self.slots[index - 1].free {
            self.slots.remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CAPACITY: u32 = 6;
    const SECONDS: Time = 60;

    /// Whether each processor is free, second by second.
    type Table = Vec<[bool; CAPACITY as usize]>;

    fn outward(from: Time, to: Time, granularity: Time) -> (Time, Time) {
        let down = from / granularity * granularity;
        (down, (to + granularity - 1) / granularity * granularity)
    }

    fn free_in(table: &Table, from: Time, to: Time) -> Vec<u32> {
        let seconds = &table[from as usize..to as usize];
        let free = |&number: &u32| seconds.iter().all(|row| row[number as usize]);
        (0..CAPACITY).filter(free).collect()
    }

    fn numbers(set: &ProcessorSet) -> Vec<u32> {
        set.ranges().flat_map(|(first, last)| first..=last).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(500)))]

        #[test]
        fn it_equals_a_table_of_every_second(
            granularity in 1..9i64,
            promises in proptest::collection::vec((0..SECONDS, 1..20i64, 1..=4u32, any::<bool>()), 0..25),
            queries in proptest::collection::vec((0..SECONDS, 1..20i64, 1..=CAPACITY, proptest::option::of(0..90i64)), 1..8),
        ) {
            let mut carts = CartsSr::new(CAPACITY, granularity);
            let mut table: Table = vec![[true; CAPACITY as usize]; 200];
            let mut held: Vec<(Time, Time, ProcessorSet)> = Vec::new();
            for (from, length, count, give_back) in promises {
                if give_back && !held.is_empty() {
                    let (from, to, set) = held.remove(0);
                    carts.release(from, to, &set);
                    let (from, to) = outward(from, to, granularity);
                    for row in &mut table[from as usize..to as usize] {
                        numbers(&set).iter().for_each(|&it| row[it as usize] = true);
                    }
                    continue;
                }
                let to = from + length;
                let set = carts.free_throughout(from, to).lowest(count);
                carts.reserve(from, to, &set);
                let (low, high) = outward(from, to, granularity);
                for row in &mut table[low as usize..high as usize] {
                    numbers(&set).iter().for_each(|&it| row[it as usize] = false);
                }
                held.push((from, to, set));
            }
            for (ready, length, processors, deadline) in queries {
                let (low, high) = outward(ready, ready + length, granularity);
                prop_assert_eq!(
                    numbers(&carts.free_throughout(ready, ready + length)),
                    free_in(&table, low, high)
                );
                let request = Request { ready, deadline, length, processors };
                let expected = (ready..100).filter(|&it| request.meets_deadline(it)).find_map(|start| {
                    let (low, high) = outward(start, start + length, granularity);
                    let free = free_in(&table, low, high);
                    (free.len() >= processors as usize)
                        .then(|| (start, free[..processors as usize].to_vec()))
                });
                let got = carts.earliest_fit(&request).map(|(start, set)| (start, numbers(&set)));
                prop_assert_eq!(got, expected);
                let windows = carts.windows(&request, 90);
                for start in ready..=90 {
                    let end = start + length;
                    let room = carts.free_throughout(start, end).count() >= processors;
                    let within = |it: &Window| (it.first_start..=it.last_start).contains(&start);
                    let fits = room && request.meets_deadline(start);
                    prop_assert_eq!(windows.iter().any(within), fits, "at {}", start);
                }
                let apart = |pair: &[Window]| pair[0].last_start + 1 < pair[1].first_start;
                prop_assert!(windows.windows(2).all(apart));
            }
        }
    }

    #[test]
    fn adjacent_slots_differ_and_the_past_is_forgotten() {
        let mut carts = CartsSr::new(CAPACITY, 1);
        let set = ProcessorSet::all(CAPACITY).lowest(2);
        carts.reserve(10, 20, &set);
        carts.reserve(20, 30, &set);
        let starts: Vec<Time> = carts.slots().iter().map(|slot| slot.start).collect();
        assert_eq!(starts, [BEGINNING, 10, 30]);
        carts.forget_before(15);
        assert_eq!(carts.slots().len(), 2);
        assert_eq!(carts.free_throughout(15, 16).count(), 4);
        carts.release(15, 30, &set);
        carts.forget_before(15);
        assert_eq!(carts.slots().len(), 1);
    }

    #[test]
    fn holders_are_not_counted() {
        let mut carts = CartsSr::new(CAPACITY, 1);
        let both = ProcessorSet::all(CAPACITY).lowest(2);
        carts.reserve(0, 10, &both);
        carts.reserve(5, 20, &both);
        assert_eq!(carts.free_throughout(0, 20).count(), 4);
        carts.release(5, 10, &both);
        assert_eq!(numbers(&carts.free_throughout(5, 10)), [0, 1, 2, 3, 4, 5]);
        assert_eq!(numbers(&carts.free_throughout(9, 11)), [2, 3, 4, 5]);
    }

    #[test]
    fn intervals_before_time_0_and_without_an_end_are_rounded_too() {
        let mut carts = CartsSr::new(CAPACITY, 10);
        carts.reserve(-15, -12, &ProcessorSet::all(CAPACITY));
        let starts: Vec<Time> = carts.slots().iter().map(|slot| slot.start).collect();
        assert_eq!(starts, [BEGINNING, -20, -10]);
        carts.reserve(Time::MIN, Time::MAX, &ProcessorSet::all(CAPACITY));
        assert!(carts.free_throughout(Time::MIN, Time::MAX).is_empty());
        assert_eq!(carts.free_throughout(3, 3).count(), CAPACITY);
    }

    #[test]
    fn a_million_processors_are_named_too() {
        const MANY: u32 = 1_000_000;
        let mut carts = CartsSr::new(MANY, 1);
        let all = ProcessorSet::all(MANY);
        carts.reserve(0, 50, &all.lowest(MANY - 1));
        let request = |processors| Request { ready: 10, deadline: None, length: 100, processors };
        let (start, set) = carts.earliest_fit(&request(1)).unwrap();
        assert_eq!((start, numbers(&set)), (10, vec![MANY - 1]));
        let (start, set) = carts.earliest_fit(&request(MANY)).unwrap();
        assert_eq!((start, set), (50, all));
        assert_eq!(carts.earliest_fit(&request(MANY + 1)), None);
    }
}
