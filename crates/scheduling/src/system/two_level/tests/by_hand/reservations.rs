//! Reservations and batch jobs on one provider.

use super::*;
use crate::policy::local::Sizes;

#[test]
fn batch_jobs_keep_out_of_the_way_of_a_reservation_by_their_limits() {
    // `B` is booked from 4 to 8. `a` may last until 4; `c` fits beside `B`; `d`, which needs all
    // four, waits for `B` to end.
    assert_draws(
        "local.queue: fcfs_backfilling",
        "0 2 3 4, 0 2 2 4 from=4 to=8, 1 2 5 6, 3 4 1 1",
        "aaa.BB--d
         aaa.BB--d
         .ccccc..d
         .ccccc..d",
    );
}

#[test]
fn a_reservation_that_ends_with_its_job_frees_its_processors() {
    for (settings, row) in [("", ".AA----b "), ("reservation_end: job_end", ".AAb ")] {
        assert_draws(settings, "0 4 2 6 from=1 to=7, 2 4 1 1", &row.repeat(4));
    }
}

#[test]
fn a_reservation_held_up_for_long_takes_no_instant_a_second() {
    let year = 366 * 86_400;
    let settings: TwoLevel = settings("local.queue: lsf; local.period: 1; local.over_limit: ignore");
    let jobs = jobs(&format!("0 1 {year} 1, 0 1 5 5 from=3 to=8, 4 1 1 1"));
    let mut simulation = Simulation::with_sizes(&settings, &[1], jobs, 1, Sizes::SMALL);
    assert!(simulation.advance(20), "it is over after a few instants");
    let starts = simulation.finish().1.outcomes.into_iter().map(|it| it.start);
    assert!(starts.eq([0, year, year + 5]));
}

#[test]
fn under_ar_fcfs_a_reservation_comes_behind_the_batch_jobs_that_were_there_before_it() {
    // All wait for the grid scheduler's pass at 10. `a` needs all processors until 12 and was there
    // before `B`, which asks for them from 10 on; `c` came last.
    for (queue, row) in [("fcfs", "..........aaBBc "), ("first", "..........BBaac ")] {
        let settings = format!("grid.period: 10; grid.reservation_queue: {queue}");
        assert_draws(&settings, "1 2 2 2, 4 2 2 2 from=10 to=12, 5 2 1 1", &row.repeat(2));
    }
}

#[test]
fn a_flexible_reservation_can_stand_beside_another_one() {
    // Before it, after it, or, where the window ends too early for either, at once.
    for (window, flexible_start, expected) in [
        ("from=0 to=20", "earliest", "BB........AAAA .............."),
        ("from=0 to=20", "beside_reservation", "........BBAAAA .............."),
        ("from=12 to=20", "earliest", "..........AAAA ............BB"),
        ("from=12 to=20", "beside_reservation", "..........AAAABB ................"),
        ("from=0 to=9", "beside_reservation", "BB........AAAA .............."),
    ] {
        let jobs = format!("0 1 4 4 from=10 to=14, 0 1 2 2 {window}");
        assert_draws(&format!("grid.flexible_start: {flexible_start}"), &jobs, expected);
    }
}

#[test]
fn starts_are_asked_for_one_by_one_or_searched() {
    // `a` holds the processor until 5; the reservation from 2 on is offered 5 by an interval search, and the first
    // of 2, 6, 10, ... that is free by a provider that says yes or no.
    for (step, expected) in [(0, "aaaaaBB"), (4, "aaaaa.BB"), (3, "aaaaaBB")] {
        assert_draws(&format!("grid.inquiry_step: {step}"), "0 1 5 5, 1 1 2 2 from=2 to=30", expected);
    }
}
