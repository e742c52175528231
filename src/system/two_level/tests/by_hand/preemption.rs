//! PPPD: "running tasks with lower priorities are preempted by waiting task with higher priorities"
//! (Sect. 2.1). The user's number is the job's rank: user 0 is the most urgent.

use super::*;

fn by_user(preempted: Preempted) -> TwoLevel {
    let mut settings = local(QueuePolicy::Pppd);
    settings.local.preempted = preempted;
    settings.local.priority = Priority {
        by: PriorityBy::User,
        first: PriorityFirst::Low,
        ranked: Vec::new(),
    };
    settings
}

/// Jobs of these users.
fn of_users<const N: usize>(jobs: [(i64, Batch); N]) -> [Job; N] {
    jobs.map(|(user, job)| Job { user, ..batch(job) })
}

#[test]
fn who_was_preempted_takes_what_is_left_over_at_once() {
    // At 2 `c` preempts `b`, then `d` preempts `a`, which leaves three processors: too few for `a`,
    // enough for `b`.
    let jobs = of_users([
        (2, (0, 4, 6, 6)),
        (3, (0, 2, 4, 4)),
        (0, (2, 2, 3, 3)),
        (1, (2, 1, 4, 4)),
    ]);
    let expected = [
        "aadddd...", //
        "aabb.aaaa", //
        "aabb.aaaa", //
        "aa...aaaa", //
        "bbcccaaaa", //
        "bbccc....",
    ];
    assert_draws(&by_user(Preempted::Resume), 6, &jobs, &expected);
}
