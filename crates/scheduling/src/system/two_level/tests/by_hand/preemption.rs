//! PPPD: "running tasks with lower priorities are preempted by waiting task with higher priorities"
//! (Sect. 2.1). The user's number is the job's rank: user 0 is the most urgent.

use super::*;

const RESUME: &str = "local.queue: pppd; local.priority.by: user; local.priority.first: low";
const RESTART: &str = "local.queue: pppd; local.priority.by: user; local.priority.first: low; local.preempted: restart";

/// Six jobs on four processors. `c` preempts both that run; `f` preempts three of equal or less
/// urgency, of the two equals the younger first.
const SIX_JOBS: &str = "0 2 6 6 user=3, 0 2 5 5 user=2, 2 3 2 2 user=1, 3 1 3 3 user=3, 3 1 4 4 user=2, 6 4 1 1 user=0";

#[test]
fn preempted_jobs_go_on_with_what_is_left() {
    // `a` and `b` have run 2 s when `c` comes. At 4 `b` goes on for 3 and `d` overtakes the wide
    // `a`; when `f` comes at 6, `b`, `d` and `e` have a second left each.
    assert_draws(
        RESUME,
        SIX_JOBS,
        "bbccbbfbaaaa
         bbccbbfbaaaa
         aaccddfe....
         aa.eeefd....",
    );
}

#[test]
fn preempted_jobs_begin_anew() {
    // All work before 2, and of `b`, `d` and `e` all work before 6, was lost.
    assert_draws(
        RESTART,
        SIX_JOBS,
        "bbccbbfbbbbb.....
         bbccbbfbbbbb.....
         aaccddfeeeeaaaaaa
         aa.eeefddd.aaaaaa",
    );
    for (settings, expected) in [(RESTART, [2, 4, 0, 2, 3, 0]), (RESUME, [0; 6])] {
        let run = run(&self::settings(settings), &[4], &jobs(SIX_JOBS));
        assert!(run.schedule.outcomes.into_iter().map(|it| it.lost).eq(expected), "{settings}");
    }
}

#[test]
fn of_equals_the_one_that_started_last_is_preempted_and_keeps_its_place() {
    // `c` preempts `b` rather than `a`; at 3 `b` goes before `d`, which arrived after it.
    assert_draws(
        RESUME,
        "0 1 5 5 user=2, 1 1 4 4 user=2, 2 1 1 1 user=0, 2 1 2 2 user=2",
        "aaaaadd
         .bcbbb.",
    );
}

#[test]
fn a_job_that_need_not_be_preempted_is_spared() {
    // `a` is the less urgent and would go first, but without `b` there is room enough. It would
    // begin anew otherwise.
    assert_draws(
        RESTART,
        "0 1 4 4 user=3, 0 2 3 3 user=2, 1 2 2 2 user=0",
        "bccbbb
         bccbbb
         aaaa..",
    );
}

#[test]
fn no_job_is_preempted_in_vain() {
    // The reservation `B` is never preempted, so that `a` alone would not make room for `c`; `e`
    // would still run when `D` begins. `f` is no more urgent than `a`.
    assert_draws(
        RESUME,
        "0 1 9 9 user=3, 0 2 4 4 from=0 to=4 user=0, 1 2 1 1 user=1, 1 3 2 2 from=9 to=11 user=0,
         2 1 1 8 user=0, 3 1 2 2 user=3",
        "BBBBcff..DDe
         BBBBc....DD.
         aaaaaaaaaDD.",
    );
}

#[test]
fn a_job_preempted_over_its_limit_asks_for_a_second() {
    // `a` has run 3 s of a limit of 2 when `c` comes. It asks for 1 s afterwards, which is left
    // before `B`, and takes 3. Begun anew it asks for all of its limit, which is too much before `B`.
    for (settings, expected) in [(RESUME, "aaacaaaBB"), (RESTART, "aaac.BBaaaaaa")] {
        let jobs = "0 1 6 2 user=1, 0 1 2 2 from=5 to=7, 3 1 1 1 user=0";
        assert_draws(&format!("{settings}; local.over_limit: ignore"), jobs, expected);
    }
}

#[test]
fn a_preempted_job_takes_the_remaining_processors_at_once() {
    // At 2 `c` preempts `b`, then `d` preempts `a`, which leaves three processors: too few for `a`,
    // enough for `b`.
    assert_draws(
        RESUME,
        "0 4 6 6 user=2, 0 2 4 4 user=3, 2 2 3 3 user=0, 2 1 4 4 user=1",
        "aadddd...
         aabb.aaaa
         aabb.aaaa
         aa...aaaa
         bbcccaaaa
         bbccc....",
    );
}

#[test]
fn a_job_without_a_limit_has_none_when_it_begins_anew() {
    // The larger first: `b` preempts `a` at 1, which begins anew at 2 and runs for its 4 s.
    let settings = "local.queue: pppd; local.preempted: restart; local.systems: [\"sge\"]";
    assert_draws(settings, "0 1 4 3 guessed, 1 2 1 1", "abaaaa .b....");
}
