//! Calendars: the paper's examples, and random ones against an array of slots.

use proptest::prelude::*;

use super::*;

pub fn level(count: Option<u32>, length: Time) -> Level {
    Level { count, length }
}

pub fn demand(nodes: u32, length: Time, ready: Time) -> Demand {
    Demand { nodes, length, ready, fixed: false }
}

pub fn fixed(nodes: u32, length: Time, ready: Time) -> Demand {
    Demand { fixed: true, ..demand(nodes, length, ready) }
}

/// Books the first place that fits, and returns its start.
pub fn first_fit(calendar: &mut Calendar, job: u32, demand: Demand) -> Time {
    let place = calendar.earliest(&demand).expect("a place");
    calendar.book(job, &demand, place);
    place.start
}

/// A booking: its demand, its start, its first slot's beginning and its last slot's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    pub demand: Demand,
    pub start: Time,
    pub from: Time,
    pub to: Time,
}

pub struct Array {
    lengths: Vec<Time>,
    marks: Vec<usize>,
    nodes: u32,
    /// Of each level but the finest.
    limits: Vec<u32>,
    /// Level, beginning and end of each slot.
    pub slots: Vec<(usize, Time, Time)>,
    pub jobs: BTreeMap<u32, Held>,
}

impl Array {
    pub fn new(levels: &[Level], low_water: Option<u32>, percents: &[u32], nodes: u32, now: Time) -> Self {
        let lengths: Vec<Time> = levels.iter().map(|it| it.length).collect();
        let last = levels.len() - 1;
        let count = |it: &Level| it.count.unwrap_or(1).max(1) as usize;
        let marks = levels[..last].iter().map(|it| low_water.map_or(count(it), |mark| mark.max(1) as usize));
        let mut slots = Vec::new();
        let mut begin = now - now.rem_euclid(lengths[0]);
        for (number, it) in levels.iter().enumerate() {
            let mut made = 0;
            let next = lengths.get(number + 1).copied().unwrap_or(1);
            while made < count(it) || begin % next != 0 {
                slots.push((number, begin, begin + it.length));
                begin += it.length;
                made += 1;
            }
        }
        let mut array = Self {
            marks: marks.collect(),
            lengths,
            nodes,
            limits: percents.iter().map(|it| nodes * it / 100).collect(),
            slots,
            jobs: BTreeMap::new(),
        };
        array.split();
        array
    }

    fn grow(&mut self) {
        let level = self.lengths.len() - 1;
        let begin = self.slots.last().unwrap().2;
        self.slots.push((level, begin, begin + self.lengths[level]));
    }

    fn split(&mut self) {
        for level in (0..self.marks.len()).cycle() {
            let left = |level: usize| self.slots.iter().filter(|it| it.0 == level).count();
            if (0..self.marks.len()).all(|it| left(it) >= self.marks[it]) {
                return;
            }
            if left(level) >= self.marks[level] {
                continue;
            }
            let Some(at) = self.slots.iter().position(|it| it.0 == level + 1) else {
                if level + 2 == self.lengths.len() {
                    self.grow();
                }
                continue;
            };
            let (_, start, end) = self.slots.remove(at);
            let length = self.lengths[level];
            let parts = (end - start) / length;
            let part = |it: i64| (level, start + it * length, start + (it + 1) * length);
            self.slots.splice(at..at, (0..parts).map(part));
        }
    }

    pub fn roll(&mut self, now: Time) {
        // Slots are used up one by one.
        while self.slots[0].2 <= now {
            if self.slots.len() == 1 {
                self.grow();
            }
            self.slots.remove(0);
            self.split();
        }
        let jobs: Vec<u32> = self.jobs.keys().copied().collect();
        for job in jobs {
            let held = self.jobs[&job];
            self.reach(held.to);
            let (from, to) = self.whole_slots(held.start, held.start + held.demand.length, held);
            self.jobs.insert(job, Held { from, to, ..held });
        }
    }

    /// Grows until there is a slot that ends at `end` or later.
    pub fn reach(&mut self, end: Time) {
        while self.slots.last().unwrap().2 < end {
            self.grow();
        }
    }

    /// Beginning and end of the slots that meet `start..end`; the past keeps its slots.
    fn whole_slots(&self, start: Time, end: Time, held: Held) -> (Time, Time) {
        let begin = self.slots[0].1;
        let meets = |it: &&(usize, Time, Time)| it.1 < end && it.2 > start;
        let met: Vec<_> = self.slots.iter().filter(meets).collect();
        let from = if start < begin { held.from } else { met.first().map_or(start, |it| it.1) };
        // Past time consisted of finest slots in the end.
        let length = self.lengths[0];
        let finest_end = (end + length - 1).div_euclid(length) * length;
        (from, met.last().map_or(finest_end, |it| it.2))
    }

