//! Requests that cannot be: each is rejected alone, with its reason.

use super::*;
use crate::engine::Status;
use crate::engine::decisions::{Own, Rejection};
use crate::system::co_allocation::decisions::OwnDecision;
use crate::system::testing::{any_request, assert_rejections, rejection};

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
