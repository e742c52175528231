//! A query in pieces.

use std::fmt;

use super::{Comparison, QueryError};

/// A piece of a query.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Letters, in lower case.
    Word(String),
    Number(f64),
    /// How the log calls something.
    Name(String),
    Comparison(Comparison),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) | Self::Name(word) => f.write_str(word),
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

/// The pieces of a text: words, numbers and comparisons, with spaces between them or without. `has_names` says of a word
/// whether a name may follow it.
pub(super) fn tokens(text: &str, has_names: impl Fn(&str) -> bool) -> Result<Vec<Token>, QueryError> {
    let mut rest = text;
    let mut tokens: Vec<Token> = Vec::new();
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(tokens);
        };
        let (token, length) = if awaits_name(&tokens, &has_names) && comparison(rest).is_err() {
            name(rest)?
        } else if first.is_alphabetic() {
            let length = length_of(rest, char::is_alphabetic);
            (Token::Word(rest[..length].to_lowercase()), length)
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

/// Whether the last piece is a field of names, or a comparison after one.
fn awaits_name(tokens: &[Token], has_names: impl Fn(&str) -> bool) -> bool {
    let field = match tokens {
        [.., Token::Word(field), Token::Comparison(_)] => field,
        [.., Token::Word(field)] => field,
        _ => return false,
    };
    has_names(field)
}

/// A name, which may be a number, and its length: to the next space or comparison, or between quotation marks.
fn name(text: &str) -> Result<(Token, usize), QueryError> {
    if let Some(quoted) = text.strip_prefix('"') {
        let Some(length) = quoted.find('"') else {
            return Err(QueryError("A name that begins with a quotation mark has to end with one.".to_owned()));
        };
        return Ok((Token::Name(quoted[..length].to_owned()), length + 2));
    }
    let belongs = |c: char| !c.is_whitespace() && !"<>=≤≥≠".contains(c);
    let length = length_of(text, belongs);
    let name = text[..length].trim_end_matches('!');
    Ok((Token::Name(name.to_owned()), name.len()))
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
    found.map(|&(sign, it)| (Token::Comparison(it), sign.len())).ok_or_else(|| {
        let sign = text.chars().next().unwrap_or_default();
        QueryError(format!(
            "“{sign}” has no meaning here. Comparisons are <, <=, =, !=, >= and >; separate conditions by spaces."
        ))
    })
}