    pub fn free(&self, (_, start, end): (usize, Time, Time), but: Option<u32>) -> u32 {
        let has = |it: &Held| it.from <= start && end <= it.to;
        let others = self.jobs.iter().filter(|(job, it)| Some(**job) != but && has(it));
        self.nodes - others.map(|(_, it)| it.demand.nodes).sum::<u32>()
    }

    fn fits(&self, slot: (usize, Time, Time), nodes: u32, but: Option<u32>) -> bool {
        let free = self.free(slot, but);
        if slot.0 == 0 {
            return free >= nodes;
        }
        // A job keeps its own nodes.
        let own = but.and_then(|job| self.jobs.get(&job));
        if own.is_some_and(|it| it.from <= slot.1 && slot.2 <= it.to) {
            return true;
        }
        // Committed to several jobs up to the limit, or to one alone.
        let limit = self.limits[slot.0 - 1];
        free == self.nodes && nodes > limit || self.nodes - free + nodes <= limit
    }

    /// The first slot from which the nodes are free in all slots that are needed.
    pub fn earliest(&mut self, demand: Demand, ready: Time, but: Option<u32>) -> Option<Held> {
        if demand.nodes > self.nodes {
            return None;
        }
        let held = |start, from, to| Held { demand, start, from, to };
        if demand.fixed {
            let length = self.lengths[0];
            let start = (ready + length - 1).div_euclid(length) * length;
            self.reach(start + demand.length);
            let meets = |it: &&(usize, Time, Time)| it.1 < start + demand.length && it.2 > start;
            let met: Vec<_> = self.slots.iter().copied().filter(|it| meets(&it)).collect();
            if met.iter().all(|&it| self.fits(it, demand.nodes, but)) {
                return Some(held(start, met[0].1, met[met.len() - 1].2));
            }
        }
        for first in 0.. {
            self.reach(ready);
            while first >= self.slots.len() {
                self.grow();
            }
            let start = self.slots[first].1;
            if start < ready {
                continue;
            }
            self.reach(start + demand.length);
            let met = self.slots[first..].iter().take_while(|it| it.1 < start + demand.length);
            let met: Vec<_> = met.copied().collect();
            if met.iter().all(|&it| self.fits(it, demand.nodes, but)) {
                return Some(held(start, start, met[met.len() - 1].2));
            }
        }
        None
    }

    /// Gives back the slots that begin at `now` or later; the occupied part of the present one stays
    /// blocked, used by no job.
    pub fn end(&mut self, job: u32, now: Time) {
        let held = self.jobs[&job];
        let to = self.slots.iter().find(|it| it.1 < now && now < it.2).map_or(now, |it| it.2).min(held.to);
        let length = (to - held.start).max(0);
        let demand = Demand { length, ..held.demand };
        self.jobs.insert(job, Held { demand, to, ..held });
    }
}

/// Four nodes, and 30 minutes as a slot that is split into four of 7.5 minutes; before them as much
/// again that is split already.
const MINUTES: Time = 60;

fn figure_1() -> Calendar {
    let levels = [level(Some(1), 450), level(None, 30 * MINUTES)];
    Calendar::new(&levels, None, 100, 4, 0)
}

#[test]
fn figure_1_a_slot_is_split_into_four() {
    let mut calendar = figure_1();
    let slot = calendar.grid().slot_at(30 * MINUTES);
    assert_eq!((slot.level, slot.start, slot.end), (1, 1_800, 3_600));
    assert_eq!(calendar.state(slot), SlotState::Free);
    // "One task that requires only 1/2 an hour on two nodes in the slot."
    let task = demand(2, 30 * MINUTES, 30 * MINUTES);
    assert_eq!(first_fit(&mut calendar, 1, task), 1_800);
    assert_eq!(calendar.state(slot), SlotState::PartiallyReserved);
    assert_eq!(calendar.grid().split_time(slot), Some(1_800));
    calendar.roll(1_800);
    let slots = calendar.slots(3_600);
    let expected: Vec<(Time, Time)> = (0..4).map(|it| (1_800 + it * 450, 2_250 + it * 450)).collect();
    let times: Vec<(Time, Time)> = slots.iter().map(|(it, _)| (it.start, it.end)).collect();
    assert_eq!(times, expected);
    assert!(slots.iter().all(|&(it, state)| { it.level == 0 && state == SlotState::PartiallyReserved }));
    assert_eq!(calendar.least_free(1_800, 3_600), 2);
}

