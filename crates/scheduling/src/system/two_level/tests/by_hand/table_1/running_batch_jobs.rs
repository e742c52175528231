//! "Impact of AR on non-AR running tasks": "suspended if it blocks AR task, resumed when AR ends" in
//! Platform LSF, no impact elsewhere.

use super::*;

/// `a` runs 15 minutes on two processors of three, all that it asked for; `B` wants one from 10 to 20.
#[test]
fn of_each_system() {
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
