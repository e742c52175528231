use proptest::prelude::*;

use super::*;
use crate::testing::{assert_told, reading, rows, with_value};

/// One line per job: number, submission, wait, run time, allocated, requested size and time.
fn log(jobs: &[[i64; 7]]) -> Workload {
    let line = |[id, submit, wait, run, allocated, requested, limit]: &[i64; 7]| {
        format!("{id} {submit} {wait} {run} {allocated} -1 -1 {requested} {limit}\n")
    };
    reading(&jobs.iter().map(line).collect::<String>()).workload
}

/// Jobs of one processor that ran for a second, by number, submission and wait.
fn short(jobs: &[[i64; 3]]) -> Workload {
    log(&jobs.iter().map(|&[id, submit, wait]| [id, submit, wait, 1, 1, 1, 1]).collect::<Vec<_>>())
}

/// Something of each job that is taken.
fn taken<T>(log: &Workload, selection: &Selection, of: impl Fn(&Job) -> T) -> Vec<T> {
    select(log, selection, 1).iter().map(of).collect()
}

fn all() -> Selection {
    Selection { first_job: None, last_job: None, ..Selection::default() }
}

#[test]
fn jobs_come_in_order_of_submission_then_number() {
    let log = short(&[[9, 50, 0], [2, 70, 0], [3, 50, 0], [4, 10, 0]]);
    assert_eq!(taken(&log, &all(), |it| it.id), [4, 3, 9, 2]);
}

#[test]
fn the_count_is_taken_in_order_of_submission_after_cleaning() {
    let log = log(&[[1, 50, 0, 1, 1, 1, 1], [2, 10, 0, 0, 1, 1, 1], [3, 20, 0, 1, 1, 1, 1], [4, 30, 0, -1, 1, 1, 1]]);
    let selection = Selection { count: Some(1), ..all() };
    assert_eq!(taken(&log, &selection, |it| it.id), [3]);
    let selection = Selection { skip_never_ran: false, ..all() };
    // Job 4 has started, and no more is known of it: it holds its limit.
    assert_eq!(taken(&log, &selection, |it| (it.id, it.run_time)), [(2, 0), (3, 1), (4, 1), (1, 1)]);
}

#[test]
fn the_range_of_numbers_includes_both_ends() {
    let selection = Selection { first_job: Some(2), last_job: Some(3), ..all() };
    assert_eq!(taken(&short(&[1, 2, 3, 4].map(|id| [id, id, 0])), &selection, |it| it.id), [2, 3]);
}

#[test]
fn the_other_size_stands_in_for_an_unknown_one() {
    let log = log(&[[1, 1, 0, 1, 8, 16, 1], [2, 2, 0, 1, 8, -1, 1], [3, 3, 0, 1, 0, 16, 1], [4, 4, 0, 1, -1, 0, 1]]);
    for (size_from, clip_size_to, sizes) in [
        (SizeFrom::Requested, None, [16, 8, 16, 1]),
        (SizeFrom::Allocated, None, [8, 8, 16, 1]),
        (SizeFrom::Requested, Some(10), [10, 8, 10, 1]),
        (SizeFrom::Requested, Some(0), [1; 4]),
    ] {
        let selection = Selection { size_from, clip_size_to, ..all() };
        assert_eq!(taken(&log, &selection, |it| it.processors), sizes, "{size_from:?} {clip_size_to:?}");
    }
}

