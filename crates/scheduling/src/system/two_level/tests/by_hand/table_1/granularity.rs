//! "Granularity of AR time slot": 10 minutes in Platform LSF, seconds elsewhere. "In Platform LSF
//! [...] it is not possible to reserve resources from 12th till 18th minute (instead, a reservation
//! from 10th till 20th minute will be set)" (Sect. 3.1).

use super::*;

/// `A` asks for minutes 12 to 18, `B` for 6 to 9 on both processors, `C` for 8 to 11 on one. Their
/// jobs take a minute less. `d` comes at 18.
#[test]
fn of_each_system() {
    assert_draws_under(
        1,
        "0 1 5 6 from=12 to=18, 0 2 2 3 from=6 to=9, 1 1 2 3 from=8 to=11, 18 2 4 4",
        &[
            // `A` has the minutes from 10 to 20, `B` those to 10, and `C`, which would touch both of these
            // slots, is moved to the second.
            (
                "platform_lsf",
                "------BB----AAAAA---dddd
                 ------BB--CC--------dddd",
            ),
            // `C` begins when `B` ends.
            (
                "pbs_pro maui sge",
                "......BB-CC-AAAAA-dddd
                 ......BB-.........dddd",
            ),
        ],
    );
}
