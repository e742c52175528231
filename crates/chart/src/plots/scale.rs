//! Where values stand along an axis, and where it has its marks.

use crate::axis::number_ticks;
use crate::time_axis::Tick;

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scale {
    /// Evenly, from the first to the last value.
    Linear(f64, f64),
    /// By their logarithm; both ends are above 0.
    Log(f64, f64),
    /// Seconds from 0 or more: evenly below half a minute, by their logarithm far above it.
    Period(f64, f64),
}

/// Where the greatest value is this many times the least, logarithms show both; beyond that the least
/// is as good as 0.
const WIDE: std::ops::Range<f64> = 4.0..1e9;

impl Scale {
    /// A scale that shows all of some values and a share of room on both sides; `None` of none.
    /// Logarithmic where the values are above 0 and far apart.
    pub(super) fn around(values: impl Iterator<Item = f64>, slack: f64) -> Option<Self> {
        let (low, high) = ends(values)?;
        if low > 0.0 && WIDE.contains(&(high / low)) {
            let room = libm::pow(high / low, slack);
            return Some(Self::Log(low / room, high * room));
        }
        let span = high - low;
        let room = if span > 1e-9 * high.abs().max(low.abs()) {
            span * slack
        } else if low == 0.0 {
            1.0
        } else {
            low.abs() * 0.1
        };
        // A quantity that is never negative has an axis that does not go below 0.
        let floor = if low >= 0.0 { 0.0 } else { f64::NEG_INFINITY };
        Some(Self::Linear((low - room).max(floor), high + room))
    }

    /// A logarithmic scale that shows those of some values that are above 0, and a share of room on both sides; `None`
    /// if none is. Values below a trillionth of the greatest count as 0.
    pub(super) fn log(values: impl Iterator<Item = f64>, slack: f64) -> Option<Self> {
        let (low, high) = ends(values.filter(|&value| value > 0.0))?;
        let low = low.max(high * 1e-12);
        // One value has room around it as well.
        let room = libm::pow(high / low, slack).max(1.0 + slack);
        Some(Self::Log(low / room, high * room))
    }

    /// A scale of periods that shows all of these; `None` of none.
    pub(super) fn of_periods(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (low, high) = ends(values.filter(|&value| value >= 0.0))?;
        Some(Self::Period(low, high.max(low + 1.0)))
    }

    /// Whether it is logarithmic.
    pub(super) fn is_log(self) -> bool {
        matches!(self, Self::Log(..))
    }

    /// The end of a logarithmic axis at and below which it shows nothing; -∞ of any other.
    pub(super) fn floor(self) -> f64 {
        match self {
            Self::Log(low, _) => low,
            Self::Linear(..) | Self::Period(..) => f64::NEG_INFINITY,
        }
    }

    /// The values at both ends.
    pub(super) fn ends(self) -> (f64, f64) {
        match self {
            Self::Linear(low, high) | Self::Log(low, high) | Self::Period(low, high) => (low, high),
        }
    }

    /// Whether a value lies on the axis.
    pub(super) fn shows(self, value: f64) -> bool {
        let (low, high) = self.ends();
        (low..=high).contains(&value)
    }

    /// Where a value stands: 0 at the beginning of the axis, 1 at its end.
    pub(super) fn share(self, value: f64) -> f64 {
        let spread = |(low, high): (f64, f64), value: f64| (value - low) / (high - low);
        match self {
            Self::Linear(low, high) => spread((low, high), value),
            Self::Log(low, high) => spread((libm::log(low), libm::log(high)), libm::log(value)),
            Self::Period(low, high) => {
                let bent = |seconds: f64| libm::log1p(seconds / 30.0);
                spread((bent(low), bent(high)), bent(value))
            }
        }
    }

    /// The marks on `length` CSS pixels with about `room` for each.
    pub(super) fn ticks(self, length: f64, room: f64) -> Vec<Tick> {
        match self {
            Self::Linear(low, high) => number_ticks(low, high, length, room),
            Self::Log(low, high) => log_ticks(low, high, length, room),
            Self::Period(low, high) => self.period_ticks((low, high), length, room),
        }
    }

    /// Round periods, those that stand too near the one before left out.
    fn period_ticks(self, (low, high): (f64, f64), length: f64, room: f64) -> Vec<Tick> {
        let mut ticks: Vec<Tick> = Vec::new();
        let mut free_from = f64::NEG_INFINITY;
        for (at, label) in PERIODS {
            let place = self.share(at) * length;
            if (low..=high).contains(&at) && place >= free_from {
                free_from = place + room;
                let label = label.to_owned();
                ticks.push(Tick { at, label });
            }
        }
        ticks
    }
}

