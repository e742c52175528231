//! "Impact of AR on non-AR waiting": in Platform LSF a task "remains pending if ARs use all slots";
//! elsewhere it is "started if its runtime limit less than AR start time", in SGE also, "if runtime
//! limit not set", with "no ARs on nodes".

use super::*;
use workload::select::{Selection, select};

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
fn of_each_system() {
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
