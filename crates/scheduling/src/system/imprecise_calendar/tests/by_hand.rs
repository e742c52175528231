//! Schedules that can be followed by hand.

use super::*;
use crate::system::SystemModel;

const LEVELS: &str = r#"[{"count": 4, "length": 10}, {"length": 40}]"#;

fn starts(json: &str, jobs: Vec<Job>) -> Vec<Time> {
    let run = run(&settings(json), &[8], jobs);
    run.schedule.outcomes.iter().map(|it| it.start).collect()
}

#[test]
fn several_providers_are_one_pool() {
    let jobs = || vec![job(1, 0, 6, 10, 10), job(2, 0, 2, 5, 5)];
    let settings = ImpreciseCalendar::default();
    assert_eq!(settings.providers(&[4, 1, 3]), [8]);
    let (parts, whole) = (run(&settings, &[4, 1, 3], jobs()), run(&settings, &[8], jobs()));
    assert_eq!(parts, whole);
    let rows = whole.schedule.bars.iter().map(|it| (it.first_processor, it.last_processor));
    assert_eq!(rows.collect::<Vec<_>>(), [(0, 5), (6, 7)]);
}

#[test]
fn what_a_split_or_an_early_end_leaves_free_moves_jobs_forward() {
    // The first has all until 40. The second gets the coarse slot from 40 on, though it needs a quarter
    // of it, and the third the one from 80 on.
    let jobs = || vec![job(1, 0, 8, 40, 40), job(2, 1, 5, 10, 10), job(3, 2, 5, 10, 10)];
    let with = |backfill: bool| format!(r#"{{"levels": {LEVELS}, "backfill": {backfill}}}"#);
    assert_eq!(starts(&with(false), jobs()), [0, 40, 80]);
    // At 10 the coarse slot is split, and the second needs one of its parts.
    assert_eq!(starts(&with(true), jobs()), [0, 40, 50]);
    // The first is done at 15, and gives the slots from 20 on back.
    let mut early = jobs();
    early[0].run_time = 15;
    assert_eq!(starts(&with(false), early.clone()), [0, 40, 80]);
    assert_eq!(starts(&with(true), early), [0, 20, 30]);
}

#[test]
fn a_split_that_only_lifts_the_threshold_moves_jobs_forward() {
    // Half of the four nodes of the slot from 40 to 80 may be committed, and the first job has them.
    // At 30 that slot is split into finest ones, for which no threshold holds, and nodes are idle.
    let levels = r#"[{"count": 2, "length": 10}, {"length": 40}]"#;
    let starts = |percent: u32, backfill: bool| -> Vec<Time> {
        let json = format!(r#"{{"levels": {levels}, "threshold_percent": {percent}, "backfill": {backfill}}}"#);
        let jobs = vec![job(1, 0, 2, 80, 80), job(2, 1, 1, 80, 80)];
        let run = run(&settings(&json), &[4], jobs);
        run.schedule.outcomes.iter().map(|it| it.start).collect()
    };
    assert_eq!(starts(50, true), [0, 30]);
    assert_eq!(starts(50, false), [0, 80]);
    assert_eq!(starts(100, true), [0, 10]);
}

/// The middle level ends at 80 until 30, when the slot from 40 on is split into finest ones, and that from 80 on into two
/// of the middle level. These are split into finest ones at 70 and at 110.
const THREE: &str = r#"[{"count": 2, "length": 10}, {"count": 1, "length": 40}, {"length": 80}]"#;

#[test]
fn a_level_has_a_threshold_of_its_own() {
    let starts = |threshold: &str, backfill: bool| -> Vec<Time> {
        let json = format!(r#"{{"levels": {THREE}, "threshold_percent": {threshold}, "backfill": {backfill}}}"#);
        let jobs = vec![job(1, 0, 2, 160, 160), job(2, 1, 1, 120, 120)];
        let run = run(&settings(&json), &[4], jobs);
        run.schedule.outcomes.iter().map(|it| it.start).collect()
    };
    assert_eq!(starts("100", true), [0, 10]);
    // Two of four nodes of the slot from 80 on are committed. From 30 on three of its halves may be.
    for (threshold, moved) in [("[75, 50]", 30), ("[50, 50]", 110), ("50", 110)] {
        assert_eq!(starts(threshold, false), [0, 160], "{threshold}");
        assert_eq!(starts(threshold, true), [0, moved], "{threshold}");
    }
    // Of the slot from 40 on no more are; from 30 on it is of the finest level.
    assert_eq!(starts("[50, 100]", false), [0, 80]);
    assert_eq!(starts("[50, 100]", true), [0, 30]);
}

#[test]
fn a_job_with_a_place_keeps_it_where_a_division_lowers_the_threshold() {
    // Six of eight nodes of the slot from 80 on are committed; of its halves no more than four may be.
    let jobs = || vec![job(1, 0, 8, 80, 80), job(2, 1, 4, 80, 80), job(3, 2, 2, 80, 80), job(4, 45, 1, 80, 80)];
    let json = format!(r#"{{"levels": {THREE}, "threshold_percent": [50, 100]}}"#);
    // The fourth has no room in the second half until that is of the finest level.
    assert_eq!(starts(&json, jobs()), [0, 80, 80, 110]);
    let json = format!(r#"{{"levels": {THREE}}}"#);
    assert_eq!(starts(&json, jobs()), [0, 80, 80, 80]);
}

#[test]
fn near_changes_only_those_are_looked_at_that_stand_next_to_them() {
    // Slots of 40 s from 40 on: the second job has the one from 40, the third that from 80, and the fourth, though
    // it needs a quarter of it, that from 120.
    let jobs = |run_time: Time| {
        vec![job(1, 0, 8, run_time, 40), job(2, 1, 8, 40, 40), job(3, 2, 5, 40, 40), job(4, 3, 5, 10, 10)]
    };
    let of = |refine: &str| format!(r#"{{"levels": {LEVELS}, "refine": "{refine}"}}"#);
    let [all, near] = ["at_submission", "at_division"].map(of);
    // The first is done at 5, and gives the slots from 10 on back. All move, one behind the other: each starts right
    // after the slots of the one before.
    assert_eq!(starts(&all, jobs(5)), [0, 10, 50, 90]);
    assert_eq!(starts(&near, jobs(5)), [0, 10, 50, 90]);
    // Where the second is a reservation and the first is done at 25 there is a gap of 10 s, into which only the fourth
    // fits. The third stands next behind it.
    let mut gap = jobs(25);
    gap[1] = reserved(gap[1].clone(), 40);
    assert_eq!(starts(&all, gap.clone()), [0, 40, 80, 30]);
    assert_eq!(starts(&near, gap), [0, 40, 80, 120]);
}

#[test]
fn a_reservation_is_never_moved_and_starts_within_a_coarse_slot() {
    let jobs = || vec![job(1, 0, 8, 5, 40), reserved(job(2, 1, 8, 10, 10), 55), job(3, 1, 8, 10, 10)];
    // It begins at 60 and has the slot from 40 to 80; the other job is moved before it, since the
    // first is done at 5.
    let json = format!(r#"{{"levels": {LEVELS}}}"#);
    assert_eq!(starts(&json, jobs()), [0, 60, 10]);
    // A job that asks for an occupied time gets the first slot after it that is free: the third job
    // still has the one from 80 on.
    let mut later = jobs();
    later.push(reserved(job(4, 2, 1, 10, 10), 62));
    assert_eq!(starts(&json, later), [0, 60, 10, 120]);
}

#[test]
fn jobs_end_with_their_run_time_or_at_their_limit() {
    let run = run(
        &settings(r#"{"levels": [{"length": 10}]}"#),
        &[8],
        vec![job(1, 0, 8, 25, 20), job(2, 3, 8, 4, 20), job(3, 3, 8, 0, 1)],
    );
    let times = run.schedule.outcomes.iter();
    let times: Vec<(Time, Time)> = times.map(|it| (it.start, it.end)).collect();
    assert_eq!(times, [(0, 20), (20, 24), (30, 30)]);
    let report = crate::criteria::report(&run);
    assert_eq!((report.killed, report.rejected), (1, 0));
}

#[test]
fn the_delays_are_told_in_three_ways_and_by_length() {
    // Run times 20 (stopped then), 4 and 200; delays 20, 21 and 237.
    let run = run(
        &settings(r#"{"levels": [{"length": 10}]}"#),
        &[8],
        vec![job(1, 0, 8, 25, 20), job(2, 3, 8, 4, 20), job(3, 3, 1, 200, 400)],
    );
    let starts: Vec<Time> = run.schedule.outcomes.iter().map(|it| it.start).collect();
    assert_eq!(starts, [0, 20, 30]);
    let figure = |key: &str| run.measures[key];
    let (first, second, third) = (20.0, 21.0, 227.0);
    assert_eq!(figure("weighted_delay"), (8.0 * first + 8.0 * second + third) / (8.0 * 20.0 + 8.0 * 4.0 + 200.0));
    assert_eq!(figure("delay"), (first / 20.0 + second / 4.0 + third / 200.0) / 3.0);
    assert_eq!(figure("delay_by_limit"), (first / 20.0 + second / 20.0 + third / 400.0) / 3.0);
    assert_eq!(figure("delay_below_10"), second / 4.0);
    assert_eq!(figure("delay_10_100"), 1.0);
    assert_eq!(figure("weighted_delay_100_1000"), third / 200.0);
    assert!(!run.measures.contains_key("delay_above_1000"));
    // The third is booked to 430 at 3.
    assert_eq!((figure("calendar_slots"), figure("flat_slots")), (44.0, 44.0));
}
