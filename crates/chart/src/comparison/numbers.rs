//! How criteria are written where there is little room.

use crate::axis::short_number;
use base::text::grouped;
use experiment::comparison::{Cell, Row, Unjudged};
use scheduling::system::Unit;

/// Stands behind a difference between the log and a model that is far from it.
pub const FAR: &str = " ⚠";

/// Stands behind a difference between figures of different jobs or processors.
pub const OTHER: &str = " ≠";

/// How the numbers of a row are written: its values, how sure they are and their differences all in
/// one unit, so that they can be compared by eye. It is the unit in which the greatest mean is short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowUnit {
    unit: Unit,
    /// The measured amount that is written as 1.
    size: f64,
    /// The unit after a number: ` h`, ` %`.
    suffix: &'static str,
    decimals: usize,
}

impl RowUnit {
    pub fn of(row: &Row) -> Self {
        let means = || row.cells.iter().flatten().map(|cell| cell.value.mean);
        let greatest = means().fold(0.0, |greatest, mean| f64::max(greatest, mean.abs()));
        let unit = row.criterion.unit().base();
        let (size, suffix) = size(unit, greatest);
        let is_whole = means().all(|mean| (mean / size).fract() == 0.0);
        let decimals = match unit {
            Unit::Share => 1,
            _ if is_whole => 0,
            Unit::Count => 1,
            _ => match greatest / size {
                ..10.0 => 2,
                ..100.0 => 1,
                _ => 0,
            },
        };
        Self { unit, size, suffix, decimals }
    }

    /// A value: `58.3 %`, `3.50 h`, `12.3`, `1 234`.
    pub fn value(self, value: f64) -> String {
        let sign = if value < 0.0 { "−" } else { "" };
        format!("{sign}{}{}", self.digits(value, self.significant()), self.suffix)
    }

    /// How sure a mean is: `± 1.20 h`; nothing where all seeds gave the same, or there is no interval.
    pub fn half_width(self, cell: &Cell) -> Option<String> {
        let half_width = cell.value.half_width.filter(|&it| it > 0.0)?;
        Some(format!("± {}{}", self.digits(half_width, 2), self.suffix))
    }

    /// A difference: `+0.20 h`, `−1.2 pp`, `same`.
    pub fn difference(self, difference: f64) -> String {
        let sign = match difference {
            0.0 => return "same".to_owned(),
            less if less < 0.0 => "−",
            _ => "+",
        };
        let suffix = match self.unit {
            Unit::Share => " pp",
            _ => self.suffix,
        };
        format!("{sign}{}{suffix}", self.digits(difference, self.significant()))
    }

    /// The difference from the baseline in percent of it, marked where its interval excludes 0:
    /// `−12 % *`; in its own unit where the baseline has 0. One between the log and a model that is far from it
    /// bears a warning: `× 69.3 ⚠`, one between figures of different jobs a sign: `−12 % ≠`. Nothing of the baseline itself.
    pub fn relative(self, cell: &Cell) -> Option<String> {
        let difference = cell.difference?;
        let text = match cell.relative {
            _ if difference.mean == 0.0 => "same".to_owned(),
            None => self.difference(difference.mean),
            Some(share) => {
                let percent = share.abs() * 100.0;
                let decimals = usize::from(percent < 9.95);
                let sign = if share < 0.0 { "−" } else { "+" };
                if share >= 9.0 {
                    format!("× {}", short_number(1.0 + share))
                } else {
                    format!("{sign}{percent:.decimals$} %")
                }
            }
        };
        let is_sure = difference.excludes_zero();
        Some(
            text + match cell.unjudged {
                Some(Unjudged::Differs(_)) if difference.mean != 0.0 => OTHER,
                Some(Unjudged::Differs(_)) => "",
                Some(Unjudged::Far) if is_sure => " * ⚠",
                Some(Unjudged::Far) => FAR,
                None if is_sure => " *",
                None => "",
            },
        )
    }

    /// How many digits a value has at least: three, but for shares and numbers of things.
    fn significant(self) -> i32 {
        match self.unit {
            Unit::Share | Unit::Count => 1,
            _ => 3,
        }
    }

    /// A number in this unit, without its sign. One that the row's decimals would make too short gets
    /// as many more as it takes to have this many digits, up to four; a whole one is exact as it is.
    fn digits(self, value: f64, significant: i32) -> String {
        let value = (value / self.size).abs();
        let needed = match value {
            whole if whole.fract() == 0.0 => 0,
            _ => significant - 1 - libm::floor(libm::log10(value)) as i32,
        };
        let decimals = self.decimals.max(needed.clamp(0, 4) as usize);
        grouped(&format!("{value:.decimals$}"))
    }
}

