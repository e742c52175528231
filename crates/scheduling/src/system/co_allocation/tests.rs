//! Co-allocation: whole schedules, impossible requests, and their explanations.

mod bad_requests;
mod chosen_servers;
mod naive;

use proptest::prelude::*;

use super::CoAllocation;
use crate::engine::Run;
use crate::system::testing::run;
use workload::testing::job;
use workload::{Flexibility, Job, ReservationRequest, Time};

pub(super) fn settings(json: &str) -> CoAllocation {
    let settings: CoAllocation = serde_json::from_str(json).expect("settings");
    settings.validate(&[8]).expect("settings that can be run");
    settings
}

fn reserved(mut job: Job, ready: Time) -> Job {
    job.reservation = Some(ReservationRequest {
        ready,
        deadline: ready.saturating_add(job.requested_time),
        flexibility: Flexibility::Rigid,
        is_listed: false,
    });
    job
}

/// Submission, lead time of a reservation, run time, limit and size, of few servers and short times.
pub(super) fn any_job() -> impl Strategy<Value = Job> {
    let times = (0..250i64, 0..50i64, 1..50i64);
    let lead = proptest::option::weighted(0.3, 0..60i64);
    (times, 1..=9u32, lead).prop_map(|((submit, run_time, limit), processors, lead)| {
        let job = job(0, submit, processors, run_time, limit);
        match lead {
            Some(lead) => reserved(job, submit + lead),
            None => job,
        }
    })
}

fn numbered(mut jobs: Vec<Job>) -> Vec<Job> {
    jobs.sort_by_key(|job| job.submit);
    for (index, job) in jobs.iter_mut().enumerate() {
        job.id = index as u64 + 1;
    }
    jobs
}

#[test]
fn several_providers_are_one_pool() {
    let jobs = || vec![job(1, 0, 6, 10, 10), job(2, 0, 2, 5, 5)];
    let settings = CoAllocation::default();
    let (parts, whole) = (run(&settings, &[4, 1, 3], jobs()), run(&settings, &[8], jobs()));
    assert_eq!(parts.platform, [8]);
    assert_eq!(parts, whole);
    let rows: Vec<(u32, u32)> = whole.schedule.bars.iter().map(|it| (it.first_processor, it.last_processor)).collect();
    assert_eq!(rows, [(0, 5), (6, 7)]);
}

#[test]
fn the_figures_are_those_of_the_requests() {
    // The first takes all; the second waits two steps, the third three; the last is too large.
    let jobs = vec![job(1, 0, 8, 20, 20), job(2, 0, 8, 10, 10), job(3, 5, 1, 5, 5), job(4, 5, 9, 5, 5)];
    let settings = settings(r#"{"step": 10, "attempts": 5}"#);
    let run = run(&settings, &[8], jobs);
    let starts: Vec<Time> = run.schedule.outcomes.iter().map(|it| it.start).collect();
    assert_eq!(starts, [0, 20, 35, -1]);
    let figure = |key: &str| run.measures[key];
    assert_eq!(figure("attempts_per_request"), (1.0 + 3.0 + 4.0) / 3.0);
    assert_eq!(figure("attempts_1_50"), figure("attempts_per_request"));
    assert_eq!(figure("temporal_penalty"), (0.0 + 2.0 + 6.0) / 3.0);
    assert_eq!(figure("wait_1_50"), (20.0 + 30.0) / 3.0);
    assert_eq!(figure("longest_wait"), 30.0 / 3_600.0);
    assert_eq!(figure("acceptance"), 75.0);
    let parts = ["search", "look_up", "update", "roll"].map(|it| figure(&format!("{it}_operations")));
    assert!(parts[0] > 0.0 && parts[1] > 0.0 && parts[2] > 0.0);
    let all = figure("operations_per_request");
    assert!((all - parts.iter().sum::<f64>()).abs() < 1e-9);
    assert!(!run.measures.contains_key("wait_51_100"));
}

#[test]
fn a_listed_deadline_is_kept_and_one_that_was_drawn_is_not() {
    let start = |deadline: Time, is_listed: bool| {
        let mut late = reserved(job(2, 1, 1, 10, 10), 5);
        if let Some(request) = &mut late.reservation {
            (request.deadline, request.is_listed) = (deadline, is_listed);
        }
        let settings = settings(r#"{"step": 10, "attempts": 99}"#);
        let run = run(&settings, &[8], vec![job(1, 0, 8, 55, 55), late]);
        (run.schedule.outcomes[1].start, run.measures["acceptance"])
    };
    assert_eq!(start(20, true), (-1, 50.0));
    assert_eq!(start(20, false), (55, 100.0));
    assert_eq!(start(65, true), (55, 100.0));
    assert_eq!(start(64, true), (-1, 50.0));
}

#[test]
fn deadlines_and_attempts_end_the_search() {
    let jobs = || vec![job(1, 0, 8, 100, 100), job(2, 0, 1, 10, 10)];
    let placed = |json: &str| {
        let run = run(&settings(json), &[8], jobs());
        run.schedule.outcomes[1].start
    };
    assert_eq!(placed(r#"{"step": 10}"#), 100);
    assert_eq!(placed(r#"{"step": 30}"#), 120);
    // The attempt at 100 is the 11th.
    assert_eq!(placed(r#"{"step": 10, "attempts": 11}"#), 100);
    assert_eq!(placed(r#"{"step": 10, "attempts": 10}"#), -1);
    assert_eq!(placed(r#"{"step": 10, "deadline": 100}"#), 100);
    assert_eq!(placed(r#"{"step": 10, "deadline": 99}"#), -1);
    assert_eq!(placed(r#"{"step": 10, "horizon": 110, "slot": 1, "attempts": 99}"#), 100);
    assert_eq!(placed(r#"{"step": 10, "horizon": 109, "slot": 1, "attempts": 99}"#), -1);
    // Half of 20 slots, half of 22.
    assert_eq!(placed(r#"{"step": 10, "horizon": 200, "slot": 10}"#), -1);
    assert_eq!(placed(r#"{"step": 10, "horizon": 220, "slot": 10}"#), 100);
}

#[test]
fn servers_are_held_to_the_requests_end_or_freed_with_the_job() {
    let jobs = || vec![job(1, 0, 8, 10, 40), job(2, 20, 8, 60, 30)];
    let times = |json: &str| -> Vec<(Time, Time, Time)> {
        let run = run(&settings(json), &[8], jobs());
        let outcomes = run.schedule.outcomes.iter();
        outcomes.map(|it| (it.start, it.end, it.released)).collect()
    };
    let held = times(r#"{"step": 10, "length": "requested"}"#);
    // The second is stopped at its limit.
    assert_eq!(held, [(0, 10, 40), (40, 70, 70)]);
    let freed = times(r#"{"step": 10, "length": "requested", "early_end": "freed"}"#);
    assert_eq!(freed, [(0, 10, 10), (20, 50, 50)]);
}
