//! Where an axis of numbers has its marks, and how numbers are written.

use std::ops::Range;

use super::time_axis::Tick;
use base::text::grouped;
use scheduling::system::Unit;

/// Which of a lane's processors within `sight` get a number: 0, and as many round ones as have room
/// when a processor is `row_height` CSS pixels tall.
pub fn processor_ticks(processors: u32, sight: Range<u32>, row_height: f64) -> Vec<u32> {
    const ROOM: f64 = 18.0;
    let binary = processors.is_multiple_of(16);
    let decades = [1u32, 2, 5].into_iter();
    let step = (0..9)
        .flat_map(|power| decades.clone().map(move |digit| digit * 10u32.pow(power)))
        .map(|step| if binary { step.next_power_of_two() } else { step })
        .find(|&step| f64::from(step) * row_height >= ROOM)
        .unwrap_or(u32::MAX);
    let first = sight.start.div_ceil(step);
    (first..).map_while(|count| count.checked_mul(step)).take_while(|&at| at < sight.end.min(processors)).collect()
}

/// Marks at round numbers between `low` and `high` with at least `room` CSS pixels for each on
/// `length` CSS pixels. Empty where there is nothing to mark.
pub fn number_ticks(low: f64, high: f64, length: f64, room: f64) -> Vec<Tick> {
    let span = high - low;
    if !(span > 0.0 && span.is_finite() && length >= 1.0 && room > 0.0) {
        return Vec::new();
    }
    let step = round_up(span * room / length);
    // Beyond 2^50 steps from zero neighbouring marks are the same number.
    if !(step > 0.0 && step.is_finite() && (low / step).abs() < (1u64 << 50) as f64) {
        return Vec::new();
    }
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let count = (last - first).clamp(-1.0, 1000.0) as i64;
    // One unit along the whole axis: 5 k beside 10 k, not 5 000.
    let magnitude = Magnitude::of(low.abs().max(high.abs()));
    (0..=count)
        .map(|at| (first + at as f64) * step)
        .map(|at| Tick { at: if at == 0.0 { 0.0 } else { at }, label: magnitude.label(at, step) })
        .collect()
}