/// The unit for a quantity whose greatest value is this, and its symbol.
fn size(unit: Unit, greatest: f64) -> (f64, &'static str) {
    match (unit, greatest) {
        (Unit::Share, _) => (0.01, " %"),
        (Unit::Seconds, ..120.0) => (1.0, " s"),
        (Unit::Seconds, ..7_200.0) => (60.0, " min"),
        (Unit::Seconds, ..172_800.0) => (3_600.0, " h"),
        (Unit::Seconds, _) => (86_400.0, " d"),
        (Unit::Times, 1e4..1e6) => (1e3, " k"),
        (Unit::Times, 1e6..) => (1e6, " M"),
        (Unit::Work, ..1e4) => (1.0, " s"),
        (Unit::Work, ..1e6) => (1e3, " k s"),
        (Unit::Work, ..1e9) => (1e6, " M s"),
        (Unit::Work, _) => (1e9, " G s"),
        _ => (1.0, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::comparison::Interval;
    use scheduling::criteria::Criterion;

    fn cell(values: &[f64], from: &[f64], relative: Option<f64>) -> Cell {
        Cell {
            value: Interval::of(values).unwrap(),
            difference: Interval::of_differences(values, from),
            relative,
            is_best: false,
            is_told_best: false,
            unjudged: None,
        }
    }

    fn unit(criterion: &str, means: &[f64]) -> RowUnit {
        let cells = means.iter().map(|&mean| Some(cell(&[mean], &[], None)));
        RowUnit::of(&Row { criterion: Criterion::of_key(criterion).expect(criterion), cells: cells.collect() })
    }

    #[test]
    fn all_values_of_a_row_are_in_one_unit() {
        // 45 s, 50 min and 6 h: three units where each stands by itself.
        for (criterion, means, expected) in [
            ("mean_flow_time", &[45.0, 3_000.0, 21_600.0][..], "0.0125 h | 0.833 h | 6.00 h"),
            ("makespan", &[3_600.0, 864_000.0], "0.0417 d | 10.0 d"),
            // 1 d 16 h and 1 d 19 h beside half a year are not both 2 d.
            ("mean_flow_time", &[144_000.0, 154_800.0, 15_552_000.0], "1.67 d | 1.79 d | 180 d"),
        ] {
            let unit = unit(criterion, means);
            let values: Vec<String> = means.iter().map(|&mean| unit.value(mean)).collect();
            assert_eq!(values.join(" | "), expected, "{criterion}");
        }
    }

    #[test]
    fn values_are_short() {
        for row in "mean_utilization 0.583: 58.3 %
mean_flow_time 12600: 3.50 h
mean_flow_time 7200: 2 h
mean_tardiness 0: 0 s
mean_bounded_slowdown 12.345: 12.3
rejected 1234: 1\u{202f}234
rejected 0.5: 0.5
lost_work 1234567: 1.23 M s"
            .lines()
        {
            let (of, expected) = row.split_once(": ").expect(row);
            let (criterion, value) = of.split_once(' ').expect(row);
            let value = value.parse().expect(row);
            assert_eq!(unit(criterion, &[value]).value(value), expected, "{row}");
        }
    }

    #[test]
    fn what_is_small_beside_its_row_is_not_written_as_nothing() {
        let flow = unit("mean_flow_time", &[12_345.0, 12_355.0]);
        assert_eq!(flow.value(12_345.0), "3.43 h");
        assert_eq!(flow.difference(10.0), "+0.0028 h");
        assert_eq!(flow.difference(-1_800.0), "−0.500 h");
        assert_eq!(flow.difference(0.0), "same");
        let share = unit("mean_utilization", &[0.5]);
        assert_eq!(share.difference(-0.012), "−1.2 pp");
        assert_eq!(share.difference(0.0004), "+0.04 pp");
    }

    #[test]
    fn half_widths_are_in_the_unit_of_their_row() {
        let text = |quantity, mean: f64, off: f64| {
            let cell = cell(&[mean - off, mean + off], &[], None);
            unit(quantity, &[mean]).half_width(&cell)
        };
        assert_eq!(text("mean_flow_time", 7_500.0, 0.0), None);
        // Of two seeds: 12.706 deviations of the mean.
        assert_eq!(text("mean_flow_time", 36_000.5, 360.0).unwrap(), "± 1.3 h");
        assert_eq!(text("mean_flow_time", 36_000.5, 3.6).unwrap(), "± 0.013 h");
        assert_eq!(text("mean_utilization", 0.5, 0.001).unwrap(), "± 1.3 %");
    }

    #[test]
    fn shares_of_the_baseline_are_marked_where_they_are_sure() {
        let seconds = unit("mean_flow_time", &[100.0]);
        for (values, from, relative, expected) in [
            (&[50.0, 51.0][..], &[100.0, 101.0][..], Some(-0.5), "−50 % *"),
            (&[50.0, 56.0], &[45.0, 56.0], Some(0.05), "+5.0 %"),
            (&[60.0], &[0.0], None, "+60 s"),
            (&[60.0], &[60.0], Some(0.0), "same"),
            (&[1500.0], &[100.0], Some(14.0), "× 15"),
        ] {
            assert_eq!(seconds.relative(&cell(values, from, relative)).as_deref(), Some(expected));
        }
    }
}