#[test]
fn the_four_node_example_a_full_slot_per_request() {
    // "One for one node for 30 min. and a second for four nodes for 7.5 minutes."
    let mut calendar = figure_1();
    let long = demand(1, 30 * MINUTES, 30 * MINUTES);
    let wide = demand(4, 450, 30 * MINUTES);
    assert_eq!(first_fit(&mut calendar, 1, long), 1_800);
    // It would leave room for the second request's time, but not for a full slot of four nodes.
    let place = calendar.earliest(&wide).unwrap();
    assert_eq!((place.from, place.to), (3_600, 5_400));
    calendar.book(2, &wide, place);
    // Both commitments are kept when the slots are split: the second needs a quarter of its own.
    calendar.roll(3_600);
    assert_eq!(calendar.booking(1).unwrap().place.start, 1_800);
    let kept = calendar.booking(2).unwrap().place;
    assert_eq!((kept.start, kept.to), (3_600, 4_050));
}

#[test]
fn the_four_node_example_without_the_rule_breaks_a_commitment() {
    let levels = [level(Some(1), 450), level(None, 30 * MINUTES)];
    let mut shared = SharedSlots::new(&levels, None, 4, 0);
    let book = |shared: &mut SharedSlots, job, demand| {
        let start = shared.earliest(&demand)?;
        shared.book(job, demand, start);
        Some(start)
    };
    let (long, wide) = (demand(1, 1_800, 1_800), demand(4, 450, 1_800));
    // "We would be able to accommodate this reservation at the highest level."
    assert_eq!(book(&mut shared, 1, long), Some(1_800));
    assert_eq!(book(&mut shared, 2, wide), Some(1_800));
    assert_eq!(shared.next_split(), Some(1_800));
    // "However … at the finest granularity, we discover that the request can not be scheduled."
    let moved = Moved { job: 2, before: 1_800, start: 3_600, is_broken: true };
    assert_eq!(shared.roll(1_800), [moved]);
    let start = |shared: &SharedSlots, job| shared.booking(job).map(|(_, start)| start);
    assert_eq!((start(&shared, 1), start(&shared, 2)), (Some(1_800), Some(3_600)));
    // Two that do fit beside each other keep their commitments.
    let mut shared = SharedSlots::new(&levels, None, 4, 0);
    book(&mut shared, 1, long);
    book(&mut shared, 2, demand(3, 450, 1_800));
    book(&mut shared, 3, demand(3, 450, 1_800));
    let moved = shared.roll(1_800);
    assert!(moved.iter().all(|it| !it.is_broken));
    assert_eq!((start(&shared, 2), start(&shared, 3)), (Some(1_800), Some(2_250)));
}

#[test]
fn what_a_split_frees_moves_others_forward_but_no_reservation() {
    let mut calendar = figure_1();
    first_fit(&mut calendar, 1, demand(4, 450, 1_800));
    first_fit(&mut calendar, 2, demand(4, 450, 0));
    let at = |calendar: &Calendar, job| calendar.booking(job).unwrap().place.start;
    assert_eq!((at(&calendar, 1), at(&calendar, 2)), (1_800, 0));
    first_fit(&mut calendar, 3, fixed(4, 450, 3_600));
    first_fit(&mut calendar, 4, demand(4, 450, 1_800));
    assert_eq!((at(&calendar, 3), at(&calendar, 4)), (3_600, 5_400));
    calendar.roll(1_800);
    assert!(!calendar.move_forward(3, 1_800));
    assert!(calendar.move_forward(4, 1_800));
    assert_eq!((at(&calendar, 3), at(&calendar, 4)), (3_600, 2_250));
}

#[test]
fn a_job_with_a_fixed_time_in_a_coarse_slot_has_all_of_it_until_it_is_split() {
    let mut calendar = figure_1();
    let asked = fixed(3, 450, 2_500);
    let place = calendar.earliest(&asked).unwrap();
    // The next quarter of an hour's half.
    assert_eq!((place.start, place.from, place.to), (2_700, 1_800, 3_600));
    calendar.book(1, &asked, place);
    // Its nodes are taken then, so the next one that asks for that time is offered another.
    let other = calendar.earliest(&fixed(2, 450, 2_500)).unwrap();
    assert_eq!(other.start, 3_600);
    calendar.roll(1_800);
    let kept = calendar.booking(1).unwrap().place;
    assert_eq!((kept.start, kept.from, kept.to), (2_700, 2_700, 3_150));
    assert_eq!(calendar.least_free(1_800, 2_700), 4);
}

