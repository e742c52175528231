//! Names, numbers and times as people read them: the one spelling of each.

mod numbers;
mod times;

pub use numbers::{count, decimal, grouped};
pub use times::{duration, period, short_duration};

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
}
