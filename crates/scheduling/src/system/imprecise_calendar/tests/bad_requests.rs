//! Requests that cannot be: each is rejected alone, with its reason.

use super::*;
use crate::availability::calendar::FAR_FUTURE;
use crate::engine::Status;
use crate::engine::decisions::{Rejection, Watch};
use crate::system::testing::{any_request, assert_rejections, rejection, started};

/// How many jobs are rejected for each cause.
const CAUSES: &str = r#"{"beyond_horizon":1,"no_length":1,"ready_before_submission":1,"too_large":1}"#;

#[test]
fn each_is_rejected_for_what_is_wrong_with_it() {
    let settings = ImpreciseCalendar::default();
    let end = Time::MAX;
    let jobs = jobs(&format!("0 8 100 100, 0 1 10 0, 0 9 5 5, 50 1 5 5 from=49, 50 1 5 {end}, 60 8 5 5"));
    assert_rejections(
        &settings,
        &jobs,
        &format!(
            "None
            Some(NoLength {{ length: 0 }})
            Some(TooLarge {{ needs: 9, most: 8 }})
            Some(ReadyBeforeSubmission {{ ready: 49 }})
            Some(BeyondHorizon {{ end: {end}, horizon: {FAR_FUTURE} }})
            None"
        ),
    );
    let run = run(&settings, &[8], jobs);
    assert_eq!(starts(&run), "0 -1 -1 -1 -1 100");
    let causes = run.causes.counts(&run.schedule.outcomes);
    assert_eq!(json!(causes).to_string(), CAUSES);
}

#[test]
fn a_listed_deadline_is_kept_and_one_that_was_drawn_is_not() {
    let settings = super::settings(r#"{"levels": [{"length": 5}]}"#);
    let missed = |deadline| Some(Rejection::NoInterval { deadline });
    for (deadline, expected) in
        [("20 listed", missed(20)), ("20", None), ("65 listed", None), ("64 listed", missed(64))]
    {
        let jobs = jobs(&format!("0 8 55 55, 1 1 10 10 from=5 to={deadline}"));
        assert_eq!(rejection(&settings, &jobs, 1), expected, "{deadline}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(256)))]

    #[test]
    fn no_stream_of_requests_makes_it_panic(
        jobs in proptest::collection::vec(any_request(), 0..25).prop_map(numbered),
        levels in prop_oneof![
            Just(r#"[{"length": 7}]"#),
            Just(r#"[{"count": 3, "length": 5}, {"count": 2, "length": 20}, {"length": 60}]"#),
            Just(r#"[{"count": 2, "length": 31622400}]"#),
        ],
        percent in 0..=100u32,
        backfill in any::<bool>(),
        ruled in prop::bool::weighted(0.8),
        watched in 0..25usize,
        moment in -60..600i64,
    ) {
        let settings = settings(&format!(
            r#"{{"levels": {levels}, "threshold_percent": {percent}, "backfill": {backfill},
                "one_job_per_slot": {ruled}}}"#
        ));
        let run = run(&settings, &[8], jobs.clone());
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let is_bad = job.requested_time <= 0 || job.processors > 8 || job.ready() < job.submit;
            prop_assert!(!is_bad || outcome.status == Status::Rejected);
        }
        if watched < jobs.len() {
            let is_rejected = run.schedule.outcomes[watched].status == Status::Rejected;
            prop_assert_eq!(rejection(&settings, &jobs, watched).is_some(), is_rejected);
        }
        let mut looked_at = started(&settings, &[8], jobs);
        looked_at.watch(Watch::Moment(moment));
        while !looked_at.advance(usize::MAX) {}
        let told = looked_at.explanation().expect("it was watched");
        prop_assert!(told.moment.expect("a moment").time.is_none_or(|it| it <= moment));
    }

    #[test]
    fn a_watch_changes_nothing(
        jobs in proptest::collection::vec(any_job(), 1..30).prop_map(numbered),
        percent in prop_oneof![Just(100u32), 0..100u32],
        watched in 0..30usize,
    ) {
        let settings = settings(&format!(
            r#"{{"levels": [{{"count": 3, "length": 5}}, {{"count": 2, "length": 20}}, {{"length": 60}}],
                "threshold_percent": {percent}}}"#
        ));
        let run = run(&settings, &[8], jobs.clone());
        let watched = watched.min(jobs.len() - 1);
        let mut simulation = started(&settings, &[8], jobs);
        simulation.watch(Watch::Job(watched as u32));
        while !simulation.advance(usize::MAX) {}
        let finished = simulation.finish();
        prop_assert_eq!(&run.schedule.outcomes[watched], &finished.schedule.outcomes[watched]);
    }
}
