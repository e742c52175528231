//! "Impact of non-AR tasks on creation of AR": none in Platform LSF; in PBS Pro and Maui "runtime
//! limits taken into account"; in SGE "AR only on slot without non-AR tasks running unless they have
//! runtime limits".

use super::*;

/// `a` and `b` run on the two processors, until their limits of 14 and 12 minutes at the latest; the
/// log does not name that of `a`. `C` asks for both processors from 10 to 20, `D` for one from 10 to
/// 12.
fn jobs() -> [Job; 4] {
    [
        without_limit((0, 1, 14, 14)),
        batch((0, 1, 11, 12)),
        reservation((1, 2, 9, 10), 10, 20),
        reservation((2, 1, 1, 2), 10, 12),
    ]
}

#[test]
fn platform_lsf() {
    // `C` gets its request. Only `D` is in its way, and goes before `a` at 20.
    let expected = [
        "aaaaaaaaaaCCCCCCCCC-D---------aaaa", //
        "bbbbbbbbbbCCCCCCCCC-b.............",
    ];
    assert_draws_in(MINUTE, LocalSystem::PlatformLsf, &jobs(), &expected);
}

/// Both begin when the limits leave enough, not when the jobs end.
const AFTER_THE_LIMITS: [&str; 2] = [
    "aaaaaaaaaaaaaaCCCCCCCCC-", //
    "bbbbbbbbbbb.D-CCCCCCCCC-",
];

#[test]
fn pbs_pro() {
    assert_draws_in(MINUTE, LocalSystem::PbsPro, &jobs(), &AFTER_THE_LIMITS);
}

#[test]
fn maui() {
    assert_draws_in(MINUTE, LocalSystem::Maui, &jobs(), &AFTER_THE_LIMITS);
}

#[test]
fn sge() {
    // On `a`'s processor no reservation is possible: `C` is rejected.
    let expected = [
        "aaaaaaaaaaaaaa", //
        "bbbbbbbbbbb.D-",
    ];
    assert_draws_in(MINUTE, LocalSystem::Sge, &jobs(), &expected);
    let jobs = in_units(MINUTE, &jobs());
    let (_, rejected) = killed_and_rejected(&system(LocalSystem::Sge), 2, &jobs);
    assert_eq!(rejected, "C");
}
