//! The orders in which batch jobs start, without preemption.

use super::*;

/// Five jobs on four processors: `b` needs the whole machine, `c` would delay it, `d` would not,
/// `e` is wide and short.
const FIVE_JOBS: &str = "0 2 4 4, 1 4 2 2, 1 1 6 6, 1 1 2 3, 2 2 1 1";

#[test]
fn strict_fcfs_lets_no_job_overtake() {
    assert_draws(
        "local.queue: fcfs",
        FIVE_JOBS,
        "aaaabbcccccc
         aaaabbdd....
         ....bbe.....
         ....bbe.....",
    );
}

#[test]
fn fcfs_with_backfilling_starts_whatever_fits_and_makes_the_wide_job_wait() {
    assert_draws(
        "local.queue: fcfs_backfilling",
        FIVE_JOBS,
        "aaaae..bb
         aaaae..bb
         .ccccccbb
         .dd....bb",
    );
}

#[test]
fn easy_backfills_only_what_does_not_delay_the_head() {
    assert_draws(
        "local.queue: easy",
        FIVE_JOBS,
        "aaaabbcccccc
         aaaabb......
         .ddebb......
         ...ebb......",
    );
}

#[test]
fn conservative_moves_all_jobs_up_when_a_job_ends_early() {
    // `a` asks for 8 and runs 4: `b`, `c` and `d` are promised 8 and later, and move up at 4.
    assert_draws(
        "local.queue: conservative",
        "0 4 4 8, 1 3 2 2, 1 2 3 3, 1 1 2 2",
        "aaaabbccc
         aaaabbccc
         aaaabb...
         aaaadd...",
    );
}

#[test]
fn lsf_waits_for_its_period_and_takes_the_largest_first() {
    assert_draws(
        "local.queue: lsf; local.period: 3",
        "1 1 3 3, 2 3 3 3, 4 4 1 1",
        "...bbbc
         ...bbbc
         ...bbbc
         ...aaac",
    );
}

#[test]
fn sjf_takes_the_shortest_limit_first() {
    // `d` is shortest and leaves room for `c`; `b` fits once both are done.
    assert_draws(
        "local.queue: sjf",
        "0 4 2 2, 1 3 5 5, 1 2 2 2, 1 2 1 1",
        "aad.bbbbb
         aad.bbbbb
         aaccbbbbb
         aacc.....",
    );
}

#[test]
fn over_the_limit_is_killed_or_runs_on() {
    assert_draws("", "0 1 5 3, 0 1 2 2", "aaabb killed:a");
    assert_draws("local.over_limit: ignore", "0 1 5 3, 0 1 2 2", "aaaaabb");
}

#[test]
fn the_grid_forwards_the_jobs_of_a_period_in_its_own_order() {
    // All wait for the pass at 10; where they go no job overtakes another. No user has any usage.
    for (queue, [upper, lower]) in [
        ("fcfs", ["aabbc", "..bb."]),
        ("largest", ["bbaa", "bbc."]),
        ("shortest", ["cbbaa", ".bb.."]),
        ("priority", ["aabb", "c.bb"]),
        ("fair_share", ["aabbc", "..bb."]),
    ] {
        assert_draws(
            &format!("local.queue: fcfs; local.priority.first: low; grid.period: 10; grid.queue: {queue}"),
            "1 1 2 3, 2 2 2 2, 3 1 1 1",
            &format!("..........{upper} ..........{lower}"),
        );
    }
}

#[test]
fn each_provider_has_the_queue_policy_that_is_named_for_it() {
    // Round robin: `a`, `c`, `e` go to the first, `b`, `d`, `f` to the second, which takes the shortest first.
    let settings = "local.queue: easy; local.queues: [\"fcfs\", \"sjf\"]; grid.batch_allocation: round_robin";
    let jobs = jobs("0 1 3 3, 0 1 3 3, 1 1 2 2, 1 1 2 2, 1 1 1 1, 1 1 1 1");
    let starts = run(&self::settings(settings), &[1, 1], &jobs).schedule.outcomes.into_iter().map(|it| it.start);
    assert!(starts.eq([0, 0, 3, 4, 5, 3]));
}

#[track_caller]
fn assert_ordered(settings: &str, jobs: &str, expected: &str) {
    assert_draws(&format!("local.queue: ordered; {settings}"), jobs, expected);
}

/// `b` needs the whole machine; of the others `c` came first and `d` is the shortest.
const BACKFILLED: &str = "0 2 4 4, 1 4 2 2, 1 1 3 3, 1 2 1 1, 1 2 2 2";

