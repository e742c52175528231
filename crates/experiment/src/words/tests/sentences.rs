//! Sentences of small runs, whole.

use super::*;
use scheduling::engine::decisions::{Decision, Gap};
use workload::Workload;
use workload::select::select;

/// A log of jobs (submission, size, run time, limit), of 8 processors.
fn log(jobs: &[[i64; 4]]) -> Workload {
    super::log(8, jobs)
}

fn scenario(json: &str) -> Scenario {
    let mut scenario: Scenario = serde_json::from_str(json).expect("a scenario");
    let selection = &mut scenario.workload;
    (selection.first_job, selection.last_job) = (None, None);
    scenario
}

const EASY: &str = r#"{"platform": [8], "system": {"two_level": {"local": {"queue": "easy"}}},
    "workload": {"reservations": {"request": "listed", "listed":
        [{"job": 3, "ready": 172800, "deadline": 176400}]}}}"#;

#[test]
fn every_kind_of_claim_in_the_life_of_a_job() {
    let jobs = [[0, 5, 3000, 3600], [60, 6, 600, 600], [60, 4, 3600, 3600], [120, 2, 7200, 7200]];
    let (scenario, log) = (scenario(EASY), log(&jobs));
    assert_tells(
        &scenario,
        &log,
        4,
        "00:02:00 submitted
        00:02:00 sent to provider 1
        00:02:00 starts on 2 of provider 1, until 02:02:00 at the latest: overtakes 2; \
        beside job 2's promise: needs 2, 2 spare from 01:00:00 on
        02:02:00 done",
    );
    assert_tells(
        &scenario,
        &log,
        3,
        "00:01:00 submitted
        00:01:00 booked at provider 1: 4 from 2 d 00:00:00 to 2 d 01:00:00
        2 d 00:00:00 starts on 4 of provider 1, until 01:00:00 at the latest
        2 d 01:00:00 done",
    );
    assert_tells(
        &scenario,
        &log,
        2,
        "00:01:00 submitted
        00:01:00 sent to provider 1
        00:01:00 to 00:02:00 needs 6, 3 free; job 1 takes 5 until 01:00:00; promised 01:00:00
        00:50:00 starts on 6 of provider 1, until 01:00:00 at the latest
        01:00:00 done",
    );
}

#[test]
fn an_order_by_formula_tells_the_values_of_jobs() {
    let scenario = scenario(
        r#"{"platform": [8], "workload": {"reservations": {"percent": 0}}, "system": {"two_level": {"local":
            {"queue": "ordered", "order": "submit + 100 * size - limit / 60", "promises": 0}}}}"#,
    );
    let log = log(&[[0, 8, 3600, 3600], [60, 6, 3600, 7200], [90, 3, 600, 600], [100, 7, 60, 60]]);
    assert_tells(
        &scenario,
        &log,
        2,
        "00:01:00 submitted
        00:01:00 sent to provider 1
        00:01:00 to 00:01:40 needs 6, 0 free; job 1 takes 8 until 01:00:00
        01:00:00 needs 6, 5 free; job 3 takes 3 until 01:10:00; job 3, which arrived later, goes first: \
        value 380 before 540, mostly by 100 * size: 300 before 600
        01:10:00 starts on 6 of provider 1, until 03:10:00 at the latest
        02:10:00 done",
    );
    assert_tells(
        &scenario,
        &log,
        3,
        "00:01:30 submitted
        00:01:30 sent to provider 1
        00:01:30 to 00:01:40 needs 3, 0 free; job 1 takes 8 until 01:00:00
        01:00:00 starts on 3 of provider 1, until 01:10:00 at the latest: goes before 2, whose turn comes later: \
        value 380 before 540, mostly by 100 * size: 300 before 600 of 2
        01:10:00 done",
    );
}

#[test]
fn the_grid_scheduler_speaks_too() {
    let scenario = scenario(
        r#"{"platform": [4, 8], "workload": {"reservations": {"percent": 0}},
            "system": {"two_level": {"grid": {"period": 300}}}}"#,
    );
    let log = log(&[[10, 9, 60, 60], [20, 2, 600, 300]]);
    assert_tells(
        &scenario,
        &log,
        1,
        "00:00:10 submitted
        00:00:10 to 00:00:20 kept by the grid scheduler until 00:05:00
        00:05:00 rejected: needs 9, and no provider that takes it has more than 8",
    );
    assert_tells(
        &scenario,
        &log,
        2,
        "00:00:20 submitted
        00:00:20 kept by the grid scheduler until 00:05:00
        00:05:00 sent to provider 1 (provider 1 0 waiting, 4 free; provider 2 0 waiting, 8 free)
        00:05:00 starts on 2 of provider 1, until 00:10:00 at the latest
        00:10:00 stopped at its limit",
    );
}

