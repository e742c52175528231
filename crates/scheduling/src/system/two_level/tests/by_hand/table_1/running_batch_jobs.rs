//! "Impact of AR on non-AR running tasks": "suspended if it blocks AR task, resumed when AR ends" in
//! Platform LSF, no impact elsewhere.

use super::*;

/// `a` runs 15 minutes on two processors of three, all that it asked for; `B` wants one from 10 to 20.
fn jobs() -> [Job; 4] {
    [batch((0, 2, 15, 15)), reservation((1, 1, 9, 10), 10, 20), batch((5, 1, 10, 10)), batch((12, 1, 4, 4))]
}

#[test]
fn platform_lsf() {
    // `a` stops at 10 and keeps its other processor: `d` waits for `c`'s. Its limit stands still,
    // too: from 20 on it runs for the 5 minutes that are left.
    let expected = [
        "aaaaaaaaaaBBBBBBBBB-aaaaa", //
        "aaaaaaaaaa..........aaaaa",
        ".....ccccccccccdddd......",
    ];
    assert_draws_in(MINUTE, LocalSystem::PlatformLsf, &jobs(), &expected);
}

/// `B` keeps off `a`, and `c` off `B`.
const NO_IMPACT: [&str; 3] = [
    "aaaaaaaaaaaaaaacccccccccc", //
    "aaaaaaaaaaaaaaadddd......",
    "..........BBBBBBBBB-.....",
];

#[test]
fn pbs_pro() {
    assert_draws_in(MINUTE, LocalSystem::PbsPro, &jobs(), &NO_IMPACT);
}

#[test]
fn maui() {
    assert_draws_in(MINUTE, LocalSystem::Maui, &jobs(), &NO_IMPACT);
}

#[test]
fn sge() {
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(), &NO_IMPACT);
}
