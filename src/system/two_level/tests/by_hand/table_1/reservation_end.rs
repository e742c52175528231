//! "Behavior of active tasks on AR end (before completion of all tasks)": killed; in SGE "by default
//! 60 s before AR end". That Platform LSF suspends the tasks of an *open* reservation is not modelled.

use super::*;

/// `A` is made for 5 minutes and would run 12, `B` for the one after and would run 3.
fn jobs() -> [Job; 3] {
    [
        reservation((0, 1, 12, 5), 0, 5),
        reservation((0, 1, 3, 1), 5, 6),
        batch((1, 2, 2, 2)),
    ]
}

#[test]
fn platform_lsf() {
    // The end is that of the slot: `A` has 10 minutes, and `B`, beside it, is done before.
    let expected = [
        "AAAAAAAAAAcc", //
        "-----BBB--cc",
    ];
    assert_draws_in(MINUTE, LocalSystem::PlatformLsf, &jobs(), &expected);
    assert_killed(LocalSystem::PlatformLsf, 2, &jobs(), "A");
}

const KILLED_AT_THE_END: [&str; 2] = [
    "AAAAABcc", //
    "......cc",
];

#[test]
fn pbs_pro() {
    assert_draws_in(MINUTE, LocalSystem::PbsPro, &jobs(), &KILLED_AT_THE_END);
    assert_killed(LocalSystem::PbsPro, 2, &jobs(), "AB");
}

#[test]
fn maui() {
    assert_draws_in(MINUTE, LocalSystem::Maui, &jobs(), &KILLED_AT_THE_END);
    assert_killed(LocalSystem::Maui, 2, &jobs(), "AB");
}

#[test]
fn sge() {
    // A minute before the end: `B` does not run at all.
    let expected = [
        "AAAA--cc", //
        "......cc",
    ];
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(), &expected);
    assert_killed(LocalSystem::Sge, 2, &jobs(), "AB");
}
