//! Decisions of `imprecise_calendar` in words.

use super::*;
use scheduling::engine::decisions::{Claimant, Watch};
use workload::{Time, Workload};

/// A log of jobs (submission, size, run time, limit), of 16 processors.
fn log(jobs: &[[i64; 4]]) -> Workload {
    super::log(16, jobs)
}

fn scenario(settings: &str) -> Scenario {
    let json = format!(
        r#"{{"platform": [16], "workload": {{"reservations": {{"percent": 0}}}},
            "system": {{"imprecise_calendar": {settings}}}}}"#
    );
    Scenario::from_json(json.as_bytes()).expect("a scenario")
}

const JOBS: [[i64; 4]; 3] = [[0, 16, 5_000, 5_120], [0, 8, 600, 600], [10, 16, 100, 100]];

#[test]
fn a_start_is_vague_until_its_slot_is_split_and_firm_then() {
    let (scenario, log) = (scenario("{}"), log(&JOBS));
    // At 37:30 the slot of job 2 is split, which needs no more than its first quarter. At 1:25:30 the slot
    // of 320 s in which job 2 then ends is split: job 1 was done two minutes early.
    assert_tells(
        &scenario,
        &log,
        3,
        "00:00:10 submitted
        00:00:10 vague: in a slot of 2560 s from 02:08:00 on, which is split at 01:20:10; \
        promised 02:08:00
        00:37:30 vague: in a slot of 320 s from 01:36:00 on, which is split at 01:30:50; \
        promised 01:36:00
        01:25:30 firm: in a finest slot, of 10 s, from 01:33:20 on; promised 01:33:20
        01:33:20 starts on 16 of the pool of nodes, until 01:35:00 at the latest
        01:35:00 done",
    );
}

#[test]
fn a_moment_lists_jobs_with_nodes_and_with_promises() {
    let (scenario, log) = (scenario("{}"), log(&JOBS));
    let told = explain(&scenario, &log, Watch::Moment(20)).expect("a run");
    let moment = told.moment.expect("a moment");
    assert_eq!((moment.time, moment.previous), (Some(10), Some(0)));
    let pool = &moment.providers[0];
    assert_eq!((pool.processors, pool.free, pool.queue_length), (16, 0, 2));
    let waits = pool.queue[0].waits.as_ref().expect("why");
    assert_eq!(waits.reason.word(), "in_slot");
    let claims = pool.claims.iter().map(|it| (it.job, it.claimant, it.from));
    let claims: Vec<(u32, Claimant, Time)> = claims.collect();
    assert_eq!(claims, [(0, Claimant::Running, 0), (1, Claimant::Promise, 5_120), (2, Claimant::Promise, 7_680),]);
}

#[test]
fn it_is_told_which_manager_takes_a_job_and_why() {
    let settings = r#"{"managers": "clusters", "bump_after": 0, "promote": {"processors": 5},
        "deficit_limit": 1}"#;
    let json = format!(
        r#"{{"platform": [8, 8], "workload": {{"reservations": {{"percent": 0}}}},
            "system": {{"imprecise_calendar": {settings}}}}}"#
    );
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    // All are of one user, and so submitted to the second cluster.
    let log = log(&[[0, 5, 500, 500], [10, 4, 2_000, 2_000], [20, 12, 100, 100], [30, 6, 60, 60], [2_600, 9, 60, 60]]);
    assert_tells(
        &scenario,
        &log,
        2,
        "00:00:10 submitted
        00:00:10 bumped up to the manager above: the first place here is at 00:08:20
        00:00:10 asks for 4 of provider 1 from 00:00:10 on: agreed
        00:00:10 sent to provider 1 (offered: provider 1 00:00:10, provider 2 00:08:20)
        00:00:10 starts on 4 of provider 1, until 00:33:30 at the latest
        00:33:30 done",
    );
    assert_tells(
        &scenario,
        &log,
        5,
        "00:43:20 submitted
        00:43:20 rejected: it needs nodes of other clusters, but its cluster already owes 2 node hours, more than 1",
    );
}

#[test]
fn clusters_that_decline_or_serve_a_job_together_are_named() {
    let json = r#"{"platform": [4, 4], "workload": {"reservations": {"percent": 0}},
        "system": {"imprecise_calendar": {"levels": [{"length": 10}], "managers": "clusters",
            "home": "in_turn", "staleness": 1000, "promote": {"processors": 3}, "bump_after": null}}}"#;
    let scenario = Scenario::from_json(json.as_bytes()).expect("a scenario");
    // The manager above has heard of no change when it takes jobs 2 and 3.
    let log = log(&[[0, 3, 100, 100], [20, 4, 50, 50], [30, 6, 50, 50]]);
    assert_tells(
        &scenario,
        &log,
        3,
        "00:00:30 submitted
        00:00:30 promoted to the manager above: too large or too long for its own
        00:00:30 asks for 4 of provider 1 and 2 of provider 2 from 00:01:10 on: declined by provider 1 (it has \
        1), and no cluster reserves
        00:00:30 asks for 4 of provider 1 and 2 of provider 2 from 00:01:40 on: all agree
        00:00:30 sent to 4 of provider 1 and 2 of provider 2
        00:00:30 firm: in a finest slot, of 10 s, from 00:01:40 on; promised 00:01:40
        00:01:40 starts on 4 of provider 1 and 2 of provider 2, until 00:02:30 at the latest
        00:02:30 done",
    );
}
