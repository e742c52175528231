//! Random calendars against an array of slots.

use proptest::prelude::*;

use super::array::Array;
use super::*;

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
