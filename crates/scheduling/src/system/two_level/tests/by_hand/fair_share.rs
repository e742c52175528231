//! FSS: "resource usage is equally distributed among system users or groups" (Sect. 2.1).

use super::*;

#[test]
fn what_was_used_long_ago_counts_less() {
    // At 20 user 1 has used 8 s, from 0 to 8, user 2 has used 4, from 8 to 12, and user 3 the 8 since.
    // With a half-life of 4 s the first weigh (2^-3 - 2^-5) * 4 / ln 2 = 0.54 s, the second
    // (2^-2 - 2^-3) * 4 / ln 2 = 0.72, the third (1 - 2^-2) * 4 / ln 2 = 4.33.
    // Without decay, user 2 has the least usage, and the others the same.
    for (half_life, expected) in [(4, "aaaaaaaabbbbccccccccdef"), (0, "aaaaaaaabbbbccccccccedf")] {
        assert_draws(
            &format!("local.queue: fss; local.fair_share.half_life: {half_life}"),
            "0 1 8 8 user=1, 1 1 4 4 user=2, 2 1 8 8 user=3, 13 1 1 1 user=1, 13 1 1 1 user=2, 13 1 1 1 user=3",
            expected,
        );
    }
}

#[test]
fn groups_share_what_their_users_use() {
    // At 3 user 1 has used 6 processor seconds, the others none: `b`, `c`, `d` in order of arrival,
    // of which `c` does not fit, then `e`.
    // Group 1 has used 6, group 2 none: `c` and `d` come first; at 5 it is 6 and 4.
    for (among, expected) in [("users", "aaabbcc aaadecc"), ("groups", "aaaccde aaaccbb")] {
        assert_draws(
            &format!("local.queue: fss; local.fair_share.half_life: 0; local.fair_share.among: {among}"),
            "0 2 3 3 user=1 group=1, 1 1 2 2 user=2 group=1, 1 2 2 2 user=3 group=2, 1 1 1 1 user=3 group=2,
             2 1 1 1 user=1 group=1",
            expected,
        );
    }
}

#[test]
fn reservations_are_used_too() {
    // Both while their jobs run and while they only hold their processors.
    // At 4 user 1 has used 4 s, user 2 none; at 7 it is 4 and 3, at 8 a tie, at 10 6 and 4.
    assert_draws(
        "local.queue: fss; local.fair_share.half_life: 0",
        "0 1 1 4 from=0 to=4 user=1, 1 1 2 2 user=1, 1 1 3 3 user=2, 2 1 1 1 user=2, 2 1 1 1 user=1",
        "A---cccdbbe",
    );
}

#[test]
fn at_the_grids_period_the_usage_of_all_providers_counts() {
    // `a` and `b` take a provider each at 0. Of those that wait for the pass at 10 `e` comes first, whose user has
    // no usage, then `d`, whose user has used 4 s of the second provider, then `c`: 8 s of the first.
    let jobs = jobs("0 1 8 8 user=1, 0 1 4 4 user=2, 1 1 3 3 user=1, 2 1 3 3 user=2, 3 1 5 5 user=3");
    for (queue, expected) in [
        ("fair_share", "[(0, 0), (1, 0), (0, 15), (1, 10), (0, 10)]"),
        ("fcfs", "[(0, 0), (1, 0), (0, 10), (1, 10), (0, 13)]"),
    ] {
        let settings =
            format!("local.queue: fcfs; local.fair_share.half_life: 0; grid.period: 10; grid.queue: {queue}");
        let run = run(&self::settings(&settings), &[1, 1], &jobs);
        let taken = run.schedule.outcomes.iter().map(|it| (it.provider, it.start));
        assert_eq!(format!("{:?}", taken.collect::<Vec<_>>()), expected, "{queue}");
    }
}
