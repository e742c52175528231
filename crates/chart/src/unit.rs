//! The unit of a criterion along an axis.

use scheduling::system::Unit;

/// A unit along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisUnit {
    /// The symbol after its numbers.
    pub symbol: &'static str,
    /// How much one of it is.
    pub size: f64,
}

impl AxisUnit {
    /// A hundredth.
    const PERCENT: Self = Self { symbol: "%", size: 0.01 };

    const TIMES: [Self; 3] =
        [Self { symbol: "d", size: 86_400.0 }, Self { symbol: "h", size: 3_600.0 }, Self { symbol: "min", size: 60.0 }];

    /// Of figures in a unit, the greatest of which is this.
    pub fn of(unit: Unit, greatest: f64) -> Self {
        match unit {
            Unit::Share => Self::PERCENT,
            Unit::Seconds => Self::of_seconds(greatest),
            unit => Self { symbol: unit.symbol(), size: 1.0 },
        }
    }

    /// Of the units of time the largest that `largest` seconds fill twice.
    fn of_seconds(largest: f64) -> Self {
        let fits = |unit: &Self| largest >= 2.0 * unit.size;
        Self::TIMES.into_iter().find(fits).unwrap_or(Self { symbol: "s", size: 1.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_counted_in_the_largest_unit_that_fits_twice() {
        let symbols = [0.0, 119.0, 120.0, 7_199.0, 7_200.0, 172_800.0, f64::NAN]
            .map(|seconds| AxisUnit::of_seconds(seconds).symbol);
        assert_eq!(symbols, ["s", "s", "min", "min", "h", "d", "s"]);
    }
}