/// Least and greatest.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    (low <= high).then_some((low, high))
}

const PERIODS: [(f64, &str); 15] = [
    (0.0, "0"),
    (10.0, "10 s"),
    (60.0, "1 min"),
    (300.0, "5 min"),
    (600.0, "10 min"),
    (1_800.0, "30 min"),
    (3_600.0, "1 h"),
    (10_800.0, "3 h"),
    (21_600.0, "6 h"),
    (43_200.0, "12 h"),
    (86_400.0, "1 d"),
    (259_200.0, "3 d"),
    (864_000.0, "10 d"),
    (2_592_000.0, "30 d"),
    (8_640_000.0, "100 d"),
];

/// Marks at round numbers of a logarithmic axis: as many for each power of ten as have room.
fn log_ticks(low: f64, high: f64, length: f64, room: f64) -> Vec<Tick> {
    const DIGITS: [&[f64]; 3] = [&[1.0, 1.5, 2.0, 3.0, 5.0, 7.0], &[1.0, 2.0, 5.0], &[1.0]];
    let decade = length / libm::log10(high / low);
    let smallest_gap = |digits: &[f64]| {
        let next = digits.iter().skip(1).chain([&10.0]);
        digits.iter().zip(next).map(|(a, b)| libm::log10(b / a)).fold(f64::INFINITY, f64::min)
    };
    let digits = DIGITS.into_iter().find(|digits| smallest_gap(digits) * decade >= room).unwrap_or(DIGITS[2]);
    let powers = libm::floor(libm::log10(low)) as i32..=libm::ceil(libm::log10(high)) as i32;
    powers
        .flat_map(|power| {
            let decimals = (-power).max(0) as usize;
            digits.iter().map(move |digit| {
                let at = digit * libm::pow(10.0, f64::from(power));
                let decimals = decimals + usize::from(digit.fract() != 0.0 && power <= 0);
                let label = format!("{at:.decimals$}");
                (at, label)
            })
        })
        .filter(|(at, _)| (low..=high).contains(at))
        .map(|(at, label)| Tick { at, label })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, length: f64) -> Vec<String> {
        let ticks = scale.ticks(length, 30.0);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn far_apart_values_are_shown_by_their_logarithm() {
        for (values, room, expected) in [
            (&[50.0, 60.0][..], 0.1, Some(Scale::Linear(49.0, 61.0))),
            (&[1.0, 100.0], 0.0, Some(Scale::Log(1.0, 100.0))),
            (&[0.0, 100.0], 0.1, Some(Scale::Linear(0.0, 110.0))),
            (&[], 0.1, None),
        ] {
            assert_eq!(Scale::around(values.iter().copied(), room), expected, "{values:?}");
        }
        assert!((Scale::Log(1.0, 100.0).share(10.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_logarithmic_scale_shows_what_is_above_zero() {
        let all = [0.0, 1.0, 100.0, -5.0];
        let Some(Scale::Log(low, high)) = Scale::log(all.into_iter(), 0.1) else { panic!("a logarithmic scale") };
        assert!(low > 0.5 && low < 1.0 && high > 100.0 && high < 200.0);
        assert_eq!(Scale::log([0.0, -1.0].into_iter(), 0.1), None);
        let one = Scale::log([3.0].into_iter(), 0.1).unwrap();
        assert!((one.share(3.0) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn one_value_has_room_around_it() {
        let all_zero = Scale::around([0.0, 0.0].into_iter(), 0.1).unwrap();
        assert_eq!(all_zero, Scale::Linear(0.0, 1.0));
        let scale = Scale::around([5.0].into_iter(), 0.1).unwrap();
        assert!(scale.share(5.0) > 0.2 && scale.share(5.0) < 0.8);
    }

    #[test]
    fn a_logarithmic_axis_has_round_marks() {
        assert_eq!(labels(Scale::Log(0.6, 6.0), 300.0), ["0.7", "1", "1.5", "2", "3", "5"]);
        assert_eq!(labels(Scale::Log(1.0, 1000.0), 200.0), ["1", "10", "100", "1000"]);
    }

    #[test]
    fn periods_have_marks_in_their_units() {
        let scale = Scale::of_periods([0.0, 86_400.0].into_iter()).unwrap();
        let all = labels(scale, 2_000.0);
        assert_eq!((all[0].as_str(), all[10].as_str()), ("0", "1 d"));
        let few = labels(scale, 200.0);
        assert!(few.len() >= 3 && few.len() < 8, "{few:?}");
        assert_eq!((scale.share(0.0), scale.share(86_400.0)), (0.0, 1.0));
    }
}
