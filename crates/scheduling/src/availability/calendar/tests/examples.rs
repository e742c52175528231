//! The examples of the text.

use super::*;

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
