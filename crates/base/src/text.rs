//! Names, numbers and times as people read them: the one spelling of each.

/// A name within a sentence: with a small letter at its beginning, unless its first word is an abbreviation or the
/// name of an algorithm, which has further capital letters: `Hybrid.BMCT`.
pub fn in_text(name: &str) -> String {
    let mut letters = name.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let mut others = letters.clone().take_while(|it| !it.is_whitespace());
    if others.next().is_some_and(char::is_lowercase) && !others.any(char::is_uppercase) {
        first.to_lowercase().chain(letters).collect()
    } else {
        name.to_owned()
    }
}

/// With a large letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Words in a row: `a`, `a and b`, `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The first words of many, of `count` in all: `a, b and 3 more`.
pub fn first_of<'a>(words: impl Iterator<Item = &'a str>, count: usize, most: usize) -> String {
    let first = words.take(most).collect::<Vec<_>>().join(", ");
    match count.saturating_sub(most) {
        0 => first,
        more => format!("{first} and {} more", self::count(more as i64)),
    }
}

/// Digits, maybe with a sign and a fraction, in groups of three by a narrow space that does not break: `28 489.5`.
pub fn grouped(digits: &str) -> String {
    let whole = digits.find('.').unwrap_or(digits.len());
    let mut text = String::with_capacity(digits.len() * 2);
    for (at, letter) in digits.char_indices() {
        let is_behind_a_digit = at > 0 && !digits[..at].ends_with('-');
        if is_behind_a_digit && at < whole && (whole - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(letter);
    }
    text
}

/// A whole number in groups of three: `28 489`.
pub fn count(value: i64) -> String {
    grouped(&value.to_string()).replace('-', "−")
}

/// A number with this many decimals, in groups of three digits; a dash if it is no number.
pub fn decimal(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let is_nothing = text.bytes().all(|it| matches!(it, b'0' | b'.'));
    let sign = if value < 0.0 && !is_nothing { "−" } else { "" };
    sign.to_owned() + &grouped(&text)
}

/// A number of any size with about four digits, in groups of three: `812`, `0.0312`, `1.5e18`, `∞`, `no number`.
pub fn brief(value: f64) -> String {
    let size = value.abs();
    let sign = if value < 0.0 { "−" } else { "" };
    if value.is_nan() {
        return "no number".to_owned();
    }
    if value.is_infinite() {
        return format!("{sign}∞");
    }
    if size != 0.0 && !(1e-4..1e12).contains(&size) {
        return format!("{sign}{size:.3e}");
    }
    let decimals = match size {
        1000.0.. => 0,
        100.0.. => 1,
        10.0.. => 2,
        1.0.. => 3,
        0.01.. => 4,
        _ => 6,
    };
    let text = decimal(value, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_rest_of_many_words_is_counted() {
        let words = ["a", "b", "c"];
        let first = |most| first_of(words.into_iter(), words.len(), most);
        assert_eq!((first(3), first(2)), ("a, b, c".to_owned(), "a, b and 1 more".to_owned()));
        assert_eq!(first_of([].into_iter(), 0, 2), "");
    }

    #[test]
    fn names_stand_in_sentences_too() {
        let names = ["Load balancing", "EASY backfilling", "AR random", "MCT", ""];
        let expected = ["load balancing", "EASY backfilling", "AR random", "MCT", ""];
        assert_eq!(names.map(in_text), expected);
        let names = ["Hybrid.BMCT", "Least AR work"];
        assert_eq!(names.map(in_text), ["Hybrid.BMCT", "least AR work"]);
        assert_eq!(["each", "Each", "é", ""].map(capital), ["Each", "Each", "É", ""]);
    }

    #[test]
    fn thousands_are_set_apart() {
        for (value, told) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1 000"),
            (-123, "−123"),
            (-123_456, "−123 456"),
            (28_489_000, "28 489 000"),
            (i64::MIN, "−9 223 372 036 854 775 808"),
        ] {
            assert_eq!(count(value).replace('\u{202f}', " "), told);
        }
        let digits = ["", "-1234", "12345.6789", "1234567.5"];
        let told = digits.map(|it| grouped(it).replace('\u{202f}', " "));
        assert_eq!(told, ["", "-1 234", "12 345.6789", "1 234 567.5"]);
    }

    #[test]
    fn decimals_have_a_sign_where_they_are_something() {
        for (value, decimals, told) in [
            (1_234.56, 1, "1 234.6"),
            (-1_234.56, 0, "−1 235"),
            (-0.04, 1, "0.0"),
            (-0.05, 2, "−0.05"),
            (1e15, 0, "1 000 000 000 000 000"),
            (f64::NAN, 2, "–"),
            (f64::NEG_INFINITY, 2, "–"),
        ] {
            let plain = decimal(value, decimals).replace('\u{202f}', " ");
            assert_eq!(plain, told, "{value}");
        }
    }

    #[test]
    fn brief_numbers_have_about_four_digits() {
        for (value, told) in [
            (0.0, "0"),
            (812.0, "812"),
            (-3600.4, "−3 600"),
            (123_456_789.0, "123 456 789"),
            (1.5e18, "1.500e18"),
            (-2.0e-7, "−2.000e-7"),
            (12.345, "12.35"),
            (1.0, "1"),
            (-0.0312, "−0.0312"),
            (0.00031, "0.00031"),
            (f64::INFINITY, "∞"),
            (f64::NEG_INFINITY, "−∞"),
            (f64::NAN, "no number"),
        ] {
            assert_eq!(brief(value).replace('\u{202f}', " "), told);
        }
    }

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
