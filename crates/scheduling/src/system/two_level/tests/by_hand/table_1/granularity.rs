//! "Granularity of AR time slot": 10 minutes in Platform LSF, seconds elsewhere. "In Platform LSF
//! [...] it is not possible to reserve resources from 12th till 18th minute (instead, a reservation
//! from 10th till 20th minute will be set)" (Sect. 3.1).

use super::*;

/// `A` asks for minutes 12 to 18, `B` for 6 to 9 on both processors, `C` for 8 to 11 on one. Their
/// jobs take a minute less. `d` comes at 18.
fn jobs() -> [Job; 4] {
    [
        reservation((0, 1, 5, 6), 12, 18),
        reservation((0, 2, 2, 3), 6, 9),
        reservation((1, 1, 2, 3), 8, 11),
        batch((18, 2, 4, 4)),
    ]
}

/// `C` begins when `B` ends.
const SECONDS: [&str; 2] = [
    "......BB-CC-AAAAA-dddd", //
    "......BB-.........dddd",
];

#[test]
fn platform_lsf() {
    // `A` has the minutes from 10 to 20, `B` those to 10, and `C`, which would touch both of these
    // slots, is moved to the second.
    let expected = [
        "------BB----AAAAA---dddd", //
        "------BB--CC--------dddd",
    ];
    assert_draws_in(MINUTE, LocalSystem::PlatformLsf, &jobs(), &expected);
}

#[test]
fn pbs_pro() {
    assert_draws_in(MINUTE, LocalSystem::PbsPro, &jobs(), &SECONDS);
}

#[test]
fn maui() {
    assert_draws_in(MINUTE, LocalSystem::Maui, &jobs(), &SECONDS);
}

#[test]
fn sge() {
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(), &SECONDS);
}
