//! How criteria are written where there is little room.

use crate::chart::axis::{grouped, short_number};
use crate::chart::time_axis::duration_label;
use crate::experiment::comparison::{Cell, Unit};

/// A value: `58.3 %`, `3.5 h`, `12.34`, `1 234`.
pub fn value_text(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format!("{:.1} %", value * 100.0).replace('-', "−"),
        Unit::Seconds => duration_label(value),
        Unit::Factor if value.abs() < 100.0 => format!("{value:.2}").replace('-', "−"),
        Unit::Factor => short_number(value),
        Unit::Count if value.fract() == 0.0 => grouped(&format!("{value}")).replace('-', "−"),
        Unit::Count => format!("{value:.1}").replace('-', "−"),
        Unit::Work => format!("{} s", short_number(value)),
    }
}

/// How sure a mean is, to about two digits: `± 1.2 h`; nothing where all seeds gave the same, or
/// there is one.
pub fn half_width_text(cell: &Cell, unit: Unit) -> Option<String> {
    let half_width = cell.value.half_width;
    (!cell.value.is_exact()).then(|| match unit {
        Unit::Share => format!("± {:.1}", half_width * 100.0),
        Unit::Seconds => {
            let label = duration_label(half_width);
            let (number, unit) = label.split_once(' ').unwrap_or((&label, ""));
            let number: f64 = number.parse().unwrap_or(0.0);
            let decimals = usize::from(number < 9.95 && number.fract() != 0.0);
            format!("± {number:.decimals$} {unit}")
        }
        _ if half_width < 0.995 => format!("± {half_width:.2}"),
        _ if half_width < 9.95 => format!("± {half_width:.1}"),
        unit => format!(
            "± {}",
            value_text(libm::round(half_width), unit).replace(".00", "")
        ),
    })
}

/// A difference: `+12 min`, `−1.2 pp`, `same`.
pub fn difference_text(difference: f64, unit: Unit) -> String {
    let text = match unit {
        Unit::Share => format!("{:.1} pp", difference.abs() * 100.0),
        unit => value_text(difference.abs(), unit),
    };
    match difference {
        0.0 => "same".to_owned(),
        less if less < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// The difference from the baseline in percent of it, marked where its interval excludes 0:
/// `−12 % *`; in its own unit where the baseline has 0. Nothing of the baseline itself.
pub fn relative_text(cell: &Cell, unit: Unit) -> Option<String> {
    let difference = cell.difference?;
    let text = match cell.relative {
        _ if difference.mean == 0.0 => "same".to_owned(),
        None => difference_text(difference.mean, unit),
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
    let mark = if difference.excludes_zero() { " *" } else { "" };
    Some(text + mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::comparison::Interval;

    #[test]
    fn values_and_differences_are_short() {
        assert_eq!(value_text(0.583, Unit::Share), "58.3 %");
        assert_eq!(value_text(12_600.0, Unit::Seconds), "3.5 h");
        assert_eq!(value_text(12.345, Unit::Factor), "12.35");
        assert_eq!(value_text(1234.0, Unit::Count), "1\u{202f}234");
        assert_eq!(value_text(0.5, Unit::Count), "0.5");
        assert_eq!(difference_text(-0.012, Unit::Share), "−1.2 pp");
        assert_eq!(difference_text(60.0, Unit::Seconds), "+60 s");
        assert_eq!(difference_text(0.0, Unit::Count), "same");
    }

    #[test]
    fn half_widths_have_two_digits() {
        let text = |half_width, unit| {
            let value = Interval {
                mean: 1.0,
                half_width,
                count: 3,
            };
            let cell = Cell {
                value,
                difference: None,
                relative: None,
                is_best: false,
            };
            half_width_text(&cell, unit)
        };
        assert_eq!(text(0.0, Unit::Seconds), None);
        assert_eq!(text(113_040.0, Unit::Seconds).unwrap(), "± 31 h");
        assert_eq!(text(9_000.0, Unit::Seconds).unwrap(), "± 2.5 h");
        assert_eq!(text(75.04, Unit::Factor).unwrap(), "± 75");
        assert_eq!(text(0.254, Unit::Factor).unwrap(), "± 0.25");
        assert_eq!(text(4226.0, Unit::Count).unwrap(), "± 4\u{202f}226");
        assert_eq!(text(0.0123, Unit::Share).unwrap(), "± 1.2");
    }

    #[test]
    fn shares_of_the_baseline_are_marked_where_they_are_sure() {
        let cell = |values: &[f64], from: &[f64], relative| Cell {
            value: Interval::of(values).unwrap(),
            difference: Interval::of_differences(values, from),
            relative,
            is_best: false,
        };
        let text = |cell: &Cell| relative_text(cell, Unit::Seconds).unwrap();
        assert_eq!(
            text(&cell(&[50.0, 51.0], &[100.0, 101.0], Some(-0.5))),
            "−50 % *"
        );
        assert_eq!(
            text(&cell(&[50.0, 56.0], &[45.0, 56.0], Some(0.05))),
            "+5.0 %"
        );
        assert_eq!(text(&cell(&[60.0], &[0.0], None)), "+60 s");
        assert_eq!(text(&cell(&[60.0], &[60.0], Some(0.0))), "same");
        assert_eq!(text(&cell(&[1500.0], &[100.0], Some(14.0))), "× 15");
    }
}