#[test]
fn a_gap_lists_waiting_jobs_and_the_next_event() {
    let scenario = scenario(EASY);
    let log = log(&[[0, 5, 3000, 3600], [60, 6, 600, 600], [70, 8, 3600, 3600]]);
    let jobs = select(&log, &scenario.workload, scenario.seed);
    let told = explain(&scenario, &log, Watch::Moment(100)).expect("a run");
    let moment = told.moment.expect("a moment");
    let speaker = Speaker::new(&jobs, &clock);
    let gap = Gap { provider: 0, first_processor: 5, last_processor: 7 };
    let said = speaker.gap(&gap, &moment);
    let said: Vec<String> = said.iter().map(|parts| speaker.text(parts)).collect();
    assert_eq!(
        said,
        [
            "One job waits at provider 1, and does not start:",
            "job 2: needs 6, 3 free; job 1 takes 5 until 01:00:00; promised 01:00:00",
            "Next: reservation R3 takes 8 from 2 d 00:00:00 until 2 d 01:00:00",
        ]
    );
    assert_eq!((moment.time, moment.previous, moment.next), (Some(70), Some(60), Some(3000)));
}

#[test]
fn where_no_job_has_a_limit_no_time_is_promised() {
    let scenario = scenario(
        r#"{"platform": [8], "workload": {"reservations": {"percent": 0}},
            "system": {"two_level": {"local": {"queue": "easy", "systems": ["sge"]}}}}"#,
    );
    let jobs = [[0, 5, 3000, -1], [60, 6, 600, -1], [120, 2, 100, -1], [130, 1, 100, 200]];
    let log = log(&jobs);
    assert_tells(
        &scenario,
        &log,
        3,
        "00:02:00 submitted
        00:02:00 sent to provider 1
        00:02:00 starts on 2 of provider 1, without a limit: overtakes 2; \
        job 2 is promised no time: jobs without a limit may hold what it needs for ever
        00:03:40 done",
    );
    assert_tells(
        &scenario,
        &log,
        4,
        "00:02:10 submitted
        00:02:10 sent to provider 1
        00:02:10 starts on 1 of provider 1, until 00:05:30 at the latest: overtakes 2; \
        job 2 is promised no time: jobs without a limit may hold what it needs for ever
        00:03:50 done",
    );
    assert_tells(
        &scenario,
        &log,
        2,
        "00:01:00 submitted
        00:01:00 sent to provider 1
        00:01:00 to 00:02:00 needs 6, 3 free; job 1 takes 5 without a limit; \
        promised no time: jobs without a limit may hold what it needs for ever
        00:02:10 needs 6, 1 free; job 1 takes 5 without a limit, job 3 takes 2 without a limit; \
        promised no time: jobs without a limit may hold what it needs for ever
        00:03:40 needs 6, 2 free; job 4 takes 1 until 00:05:30, job 1 takes 5 without a limit; \
        promised no time: jobs without a limit may hold what it needs for ever
        00:03:50 needs 6, 3 free; job 1 takes 5 without a limit; \
        promised no time: jobs without a limit may hold what it needs for ever
        00:50:00 starts on 6 of provider 1, without a limit
        01:00:00 done",
    );
}

#[test]
fn a_start_names_overtaken_jobs_and_the_reason() {
    let tells = |queue: &str, jobs: &[[i64; 4]], number: u64, expected: &str| {
        let json = format!(
            r#"{{"platform": [8], "system": {{"two_level": {{"local": {{"queue": "{queue}"}}}}}},
                "workload": {{"reservations": {{"percent": 0}}}}}}"#
        );
        let (scenario, log) = (scenario(&json), log(jobs));
        let jobs = select(&log, &scenario.workload, scenario.seed);
        let index = jobs.iter().position(|job| job.id == number).expect("it");
        let told = explain(&scenario, &log, Watch::Job(index as u32)).expect("a run");
        let speaker = Speaker::new(&jobs, &clock);
        let mut starts = told.entries.iter();
        let start = starts.find(|it| matches!(it.decision, Decision::Started { .. }));
        let words = speaker.entry(start.expect("it starts"));
        assert_eq!(speaker.text(&words), expected);
    };
    // Two wait; the last ends before the first of them is due.
    let before = [[0, 5, 3600, 3600], [60, 6, 600, 600], [70, 4, 900, 900], [120, 2, 600, 1200]];
    let expected = "starts on 2 of provider 1: overtakes 2 and 3; \
                    ends by 00:22:00, before job 2's promise at 01:00:00";
    tells("easy", &before, 4, expected);
    tells("conservative", &before, 4, expected);
    let expected = "starts on 2 of provider 1, until 00:22:00 at the latest: overtakes 2 and 3; \
                    fits in the free processors: needs 2, 3 free";
    tells("fcfs_backfilling", &before, 4, expected);
    // The shorter one goes first as it comes later.
    let shorter = [[0, 8, 60, 60], [10, 6, 600, 600], [20, 5, 300, 300]];
    let expected = "starts on 5 of provider 1, until 00:06:00 at the latest: \
                    goes before 2, whose turn comes later";
    tells("sjf", &shorter, 3, expected);
    // Of many the first are named.
    let wide = [60, 6, 600, 600];
    let many = [[0, 5, 3600, 3600], wide, wide, wide, wide, wide, wide, [120, 2, 600, 1200]];
    let expected = "starts on 2 of provider 1: overtakes 2, 3, 4, 5 and 2 more; \
                    ends by 00:22:00, before job 2's promise at 01:00:00";
    tells("easy", &many, 8, expected);
}
