//! Names and times within sentences.

use crate::workload::Time;

/// A name within a sentence: with a small letter at its beginning, unless that is one of several
/// that stand for words.
pub fn in_text(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => name.to_owned(),
    }
}

/// With a large letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_sentences_too() {
        let names = ["Load balancing", "EASY backfilling", "AR random", "MCT", ""];
        let expected = ["load balancing", "EASY backfilling", "AR random", "MCT", ""];
        assert_eq!(names.map(in_text), expected);
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
}
