//! "Impact of AR on non-AR waiting": in Platform LSF a task "remains pending if ARs use all slots";
//! elsewhere it is "started if its runtime limit less than AR start time", in SGE also, "if runtime
//! limit not set", with "no ARs on nodes".

use super::*;
use workload::select::{Selection, select};

/// `A` wants this many processors from 10 to 20. `b`, `c` and `d` come at 1; they would end by 10, but
/// `c` asks for 12 minutes, and the log names no limit for `d`. `e` comes at 11.
fn jobs(processors_of_a: u32) -> [Job; 5] {
    [
        reservation((0, processors_of_a, 9, 10), 10, 20),
        batch((1, 1, 4, 8)),
        batch((1, 1, 4, 12)),
        without_limit((1, 1, 3, 3)),
        batch((11, 1, 2, 2)),
    ]
}

#[test]
fn platform_lsf() {
    // Only `e` finds all processors in use.
    let expected = [
        ".bbbb.....AAAAAAAAA-ee", //
        ".cccc.....AAAAAAAAA-..",
        ".ddd......AAAAAAAAA-..",
    ];
    assert_draws_in(MINUTE, LocalSystem::PlatformLsf, &jobs(3), &expected);
}

/// `c` would be in the way; `d` has the limit that the selection filled in.
const BY_THEIR_LIMITS: [&str; 3] = [
    ".bbbb.....AAAAAAAAA-cccc", //
    ".ddd......AAAAAAAAA-ee..",
    "..........AAAAAAAAA-....",
];

#[test]
fn pbs_pro() {
    assert_draws_in(MINUTE, LocalSystem::PbsPro, &jobs(3), &BY_THEIR_LIMITS);
}

#[test]
fn maui() {
    assert_draws_in(MINUTE, LocalSystem::Maui, &jobs(3), &BY_THEIR_LIMITS);
}

/// `d` has none, and there is a reservation on every processor.
const BY_ITS_LIMIT: [&str; 3] = [
    ".bbbb.....AAAAAAAAA-cccc", //
    "..........AAAAAAAAA-ddd.",
    "..........AAAAAAAAA-ee..",
];

#[test]
fn sge_by_the_limit() {
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(3), &BY_ITS_LIMIT);
}

#[test]
fn sge_by_the_default_of_the_queue() {
    // "Wall-clock task runtime limits (queue default if not specified)" (Sect. 3.1): where there is a
    // default, `d` has it as a limit, and is started as elsewhere.
    let d = |missing_limit| {
        let log = workload::read("log", b"4 1 -1 3 1 -1 -1 1 -1\n").unwrap();
        let mut selection = Selection { missing_limit, ..Selection::default() };
        selection.reservations.percent = 0.0;
        select(&log.workload, &selection, 1).remove(0)
    };
    let mut jobs = jobs(3);
    jobs[3] = d(Some(8));
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs, &BY_THEIR_LIMITS);
    jobs[3] = d(None);
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs, &BY_ITS_LIMIT);
}

#[test]
fn sge_without_a_limit() {
    // There is none on the third: `c` takes it, and `d` gets it afterwards.
    let expected = [
        ".bbbb.....AAAAAAAAA-", //
        "..........AAAAAAAAA-",
        ".ccccddd...ee.......",
    ];
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(2), &expected);
}
