//! Slots of a fixed length (Sect. 3.3): promises cover whole slots.

use super::*;

const SLOTS_OF_4: &str = "local.slots.fixed: 4";

/// Seven jobs on two processors with slots of 4 s: from 0, 4, 8 and 12.
const SEVEN_JOBS: &str = "0 1 6 4 from=5 to=9, 0 2 3 3, 3 1 2 2, 3 2 1 1, 6 1 2 2 from=6 to=8, 7 1 1 1, 9 1 1 4";

#[test]
fn what_is_promised_is_promised_for_whole_slots() {
    // `A`, from 5 to 9, holds the slots from 4 to 12, and its job may run until then. `b` gives the
    // slot from 0 back at 3, when `c` takes one of two and `d` finds the other only; `c` gives that from 4 back
    // at 5, so that `E` begins at 6. `f` needs the slot from 4, which is full, until 8. `g` has the
    // slots to 16 until it ends. `d` waits for `A`'s slots to end.
    assert_draws(
        SLOTS_OF_4,
        SEVEN_JOBS,
        "bbbcc.EEfg..d
         bbb.-AAAAAA-d",
    );
}

#[test]
fn a_reservation_that_ends_with_its_job_gives_its_whole_slot_back() {
    assert_draws(
        "local.slots.fixed: 4; reservation_end: job_end",
        SEVEN_JOBS,
        "bbbcc.EEfg.d
         bbb.-AAAAAAd",
    );
}

#[test]
fn the_same_jobs_in_slots_of_any_length() {
    // `A` holds its processor from 5 to 9, when it is killed, and `d` can begin; `g`, with room from
    // the start in whole slots, comes after it.
    assert_draws(
        "",
        SEVEN_JOBS,
        "bbbccAAAAdg
         bbb...EEfd.
         killed:A",
    );
}

#[test]
fn a_reservation_begins_inside_a_slot_or_where_one_begins() {
    // `A` fills the slot from 0. `B`, ready at 2, begins with the next one; `C`, ready at 6, inside
    // that. `D` asks for 7 to 9, which touches two slots, of which the first is full: it begins at 8.
    // `C` holds its processor from 4 on.
    assert_draws(
        SLOTS_OF_4,
        "0 2 1 1 from=0 to=1, 0 1 3 3 from=2 to=5, 0 1 2 2 from=6 to=8, 0 1 2 2 from=7 to=9, 1 1 1 1",
        "A---BBB-DD--
         A-----CCe...",
    );
}
