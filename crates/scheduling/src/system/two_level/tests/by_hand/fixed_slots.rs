//! Slots of a fixed length (Sect. 3.3): promises cover whole slots.

use super::*;

fn slots_of(length: i64) -> TwoLevel {
    let mut settings = TwoLevel::default();
    settings.local.slots = Slots::Fixed(length);
    settings
}

/// Seven jobs on two processors with slots of 4 s: from 0, 4, 8 and 12.
fn seven_jobs() -> [Job; 7] {
    [
        reservation((0, 1, 6, 4), 5, 9),
        batch((0, 2, 3, 3)),
        batch((3, 1, 2, 2)),
        batch((3, 2, 1, 1)),
        reservation((6, 1, 2, 2), 6, 8),
        batch((7, 1, 1, 1)),
        batch((9, 1, 1, 4)),
    ]
}

#[test]
fn what_is_promised_is_promised_for_whole_slots() {
    // `A`, from 5 to 9, holds the slots from 4 to 12, and its job may run until then. `b` gives the
    // slot from 0 back at 3, when `c` takes one of two and `d` finds the other only; `c` gives that from 4 back
    // at 5, so that `E` begins at 6. `f` needs the slot from 4, which is full, until 8. `g` has the
    // slots to 16 until it ends. `d` waits for `A`'s slots to end.
    let expected = [
        "bbbcc.EEfg..d", //
        "bbb.-AAAAAA-d",
    ];
    assert_draws(&slots_of(4), 2, &seven_jobs(), &expected);
    let nobody = (String::new(), String::new());
    assert_eq!(killed_and_rejected(&slots_of(4), 2, &seven_jobs()), nobody);
}

#[test]
fn a_reservation_that_ends_with_its_job_gives_its_whole_slot_back() {
    let settings = TwoLevel { reservation_end: ReservationEnd::JobEnd, ..slots_of(4) };
    let expected = [
        "bbbcc.EEfg.d", //
        "bbb.-AAAAAAd",
    ];
    assert_draws(&settings, 2, &seven_jobs(), &expected);
}

#[test]
fn the_same_jobs_in_slots_of_any_length() {
    // `A` holds its processor from 5 to 9, when it is killed, and `d` can begin; `g`, with room from
    // the start in whole slots, comes after it.
    let expected = [
        "bbbccAAAAdg", //
        "bbb...EEfd.",
    ];
    let settings = TwoLevel::default();
    assert_draws(&settings, 2, &seven_jobs(), &expected);
    let (killed, _) = killed_and_rejected(&settings, 2, &seven_jobs());
    assert_eq!(killed, "A");
}

#[test]
fn a_reservation_begins_inside_a_slot_or_where_one_begins() {
    // `A` fills the slot from 0. `B`, ready at 2, begins with the next one; `C`, ready at 6, inside
    // that. `D` asks for 7 to 9, which touches two slots, of which the first is full: it begins at 8.
    let jobs = [
        reservation((0, 2, 1, 1), 0, 1),
        reservation((0, 1, 3, 3), 2, 5),
        reservation((0, 1, 2, 2), 6, 8),
        reservation((0, 1, 2, 2), 7, 9),
        batch((1, 1, 1, 1)),
    ];
    let expected = [
        "A---BBB-DD--", //
        "A-----CCe...",
    ];
    // `C` holds its processor from 4 on.
    assert_draws(&slots_of(4), 2, &jobs, &expected);
}
