//! The orders in which batch jobs start, without preemption.

use super::*;

/// Five jobs on four processors: `b` needs the whole machine, `c` would delay it, `d` would not,
/// `e` is wide and short.
fn five_jobs() -> Vec<Job> {
    [(0, 2, 4, 4), (1, 4, 2, 2), (1, 1, 6, 6), (1, 1, 2, 3), (2, 2, 1, 1)].map(batch).to_vec()
}

#[test]
fn strict_fcfs_lets_no_job_overtake() {
    let expected = [
        "aaaabbcccccc", //
        "aaaabbdd....",
        "....bbe.....",
        "....bbe.....",
    ];
    assert_draws(&local(QueuePolicy::Fcfs), 4, &five_jobs(), &expected);
}

#[test]
fn fcfs_with_backfilling_starts_whatever_fits_and_makes_the_wide_job_wait() {
    let expected = [
        "aaaae..bb", //
        "aaaae..bb",
        ".ccccccbb",
        ".dd....bb",
    ];
    assert_draws(&local(QueuePolicy::FcfsBackfilling), 4, &five_jobs(), &expected);
}

#[test]
fn easy_backfills_only_what_does_not_delay_the_head() {
    let expected = [
        "aaaabbcccccc", //
        "aaaabb......",
        ".ddebb......",
        "...ebb......",
    ];
    assert_draws(&local(QueuePolicy::Easy), 4, &five_jobs(), &expected);
}

#[test]
fn conservative_moves_all_jobs_up_when_a_job_ends_early() {
    // `a` asks for 8 and runs 4: `b`, `c` and `d` are promised 8 and later, and move up at 4.
    let jobs = [(0, 4, 4, 8), (1, 3, 2, 2), (1, 2, 3, 3), (1, 1, 2, 2)].map(batch);
    let expected = [
        "aaaabbccc", //
        "aaaabbccc",
        "aaaabb...",
        "aaaadd...",
    ];
    assert_draws(&local(QueuePolicy::Conservative), 4, &jobs, &expected);
}

#[test]
fn lsf_waits_for_its_period_and_takes_the_largest_first() {
    let mut settings = local(QueuePolicy::Lsf);
    settings.local.period = 3;
    let jobs = [(1, 1, 3, 3), (2, 3, 3, 3), (4, 4, 1, 1)].map(batch);
    let expected = [
        "...bbbc", //
        "...bbbc", //
        "...bbbc", //
        "...aaac",
    ];
    assert_draws(&settings, 4, &jobs, &expected);
}

#[test]
fn sjf_takes_the_shortest_limit_first() {
    let jobs = [(0, 4, 2, 2), (1, 3, 5, 5), (1, 2, 2, 2), (1, 2, 1, 1)].map(batch);
    // `d` is shortest and leaves room for `c`; `b` fits once both are done.
    let expected = [
        "aad.bbbbb", //
        "aad.bbbbb",
        "aaccbbbbb",
        "aacc.....",
    ];
    assert_draws(&local(QueuePolicy::Sjf), 4, &jobs, &expected);
}

#[test]
fn over_the_limit_is_killed_or_runs_on() {
    let jobs = [(0, 1, 5, 3), (0, 1, 2, 2)].map(batch);
    let mut settings = TwoLevel::default();
    assert_draws(&settings, 1, &jobs, &["aaabb"]);
    settings.local.over_limit = OverLimit::Ignore;
    assert_draws(&settings, 1, &jobs, &["aaaaabb"]);
}

#[test]
fn the_grid_forwards_the_jobs_of_a_period_in_its_own_order() {
    // All wait for the pass at 10; where they go no job overtakes another.
    let jobs = [(1, 1, 2, 3), (2, 2, 2, 2), (3, 1, 1, 1)].map(batch);
    let draws = |queue: GridQueue, ends: [&str; 2]| {
        let mut settings = local(QueuePolicy::Fcfs);
        settings.grid = Grid { period: 10, queue, ..Grid::default() };
        settings.local.priority.first = PriorityFirst::Low;
        let rows = ends.map(|end| format!("..........{end}"));
        assert_draws(&settings, 2, &jobs, &[&rows[0], &rows[1]]);
    };
    draws(GridQueue::Fcfs, ["aabbc", "..bb."]);
    draws(GridQueue::Largest, ["bbaa", "bbc."]);
    draws(GridQueue::Shortest, ["cbbaa", ".bb.."]);
    draws(GridQueue::Priority, ["aabb", "c.bb"]);
    // No user has any usage.
    draws(GridQueue::FairShare, ["aabbc", "..bb."]);
}

#[test]
fn each_provider_has_the_queue_policy_that_is_named_for_it() {
    // Round robin: `a`, `c`, `e` go to the first, `b`, `d`, `f` to the second, which takes the shortest first.
    let jobs = [(0, 1, 3, 3), (0, 1, 3, 3), (1, 1, 2, 2), (1, 1, 2, 2), (1, 1, 1, 1), (1, 1, 1, 1)].map(batch);
    let mut settings = local(QueuePolicy::Easy);
    settings.local.queues = vec![QueuePolicy::Fcfs, QueuePolicy::Sjf];
    settings.grid.batch_allocation = BatchAllocation::RoundRobin;
    let run = run(&settings, &[1, 1], &jobs);
    let starts = run.schedule.outcomes.iter().map(|it| it.start);
    assert_eq!(starts.collect::<Vec<_>>(), [0, 0, 3, 4, 5, 3]);
}
