//! Names and times within sentences.

use crate::workload::Time;

/// A name within a sentence: with a small letter at its beginning, unless its first word is an abbreviation or the
/// name of an algorithm, which has further capital letters: `Hybrid.BMCT`.
pub fn in_text(name: &str) -> String {
    let mut letters = name.chars();
    let Some(first) = letters.next() else {
        return String::new();
    };
    let mut others = letters.clone().take_while(|it| !it.is_whitespace());
    match others.next().is_some_and(char::is_lowercase) && !others.any(char::is_uppercase) {
        true => first.to_lowercase().chain(letters).collect(),
        false => name.to_owned(),
    }
}

/// With a large letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Words in a row: `a`, `a and b`, `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A period δ, in the largest unit that it is a whole number of.
pub fn period(period: Time) -> String {
    match period {
        0 => "on arrival".to_owned(),
        days if days % 86_400 == 0 => format!("{} d", days / 86_400),
        hours if hours % 3_600 == 0 => format!("{} h", hours / 3_600),
        minutes if minutes % 60 == 0 => format!("{} min", minutes / 60),
        seconds => format!("{seconds} s"),
    }
}

/// Seconds with three significant figures in the unit that leaves one to three digits before the point: `45 s`,
/// `12 min`, `3.5 h`, `40.3 h`, `2.11 d`. Zeros at the end of a fraction are left out.
pub fn duration(seconds: f64) -> String {
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

    #[test]
    fn names_stand_in_sentences_too() {
        let names = ["Load balancing", "EASY backfilling", "AR random", "MCT", ""];
        let expected = ["load balancing", "EASY backfilling", "AR random", "MCT", ""];
        assert_eq!(names.map(in_text), expected);
        let names = ["Hybrid.BMCT", "Least AR work"];
        assert_eq!(names.map(in_text), ["Hybrid.BMCT", "least AR work"]);
        assert_eq!(
            ["each", "Each", "é", ""].map(capital),
            ["Each", "Each", "É", ""]
        );
    }

    #[test]
    fn periods_are_named_in_their_own_unit() {
        let named = [0, 45, 60, 90, 5_400, 7_200, 86_400, 90_000].map(period);
        let expected = [
            "on arrival",
            "45 s",
            "1 min",
            "90 s",
            "90 min",
            "2 h",
            "1 d",
            "25 h",
        ];
        assert_eq!(named, expected);
    }

    #[test]
    fn durations_have_three_significant_figures() {
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
            assert_eq!(duration(seconds), told);
        }
    }
}
