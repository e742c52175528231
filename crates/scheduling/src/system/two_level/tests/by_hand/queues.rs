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
