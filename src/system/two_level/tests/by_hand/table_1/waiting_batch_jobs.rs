//! "Impact of AR on non-AR waiting": in Platform LSF a task "remains pending if ARs use all slots";
//! elsewhere it is "started if its runtime limit less than AR start time", in SGE also, "if runtime
//! limit not set", with "no ARs on nodes".

use super::*;

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

/// `c` would be in the way; `d` has the limit that the selection filled in, the queue's default.
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

#[test]
fn sge_by_the_limit() {
    // `d` has none, and there is a reservation on every processor.
    let expected = [
        ".bbbb.....AAAAAAAAA-cccc", //
        "..........AAAAAAAAA-ddd.",
        "..........AAAAAAAAA-ee..",
    ];
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(3), &expected);
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
