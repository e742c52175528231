//! Decisions of `co_allocation` in words.

use super::*;
use scheduling::engine::decisions::{Claimant, Watch};
use workload::Workload;

/// A log of jobs (submission, size, run time, limit), of 16 processors.
fn log(jobs: &[[i64; 4]]) -> Workload {
    super::log(16, jobs)
}

fn scenario(settings: &str) -> Scenario {
    let json = format!(
        r#"{{"platform": [16], "workload": {{"reservations": {{"percent": 0}}}},
            "system": {{"co_allocation": {settings}}}}}"#
    );
    Scenario::from_json(json.as_bytes()).expect("a scenario")
}

const JOBS: [[i64; 4]; 3] = [[0, 4, 3_600, 3_600], [0, 8, 1_800, 1_800], [600, 16, 1_200, 1_200]];

#[test]
fn every_attempt_that_fails_is_told() {
    let (scenario, log) = (scenario("{}"), log(&JOBS));
    assert_tells(
        &scenario,
        &log,
        3,
        "00:10:00 submitted
        00:10:00 attempt 1 at 00:10:00: 4 of 16 servers idle until 00:30:00; \
        job 2 takes 8 until 00:30:00, job 1 takes 4 until 01:00:00
        00:10:00 attempt 2 at 00:25:00: 4 of 16 servers idle until 00:45:00; \
        job 2 takes 8 until 00:30:00, job 1 takes 4 until 01:00:00
        00:10:00 attempt 3 at 00:40:00: 12 of 16 servers idle until 01:00:00; \
        job 1 takes 4 until 01:00:00
        00:10:00 attempt 4 at 00:55:00: 12 of 16 servers idle until 01:15:00; \
        job 1 takes 4 until 01:00:00
        00:10:00 booked at the pool of servers: 16 from 01:10:00 to 01:30:00
        01:10:00 starts on 16 of the pool of servers, until 01:30:00 at the latest
        01:30:00 done",
    );
}

#[test]
fn a_request_without_a_place_gets_alternatives() {
    let (scenario, log) = (scenario(r#"{"attempts": 2}"#), log(&JOBS));
    assert_tells(
        &scenario,
        &log,
        3,
        "00:10:00 submitted
        00:10:00 attempt 1 at 00:10:00: 4 of 16 servers idle until 00:30:00; \
        job 2 takes 8 until 00:30:00, job 1 takes 4 until 01:00:00
        00:10:00 attempt 2 at 00:25:00: 4 of 16 servers idle until 00:45:00; \
        job 2 takes 8 until 00:30:00, job 1 takes 4 until 01:00:00
        00:10:00 rejected: tried 2 times, last at 00:25:00, and never found 16 idle servers
        00:10:00 idle instead: 16 from 01:10:00 to 01:30:00; 4 from 00:10:00 to 00:30:00",
    );
    // Eight servers are idle, but not for long enough: a shorter time is one of the alternatives.
    let jobs = [[0, 8, 600, 600], [0, 16, 600, 600], [0, 8, 900, 900]];
    let (scenario, log) = (self::scenario(r#"{"attempts": 2, "step": 600}"#), self::log(&jobs));
    assert_tells(
        &scenario,
        &log,
        3,
        "00:00:00 submitted
        00:00:00 attempt 1 at 00:00:00: 0 of 8 servers idle until 00:15:00; \
        job 1 takes 8 until 00:10:00, job 2 takes 16 from 00:10:00 until 00:20:00
        00:00:00 attempt 2 at 00:10:00: 0 of 8 servers idle until 00:25:00; \
        job 2 takes 16 from 00:10:00 until 00:20:00
        00:00:00 rejected: tried 2 times, last at 00:10:00, and never found 8 idle servers
        00:00:00 idle instead: 16 from 00:20:00 to 00:35:00; 8 from 00:00:00 to 00:10:00",
    );
}

#[test]
fn a_moment_lists_jobs_with_servers_now_and_later() {
    let (scenario, log) = (scenario("{}"), log(&JOBS));
    let told = explain(&scenario, &log, Watch::Moment(700)).expect("a run");
    let moment = told.moment.expect("a moment");
    assert_eq!((moment.time, moment.previous, moment.next), (Some(600), Some(0), Some(1_800)));
    let pool = &moment.providers[0];
    assert_eq!((pool.processors, pool.free, pool.queue_length), (16, 4, 1));
    let waits = pool.queue[0].waits.as_ref().expect("why");
    assert_eq!(waits.promised, Some(4_200));
    assert_eq!(waits.reason.word(), "too_few_idle");
    assert_eq!(waits.reason.blockers(), [0]);
    let claims: Vec<(u32, Claimant, Time)> = pool.claims.iter().map(|it| (it.job, it.claimant, it.until)).collect();
    assert_eq!(claims, [(0, Claimant::Running, 3_600), (1, Claimant::Running, 1_800), (2, Claimant::Booked, 5_400),]);
}

#[test]
fn chosen_servers_are_told_apart() {
    let log = log(&[[0, 4, 3_600, 3_600], [600, 2, 1_200, 1_200]]);
    let tells = |chosen: &str, expected: &str| {
        let settings = format!(
            r#"{{"selection": "first_server", "step": 1800, "attempts": 2, "chosen_servers": [{{"job": 2, "servers": {chosen}}}]}}"#
        );
        assert_tells(&scenario(&settings), &log, 2, expected);
    };
    // The first job has 0 to 3 until 01:00:00; only of its servers one is wanted.
    tells(
        "[3, 12]",
        "00:10:00 submitted
        00:10:00 attempt 1 at 00:10:00: 1 of 2 chosen servers idle until 00:30:00; \
        job 1 takes 4 until 01:00:00
        00:10:00 attempt 2 at 00:40:00: 1 of 2 chosen servers idle until 01:00:00; \
        job 1 takes 4 until 01:00:00
        00:10:00 rejected: tried 2 times, last at 00:40:00, and the 2 chosen servers were never all idle
        00:10:00 idle instead: 16 from 01:10:00 to 01:30:00; 12 from 00:10:00 to 00:30:00",
    );
    tells(
        "[3, 4, 5]",
        "00:10:00 submitted
        00:10:00 rejected: it needs 2 servers, and 3 were chosen for it",
    );
}