#[test]
fn limits_are_requested_times_or_run_times() {
    let log =
        log(&[[1, 1, 0, 100, 1, 1, 700], [2, 2, 0, 101, 1, 1, 50], [3, 3, 0, 3, 1, 1, -1], [4, 4, 0, -1, 1, 1, 60]]);
    let selection =
        Selection { limit_from: LimitFrom::RunTime, missing_limit: Some(9), skip_never_ran: false, ..all() };
    let limits = taken(&log, &selection, |it| (it.requested_time, it.limit_known));
    assert_eq!(limits, [100, 101, 3, 60].map(|limit| (limit, true)));
    assert!(serde_json::to_string(&selection).unwrap().contains(r#""limit_from":"run_time""#));
    assert!(!serde_json::to_string(&all()).unwrap().contains("limit_from"));
}

#[test]
fn missing_limits_come_from_the_run_time_or_are_given() {
    let log = log(&[[1, 1, 0, 100, 1, 1, 70], [2, 2, 0, 101, 1, 1, -1], [3, 3, 0, 3, 1, 1, 0]]);
    // One limit for all jobs is the default of their queue; a multiple of the run time is not known to users.
    for (missing_limit_factor, missing_limit, limits) in [
        (1.0, None, [70, 101, 3]),
        (1.5, None, [70, 152, 5]),
        (1.5, Some(3600), [70, 3600, 3600]),
        (f64::NAN, None, [70, 1, 1]),
        (1e300, None, [70, MAX_TIME, MAX_TIME]),
    ] {
        let selection = Selection { missing_limit_factor, missing_limit, ..all() };
        let known = missing_limit.is_some();
        let found = taken(&log, &selection, |it| (it.requested_time, it.limit_known));
        let expected = [(limits[0], true), (limits[1], known), (limits[2], known)];
        assert_eq!(found, expected, "{missing_limit_factor} {missing_limit:?}");
    }
}

#[test]
fn requests_above_the_clip_are_cut_and_run_times_are_not() {
    let log = log(&[
        [1, 1, 0, 100, 1, 1, 700_000_000],
        [2, 2, 0, 9000, 1, 1, 3601],
        [3, 3, 0, 10, 1, 1, 3600],
        [4, 4, 0, 5000, 1, 1, -1],
    ]);
    let times =
        |clip_limit_to| taken(&log, &Selection { clip_limit_to, ..all() }, |it| [it.requested_time, it.run_time]);
    // The limit of the last job was not requested: values that are filled in have settings of their own.
    assert_eq!(times(Some(3600)), [[3600, 100], [3600, 9000], [3600, 10], [5000, 5000]]);
    assert_eq!(times(None)[0], [700_000_000, 100]);
    assert_eq!(times(Some(0))[2], [1, 10]);
}

fn at_load(load_factor: f64) -> Selection {
    let mut selection = Selection { load_factor, ..all() };
    selection.reservations.percent = 0.0;
    selection
}

#[test]
fn the_time_between_submissions_is_divided_from_the_first_taken() {
    let log = short(&[[1, 40, 0], [2, 100, 5], [3, 101, 7], [4, 103, 0], [5, 200, 0]]);
    let submitted =
        |load_factor, first_job| taken(&log, &Selection { first_job, ..at_load(load_factor) }, |it| it.submit);
    assert_eq!(submitted(1.0, None), [40, 100, 101, 103, 200]);
    assert_eq!(submitted(2.0, None), [40, 70, 71, 72, 120]);
    assert_eq!(submitted(0.5, None), [40, 160, 162, 166, 360]);
    assert_eq!(submitted(2.0, Some(2)), [100, 101, 102, 150]);
    // Halves go up: 1.5 to 2, 30.5 to 31.
    assert_eq!(submitted(0.8, None), [40, 115, 116, 119, 240]);
    assert_eq!(taken(&log, &at_load(4.0), |it| it.logged_wait), [0, 5, 7, 0, 0].map(Some));
}

#[test]
fn reservations_keep_their_distance_from_the_submission() {
    let log = log(&[[1, 0, 10, 50, 1, 1, 60], [2, 1000, 30, 50, 1, 1, 60]]);
    for (reservations, window) in [
        (r#"{"percent": 100}"#, (530, 590)),
        (r#"{"request": "listed", "listed": [{"job": 2, "ready": 1200, "deadline": 1500}]}"#, (700, 1000)),
    ] {
        let selection = Selection { reservations: serde_json::from_str(reservations).unwrap(), ..at_load(2.0) };
        let request = select(&log, &selection, 1)[1].reservation.unwrap();
        assert_eq!((request.ready, request.deadline), window, "{reservations}");
    }
}

#[test]
fn jobs_that_fall_on_one_second_stay_in_order() {
    let jobs = taken(&short(&[[7, 10, 0], [3, 11, 0]]), &at_load(100.0), |it| (it.id, it.submit));
    assert_eq!(jobs, [(7, 10), (3, 10)]);
}

#[test]
fn an_unknown_wait_is_none() {
    assert_eq!(taken(&short(&[[1, 5, -1], [2, 6, 7]]), &all(), |it| it.logged_wait), [None, Some(7)]);
}

#[test]
fn validation_names_the_field() {
    assert_eq!(Selection::default().validate(), Ok(()));
    let usual = serde_json::to_value(Selection::default()).unwrap();
    for [field, value, told] in rows(
        "/first_job | 2000 | …first_job…
        /reservations/earlier_hours | -0.5 | …earlier_hours…
        /reservations/lead_hours_min | 25.0 | …above…
        /fold | {\"days\": 0, \"intervals\": 3} | …fold.days is 0…
        /fold | {\"days\": 5, \"intervals\": 3, \"keep_days\": 6} | …fold.keep_days is 6: it must be from 1 to 5…",
    ) {
        let selection = with_value(&usual, &field, serde_json::from_str::<serde_json::Value>(&value).unwrap());
        let selection: Selection = serde_json::from_value(selection).unwrap();
        assert_told(selection.validate().unwrap_err(), &told, &field);
    }
}

proptest! {
    #[test]
    fn whatever_is_selected_is_sorted_and_complete(
        jobs in prop::collection::vec(
            [0_i64..50, 0..50, -1..50, -1..50, -1..50, -1..50, -1..50], 1..40),
        skip_never_ran: bool, count in prop::option::of(0_u32..40),
        factor: f64, limit: Option<i64>, seed: u64,
    ) {
        let selection = Selection {
            skip_never_ran, count, missing_limit_factor: factor, missing_limit: limit, ..all()
        };
        let jobs = select(&log(&jobs), &selection, seed);
        prop_assert!(jobs.is_sorted_by(|a, b| (a.submit, a.id) < (b.submit, b.id)));
        prop_assert!(jobs.len() <= count.unwrap_or(40) as usize);
        for job in &jobs {
            prop_assert!(job.processors >= 1 && job.requested_time >= 1 && job.logged_wait.is_none_or(|wait| wait >= 0));
            prop_assert!(job.run_time >= i64::from(skip_never_ran));
        }
    }

    #[test]
    fn a_factor_changes_the_submissions_only(
        jobs in prop::collection::vec(
            [0_i64..50, 0..MAX_TIME, -1..50, -1..50, -1..50, -1..50, -1..50], 1..40),
        factor: f64, percent in 0.0..=100.0, seed: u64,
    ) {
        let log = log(&jobs);
        let mut selection = at_load(1.0);
        selection.reservations.percent = percent;
        let before = select(&log, &selection, seed);
        selection.load_factor = factor;
        let after = select(&log, &selection, seed);
        prop_assert!(after.is_sorted_by_key(|job| job.submit));
        prop_assert!(after.iter().all(|job| (0..=MAX_TIME).contains(&job.submit)));
        let back: Vec<Job> = after.iter().zip(&before).map(|(job, was)| {
            let shift = job.submit - was.submit;
            let mut job = job.clone();
            job.submit -= shift;
            if let Some(request) = &mut job.reservation {
                request.ready -= shift;
                request.deadline -= shift;
            }
            job
        }).collect();
        prop_assert_eq!(back, before);
    }
}

#[test]
fn a_folded_log_has_its_intervals_at_once() {
    const DAY: i64 = 86_400;
    let submits = [50, 50 + 2 * DAY, 49 + 30 * DAY, 50 + 30 * DAY, 57 + 60 * DAY, 51 + 90 * DAY];
    let log = short(&(1..).zip(submits).map(|(id, submit)| [id, submit, 0]).collect::<Vec<_>>());
    let folded = |fold| taken(&log, &Selection { fold: Some(fold), ..all() }, |it| (it.id, it.submit, it.logged.queue));
    let fold = Fold { days: 30, intervals: 3, keep_days: None };
    let expected = [(1, 50, 0), (4, 50, 1), (5, 57, 2), (2, 50 + 2 * DAY, 0), (3, 49 + 30 * DAY, 0)];
    assert_eq!(folded(fold), expected);
    assert_eq!(folded(Fold { keep_days: Some(2), ..fold }), expected[..3]);
}
