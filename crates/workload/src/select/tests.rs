use proptest::prelude::*;

use super::*;
use crate::read;

/// One line per job: number, submission, wait, run time, allocated, requested size and time.
fn log(jobs: &[[i64; 7]]) -> Workload {
    let line = |[id, submit, wait, run, allocated, requested, limit]: &[i64; 7]| {
        format!("{id} {submit} {wait} {run} {allocated} -1 -1 {requested} {limit}\n")
    };
    let text: String = jobs.iter().map(line).collect();
    read("test", text.as_bytes()).unwrap().workload
}

fn all() -> Selection {
    Selection { first_job: None, last_job: None, ..Selection::default() }
}

fn ids(jobs: &[Job]) -> Vec<u64> {
    jobs.iter().map(|job| job.id).collect()
}

#[test]
fn jobs_come_in_order_of_submission_then_number() {
    let log = log(&[[9, 50, 0, 1, 1, 1, 1], [2, 70, 0, 1, 1, 1, 1], [3, 50, 0, 1, 1, 1, 1], [4, 10, 0, 1, 1, 1, 1]]);
    assert_eq!(ids(&select(&log, &all(), 1)), [4, 3, 9, 2]);
}

#[test]
fn the_count_is_taken_in_order_of_submission_after_cleaning() {
    let log = log(&[[1, 50, 0, 1, 1, 1, 1], [2, 10, 0, 0, 1, 1, 1], [3, 20, 0, 1, 1, 1, 1], [4, 30, 0, -1, 1, 1, 1]]);
    let selection = Selection { count: Some(1), ..all() };
    assert_eq!(ids(&select(&log, &selection, 1)), [3]);
    let selection = Selection { skip_never_ran: false, count: None, ..all() };
    let jobs = select(&log, &selection, 1);
    assert_eq!(ids(&jobs), [2, 3, 4, 1]);
    // It has started, and no more is known of it: it holds its limit.
    assert_eq!(jobs[2].run_time, 1);
}

#[test]
fn the_range_of_numbers_includes_both_ends() {
    let log = log(&[1, 2, 3, 4].map(|id| [id, id, 0, 1, 1, 1, 1]));
    let selection = Selection { first_job: Some(2), last_job: Some(3), ..all() };
    assert_eq!(ids(&select(&log, &selection, 1)), [2, 3]);
}

#[test]
fn the_other_size_stands_in_for_an_unknown_one() {
    let log = log(&[[1, 1, 0, 1, 8, 16, 1], [2, 2, 0, 1, 8, -1, 1], [3, 3, 0, 1, 0, 16, 1], [4, 4, 0, 1, -1, 0, 1]]);
    let sizes = |size_from, clip_size_to| -> Vec<u32> {
        let selection = Selection { size_from, clip_size_to, ..all() };
        let jobs = select(&log, &selection, 1);
        jobs.iter().map(|job| job.processors).collect()
    };
    assert_eq!(sizes(SizeFrom::Requested, None), [16, 8, 16, 1]);
    assert_eq!(sizes(SizeFrom::Allocated, None), [8, 8, 16, 1]);
    assert_eq!(sizes(SizeFrom::Requested, Some(10)), [10, 8, 10, 1]);
    assert_eq!(sizes(SizeFrom::Requested, Some(0)), [1, 1, 1, 1]);
}