/// The least of 1, 2, 5, 10, 20, 50... (of any power of ten) that is not below `least`.
pub fn round_up(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|&step| step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// A number as precise as the distance `step` between marks asks for: `0.58`, `1 234`, `12.5 k`,
/// `3 M`.
pub fn number_label(value: f64, step: f64) -> String {
    Magnitude::of(value.abs()).label(value, step)
}

/// A unit of large numbers.
#[derive(Clone, Copy)]
struct Magnitude {
    size: f64,
    suffix: &'static str,
}

impl Magnitude {
    /// The one for numbers of this size.
    fn of(size: f64) -> Self {
        let (size, suffix) = match size {
            size if size >= 1e9 => (1e9, " G"),
            size if size >= 1e6 => (1e6, " M"),
            size if size >= 1e4 => (1e3, " k"),
            _ => (1.0, ""),
        };
        Self { size, suffix }
    }

    fn label(self, value: f64, step: f64) -> String {
        if value == 0.0 {
            return "0".to_owned();
        }
        // As many decimals as the step has in this unit.
        let decimals = (-(step / self.size).log10().floor()).clamp(0.0, 9.0);
        let decimals = if decimals.is_finite() { decimals as usize } else { 0 };
        let text = format!("{:.decimals$}", value / self.size);
        let text = if self.suffix.is_empty() && value.abs() >= 1000.0 && decimals == 0 { grouped(&text) } else { text };
        text.replace('-', "−") + self.suffix
    }
}

/// A number for a table or a caption, to three or four digits: `0.583`, `23.4`, `1 234`, `22.2 k`.
pub fn short_number(value: f64) -> String {
    let size = value.abs();
    let step = match size {
        size if size < 1e4 && size.fract() == 0.0 => 1.0,
        size if size < 1.0 => 0.001,
        size if size < 100.0 => 0.1,
        size if size < 1e4 => 1.0,
        size => 10f64.powf(size.log10().floor()) / 100.0,
    };
    if value.is_finite() { number_label(value, step) } else { "–".to_owned() }
}

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
    use proptest::prelude::*;

    use super::*;

    /// The labels of an axis of this length and with this room for each.
    fn labels(low: f64, high: f64, length: f64, room: f64) -> String {
        let labels: Vec<String> = number_ticks(low, high, length, room).into_iter().map(|tick| tick.label).collect();
        labels.join(" | ")
    }

    #[test]
    fn an_axis_counts_in_one_unit() {
        assert_eq!(labels(0.0, 14_400.0, 300.0, 80.0), "0 | 5 k | 10 k");
        assert_eq!(labels(0.0, 9_000.0, 300.0, 80.0), "0 | 5\u{202f}000");
    }

    #[test]
    fn numbers_are_as_precise_as_their_distance() {
        for (low, high, expected) in [
            (0.0, 1.0, "0 | 0.2 | 0.4 | 0.6 | 0.8 | 1.0"),
            (0.55, 0.61, "0.56 | 0.58 | 0.60"),
            (0.0, 5000.0, "0 | 1\u{202f}000 | 2\u{202f}000 | 3\u{202f}000 | 4\u{202f}000 | 5\u{202f}000"),
            (20_000.0, 26_000.0, "20 k | 22 k | 24 k | 26 k"),
            (12_000.0, 14_000.0, "12.0 k | 12.5 k | 13.0 k | 13.5 k | 14.0 k"),
        ] {
            assert_eq!(labels(low, high, 200.0, 40.0), expected);
        }
    }

    #[test]
    fn short_numbers_keep_three_or_four_digits() {
        for row in "0.5834: 0.583
23.44: 23.4
1234.4: 1\u{202f}234
22187: 22.2 k
0: 0
69: 69
NaN: –"
            .lines()
        {
            let (value, expected) = row.split_once(": ").expect(row);
            assert_eq!(short_number(value.parse().expect(row)), expected, "{row}");
        }
    }

    #[test]
    fn processors_are_numbered_in_round_steps() {
        assert_eq!(processor_ticks(64, 0..64, 4.0), [0, 8, 16, 24, 32, 40, 48, 56]);
        assert_eq!(processor_ticks(100, 15..70, 1.0), [20, 40, 60]);
        assert_eq!(processor_ticks(3, 0..9, 50.0), [0, 1, 2]);
        assert_eq!(processor_ticks(1_000_000, 0..u32::MAX, 0.0), [0]);
        assert!(processor_ticks(0, 0..1, 1.0).is_empty());
    }

    proptest! {
        #[test]
        fn marks_have_room_and_lie_within(low in -1e9..1e9, span in 1e-3..1e9, length in 1.0..2000.0) {
            let ticks = number_ticks(low, low + span, length, 40.0);
            for pair in ticks.windows(2) {
                prop_assert!((pair[1].at - pair[0].at) / span * length >= 40.0 * 0.999);
            }
            let slack = 1e-6 * span;
            prop_assert!(ticks.iter().all(|tick| tick.at >= low - slack && tick.at <= low + span + slack));
        }

        #[test]
        fn no_numbers_are_too_wild(low in prop::num::f64::ANY, high in prop::num::f64::ANY, length in prop::num::f64::ANY) {
            number_ticks(low, high, length, 30.0);
            number_label(low, high);
            short_number(low);
        }
    }

    #[test]
    fn seconds_are_counted_in_the_largest_unit_that_fits_twice() {
        let symbols = [0.0, 119.0, 120.0, 7_199.0, 7_200.0, 172_800.0, f64::NAN]
            .map(|seconds| AxisUnit::of_seconds(seconds).symbol);
        assert_eq!(symbols, ["s", "s", "min", "min", "h", "d", "s"]);
    }
}
