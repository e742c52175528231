//! Orders and promises that are chosen by themselves.

use super::*;

fn ordered(local: &str) -> TwoLevel {
    let read: Local = serde_json::from_str(local).expect("settings of local schedulers");
    TwoLevel { local: Local { queue: QueuePolicy::Ordered, ..read }, ..TwoLevel::default() }
}

/// `b` needs the whole machine; of the others `c` came first and `d` is the shortest.
fn backfilled() -> Vec<Job> {
    [(0, 2, 4, 4), (1, 4, 2, 2), (1, 1, 3, 3), (1, 2, 1, 1), (1, 2, 2, 2)].map(batch).to_vec()
}

#[test]
fn nothing_is_promised_behind_a_job_without_a_limit() {
    let mut jobs = [(0, 1, 10, 10), (1, 2, 1, 1), (2, 1, 9, 9)].map(batch);
    (jobs[0].is_unlimited, jobs[2].is_unlimited) = (true, true);
    let expected = [
        "aaaaaaaaaa.b", //
        "..cccccccccb",
    ];
    for settings in [
        local(QueuePolicy::Easy),
        local(QueuePolicy::Conservative),
        ordered("{}"),
        ordered(r#"{"promises": "all", "order": "limit"}"#),
    ] {
        assert_draws(&settings, 2, &jobs, &expected);
    }
}

#[test]
fn by_submission_with_one_promise_it_is_easy() {
    let expected = [
        "aaaabbd.", //
        "aaaabbd.", ".cccbbee", "....bbee",
    ];
    assert_draws(&local(QueuePolicy::Easy), 4, &backfilled(), &expected);
    assert_draws(&ordered("{}"), 4, &backfilled(), &expected);
}

#[test]
fn the_shortest_are_backfilled_first() {
    // `b` is promised 4. `d`, then `e` are shorter than `c`, which would delay it from 2 on.
    let expected = [
        "aaaabbccc", //
        "aaaabb...",
        ".deebb...",
        ".deebb...",
    ];
    let settings = ordered(r#"{"backfill_order": "limit"}"#);
    assert_draws(&settings, 4, &backfilled(), &expected);
}

#[test]
fn a_second_promise_keeps_another_job_from_being_delayed() {
    // At 1 `b` is promised 4 and `c` would be promised 6; `d` fits beside `b` until 7.
    let jobs = [(0, 2, 4, 4), (1, 3, 2, 2), (1, 4, 2, 2), (1, 1, 6, 6)].map(batch);
    let one = [
        "aaaabb.cc", //
        "aaaabb.cc",
        ".ddddddcc",
        "....bb.cc",
    ];
    assert_draws(&ordered(r#"{"promises": 1}"#), 4, &jobs, &one);
    let two = [
        "aaaabbccdddddd", //
        "aaaabbcc......",
        "....bbcc......",
        "......cc......",
    ];
    assert_draws(&ordered(r#"{"promises": 2}"#), 4, &jobs, &two);
    assert_draws(&ordered(r#"{"promises": "all"}"#), 4, &jobs, &two);
}

#[test]
fn without_promises_whatever_fits_starts_in_order() {
    // The smaller first: `b` waits until all others are done.
    let jobs = [(0, 2, 2, 2), (1, 4, 1, 1), (1, 2, 2, 2), (1, 1, 3, 3)].map(batch);
    let expected = [
        "aaccb", //
        "aaccb", ".dddb", "....b",
    ];
    let settings = ordered(r#"{"order": "size", "promises": 0}"#);
    assert_draws(&settings, 4, &jobs, &expected);
}

#[test]
fn strictly_the_pass_ends_at_the_first_that_does_not_fit() {
    // The largest first: nothing overtakes `b`, though `c` would be done before it starts.
    let jobs = [(0, 2, 2, 2), (1, 1, 1, 1), (1, 4, 1, 1)].map(batch);
    let expected = [
        "aacb", //
        "aac.", "..c.", "..c.",
    ];
    let settings = ordered(r#"{"order": "-size", "strict": true}"#);
    assert_draws(&settings, 4, &jobs, &expected);
}

#[test]
fn a_value_that_changes_is_taken_at_each_pass() {
    // At 2 the quotient of wait and limit is 1 for `c` and 0.5 for `b`, which came at the same time and is at 3 what `c` was.
    let jobs = [(0, 1, 2, 2), (0, 1, 4, 4), (0, 1, 2, 2)].map(batch);
    let settings = ordered(r#"{"order": "-wait / limit", "promises": 0}"#);
    assert_draws(&settings, 1, &jobs, &["aaccbbbb"]);
}

#[test]
fn an_estimate_that_is_outlived_becomes_a_minute_longer_then_five() {
    // All are believed to take a tenth of their time. `b` needs the whole machine: it is promised 60, when `a` has outlived
    // its estimate 120, and then 420. Only then `c` would be done before it, believed to take 108.
    let jobs = [(0, 2, 600, 1200), (0, 4, 60, 60), (0, 1, 1080, 1080)].map(batch);
    let settings = ordered(r#"{"estimate": {"factor": 0.1}}"#);
    let expected = [
        "aaaaaaaaaa..........b", //
        "aaaaaaaaaa..........b",
        "..ccccccccccccccccccb",
        "....................b",
    ];
    assert_eq!(draw(&settings, 4, &jobs, 60), expected.join("\n"));
}

#[test]
fn the_mean_of_a_users_last_two_jobs_is_believed() {
    // `d` needs both processors and is promised 9. Of user 1 `a` and `b` took 2 and 3 seconds, so that `e` is believed to take
    // 3 and starts before `d`, though its limit is 9; of the user of `f` no job has ended.
    let jobs = of_users([
        (1, (0, 1, 2, 9)),
        (1, (0, 1, 3, 9)),
        (2, (3, 1, 6, 6)),
        (2, (3, 2, 1, 1)),
        (1, (4, 1, 4, 9)),
        (2, (4, 1, 4, 9)),
    ]);
    let expected = [
        "aa.ccccccdffff", //
        "bbb.eeee.d....",
    ];
    let settings = ordered(r#"{"estimate": "user_mean"}"#);
    assert_draws(&settings, 2, &jobs, &expected);
}

#[test]
fn queues_are_named_and_numbered() {
    let mut jobs = [(0, 1, 1, 1), (0, 1, 1, 1), (0, 1, 1, 1)].map(batch);
    for (job, queue) in jobs.iter_mut().zip([5, -1, 7]) {
        job.logged.queue = queue;
    }
    let settings = ordered(r#"{"order": "if(queue == 7, 0, if(queue == \"5\", 1, 2))"}"#);
    assert_draws(&settings, 1, &jobs, &["cab"]);
}
