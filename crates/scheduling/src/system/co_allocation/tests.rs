//! Co-allocation: whole schedules, impossible requests, and their explanations.

mod naive;

use proptest::prelude::*;

use super::CoAllocation;
use super::decisions::OwnDecision;
use crate::system::prelude::*;
use crate::system::testing;
use crate::system::testing::{any_request, assert_rejections, jobs, numbered, rejection, run, starts};

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

/// How many jobs are rejected for each cause.
const CAUSES: &str = r#"{"beyond_horizon":2,"no_attempt":1,"no_length":1,"ready_before_submission":1,"too_large":1}"#;

#[test]
fn each_is_rejected_for_what_is_wrong_with_it() {
    let settings = settings(r#"{"horizon": 1000, "slot": 10, "step": 10, "attempts": 4}"#);
    let jobs = jobs(
        "0 8 100 100, 0 1 0 10, 0 9 5 5, 0 1 1001 1001, 50 1 5 5 from=49, 50 1 5 5 from=1046, 50 1 5 5,
         50 1 5 5 from=1045",
    );
    let own = Own::of(&OwnDecision::NoAttempt { needs: 1, attempts: 4, last: 80, chosen: false });
    let own = Some(Rejection::Own(own));
    assert_rejections(
        &settings,
        &jobs,
        &format!(
            "None
            Some(NoLength {{ length: 0 }})
            Some(TooLarge {{ needs: 9, most: 8 }})
            Some(BeyondHorizon {{ end: 1001, horizon: 1000 }})
            Some(ReadyBeforeSubmission {{ ready: 49 }})
            Some(BeyondHorizon {{ end: 1051, horizon: 1050 }})
            {own:?}
            None"
        ),
    );
    let run = run(&settings, &[8], jobs);
    assert_eq!(starts(&run), "0 -1 -1 -1 -1 -1 -1 1045");
    let causes = run.causes.counts(&run.schedule.outcomes);
    assert_eq!(serde_json::to_string(&causes).unwrap(), CAUSES);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn no_stream_of_requests_makes_it_panic(
        jobs in proptest::collection::vec(any_request(), 0..25).prop_map(numbered),
        structure in prop_oneof![Just("fast"), Just("printed")],
        length in prop_oneof![Just("run_time"), Just("requested")],
        early_end in prop_oneof![Just("held"), Just("freed")],
        watched in 0..25usize,
    ) {
        let settings = settings(&format!(
            r#"{{"horizon": 700, "slot": 50, "step": 20, "structure": "{structure}",
                "length": "{length}", "early_end": "{early_end}"}}"#
        ));
        let run = run(&settings, &[8], jobs.clone());
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let length = if length == "run_time" { job.run_time } else { job.requested_time };
            let end = i128::from(job.ready()) + i128::from(length);
            let is_bad = length <= 0
                || job.processors > 8
                || job.ready() < job.submit
                || end > i128::from(job.submit) + 700;
            prop_assert!(!is_bad || outcome.status == Status::Rejected);
        }
        if watched < jobs.len() {
            let is_rejected = run.schedule.outcomes[watched].status == Status::Rejected;
            prop_assert_eq!(rejection(&settings, &jobs, watched).is_some(), is_rejected);
        }
    }
}

// Servers that users chose after a range search: "contact the scheduler to commit the resources resulting
// from this selection" (Castillo et al. 2009, Sect. 4.2).

/// `a` has servers 0 to 3 until 40; `b` would get 4 and 5 at 10, but its user wants 3 and 7.
#[test]
fn exactly_the_chosen_servers_are_committed() {
    for (chosen, expected) in [
        ("", "0 [0, 1, 2, 3]; 10 [4, 5]; 20 [4, 5, 6, 7]"),
        // Those that are idle then are committed then, those that are not as soon as they are.
        (r#"{"job": 2, "servers": [7, 5]}"#, "0 [0, 1, 2, 3]; 10 [5, 7]; 20 [4, 5, 6, 7]"),
        (r#"{"job": 2, "servers": [3, 7]}"#, "0 [0, 1, 2, 3]; 40 [3, 7]; 10 [4, 5, 6, 7]"),
        // The others are placed around them.
        (
            r#"{"job": 2, "servers": [4, 7]}, {"job": 3, "servers": [2, 3, 4, 5]}"#,
            "0 [0, 1, 2, 3]; 10 [4, 7]; 40 [2, 3, 4, 5]",
        ),
    ] {
        let json =
            format!(r#"{{"selection": "first_server", "step": 10, "attempts": 9, "chosen_servers": [{chosen}]}}"#);
        let run = run(&settings(&json), &[8], jobs("0 4 40 40, 10 2 10 10, 10 4 10 10"));
        let placed = run.schedule.outcomes.iter().enumerate().map(|(job, it)| {
            let servers: Vec<u32> =
                run.schedule.bars_of(job).iter().flat_map(|it| it.first_processor..=it.last_processor).collect();
            format!("{} {servers:?}", it.start)
        });
        assert_eq!(placed.collect::<Vec<_>>().join("; "), expected, "{chosen}");
    }
}
