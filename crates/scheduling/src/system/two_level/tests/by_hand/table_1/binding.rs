//! "Dynamic binding": in PBS Pro "required resource are limits of AR queue", a number; in the others a
//! reservation is "created on concrete nodes". A column is ten minutes.

use super::*;

/// From 20 to 60 there is always a processor that is not reserved when `D` asks for one, first the
/// upper, then the lower.
#[test]
fn of_each_system() {
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
