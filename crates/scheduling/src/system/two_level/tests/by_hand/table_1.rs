//! Table 1 of Kurowski et al. 2011, "Comparison of advance reservation capabilities of local
//! schedulers": a test a row, a drawing a cell. "Input to query about AR" does not show in a schedule.
//!
//! The same jobs are drawn under all four systems, a column a minute unless a test says otherwise.

use super::*;
use workload::select::{Selection, select};

/// Draws jobs under each of the systems that stand before a drawing. Times are multiples of `minutes`.
#[track_caller]
fn assert_draws_under(minutes: i64, jobs: &str, drawings: &[(&str, &str)]) {
    for (systems, drawing) in drawings {
        for system in systems.split_whitespace() {
            let settings = format!("local.systems: [\"{system}\"]");
            assert_draws_in(60 * minutes, &settings, &self::jobs(jobs), drawing);
        }
    }
}

// "Impact of non-AR tasks on creation of AR": none in Platform LSF; in PBS Pro and Maui "runtime
// limits taken into account"; in SGE "AR only on slot without non-AR tasks running unless they have
// runtime limits".

/// `a` and `b` run on the two processors, until their limits of 14 and 12 minutes at the latest; the
/// log does not name that of `a`. `C` asks for both processors from 10 to 20, `D` for one from 10 to
/// 12.
#[test]
fn creation_of_each_system() {
    assert_draws_under(
        1,
        "0 1 14 14 guessed, 0 1 11 12, 1 2 9 10 from=10 to=20, 2 1 1 2 from=10 to=12",
        &[
            // `C` gets its request. Only `D` is in its way, and goes before `a` at 20.
            (
                "platform_lsf",
                "aaaaaaaaaaCCCCCCCCC-D---------aaaa
                 bbbbbbbbbbCCCCCCCCC-b.............",
            ),
            // Both begin when the limits leave enough, not when the jobs end.
            (
                "pbs_pro maui",
                "aaaaaaaaaaaaaaCCCCCCCCC-
                 bbbbbbbbbbb.D-CCCCCCCCC-",
            ),
            // On `a`'s processor no reservation is possible: `C` is rejected.
            (
                "sge",
                "aaaaaaaaaaaaaa
                 bbbbbbbbbbb.D-
                 rejected:C",
            ),
        ],
    );
}

// "Dynamic binding": in PBS Pro "required resource are limits of AR queue", a number; in the others a
// reservation is "created on concrete nodes". A column is ten minutes.

/// From 20 to 60 there is always a processor that is not reserved when `D` asks for one, first the
/// upper, then the lower.
#[test]
fn binding_of_each_system() {
    assert_draws_under(
        10,
        "0 1 1 2 from=0 to=2, 0 1 2 3 from=1 to=4, 0 1 1 2 from=4 to=6, 0 1 3 4 from=2 to=6, 0 1 1 1",
        &[
            // `A` and `C` are bound to the upper processor, `B` to the lower: `D` has to wait for `B`.
            (
                "platform_lsf maui sge",
                "A-..C-..
                 eBB-DDD-",
            ),
            // `C` takes the lower processor when it begins.
            (
                "pbs_pro",
                "A-DDD-
                 eBB-C-",
            ),
        ],
    );
}

// "Granularity of AR time slot": 10 minutes in Platform LSF, seconds elsewhere. "In Platform LSF
// [...] it is not possible to reserve resources from 12th till 18th minute (instead, a reservation
// from 10th till 20th minute will be set)" (Sect. 3.1).

/// `A` asks for minutes 12 to 18, `B` for 6 to 9 on both processors, `C` for 8 to 11 on one. Their
/// jobs take a minute less. `d` comes at 18.
#[test]
fn granularity_of_each_system() {
    assert_draws_under(
        1,
        "0 1 5 6 from=12 to=18, 0 2 2 3 from=6 to=9, 1 1 2 3 from=8 to=11, 18 2 4 4",
        &[
            // `A` has the minutes from 10 to 20, `B` those to 10, and `C`, which would touch both of these
            // slots, is moved to the second.
            (
                "platform_lsf",
                "------BB----AAAAA---dddd
                 ------BB--CC--------dddd",
            ),
            // `C` begins when `B` ends.
            (
                "pbs_pro maui sge",
                "......BB-CC-AAAAA-dddd
                 ......BB-.........dddd",
            ),
        ],
    );
}

// "Behavior of active tasks on AR end (before completion of all tasks)": killed; in SGE "by default
// 60 s before AR end". In Platform LSF they are killed too, but "if AR is open tasks are suspended".

/// `A` is made for 5 minutes and would run 12, `B` for the one after and would run 3.
#[test]
fn reservation_end_of_each_system() {
    assert_draws_under(
        1,
        "0 1 12 5 from=0 to=5, 0 1 3 1 from=5 to=6, 1 2 2 2",
        &[
            // The end is that of the slot: `A` has 10 minutes, and `B`, beside it, is done before.
            (
                "platform_lsf",
                "AAAAAAAAAAcc
                 -----BBB--cc
                 killed:A",
            ),
            (
                "pbs_pro maui",
                "AAAAABcc
                 ......cc
                 killed:AB",
            ),
            // A minute before the end: `B` does not run at all.
            (
                "sge",
                "AAAA--cc
                 ......cc
                 killed:AB",
            ),
        ],
    );
}

/// Draws minutes on a single processor in Platform LSF.
#[track_caller]
fn assert_draws_in_lsf(reservations: &str, jobs: &str, expected: &str) {
    let settings = format!("local.systems: [\"platform_lsf\"]; local.platform_lsf_reservations: {reservations}");
    assert_draws_in(60, &settings, &self::jobs(jobs), expected);
}

