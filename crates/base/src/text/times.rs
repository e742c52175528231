//! Lengths of time in words.

use super::decimal;

/// A period δ, in the largest unit that it is a whole number of.
pub fn period(period: i64) -> String {
    match period {
        0 => "on arrival".to_owned(),
        days if days % 86_400 == 0 => format!("{} d", days / 86_400),
        hours if hours % 3_600 == 0 => format!("{} h", hours / 3_600),
        minutes if minutes % 60 == 0 => format!("{} min", minutes / 60),
        seconds => format!("{seconds} s"),
    }
}

/// Seconds in two units, the smaller one whole, so that a time is written in one way: 45.3 s, 4 min 10 s, 47 h 5 min,
/// 2 d 3 h. A part of 0 is left out: 1 h.
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "–".to_string();
    }
    let size = seconds.abs();
    let decimals = match size {
        ..9.995 => 100.0,
        ..99.95 => 10.0,
        _ => 1.0,
    };
    let exact = libm::round(size * decimals) / decimals;
    let (minutes, hours) = (libm::round(size / 60.0), libm::round(size / 3_600.0));
    let (parts, each, names) = if exact < 60.0 {
        (exact, f64::INFINITY, ["", "s"])
    } else if libm::round(size) < 3_600.0 {
        (libm::round(size), 60.0, ["min", "s"])
    } else if minutes < 2_880.0 {
        (minutes, 60.0, ["h", "min"])
    } else {
        (hours, 24.0, ["d", "h"])
    };
    let whole = libm::floor(parts / each);
    let rest = if whole == 0.0 { parts } else { parts - whole * each };
    let sign = if seconds < 0.0 && parts > 0.0 { "−" } else { "" };
    let shown = [whole, rest].into_iter().zip(names).filter(|it| it.0 > 0.0);
    let shown: Vec<String> = shown.map(|(number, unit)| format!("{}\u{a0}{unit}", plain(number))).collect();
    if shown.is_empty() { "0\u{a0}s".to_owned() } else { format!("{sign}{}", shown.join(" ")) }
}

/// A number with two decimals at most, in groups of three, without zeros at its end.
fn plain(number: f64) -> String {
    let text = decimal(number, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Where there is little room, as at an axis: seconds with three significant figures in the unit that leaves one to three digits before the point: `45 s`,
/// `12 min`, `3.5 h`, `40.3 h`, `2.11 d`. Zeros at the end of a fraction are left out.
pub fn short_duration(seconds: f64) -> String {
    let (unit, name) = match seconds.abs() {
        size if size < 120.0 => (1.0, "s"),
        size if size < 7_200.0 => (60.0, "min"),
        size if size < 172_800.0 => (3_600.0, "h"),
        _ => (86_400.0, "d"),
    };
    let value = seconds / unit;
    let decimals = match value.abs() {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    let text = format!("{value:.decimals$}").replace('-', "−");
    match text.split_once('.') {
        Some((whole, rest)) if rest.trim_end_matches('0').is_empty() => format!("{whole} {name}"),
        Some(_) => format!("{} {name}", text.trim_end_matches('0')),
        None => format!("{text} {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn periods_are_named_in_their_own_unit() {
        let named = [0, 45, 60, 90, 5_400, 7_200, 86_400, 90_000].map(period);
        let expected = ["on arrival", "45 s", "1 min", "90 s", "90 min", "2 h", "1 d", "25 h"];
        assert_eq!(named, expected);
    }

    #[test]
    fn durations_have_two_units_at_most() {
        for (seconds, told) in [
            (0.0, "0 s"),
            (3.214, "3.21 s"),
            (45.0, "45 s"),
            (45.34, "45.3 s"),
            (59.4, "59.4 s"),
            (59.97, "1 min"),
            (60.0, "1 min"),
            (65.34, "1 min 5 s"),
            (250.4, "4 min 10 s"),
            (3_600.0, "1 h"),
            (3_599.9, "1 h"),
            (3_920.0, "1 h 5 min"),
            (6_400.0, "1 h 47 min"),
            (86_399.9, "24 h"),
            (144_000.0, "40 h"),
            (146_400.0, "40 h 40 min"),
            (172_799.0, "2 d"),
            (1_047_600.0, "12 d 3 h"),
            (8_400.0 * 86_400.0, "8 400 d"),
            (-3_920.0, "−1 h 5 min"),
            (-0.001, "0 s"),
            (f64::NAN, "–"),
        ] {
            let plain = duration(seconds).replace(['\u{a0}', '\u{202f}'], " ");
            assert_eq!(plain, told, "{seconds}");
        }
    }

    proptest! {
        /// The number is off by at most a hundredth of it: half an hour of two days.
        #[test]
        fn what_is_told_is_near(seconds in 0.1..1e9_f64) {
            let told = duration(seconds).replace('\u{202f}', "");
            let value: f64 = told.split(' ').map(|part| {
                let (number, unit) = part.split_once('\u{a0}').expect("a number and its unit");
                let unit = match unit { "d" => 86_400.0, "h" => 3_600.0, "min" => 60.0, _ => 1.0 };
                number.parse::<f64>().expect("a number") * unit
            }).sum();
            prop_assert!((value - seconds).abs() <= 0.0105 * seconds + 0.0051, "{told} of {seconds}");
        }
    }

    #[test]
    fn short_durations_have_three_significant_figures() {
        for (seconds, told) in [
            (0.0, "0 s"),
            (45.0, "45 s"),
            (65.34, "65.3 s"),
            (720.0, "12 min"),
            (12_600.0, "3.5 h"),
            // 1 d 16 h and 1 d 19 h.
            (144_000.0, "40 h"),
            (154_800.0, "43 h"),
            (181_440.0, "2.1 d"),
            (190_000.0, "2.2 d"),
            (190_100.0, "2.2 d"),
            (192_000.0, "2.22 d"),
            (1_234_567.0, "14.3 d"),
            (99_999_999.0, "1157 d"),
            (-60.0, "−60 s"),
        ] {
            assert_eq!(short_duration(seconds), told);
        }
    }
}
