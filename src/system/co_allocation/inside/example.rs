//! The example of the paper's Figures 1 and 2.

use super::Asked;
use crate::availability::idle_periods::IdlePeriod;

/// The idle periods X, Y, Z and V of Figure 1 on a server each, the length τ of a slot, and the request
/// (q, s, l, n) = (17, 17, 12, 2) of Figure 2. The text names what X is, the medians, and which periods
/// are feasible; the other times are chosen to agree with it.
pub fn example() -> (Vec<IdlePeriod>, i64, Asked) {
    let times = [(4, 25), (12, 36), (7, 32), (2, 18)];
    let periods = (0..)
        .zip(times)
        .map(|(server, (start, end))| IdlePeriod { start, end, server });
    let asked = Asked {
        start: 17,
        length: 12,
        servers: 2,
    };
    (periods.collect(), 10, asked)
}
