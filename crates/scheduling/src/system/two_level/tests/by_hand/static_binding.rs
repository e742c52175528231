//! Reservations that keep the processors that they are given when they are accepted.
//!
//! `a` runs 3 s over its limit, so that `B` begins at 4 and reaches over the time of `C`.

use super::*;

#[test]
fn what_two_reservations_were_promised_is_not_free_when_one_gives_it_back() {
    // `B` ends with its job at 5, and its processors are `C`'s from 6 on: `d` would be in its way.
    assert_draws(
        "local.binding: static; local.over_limit: ignore; reservation_end: job_end",
        "0 1 4 1, 0 1 1 5 from=1 to=6, 0 1 2 2 from=6 to=8, 5 1 2 2",
        "aaaaB.CCdd",
    );
}

#[test]
fn what_two_reservations_were_promised_counts_once() {
    // From 7 to 9 two processors are promised twice; the third is free for `d`.
    assert_draws(
        "local.binding: static; local.over_limit: ignore",
        "0 2 4 1, 0 2 5 5 from=1 to=6, 0 2 2 2 from=7 to=9, 5 1 3 3",
        "aaaaBBBBBCC
         aaaaBBBBBCC
         .....ddd...",
    );
}
