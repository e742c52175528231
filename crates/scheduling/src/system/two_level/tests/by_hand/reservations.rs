//! Reservations and batch jobs on one provider.

use super::*;
use crate::policy::local::Sizes;

#[test]
fn batch_jobs_keep_out_of_the_way_of_a_reservation_by_their_limits() {
    // `B` is booked from 4 to 8. `a` may last until 4; `c` fits beside `B`; `d`, which needs all
    // four, waits for `B` to end.
    let jobs = [batch((0, 2, 3, 4)), reservation((0, 2, 2, 4), 4, 8), batch((1, 2, 5, 6)), batch((3, 4, 1, 1))];
    let expected = [
        "aaa.BB--", //
        "aaa.BB--", //
        ".ccccc..", //
        ".ccccc..",
    ];
    let expected: Vec<String> = expected.iter().map(|row| format!("{row}d")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    assert_draws(&local(QueuePolicy::FcfsBackfilling), 4, &jobs, &expected);
}

#[test]
fn a_reservation_that_ends_with_its_job_frees_its_processors() {
    let jobs = [reservation((0, 4, 2, 6), 1, 7), batch((2, 4, 1, 1))];
    let held = [".AA----b"; 4];
    assert_draws(&TwoLevel::default(), 4, &jobs, &held);
    let settings = TwoLevel { reservation_end: ReservationEnd::JobEnd, ..TwoLevel::default() };
    assert_draws(&settings, 4, &jobs, &[".AAb"; 4]);
}

#[test]
fn a_reservation_held_up_for_long_takes_no_instant_a_second() {
    let year = 366 * 86_400;
    let mut settings = local(QueuePolicy::Lsf);
    settings.local.period = 1;
    settings.local.over_limit = OverLimit::Ignore;
    let jobs = [batch((0, 1, year, 1)), reservation((0, 1, 5, 5), 3, 8), batch((4, 1, 1, 1))];
    let mut simulation = Simulation::with_sizes(&settings, &[1], jobs.to_vec(), 1, Sizes::SMALL);
    assert!(simulation.advance(20), "it is over after a few instants");
    let starts = simulation.finish().1.outcomes.into_iter().map(|it| it.start);
    assert_eq!(starts.collect::<Vec<_>>(), [0, year, year + 5]);
}

#[test]
fn under_ar_fcfs_a_reservation_comes_behind_the_batch_jobs_that_were_there_before_it() {
    // All wait for the grid scheduler's pass at 10. `a` needs all processors until 12 and was there
    // before `B`, which asks for them from 10 on; `c` came last.
    let jobs = [batch((1, 2, 2, 2)), reservation((4, 2, 2, 2), 10, 12), batch((5, 2, 1, 1))];
    let grid = |reservation_queue| TwoLevel {
        grid: Grid { reservation_queue, period: 10, ..Grid::default() },
        ..TwoLevel::default()
    };
    let draws = |queue, end: &str| {
        let row = format!("..........{end}");
        assert_draws(&grid(queue), 2, &jobs, &[row.as_str(); 2]);
    };
    draws(ReservationQueue::Fcfs, "aaBBc");
    draws(ReservationQueue::First, "BBaac");
}

#[test]
fn a_flexible_reservation_can_stand_beside_another_one() {
    let draws = |window: (i64, i64), flexible_start: FlexibleStart, rows: [&str; 2]| {
        let settings = TwoLevel { grid: Grid { flexible_start, ..Grid::default() }, ..TwoLevel::default() };
        let jobs = [reservation((0, 1, 4, 4), 10, 14), reservation((0, 1, 2, 2), window.0, window.1)];
        assert_draws(&settings, 2, &jobs, &rows);
    };
    use FlexibleStart::{BesideReservation, Earliest};
    // Before it, after it, or, where the window ends too early for either, at once.
    draws((0, 20), Earliest, ["BB........AAAA", ".............."]);
    draws((0, 20), BesideReservation, ["........BBAAAA", ".............."]);
    draws((12, 20), Earliest, ["..........AAAA", "............BB"]);
    draws((12, 20), BesideReservation, ["..........AAAABB", "................"]);
    draws((0, 9), BesideReservation, ["BB........AAAA", ".............."]);
}

#[test]
fn starts_are_asked_for_one_by_one_or_searched() {
    // `a` holds the processor until 5; the reservation from 2 on is offered 5 by an interval search, and the first
    // of 2, 6, 10, ... that is free by a provider that says yes or no.
    let jobs = [batch((0, 1, 5, 5)), reservation((1, 1, 2, 2), 2, 30)];
    let mut settings = TwoLevel::default();
    assert_draws(&settings, 1, &jobs, &["aaaaaBB"]);
    settings.grid.inquiry_step = 4;
    assert_draws(&settings, 1, &jobs, &["aaaaa.BB"]);
    settings.grid.inquiry_step = 3;
    assert_draws(&settings, 1, &jobs, &["aaaaaBB"]);
}
