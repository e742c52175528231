//! Co-allocation: whole schedules, impossible requests, and their explanations.

mod bad_requests;
mod chosen_servers;
mod naive;

use proptest::prelude::*;

use super::CoAllocation;
use crate::engine::Run;
use crate::system::testing::{self, jobs, numbered, run, starts};
use workload::{Job, Time};

pub(super) fn settings(json: &str) -> CoAllocation {
    let settings: CoAllocation = serde_json::from_str(json).expect("settings");
    settings.validate(&[8]).expect("settings that can be run");
    settings
}

pub(super) fn any_job() -> impl Strategy<Value = Job> {
    testing::any_job(0.3)
}

#[test]
fn several_providers_are_one_pool() {
    let run = |platform: &[u32]| run(&CoAllocation::default(), platform, jobs("0 6 10 10, 0 2 5 5"));
    let whole = run(&[8]);
    assert_eq!(run(&[4, 1, 3]), whole);
    assert_eq!(whole.platform, [8]);
    assert!(whole.schedule.bars.iter().map(|it| (it.first_processor, it.last_processor)).eq([(0, 5), (6, 7)]));
}

#[test]
fn the_figures_are_those_of_the_requests() {
    // The first takes all; the second waits two steps, the third three; the last is too large.
    let settings = settings(r#"{"step": 10, "attempts": 5}"#);
    let run = run(&settings, &[8], jobs("0 8 20 20, 0 8 10 10, 5 1 5 5, 5 9 5 5"));
    assert_eq!(starts(&run), "0 20 35 -1");
    let figure = |key: &str| run.measures[key];
    for (key, expected) in [
        ("attempts_per_request", (1.0 + 3.0 + 4.0) / 3.0),
        ("attempts_1_50", figure("attempts_per_request")),
        ("temporal_penalty", (0.0 + 2.0 + 6.0) / 3.0),
        ("wait_1_50", (20.0 + 30.0) / 3.0),
        ("longest_wait", 30.0 / 3_600.0),
        ("acceptance", 75.0),
    ] {
        assert_eq!(figure(key), expected, "{key}");
    }
    let parts = ["search", "look_up", "update", "roll"].map(|it| figure(&format!("{it}_operations")));
    assert!(parts[..3].iter().all(|it| *it > 0.0), "{parts:?}");
    let all = figure("operations_per_request");
    assert!((all - parts.iter().sum::<f64>()).abs() < 1e-9);
    assert!(!run.measures.contains_key("wait_51_100"));
}

#[test]
fn a_listed_deadline_is_kept_and_one_that_was_drawn_is_not() {
    for (deadline, expected, acceptance) in
        [("20 listed", "0 -1", 50.0), ("20", "0 55", 100.0), ("65 listed", "0 55", 100.0), ("64 listed", "0 -1", 50.0)]
    {
        let settings = settings(r#"{"step": 10, "attempts": 99}"#);
        let run = run(&settings, &[8], jobs(&format!("0 8 55 55, 1 1 10 10 from=5 to={deadline}")));
        assert_eq!((starts(&run).as_str(), run.measures["acceptance"]), (expected, acceptance), "{deadline}");
    }
}

#[test]
fn deadlines_and_attempts_end_the_search() {
    for (json, expected) in [
        (r#"{"step": 10}"#, "0 100"),
        (r#"{"step": 30}"#, "0 120"),
        // The attempt at 100 is the 11th.
        (r#"{"step": 10, "attempts": 11}"#, "0 100"),
        (r#"{"step": 10, "attempts": 10}"#, "0 -1"),
        (r#"{"step": 10, "deadline": 100}"#, "0 100"),
        (r#"{"step": 10, "deadline": 99}"#, "0 -1"),
        (r#"{"step": 10, "horizon": 110, "slot": 1, "attempts": 99}"#, "0 100"),
        (r#"{"step": 10, "horizon": 109, "slot": 1, "attempts": 99}"#, "0 -1"),
        // Half of 20 slots, half of 22.
        (r#"{"step": 10, "horizon": 200, "slot": 10}"#, "0 -1"),
        (r#"{"step": 10, "horizon": 220, "slot": 10}"#, "0 100"),
    ] {
        let run = run(&settings(json), &[8], jobs("0 8 100 100, 0 1 10 10"));
        assert_eq!(starts(&run), expected, "{json}");
    }
}

#[test]
fn servers_are_held_to_the_requests_end_or_freed_with_the_job() {
    // The second is stopped at its limit.
    for (early_end, expected) in [("held", [(0, 10, 40), (40, 70, 70)]), ("freed", [(0, 10, 10), (20, 50, 50)])] {
        let settings = settings(&format!(r#"{{"step": 10, "length": "requested", "early_end": "{early_end}"}}"#));
        let run = run(&settings, &[8], jobs("0 8 10 40, 20 8 60 30"));
        let times = run.schedule.outcomes.iter().map(|it| (it.start, it.end, it.released));
        assert!(times.eq(expected), "{early_end}");
    }
}