#[test]
fn the_threshold_leaves_room_in_coarse_slots_except_beside_a_single_job() {
    let levels = [level(Some(4), 10), level(None, 40)];
    let mut calendar = Calendar::new(&levels, None, 50, 8, 0);
    let start = |calendar: &mut Calendar, job, nodes| first_fit(calendar, job, demand(nodes, 10, 40));
    assert_eq!(start(&mut calendar, 1, 3), 40);
    // Half of eight are four.
    assert_eq!(start(&mut calendar, 2, 2), 80);
    assert_eq!(start(&mut calendar, 3, 1), 40);
    // "Slots that are fully occupied by a single job can be 100% allocated."
    assert_eq!(start(&mut calendar, 4, 8), 120);
    // The finest slots are for last minute tasks.
    assert_eq!(first_fit(&mut calendar, 5, demand(8, 10, 0)), 0);
}

#[test]
fn figure_4_s_sixth_configuration_needs_a_sixtieth_of_the_slots() {
    let levels = CONFIGURATIONS[5].levels;
    let mut calendar = Calendar::new(levels, None, 100, 100, 0);
    // 100,000 slots of 40 s: 32 of 10 s, 15 of 320 s up to a multiple of 2,560 s, and those.
    first_fit(&mut calendar, 1, fixed(1, 1, 3_999_990));
    let (slots, finest) = calendar.size(1);
    assert_eq!(slots, 32 + 15 + 1_561);
    assert_eq!(finest, 4_001_280 / 10);
    // A level with a count has that many slots, whatever is booked.
    let calendar = Calendar::new(CONFIGURATIONS[0].levels, None, 100, 100, 0);
    assert_eq!(calendar.size(100_000), (100_000, 100_000));
}

const NODES: u32 = 8;

#[derive(Clone, Debug)]
enum Act {
    /// Time advances by this many seconds.
    Wait(Time),
    /// A request: nodes, length, delay until it is ready, whether its time is fixed.
    Ask(u32, Time, Time, bool),
    /// The first job that has begun ends.
    End,
    /// All jobs that have not begun are moved forward, in the order in which they came.
    Backfill,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0..60i64).prop_map(Act::Wait),
        5 => (1..=NODES, 1..150i64, 0..90i64, any::<bool>())
            .prop_map(|(nodes, length, lead, fixed)| Act::Ask(nodes, length, lead, fixed)),
        2 => Just(Act::End),
        3 => Just(Act::Backfill),
    ]
}

fn any_levels() -> impl Strategy<Value = Vec<Level>> {
    let factors = proptest::collection::vec((1..5u32, 2..5i64), 0..3);
    (1..5i64, factors, 1..4u32).prop_map(|(finest, factors, last)| {
        let mut length = finest;
        let mut levels = Vec::new();
        for (count, factor) in factors {
            levels.push(level(Some(count), length));
            length *= factor;
        }
        levels.push(level((last > 1).then_some(last), length));
        levels
    })
}

