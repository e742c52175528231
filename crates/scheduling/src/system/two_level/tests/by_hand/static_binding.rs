//! Reservations that keep the processors that they are given when they are accepted.

use super::*;

fn bound() -> TwoLevel {
    let mut settings = TwoLevel::default();
    settings.local.binding = Binding::Static;
    settings
}

/// `a` runs 3 s over its limit, so that `B` begins at 4 and reaches over the time of `C`.
fn one_late(processors: u32, b_runs: i64, c_begins: i64) -> [Job; 3] {
    [
        batch((0, processors, 4, 1)),
        reservation((0, processors, b_runs, 5), 1, 6),
        reservation((0, processors, 2, 2), c_begins, c_begins + 2),
    ]
}

#[test]
fn what_two_reservations_were_promised_is_not_free_when_one_gives_it_back() {
    // `B` ends with its job at 5, and its processors are `C`'s from 6 on: `d` would be in its way.
    let mut settings = bound();
    settings.local.over_limit = OverLimit::Ignore;
    settings.reservation_end = ReservationEnd::JobEnd;
    let mut jobs = one_late(1, 1, 6).to_vec();
    jobs.push(batch((5, 1, 2, 2)));
    assert_draws(&settings, 1, &jobs, &["aaaaB.CCdd"]);
}

#[test]
fn what_two_reservations_were_promised_counts_once() {
    // From 7 to 9 two processors are promised twice; the third is free for `d`.
    let mut settings = bound();
    settings.local.over_limit = OverLimit::Ignore;
    let mut jobs = one_late(2, 5, 7).to_vec();
    jobs.push(batch((5, 1, 3, 3)));
    let expected = [
        "aaaaBBBBBCC", //
        "aaaaBBBBBCC", //
        ".....ddd...",
    ];
    assert_draws(&settings, 3, &jobs, &expected);
}
