//! Schedules that can be followed by hand.

use super::*;
use crate::system::SystemModel;

const TWO: &str = r#""levels": [{"count": 4, "length": 10}, {"length": 40}]"#;

/// The middle level ends at 80 until 30, when the slot from 40 on is split into finest ones, and that from 80 on into two
/// of the middle level. These are split into finest ones at 70 and at 110.
const THREE: &str = r#""levels": [{"count": 2, "length": 10}, {"count": 1, "length": 40}, {"length": 80}]"#;

#[track_caller]
fn assert_starts(nodes: u32, fields: &str, jobs: &str, expected: &str) {
    let run = run(&settings(&format!("{{{fields}}}")), &[nodes], self::jobs(jobs));
    assert_eq!(starts(&run), expected, "{fields}: {jobs}");
}

#[test]
fn several_providers_are_one_pool() {
    let settings = ImpreciseCalendar::default();
    assert_eq!(settings.providers(&[4, 1, 3]), [8]);
    let run = |platform: &[u32]| run(&settings, platform, jobs("0 6 10 10, 0 2 5 5"));
    let whole = run(&[8]);
    assert_eq!(run(&[4, 1, 3]), whole);
    let rows = whole.schedule.bars.iter().map(|it| (it.first_processor, it.last_processor));
    assert!(rows.eq([(0, 5), (6, 7)]));
}

