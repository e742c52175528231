//! Names, numbers and times as people read them: the one spelling of each.

mod numbers;
mod times;

pub use numbers::{brief, count, decimal, grouped};
pub use times::{duration, period, short_duration};

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
        more => format!("{first} and {} more", numbers::count(more as i64)),
    }
}

#[cfg(test)]
mod tests {
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
}