#[test]
fn platform_lsf_with_open_reservations() {
    // Before `A` there are 10 of the 20 minutes that `B` asks for; its job takes 15.
    let jobs = "0 1 5 10 from=10 to=20, 0 1 15 20 from=0 to=20 percent=50";
    assert_draws_in_lsf("closed", jobs, "BBBBBBBBBBAAAAA----- killed:B");
    assert_draws_in_lsf("open", jobs, "BBBBBBBBBBAAAAA-----BBBBB");
}

#[test]
fn platform_lsf_first_resumes_jobs_that_gave_way() {
    // `c` gave way to `B` and is done first; then `B` goes on where it was.
    let jobs = "0 1 10 10 from=20 to=30, 0 1 15 20 from=10 to=30 percent=50, 0 1 12 12";
    assert_draws_in_lsf("open", jobs, "ccccccccccBBBBBBBBBBAAAAAAAAAAccBBBBB");
}

#[test]
fn a_limit_ends_a_job_whether_its_reservation_is_open_or_not() {
    // `A` may run 10 minutes, and does. `B` may run 13: it is killed 3 minutes after it goes on.
    assert_draws_in_lsf("open", "0 1 15 10 from=0 to=10", "AAAAAAAAAA killed:A");
    let jobs = "0 1 10 10 from=10 to=20, 0 1 15 13 from=0 to=13 percent=50";
    assert_draws_in_lsf("open", jobs, "BBBBBBBBBBAAAAAAAAAABBB killed:B");
}

// "Impact of AR on non-AR running tasks": "suspended if it blocks AR task, resumed when AR ends" in
// Platform LSF, no impact elsewhere.

/// `a` runs 15 minutes on two processors of three, all that it asked for; `B` wants one from 10 to 20.
#[test]
fn running_batch_jobs_of_each_system() {
    assert_draws_under(
        1,
        "0 2 15 15, 1 1 9 10 from=10 to=20, 5 1 10 10, 12 1 4 4",
        &[
            // `a` stops at 10 and keeps its other processor: `d` waits for `c`'s. Its limit stands still,
            // too: from 20 on it runs for the 5 minutes that are left.
            (
                "platform_lsf",
                "aaaaaaaaaaBBBBBBBBB-aaaaa
                 aaaaaaaaaa..........aaaaa
                 .....ccccccccccdddd......",
            ),
            // `B` keeps off `a`, and `c` off `B`.
            (
                "pbs_pro maui sge",
                "aaaaaaaaaaaaaaacccccccccc
                 aaaaaaaaaaaaaaadddd......
                 ..........BBBBBBBBB-.....",
            ),
        ],
    );
}

// "Impact of AR on non-AR waiting": in Platform LSF a task "remains pending if ARs use all slots";
// elsewhere it is "started if its runtime limit less than AR start time", in SGE also, "if runtime
// limit not set", with "no ARs on nodes".

/// `A` wants three processors from 10 to 20. `b`, `c` and `d` come at 1; they would end by 10, but
/// `c` asks for 12 minutes, and the log names no limit for `d`. `e` comes at 11.
const JOBS: &str = "0 3 9 10 from=10 to=20, 1 1 4 8, 1 1 4 12, 1 1 3 3 guessed, 11 1 2 2";

/// `c` would be in the way; `d` has the limit that the selection filled in.
const BY_THEIR_LIMITS: &str = ".bbbb.....AAAAAAAAA-cccc
                               .ddd......AAAAAAAAA-ee..
                               ..........AAAAAAAAA-....";

/// `d` has none, and there is a reservation on every processor.
const BY_ITS_LIMIT: &str = ".bbbb.....AAAAAAAAA-cccc
                            ..........AAAAAAAAA-ddd.
                            ..........AAAAAAAAA-ee..";

#[test]
fn waiting_batch_jobs_of_each_system() {
    // In Platform LSF only `e` finds all processors in use.
    let lsf = ".bbbb.....AAAAAAAAA-ee
               .cccc.....AAAAAAAAA-..
               .ddd......AAAAAAAAA-..";
    assert_draws_under(1, JOBS, &[("platform_lsf", lsf), ("pbs_pro maui", BY_THEIR_LIMITS), ("sge", BY_ITS_LIMIT)]);
}

#[test]
fn sge_by_the_default_of_the_queue() {
    // "Wall-clock task runtime limits (queue default if not specified)" (Sect. 3.1): where there is a
    // default, `d` has it as a limit, and is started as elsewhere.
    let log = workload::read("log", b"4 1 -1 3 1 -1 -1 1 -1\n").unwrap().workload;
    for (missing_limit, expected) in [(Some(8), BY_THEIR_LIMITS), (None, BY_ITS_LIMIT)] {
        let mut selection = Selection { missing_limit, ..Selection::default() };
        selection.reservations.percent = 0.0;
        let mut jobs = jobs(JOBS);
        jobs[3] = select(&log, &selection, 1).remove(0);
        assert_draws_in(60, "local.systems: [\"sge\"]", &jobs, expected);
    }
}

#[test]
fn sge_without_a_limit() {
    // There is none on the third: `c` takes it, and `d` gets it afterwards.
    assert_draws_under(
        1,
        &JOBS.replacen("0 3", "0 2", 1),
        &[(
            "sge",
            ".bbbb.....AAAAAAAAA-
             ..........AAAAAAAAA-
             .ccccddd...ee.......",
        )],
    );
}