#[test]
fn what_a_split_or_an_early_end_leaves_free_moves_jobs_forward() {
    // The first has all until 40. The second gets the coarse slot from 40 on, though it needs a quarter
    // of it, and the third the one from 80 on.
    // At 10 the coarse slot is split, and the second needs one of its parts.
    // Where the first is done at 15 it gives the slots from 20 on back.
    for (run_time, backfill, expected) in
        [(40, false, "0 40 80"), (40, true, "0 40 50"), (15, false, "0 40 80"), (15, true, "0 20 30")]
    {
        let jobs = format!("0 8 {run_time} 40, 1 5 10 10, 2 5 10 10");
        assert_starts(8, &format!(r#"{TWO}, "backfill": {backfill}"#), &jobs, expected);
    }
}

#[test]
fn a_split_that_only_lifts_the_threshold_moves_jobs_forward() {
    // Half of the four nodes of the slot from 40 to 80 may be committed, and the first job has them.
    // At 30 that slot is split into finest ones, for which no threshold holds, and nodes are idle.
    for (percent, backfill, expected) in [(50, true, "0 30"), (50, false, "0 80"), (100, true, "0 10")] {
        let fields = format!(
            r#""levels": [{{"count": 2, "length": 10}}, {{"length": 40}}], "threshold_percent": {percent},
                "backfill": {backfill}"#
        );
        assert_starts(4, &fields, "0 2 80 80, 1 1 80 80", expected);
    }
}

#[test]
fn a_level_has_a_threshold_of_its_own() {
    // Two of four nodes of the slot from 80 on are committed. From 30 on three of its halves may be.
    // Of the slot from 40 on no more are; from 30 on it is of the finest level.
    for (threshold, backfill, expected) in [
        ("100", true, "0 10"),
        ("[75, 50]", false, "0 160"),
        ("[75, 50]", true, "0 30"),
        ("[50, 50]", false, "0 160"),
        ("[50, 50]", true, "0 110"),
        ("50", false, "0 160"),
        ("50", true, "0 110"),
        ("[50, 100]", false, "0 80"),
        ("[50, 100]", true, "0 30"),
    ] {
        let fields = format!(r#"{THREE}, "threshold_percent": {threshold}, "backfill": {backfill}"#);
        assert_starts(4, &fields, "0 2 160 160, 1 1 120 120", expected);
    }
}

#[test]
fn a_job_with_a_place_keeps_it_where_a_division_lowers_the_threshold() {
    // Six of eight nodes of the slot from 80 on are committed; of its halves no more than four may be.
    // The fourth has no room in the second half until that is of the finest level.
    for (percent, expected) in [("[50, 100]", "0 80 80 110"), ("100", "0 80 80 80")] {
        let fields = format!(r#"{THREE}, "threshold_percent": {percent}"#);
        assert_starts(8, &fields, "0 8 80 80, 1 4 80 80, 2 2 80 80, 45 1 80 80", expected);
    }
}

#[test]
fn near_changes_only_those_are_looked_at_that_stand_next_to_them() {
    // Slots of 40 s from 40 on: the second job has the one from 40, the third that from 80, and the fourth, though
    // it needs a quarter of it, that from 120.
    // The first is done at 5, and gives the slots from 10 on back. All move, one behind the other: each starts right
    // after the slots of the one before.
    let early = "0 8 5 40, 1 8 40 40, 2 5 40 40, 3 5 10 10";
    // Where the second is a reservation and the first is done at 25 there is a gap of 10 s, into which only the fourth
    // fits. The third stands next behind it.
    let gap = "0 8 25 40, 1 8 40 40 from=40, 2 5 40 40, 3 5 10 10";
    for (refine, jobs, expected) in [
        ("at_submission", early, "0 10 50 90"),
        ("at_division", early, "0 10 50 90"),
        ("at_submission", gap, "0 40 80 30"),
        ("at_division", gap, "0 40 80 120"),
    ] {
        assert_starts(8, &format!(r#"{TWO}, "refine": "{refine}""#), jobs, expected);
    }
}

#[test]
fn a_reservation_is_never_moved_and_starts_within_a_coarse_slot() {
    // It begins at 60 and has the slot from 40 to 80; the other job is moved before it, since the
    // first is done at 5.
    let jobs = "0 8 5 40, 1 8 10 10 from=55, 1 8 10 10";
    assert_starts(8, TWO, jobs, "0 60 10");
    // A job that asks for an occupied time gets the first slot after it that is free: the third job
    // still has the one from 80 on.
    assert_starts(8, TWO, &format!("{jobs}, 2 1 10 10 from=62"), "0 60 10 120");
}

#[test]
fn jobs_end_with_their_run_time_or_at_their_limit() {
    let settings = settings(r#"{"levels": [{"length": 10}]}"#);
    let run = run(&settings, &[8], jobs("0 8 25 20, 3 8 4 20, 3 8 0 1"));
    assert!(run.schedule.outcomes.iter().map(|it| (it.start, it.end)).eq([(0, 20), (20, 24), (30, 30)]));
    let report = crate::criteria::report(&run);
    assert_eq!((report.killed, report.rejected), (1, 0));
}

#[test]
fn the_delays_are_told_in_three_ways_and_by_length() {
    // Run times 20 (stopped then), 4 and 200; delays 20, 21 and 237.
    let settings = settings(r#"{"levels": [{"length": 10}]}"#);
    let run = run(&settings, &[8], jobs("0 8 25 20, 3 8 4 20, 3 1 200 400"));
    assert_eq!(starts(&run), "0 20 30");
    let (first, second, third) = (20.0, 21.0, 227.0);
    for (key, expected) in [
        ("weighted_delay", (8.0 * first + 8.0 * second + third) / (8.0 * 20.0 + 8.0 * 4.0 + 200.0)),
        ("delay", (first / 20.0 + second / 4.0 + third / 200.0) / 3.0),
        ("delay_by_limit", (first / 20.0 + second / 20.0 + third / 400.0) / 3.0),
        ("delay_below_10", second / 4.0),
        ("delay_10_100", 1.0),
        ("weighted_delay_100_1000", third / 200.0),
        // The third is booked to 430 at 3.
        ("calendar_slots", 44.0),
        ("flat_slots", 44.0),
    ] {
        assert_eq!(run.measures[key], expected, "{key}");
    }
    assert!(!run.measures.contains_key("delay_above_1000"));
}