#[test]
fn nothing_is_promised_behind_a_job_without_a_limit() {
    for settings in [
        "local.queue: easy",
        "local.queue: conservative",
        "local.queue: ordered",
        "local.queue: ordered; local.promises: all; local.order: limit",
    ] {
        assert_draws(
            settings,
            "0 1 10 10 endless, 1 2 1 1, 2 1 9 9 endless",
            "aaaaaaaaaa.b
             ..cccccccccb",
        );
    }
}

#[test]
fn by_submission_with_one_promise_it_is_easy() {
    for queue in ["easy", "ordered"] {
        assert_draws(
            &format!("local.queue: {queue}"),
            BACKFILLED,
            "aaaabbd.
             aaaabbd.
             .cccbbee
             ....bbee",
        );
    }
}

#[test]
fn the_shortest_are_backfilled_first() {
    // `b` is promised 4. `d`, then `e` are shorter than `c`, which would delay it from 2 on.
    assert_ordered(
        "local.backfill_order: limit",
        BACKFILLED,
        "aaaabbccc
         aaaabb...
         .deebb...
         .deebb...",
    );
}

#[test]
fn a_second_promise_keeps_another_job_from_being_delayed() {
    // At 1 `b` is promised 4 and `c` would be promised 6; `d` fits beside `b` until 7.
    let two = "aaaabbccdddddd
               aaaabbcc......
               ....bbcc......
               ......cc......";
    let one = "aaaabb.cc
               aaaabb.cc
               .ddddddcc
               ....bb.cc";
    for (promises, expected) in [("1", one), ("2", two), ("all", two)] {
        let settings = format!("local.promises: {promises}");
        assert_ordered(&settings, "0 2 4 4, 1 3 2 2, 1 4 2 2, 1 1 6 6", expected);
    }
}

#[test]
fn without_promises_whatever_fits_starts_in_order() {
    // The smaller first: `b` waits until all others are done.
    assert_ordered(
        "local.order: size; local.promises: 0",
        "0 2 2 2, 1 4 1 1, 1 2 2 2, 1 1 3 3",
        "aaccb
         aaccb
         .dddb
         ....b",
    );
}

#[test]
fn strictly_the_pass_ends_at_the_first_that_does_not_fit() {
    // The largest first: nothing overtakes `b`, though `c` would be done before it starts.
    assert_ordered("local.order: -size; local.strict: true", "0 2 2 2, 1 1 1 1, 1 4 1 1", "aacb aac. ..c. ..c.");
}

#[test]
fn a_value_that_changes_is_taken_at_each_pass() {
    // At 2 the quotient of wait and limit is 1 for `c` and 0.5 for `b`, which came at the same time and is at 3 what `c` was.
    assert_ordered("local.order: -wait / limit; local.promises: 0", "0 1 2 2, 0 1 4 4, 0 1 2 2", "aaccbbbb");
}

#[test]
fn an_estimate_that_is_outlived_becomes_a_minute_longer_then_five() {
    // All are believed to take a tenth of their time. `b` needs the whole machine: it is promised 60, when `a` has outlived
    // its estimate 120, and then 420. Only then `c` would be done before it, believed to take 108.
    assert_draws_in(
        60,
        "local.queue: ordered; local.estimate.factor: 0.1",
        &jobs("0 2 10 20, 0 4 1 1, 0 1 18 18"),
        "aaaaaaaaaa..........b
         aaaaaaaaaa..........b
         ..ccccccccccccccccccb
         ....................b",
    );
}

#[test]
fn the_mean_of_a_users_last_two_jobs_is_believed() {
    // `d` needs both processors and is promised 9. Of user 1 `a` and `b` took 2 and 3 seconds, so that `e` is believed to take
    // 3 and starts before `d`, though its limit is 9; of the user of `f` no job has ended.
    assert_ordered(
        "local.estimate: user_mean",
        "0 1 2 9 user=1, 0 1 3 9 user=1, 3 1 6 6 user=2, 3 2 1 1 user=2, 4 1 4 9 user=1, 4 1 4 9 user=2",
        "aa.ccccccdffff
         bbb.eeee.d....",
    );
}

#[test]
fn queues_are_named_and_numbered() {
    let order = "local.order: if(queue == 7, 0, if(queue == \"5\", 1, 2))";
    assert_ordered(order, "0 1 1 1 queue=5, 0 1 1 1 queue=-1, 0 1 1 1 queue=7", "cab");
}
