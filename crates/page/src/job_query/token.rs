//! A query in pieces.

use std::fmt;

use super::{Comparison, QueryError};

/// A piece of a query.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Letters, in lower case.
    Word(String),
    Number(f64),
    Comparison(Comparison),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
            Self::Comparison(comparison) => f.write_str(match comparison {
                Comparison::Less => "<",
                Comparison::AtMost => "<=",
                Comparison::Equal => "=",
                Comparison::Unequal => "!=",
                Comparison::AtLeast => ">=",
                Comparison::More => ">",
            }),
        }
    }
}

/// The pieces of a text: words, numbers and comparisons, with spaces between them or without.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let text = text.to_lowercase();
    let mut rest = text.as_str();
    let mut tokens = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        let (token, length) = if first.is_alphabetic() {
            let length = length_of(rest, char::is_alphabetic);
            (Token::Word(rest[..length].to_owned()), length)
        } else if first.is_ascii_digit() || matches!(first, '-' | '.') {
            let length = length_of(rest, |c| c.is_ascii_digit() || matches!(c, '-' | '.'));
            (Token::Number(number(&rest[..length])?), length)
        } else {
            comparison(rest)?
        };
        tokens.push(token);
        rest = &rest[length..];
    }
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

fn number(text: &str) -> Result<f64, QueryError> {
    let number = text.parse::<f64>().ok().filter(|it| it.is_finite());
    number.ok_or_else(|| QueryError(format!("“{text}” is not a number.")))
}

fn comparison(text: &str) -> Result<(Token, usize), QueryError> {
    const ALL: [(&str, Comparison); 9] = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("!=", Comparison::Unequal),
        ("≤", Comparison::AtMost),
        ("≥", Comparison::AtLeast),
        ("≠", Comparison::Unequal),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let found = ALL.iter().find(|(sign, _)| text.starts_with(sign));
    let found = found.map(|&(sign, it)| (Token::Comparison(it), sign.len()));
    found.ok_or_else(|| {
        let sign = text.chars().next().unwrap_or_default();
        QueryError(format!(
            "“{sign}” has no meaning here. Comparisons are <, <=, =, !=, >= and >; separate conditions by spaces."
        ))
    })
}
