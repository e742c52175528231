//! The orders in which batch jobs start, without preemption.

use super::*;

/// Five jobs on four processors: `b` needs the whole machine, `c` would delay it, `d` would not,
/// `e` is wide and short.
fn five_jobs() -> Vec<Job> {
    [
        (0, 2, 4, 4),
        (1, 4, 2, 2),
        (1, 1, 6, 6),
        (1, 1, 2, 3),
        (2, 2, 1, 1),
    ]
    .map(batch)
    .to_vec()
}

#[test]
fn strict_fcfs_lets_nobody_overtake() {
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
    assert_draws(
        &local(QueuePolicy::FcfsBackfilling),
        4,
        &five_jobs(),
        &expected,
    );
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
fn conservative_moves_everybody_up_when_a_job_ends_early() {
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
