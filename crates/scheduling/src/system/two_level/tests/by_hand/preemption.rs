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

// "Best effort reservations allow LRMS to reserve either available number of slots within a range
// given by a user (per-slot best-effort) or a specific number of slots for available time also from
// a range given by a user (per-time best-effort)" (Sect. 3.1).

#[test]
fn per_slot_it_takes_the_processors_that_there_are() {
    // Beside `A` there are two processors for `B`, which asks for four and takes one at least: its
    // work of 4 * 2 processor seconds takes 4 s on them. `C` takes no fewer than three.
    // With a second more of work it would take 6 s, and is reserved for 4.
    for (run_time, killed) in [(2, ""), (3, "killed:B")] {
        assert_draws(
            "",
            &format!(
                "0 2 4 4 from=2 to=6, 0 4 {run_time} 4 from=2 to=6 least=1, 0 3 2 2 from=2 to=4 least=3,
                 0 4 2 2, 3 1 1 1"
            ),
            &format!(
                "ddAAAACC
                 ddAAAACC
                 ddBBBBCC
                 ddBBBBe. {killed}"
            ),
        );
    }
}

#[test]
fn per_slot_it_lasts_the_longer_the_fewer_processors_it_takes() {
    // Reserved for their run times: `C` is searched as 8 s on one processor, from 2 to 10, where `A`
    // leaves no more than that one. `D` begins when three are free.
    let jobs = "0 2 4 4 from=2 to=6, 0 4 2 2 from=2 to=10 least=1, 0 3 2 2 from=2 to=4 least=3, 0 4 2 2, 3 1 1 1";
    assert_draws(
        "reservation_length: run_time",
        &format!("0 3 2 2 from=8 to=10, {jobs}"),
        "eeBBBBDDAA
         eeBBBBDDAA
         eeCCCCCCCC
         ee.f..DDAA",
    );
    // Without `A` there are two from 2 to 10, which do it in half the time.
    assert_draws(
        "reservation_length: run_time",
        jobs,
        "ddAAAACC
         ddAAAACC
         ddBBBBCC
         ddBBBBe.",
    );
}

#[test]
fn per_time_it_takes_the_time_that_there_is() {
    // `B` asks for 6 s, takes 3, and gets the 4 until `A`, where its job is killed. `C` takes its
    // whole length only, which is there. `D` takes a second, and gets its 4 after `A`. `E` takes 4,
    // which are nowhere before `D` ends, and gets 5.
    assert_draws(
        "",
        "0 3 2 2 from=6 to=8, 0 2 5 6 from=2 to=8 percent=50, 0 2 3 4 from=2 to=6 percent=100,
         0 4 4 4 from=2 to=6 percent=25, 0 1 5 5 from=0 to=5 percent=80, 0 1 1 2",
        "f.BBBBAADDDDEEEEE
         ..BBBBAADDDD.....
         ..CCC-AADDDD.....
         ..CCC-..DDDD.....
         killed:B",
    );
}

#[test]
fn in_a_widened_window_it_begins_as_soon_as_there_is_the_least() {
    // `A` leaves one processor until 3, then two. `B`, ready since 1, takes the one at once, although
    // it could have both from 3 on; where it takes no fewer than two, it waits for them.
    for (least, expected) in [(1, "AAA.....C AAA...... .BB-....."), (2, "AAAB--..C AAAB--... .........")] {
        let jobs = format!("0 2 3 3 from=0 to=3, 1 2 1 3 from=1 to=9 least={least}, 1 1 1 1 from=8 to=9");
        assert_draws("", &jobs, expected);
    }
    // Between `A` and `C` there are 2 s for `B`, which asks for 4, and takes them if half will do;
    // otherwise it goes after `C`, where its deadline still is.
    for (percent, expected) in [(50, "AAACCBB killed:C"), (51, "AAA..BBCCCC")] {
        let jobs = format!("0 1 3 3 from=0 to=3, 0 1 2 2 from=5 to=7, 1 1 4 4 from=1 to=11 percent={percent}");
        assert_draws("late_reservations: deadline", &jobs, expected);
    }
}

#[test]
fn the_least_time_is_rounded_up() {
    // Half of 3 s is 2 s, which are not there before `A`, where 1 is; a third is.
    for (percent, expected) in [(50, ".AAAABBB"), (33, "BAAAA killed:B")] {
        assert_draws("", &format!("0 1 4 4 from=1 to=5, 0 1 3 3 from=0 to=3 percent={percent}"), expected);
    }
}

#[test]
fn a_hard_deadline_is_asked_of_what_is_given_not_of_the_least() {
    // On the fewest processors `A` would take 12 s; it is given all that it asked for, and 6 will do.
    // Beside `B` there is one processor: twice as long is too late.
    for (jobs, expected) in [
        ("0 2 6 6 from=0 to=6 least=1", "AAAAAA AAAAAA"),
        ("0 1 9 9 from=0 to=9, 0 2 6 6 from=0 to=6 least=1", "AAAAAAAAA ......... rejected:B"),
    ] {
        assert_draws("late_reservations: deadline; reservation_length: run_time", jobs, expected);
    }
}

#[test]
fn a_hard_deadline_ends_what_takes_as_long_as_it_can() {
    // `A` holds the machine until 3: of the 6 s that `B` asks for 5 are left, and 4 would do.
    let jobs = "0 2 3 3 from=0 to=3, 0 2 6 6 from=2 to=8 percent=60";
    assert_draws("late_reservations: deadline", jobs, "AAABBBBB AAABBBBB killed:B");
}
