//! What may be written where the caret stands.

use std::ops::Range;

use super::lexer::is_of_word;
use super::{Function, Quantity, Variable};

/// A variable, a function or a word that begins with the letters before the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// As it stands in a formula: `wait`, `sqrt`.
    pub name: &'static str,
    /// As a list shows it: `wait`, `sqrt(a)`.
    pub form: &'static str,
    /// Its meaning, in a sentence.
    pub about: &'static str,
    /// The text that replaces the word: a function has its opening bracket, unless one stands there.
    pub insert: String,
    /// The word at the caret, in bytes; empty between words.
    pub at: Range<usize>,
}

/// The operators that are words, and their meaning.
const WORDS: [(&str, &str); 3] = [
    ("and", "1 where both sides hold, otherwise 0."),
    ("or", "1 where one side holds or both do, otherwise 0."),
    ("not", "1 where the condition does not hold, otherwise 0."),
];

/// Everything that the word at the caret, a place in bytes, may become: variables, functions, then words. Between
/// words that is everything; within quotes and numbers nothing. A caret within a letter counts as before it. The variables
/// of nodes ([`Quantity::OF_NODES`]) are among them if the system has nodes.
pub fn completions(text: &str, caret: usize, has_nodes: bool) -> Vec<Completion> {
    let caret = caret.min(text.len());
    let caret = (0..=caret).rfind(|&it| text.is_char_boundary(it));
    let (before, behind) = text.split_at(caret.unwrap_or_default());
    if is_quoted(before) {
        return Vec::new();
    }
    let begun = before.trim_end_matches(is_of_word).len();
    let prefix = before[begun..].to_lowercase();
    if prefix.starts_with(|it: char| it.is_numeric()) || before[..begun].ends_with('.') {
        return Vec::new();
    }
    let rest = behind.trim_start_matches(is_of_word);
    let at = begun..text.len() - rest.len();
    let is_called = rest.trim_start().starts_with('(');
    let mut found: Vec<Completion> = entries(has_nodes)
        .filter(|(name, ..)| name.starts_with(&prefix))
        .map(|(name, form, about)| Completion { name, form, about, insert: name.to_owned(), at: at.clone() })
        .collect();
    for it in found.iter_mut().filter(|it| it.form.ends_with(')')) {
        if !is_called {
            it.insert.push('(');
        }
    }
    found
}

/// Name, form and meaning of everything that is a word.
fn entries(has_nodes: bool) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let is_of_nodes = |it: &Variable| Quantity::OF_NODES.map(Variable::from).contains(it);
    let variables =
        Variable::all().filter(move |it| has_nodes || !is_of_nodes(it)).map(|it| (it.name(), it.name(), it.about()));
    let functions = Function::ALL.iter().map(|it| (it.name(), it.form(), it.about()));
    let words = WORDS.map(|(name, about)| (name, name, about));
    variables.chain(functions).chain(words)
}

/// Whether a text ends within quotes.
fn is_quoted(before: &str) -> bool {
    let mut open = None;
    for letter in before.chars() {
        open = match open {
            Some(quote) => Some(quote).filter(|&it| it != letter),
            None => Some(letter).filter(|it| matches!(it, '"' | '\'')),
        };
    }
    open.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, caret: usize) -> Vec<&'static str> {
        completions(text, caret, true).iter().map(|it| it.name).collect()
    }

    #[test]
    fn words_go_on_with_what_begins_so() {
        assert_eq!(names("wai", 3), ["wait", "waiting"]);
        assert_eq!(names("2 * s", 5), ["submit", "size", "sqrt"]);
        assert_eq!(names("L", 1), ["limit", "ln", "log2", "log10"]);
        assert_eq!(names("n", 1), ["now", "nodes", "not"]);
        assert_eq!(names("size", 4), ["size"]);
        assert_eq!(names("zebra", 5), [""; 0]);
        let all = Variable::all().count() + Function::ALL.len() + 3;
        for (text, caret) in [("", 0), ("size + ", 7), ("size+", 5), ("size", 0)] {
            assert_eq!(names(text, caret).len(), all, "{text} {caret}");
        }
    }

    #[test]
    fn variables_of_nodes_are_offered_where_there_are_nodes() {
        let all = |has_nodes| completions("", 0, has_nodes).len();
        assert_eq!(all(true) - all(false), Quantity::OF_NODES.len());
        let found = completions("g", 1, false);
        let names: Vec<&str> = found.iter().map(|it| it.name).collect();
        assert_eq!(names, ["group_usage", "group"]);
    }

    #[test]
    fn the_whole_word_is_replaced() {
        let text = "1 + waxyz * 2";
        let found = completions(text, 6, true);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].at.clone(), &*found[0].insert), (4..9, "wait"));
        let found = completions("sq", 2, true);
        assert_eq!((found[0].at.clone(), &*found[0].insert), (0..2, "sqrt("));
        let found = completions("sq (size)", 1, true);
        let names: Vec<&str> = found.iter().map(|it| &*it.insert).collect();
        assert_eq!(names, ["submit", "size", "sqrt"]);
    }

    #[test]
    fn numbers_and_quoted_names_do_not() {
        for (text, caret) in [("12", 1), ("12s", 3), ("1.", 2), ("user == \"s", 10), ("'s", 2)] {
            assert_eq!(names(text, caret), [""; 0], "{text} {caret}");
        }
        assert_eq!(names("user == \"a\" or wa", 17), ["wait", "waiting"]);
    }

    #[test]
    fn a_caret_anywhere_is_taken() {
        let text = "größe + wä";
        for caret in 0..20 {
            for it in completions(text, caret, true) {
                assert!(text.get(it.at).is_some());
            }
        }
    }
}