#[test]
fn limits_are_requested_times_or_run_times() {
    let log =
        log(&[[1, 1, 0, 100, 1, 1, 700], [2, 2, 0, 101, 1, 1, 50], [3, 3, 0, 3, 1, 1, -1], [4, 4, 0, -1, 1, 1, 60]]);
    let selection =
        Selection { limit_from: LimitFrom::RunTime, missing_limit: Some(9), skip_never_ran: false, ..all() };
    let jobs = select(&log, &selection, 1);
    let limits: Vec<_> = jobs.iter().map(|it| it.requested_time).collect();
    assert_eq!(limits, [100, 101, 3, 60]);
    assert!(jobs.iter().all(|it| it.limit_known));
    let written = serde_json::to_string(&selection).unwrap();
    assert!(written.contains(r#""limit_from":"run_time""#));
    let usual = serde_json::to_string(&all()).unwrap();
    assert!(!usual.contains("limit_from"));
}

#[test]
fn missing_limits_come_from_the_run_time_or_are_given() {
    let log = log(&[[1, 1, 0, 100, 1, 1, 70], [2, 2, 0, 101, 1, 1, -1], [3, 3, 0, 3, 1, 1, 0]]);
    let limits = |missing_limit_factor, missing_limit| -> Vec<Time> {
        let selection = Selection { missing_limit_factor, missing_limit, ..all() };
        let jobs = select(&log, &selection, 1);
        jobs.iter().map(|job| job.requested_time).collect()
    };
    assert_eq!(limits(1.0, None), [70, 101, 3]);
    assert_eq!(limits(1.5, None), [70, 152, 5]);
    assert_eq!(limits(1.5, Some(3600)), [70, 3600, 3600]);
    let known = |missing_limit| -> Vec<bool> {
        let selection = Selection { missing_limit, ..all() };
        let jobs = select(&log, &selection, 1);
        jobs.iter().map(|job| job.limit_known).collect()
    };
    // One limit for all jobs is the default of their queue; a multiple of the run time is not known
    // to users.
    assert_eq!(known(None), [true, false, false]);
    assert_eq!(known(Some(3600)), [true; 3]);
    assert_eq!(limits(f64::NAN, None), [70, 1, 1]);
    assert_eq!(limits(1e300, None), [70, MAX_TIME, MAX_TIME]);
}

#[test]
fn requests_above_the_clip_are_cut_and_run_times_are_not() {
    let log = log(&[
        [1, 1, 0, 100, 1, 1, 700_000_000],
        [2, 2, 0, 9000, 1, 1, 3601],
        [3, 3, 0, 10, 1, 1, 3600],
        [4, 4, 0, 5000, 1, 1, -1],
    ]);
    let taken = |clip_limit_to| -> Vec<[Time; 2]> {
        let selection = Selection { clip_limit_to, ..all() };
        let jobs = select(&log, &selection, 1);
        let times = |job: &Job| [job.requested_time, job.run_time];
        jobs.iter().map(times).collect()
    };
    // The limit of the last job was not requested: values that are filled in have settings of their
    // own.
    let cut = [[3600, 100], [3600, 9000], [3600, 10], [5000, 5000]];
    assert_eq!(taken(Some(3600)), cut);
    assert_eq!(taken(None)[0], [700_000_000, 100]);
    assert_eq!(taken(Some(0))[2], [1, 10]);
}

fn at_load(load_factor: f64) -> Selection {
    let mut selection = Selection { load_factor, ..all() };
    selection.reservations.percent = 0.0;
    selection
}

#[test]
fn the_time_between_submissions_is_divided_from_the_first_taken() {
    let log = log(&[
        [1, 40, 0, 1, 1, 1, 1],
        [2, 100, 5, 1, 1, 1, 1],
        [3, 101, 7, 1, 1, 1, 1],
        [4, 103, 0, 1, 1, 1, 1],
        [5, 200, 0, 1, 1, 1, 1],
    ]);
    let submitted = |load_factor, first_job| -> Vec<Time> {
        let selection = Selection { first_job, ..at_load(load_factor) };
        let jobs = select(&log, &selection, 1);
        jobs.iter().map(|job| job.submit).collect()
    };
    assert_eq!(submitted(1.0, None), [40, 100, 101, 103, 200]);
    assert_eq!(submitted(2.0, None), [40, 70, 71, 72, 120]);
    assert_eq!(submitted(0.5, None), [40, 160, 162, 166, 360]);
    assert_eq!(submitted(2.0, Some(2)), [100, 101, 102, 150]);
    // Halves go up: 1.5 to 2, 30.5 to 31.
    assert_eq!(submitted(0.8, None), [40, 115, 116, 119, 240]);
    let waits: Vec<Option<Time>> = select(&log, &at_load(4.0), 1).iter().map(|job| job.logged_wait).collect();
    assert_eq!(waits, [0, 5, 7, 0, 0].map(Some));
}

#[test]
fn reservations_keep_their_distance_from_the_submission() {
    let log = log(&[[1, 0, 10, 50, 1, 1, 60], [2, 1000, 30, 50, 1, 1, 60]]);
    let mut selection = at_load(2.0);
    selection.reservations.percent = 100.0;
    let window = |selection: &Selection| {
        let request = select(&log, selection, 1)[1].reservation.unwrap();
        (request.ready, request.deadline)
    };
    assert_eq!(window(&selection), (530, 590));
    selection.reservations =
        serde_json::from_str(r#"{"request": "listed", "listed": [{"job": 2, "ready": 1200, "deadline": 1500}]}"#)
            .unwrap();
    assert_eq!(window(&selection), (700, 1000));
}

#[test]
fn jobs_that_fall_on_one_second_stay_in_order() {
    let log = log(&[[7, 10, 0, 1, 1, 1, 1], [3, 11, 0, 1, 1, 1, 1]]);
    let jobs = select(&log, &at_load(100.0), 1);
    assert_eq!((ids(&jobs), jobs[1].submit), (vec![7, 3], 10));
}

#[test]
fn an_unknown_wait_is_none() {
    let log = log(&[[1, 5, -1, 1, 1, 1, 1], [2, 6, 7, 1, 1, 1, 1]]);
    let jobs = select(&log, &all(), 1);
    assert_eq!([jobs[0].logged_wait, jobs[1].logged_wait], [None, Some(7)]);
}

#[test]
fn validation_names_the_field() {
    assert_eq!(Selection::default().validate(), Ok(()));
    let refused = |change: fn(&mut Selection), field: &str| {
        let mut selection = Selection::default();
        change(&mut selection);
        let problem = selection.validate().unwrap_err();
        assert!(problem.contains(field), "{problem}");
    };
    refused(|s| s.first_job = Some(2000), "first_job");
    refused(|s| s.count = Some(0), "count");
    refused(|s| s.clip_size_to = Some(0), "clip_size_to");
    refused(|s| s.missing_limit_factor = f64::NAN, "missing_limit_factor");
    refused(|s| s.missing_limit_factor = -1.0, "missing_limit_factor");
    refused(|s| s.missing_limit = Some(0), "missing_limit");
    refused(|s| s.clip_limit_to = Some(0), "clip_limit_to");
    refused(|s| s.clip_limit_to = Some(MAX_TIME + 1), "clip_limit_to");
    for factor in [0.0, -1.0, 0.009, 100.1, f64::NAN, f64::INFINITY] {
        let problem = at_load(factor).validate().unwrap_err();
        assert!(problem.starts_with(&format!("load_factor is {factor}:")), "{problem}");
        assert!(problem.ends_with("from 0.01 to 100"), "{problem}");
    }
    refused(|s| s.reservations.percent = 100.5, "percent");
    refused(|s| s.reservations.percent = f64::NAN, "percent");
    refused(|s| s.reservations.earlier_hours = -0.5, "earlier_hours");
    refused(|s| s.reservations.later_hours = f64::INFINITY, "later_hours");
    refused(|s| s.reservations.lead_hours_min = -1.0, "lead_hours_min");
    refused(|s| s.reservations.lead_hours_max = f64::NAN, "lead_hours_max");
    refused(|s| s.reservations.lead_hours_min = 25.0, "above");
    refused(|s| s.reservations.least_percent = 0, "least_percent");
    refused(|s| s.reservations.least_percent = 101, "least_percent");
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
    let line = |id: i64, submit: i64| [id, submit, 0, 1, 1, 1, 1];
    let log = log(&[
        line(1, 50),
        line(2, 50 + 2 * DAY),
        line(3, 49 + 30 * DAY),
        line(4, 50 + 30 * DAY),
        line(5, 57 + 60 * DAY),
        line(6, 51 + 90 * DAY),
    ]);
    let folded = |fold: Fold| {
        let selection = Selection { fold: Some(fold), ..all() };
        let jobs = select(&log, &selection, 1);
        let told = jobs.iter().map(|it| (it.id, it.submit, it.logged.queue));
        told.collect::<Vec<_>>()
    };
    let fold = Fold { days: 30, intervals: 3, keep_days: None };
    let last = 49 + 30 * DAY;
    assert_eq!(folded(fold), [(1, 50, 0), (4, 50, 1), (5, 57, 2), (2, 50 + 2 * DAY, 0), (3, last, 0)]);
    let fold = Fold { keep_days: Some(2), ..fold };
    assert_eq!(folded(fold), [(1, 50, 0), (4, 50, 1), (5, 57, 2)]);
    let problem = |json: &str| {
        let selection: Selection = serde_json::from_str(json).unwrap();
        selection.validate().unwrap_err()
    };
    assert!(problem(r#"{"fold": {"days": 0, "intervals": 3}}"#).contains("fold.days is 0"));
    let told = problem(r#"{"fold": {"days": 5, "intervals": 3, "keep_days": 6}}"#);
    assert!(told.contains("fold.keep_days is 6: it must be from 1 to 5"), "{told}");
}
