//! FSS: "resource usage is equally distributed among system users or groups" (Sect. 2.1).

use super::*;

fn fair(among: ShareAmong, half_life: i64) -> TwoLevel {
    let mut settings = local(QueuePolicy::Fss);
    settings.local.fair_share = FairShare { among, half_life };
    settings
}

#[test]
fn what_was_used_long_ago_counts_less() {
    // At 20 user 1 has used 8 s, from 0 to 8, user 2 has used 4, from 8 to 12, and user 3 the 8 since.
    // With a half-life of 4 s the first weigh (2^-3 - 2^-5) * 4 / ln 2 = 0.54 s, the second
    // (2^-2 - 2^-3) * 4 / ln 2 = 0.72, the third (1 - 2^-2) * 4 / ln 2 = 4.33.
    let jobs = of_users([
        (1, (0, 1, 8, 8)),
        (2, (1, 1, 4, 4)),
        (3, (2, 1, 8, 8)),
        (1, (13, 1, 1, 1)),
        (2, (13, 1, 1, 1)),
        (3, (13, 1, 1, 1)),
    ]);
    let fading = fair(ShareAmong::Users, 4);
    assert_draws(&fading, 1, &jobs, &["aaaaaaaabbbbccccccccdef"]);
    // Without decay, user 2 has the least usage, and the others the same.
    let for_ever = fair(ShareAmong::Users, 0);
    assert_draws(&for_ever, 1, &jobs, &["aaaaaaaabbbbccccccccedf"]);
}

#[test]
fn groups_share_what_their_users_use() {
    let jobs =
        [(1, 1, (0, 2, 3, 3)), (1, 2, (1, 1, 2, 2)), (2, 3, (1, 2, 2, 2)), (2, 3, (1, 1, 1, 1)), (1, 1, (2, 1, 1, 1))];
    let jobs = jobs.map(|(group, user, job)| {
        let mut job = of_user(user, batch(job));
        job.logged.group = group;
        job
    });
    // At 3 user 1 has used 6 processor seconds, the others none: `b`, `c`, `d` in order of arrival,
    // of which `c` does not fit, then `e`.
    let expected = [
        "aaabbcc", //
        "aaadecc",
    ];
    assert_draws(&fair(ShareAmong::Users, 0), 2, &jobs, &expected);
    // Group 1 has used 6, group 2 none: `c` and `d` come first; at 5 it is 6 and 4.
    let expected = [
        "aaaccde", //
        "aaaccbb",
    ];
    assert_draws(&fair(ShareAmong::Groups, 0), 2, &jobs, &expected);
}

#[test]
fn reservations_are_used_too() {
    // Both while their jobs run and while they only hold their processors.
    let mut jobs = vec![
        reservation((0, 1, 1, 4), 0, 4),
        batch((1, 1, 2, 2)),
        batch((1, 1, 3, 3)),
        batch((2, 1, 1, 1)),
        batch((2, 1, 1, 1)),
    ];
    for (job, user) in jobs.iter_mut().zip([1, 1, 2, 2, 1]) {
        job.logged.user = user;
    }
    // At 4 user 1 has used 4 s, user 2 none; at 7 it is 4 and 3, at 8 a tie, at 10 6 and 4.
    let expected = ["A---cccdbbe"];
    assert_draws(&fair(ShareAmong::Users, 0), 1, &jobs, &expected);
}

#[test]
fn at_the_grids_period_the_usage_of_all_providers_counts() {
    let mut settings = local(QueuePolicy::Fcfs);
    settings.grid.period = 10;
    settings.grid.queue = GridQueue::FairShare;
    settings.local.fair_share.half_life = 0;
    // `a` and `b` take a provider each at 0. Of those that wait for the pass at 10 `e` comes first, whose user has
    // no usage, then `d`, whose user has used 4 s of the second provider, then `c`: 8 s of the first.
    let jobs =
        of_users([(1, (0, 1, 8, 8)), (2, (0, 1, 4, 4)), (1, (1, 1, 3, 3)), (2, (2, 1, 3, 3)), (3, (3, 1, 5, 5))]);
    let taken = |settings: &TwoLevel| -> Vec<(u32, i64)> {
        let run = run(settings, &[1, 1], &jobs);
        let outcomes = run.schedule.outcomes.iter();
        outcomes.map(|it| (it.provider, it.start)).collect()
    };
    assert_eq!(taken(&settings), [(0, 0), (1, 0), (0, 15), (1, 10), (0, 10)]);
    settings.grid.queue = GridQueue::Fcfs;
    assert_eq!(taken(&settings), [(0, 0), (1, 0), (0, 10), (1, 10), (0, 13)]);
}
