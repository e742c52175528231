//! The example of the paper's Figures 1 and 2.

use super::Asked;
use crate::availability::idle_periods::IdlePeriod;
use workload::Time;

pub const X: IdlePeriod = IdlePeriod { start: 4, end: 25, server: 0 };
pub const Y: IdlePeriod = IdlePeriod { start: 12, end: 36, server: 1 };
pub const Z: IdlePeriod = IdlePeriod { start: 7, end: 32, server: 2 };
pub const V: IdlePeriod = IdlePeriod { start: 2, end: 18, server: 3 };

/// The idle periods X, Y, Z and V of Figure 1 on a server each, the length τ of a slot, and the request
/// (q, s, l, n) = (17, 17, 12, 2) of Figure 2. The text gives X, the medians, and which periods are
/// feasible; the other times are chosen to agree with it.
pub fn example() -> ([IdlePeriod; 4], Time, Asked) {
    let asked = Asked { start: 17, length: 12, servers: 2 };
    ([X, Y, Z, V], 10, asked)
}
