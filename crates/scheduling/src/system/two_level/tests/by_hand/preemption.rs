//! PPPD: "running tasks with lower priorities are preempted by waiting task with higher priorities"
//! (Sect. 2.1). The user's number is the job's rank: user 0 is the most urgent.

use super::*;

fn by_user(preempted: Preempted) -> TwoLevel {
    let mut settings = local(QueuePolicy::Pppd);
    settings.local.preempted = preempted;
    settings.local.priority = Priority { by: PriorityBy::User, first: PriorityFirst::Low, ranked: Vec::new() };
    settings
}

/// Six jobs on four processors. `c` preempts both that run; `f` preempts three of equal or less
/// urgency, of the two equals the younger first.
fn six_jobs() -> [Job; 6] {
    of_users([
        (3, (0, 2, 6, 6)),
        (2, (0, 2, 5, 5)),
        (1, (2, 3, 2, 2)),
        (3, (3, 1, 3, 3)),
        (2, (3, 1, 4, 4)),
        (0, (6, 4, 1, 1)),
    ])
}

#[test]
fn preempted_jobs_go_on_with_what_is_left() {
    // `a` and `b` have run 2 s when `c` comes. At 4 `b` goes on for 3 and `d` overtakes the wide
    // `a`; when `f` comes at 6, `b`, `d` and `e` have a second left each.
    let expected = [
        "bbccbbfbaaaa", //
        "bbccbbfbaaaa",
        "aaccddfe....",
        "aa.eeefd....",
    ];
    assert_draws(&by_user(Preempted::Resume), 4, &six_jobs(), &expected);
}

#[test]
fn preempted_jobs_begin_anew() {
    // All work before 2, and of `b`, `d` and `e` all work before 6, was lost.
    let expected = [
        "bbccbbfbbbbb.....", //
        "bbccbbfbbbbb.....",
        "aaccddfeeeeaaaaaa",
        "aa.eeefddd.aaaaaa",
    ];
    assert_draws(&by_user(Preempted::Restart), 4, &six_jobs(), &expected);
    let lost = |preempted| {
        let run = run(&by_user(preempted), &[4], &six_jobs());
        run.schedule.outcomes.into_iter().map(|it| it.lost).collect::<Vec<_>>()
    };
    assert_eq!(lost(Preempted::Restart), [2, 4, 0, 2, 3, 0]);
    assert_eq!(lost(Preempted::Resume), [0; 6]);
}

#[test]
fn of_equals_the_one_that_started_last_is_preempted_and_keeps_its_place() {
    // `c` preempts `b` rather than `a`; at 3 `b` goes before `d`, which arrived after it.
    let jobs = of_users([(2, (0, 1, 5, 5)), (2, (1, 1, 4, 4)), (0, (2, 1, 1, 1)), (2, (2, 1, 2, 2))]);
    let expected = [
        "aaaaadd", //
        ".bcbbb.",
    ];
    assert_draws(&by_user(Preempted::Resume), 2, &jobs, &expected);
}

#[test]
fn a_job_that_need_not_be_preempted_is_spared() {
    // `a` is the less urgent and would go first, but without `b` there is room enough. It would
    // begin anew otherwise.
    let jobs = of_users([(3, (0, 1, 4, 4)), (2, (0, 2, 3, 3)), (0, (1, 2, 2, 2))]);
    let expected = [
        "bccbbb", //
        "bccbbb", //
        "aaaa..",
    ];
    assert_draws(&by_user(Preempted::Restart), 3, &jobs, &expected);
}

#[test]
fn no_job_is_preempted_in_vain() {
    // The reservation `B` is never preempted, so that `a` alone would not make room for `c`; `e`
    // would still run when `D` begins. `f` is no more urgent than `a`.
    let mut jobs = vec![
        batch((0, 1, 9, 9)),
        reservation((0, 2, 4, 4), 0, 4),
        batch((1, 2, 1, 1)),
        reservation((1, 3, 2, 2), 9, 11),
        batch((2, 1, 1, 8)),
        batch((3, 1, 2, 2)),
    ];
    for (job, user) in jobs.iter_mut().zip([3, 0, 1, 0, 0, 3]) {
        job.logged.user = user;
    }
    let expected = [
        "BBBBcff..DDe", //
        "BBBBc....DD.",
        "aaaaaaaaaDD.",
    ];
    assert_draws(&by_user(Preempted::Resume), 3, &jobs, &expected);
}

#[test]
fn a_job_preempted_over_its_limit_asks_for_a_second() {
    // `a` has run 3 s of a limit of 2 when `c` comes. It asks for 1 s afterwards, which is left
    // before `B`, and takes 3.
    let mut settings = by_user(Preempted::Resume);
    settings.local.over_limit = OverLimit::Ignore;
    let jobs = [of_user(1, batch((0, 1, 6, 2))), reservation((0, 1, 2, 2), 5, 7), of_user(0, batch((3, 1, 1, 1)))];
    assert_draws(&settings, 1, &jobs, &["aaacaaaBB"]);
    // Begun anew it asks for all of its limit, which is too much before `B`.
    settings.local.preempted = Preempted::Restart;
    assert_draws(&settings, 1, &jobs, &["aaac.BBaaaaaa"]);
}

#[test]
fn a_preempted_job_takes_the_remaining_processors_at_once() {
    // At 2 `c` preempts `b`, then `d` preempts `a`, which leaves three processors: too few for `a`,
    // enough for `b`.
    let jobs = of_users([(2, (0, 4, 6, 6)), (3, (0, 2, 4, 4)), (0, (2, 2, 3, 3)), (1, (2, 1, 4, 4))]);
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

#[test]
fn a_job_without_a_limit_has_none_when_it_begins_anew() {
    // The larger first: `b` preempts `a` at 1, which begins anew at 2 and runs for its 4 s.
    let mut settings = local(QueuePolicy::Pppd);
    settings.local.preempted = Preempted::Restart;
    settings.local.systems = vec![LocalSystem::Sge];
    let a = Job { limit_known: false, ..batch((0, 1, 4, 3)) };
    let jobs = [a, batch((1, 2, 1, 1))];
    assert_draws(&settings, 2, &jobs, &["abaaaa", ".b...."]);
}