/// A threshold for each level: none, the same for all, or each its own.
pub fn any_percents() -> impl Strategy<Value = [u32; 3]> {
    prop_oneof![
        2 => Just([100; 3]),
        1 => (0..100u32).prop_map(|it| [it; 3]),
        3 => [0..=100u32, 0..=100u32, 0..=100u32],
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(96)))]

    #[test]
    fn it_books_what_an_array_of_slots_books(
        levels in any_levels(),
        low_water in prop::option::of(1..6u32),
        percents in any_percents(),
        acts in prop::collection::vec(act(), 1..60),
        begin in 0..100i64,
    ) {
        let mut now = begin;
        let percents = &percents[1..levels.len()];
        let mut calendar = Calendar::new(&levels, low_water, 100, NODES, now).with_thresholds(percents);
        let mut array = Array::new(&levels, low_water, percents, NODES, now);
        let mut starts: BTreeMap<u32, Time> = BTreeMap::new();
        for (job, act) in (0u32..).zip(acts) {
            match act {
                Act::Wait(time) => now += time,
                Act::Ask(nodes, length, lead, is_fixed) => {
                    let ready = if is_fixed { now + lead } else { now };
                    let demand = Demand { fixed: is_fixed, ..demand(nodes, length, ready) };
                    let held = array.earliest(demand, ready, None).unwrap();
                    let place = calendar.earliest(&demand).unwrap();
                    prop_assert_eq!((place.start, place.from, place.to), (held.start, held.from, held.to));
                    calendar.book(job, &demand, place);
                    array.jobs.insert(job, held);
                    starts.insert(job, place.start);
                }
                Act::End => {
                    let begun = array.jobs.keys().copied().filter(|job| {
                        calendar.booking(*job).is_some_and(|it| it.place.start <= now)
                    });
                    let first = begun.min();
                    if let Some(job) = first {
                        calendar.cancel(job, now);
                        array.end(job, now);
                        starts.remove(&job);
                    }
                }
                Act::Backfill => {
                    let waiting: Vec<u32> = starts.iter().filter(|it| *it.1 > now).map(|it| *it.0).collect();
                    for job in waiting {
                        let moved = calendar.move_forward(job, now);
                        let held = array.jobs[&job];
                        let ready = now.max(held.demand.ready);
                        let earlier = array.earliest(held.demand, ready, Some(job)).unwrap();
                        let moves = !held.demand.fixed && earlier.start < held.start;
                        prop_assert_eq!(moved, moves, "{} at {}", job, now);
                        if moves {
                            array.jobs.insert(job, earlier);
                            starts.insert(job, earlier.start);
                        }
                    }
                }
            }
            calendar.roll(now);
            array.roll(now);
            let slots = array.slots.clone();
            for slot in slots {
                let span = calendar.grid().slot_at(slot.1);
                prop_assert_eq!((span.level, span.start, span.end), slot);
                let free = array.free(slot, None);
                prop_assert_eq!(calendar.least_free(slot.1, slot.2), free, "{:?} at {}", slot, now);
                if let Some(split) = calendar.grid().split_time(span) {
                    let mut later = calendar.grid().clone();
                    later.roll(split - 1);
                    prop_assert_eq!(later.slot_at(slot.1), span);
                    later.roll(split);
                    prop_assert!(later.slot_at(slot.1).level < span.level);
                }
            }
            // Every promise is kept, and at most moved forward.
            for (&job, &start) in &starts {
                let booking = calendar.booking(job).unwrap();
                prop_assert_eq!(booking.place.start, start);
                prop_assert!(booking.place.from <= start && booking.end() <= booking.place.to);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn shared_slots_never_overfill_a_finest_one_but_may_break_commitments(
        levels in any_levels(),
        asked in prop::collection::vec((1..=NODES, 1..100i64, 0..200i64, any::<bool>()), 1..12),
    ) {
        let mut shared = SharedSlots::new(&levels, None, NODES, 0);
        let mut demands = Vec::new();
        for (job, (nodes, length, ready, fixed)) in (0u32..).zip(asked) {
            let demand = Demand { fixed, ..demand(nodes, length, ready) };
            let start = shared.earliest(&demand).unwrap();
            shared.book(job, demand, start);
            prop_assert!(start >= ready);
            demands.push(demand);
        }
        let start_of = |shared: &SharedSlots, job: usize| shared.booking(job as u32).unwrap().1;
        for now in 1..250 {
            let before: Vec<Time> = (0..demands.len()).map(|job| start_of(&shared, job)).collect();
            let slots: Vec<Span> = before.iter().map(|&it| shared.grid().slot_at(it)).collect();
            let moved = shared.roll(now);
            for (job, slot) in slots.iter().enumerate() {
                let start = start_of(&shared, job);
                let told = moved.iter().find(|it| it.job == job as u32);
                let is_broken = told.is_some_and(|it| it.is_broken);
                let told = told.map(|it| (it.before, it.start));
                prop_assert_eq!(told.unwrap_or((before[job], before[job])), (before[job], start));
                let is_kept = start >= before[job] && start < slot.end;
                prop_assert_eq!(is_kept && (!demands[job].fixed || start == before[job]), !is_broken);
            }
            if levels.len() == 1 {
                prop_assert!(moved.is_empty());
            }
            let finest = shared.grid().finest();
            let end = shared.grid().finest_end().unwrap_or(now + 200);
            for second in now..end {
                let runs = |job: &usize| {
                    let start = start_of(&shared, *job);
                    let whole = (demands[*job].length + finest - 1) / finest * finest;
                    start <= second && second < start + whole
                };
                let taken: u32 = (0..demands.len()).filter(runs).map(|job| demands[job].nodes).sum();
                prop_assert!(taken <= NODES, "{taken} at {second}");
            }
        }
    }
}
