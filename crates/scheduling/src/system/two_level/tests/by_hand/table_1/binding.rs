//! "Dynamic binding": in PBS Pro "required resource are limits of AR queue", a number; in the others a
//! reservation is "created on concrete nodes". A column is ten minutes.

use super::*;

/// From 20 to 60 there is always a processor that is not reserved when `D` asks for one, first the
/// upper, then the lower.
fn jobs() -> [Job; 5] {
    [
        reservation((0, 1, 1, 2), 0, 2),
        reservation((0, 1, 2, 3), 1, 4),
        reservation((0, 1, 1, 2), 4, 6),
        reservation((0, 1, 3, 4), 2, 6),
        batch((0, 1, 1, 1)),
    ]
}

/// `A` and `C` are bound to the upper processor, `B` to the lower: `D` has to wait for `B`.
const CONCRETE_NODES: [&str; 2] = [
    "A-..C-..", //
    "eBB-DDD-",
];

#[test]
fn platform_lsf() {
    assert_draws_in(10 * MINUTE, LocalSystem::PlatformLsf, &jobs(), &CONCRETE_NODES);
}

#[test]
fn pbs_pro() {
    // `C` takes the lower processor when it begins.
    let expected = [
        "A-DDD-", //
        "eBB-C-",
    ];
    assert_draws_in(10 * MINUTE, LocalSystem::PbsPro, &jobs(), &expected);
}

#[test]
fn maui() {
    assert_draws_in(10 * MINUTE, LocalSystem::Maui, &jobs(), &CONCRETE_NODES);
}

#[test]
fn sge() {
    assert_draws_in(10 * MINUTE, LocalSystem::Sge, &jobs(), &CONCRETE_NODES);
}
