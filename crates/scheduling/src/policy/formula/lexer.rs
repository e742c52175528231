//! From text to words, numbers, quoted names and signs.

use std::ops::Range;

use super::FormulaError;

/// A part of the text with its place, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token<'a> {
    pub at: Range<usize>,
    pub kind: TokenKind<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TokenKind<'a> {
    Number(f64),
    /// A variable, a function, `and`, `or` or `not`.
    Word(&'a str),
    /// A name without its quotes.
    Quoted(&'a str),
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
    Open,
    Close,
    Comma,
    /// Behind the last part.
    End,
}

/// Signs, the longer of those that begin alike first.
const SIGNS: &[(&str, TokenKind<'static>)] = &[
    ("<=", TokenKind::AtMost),
    (">=", TokenKind::AtLeast),
    ("==", TokenKind::Equal),
    ("!=", TokenKind::Unequal),
    ("+", TokenKind::Plus),
    ("-", TokenKind::Minus),
    ("*", TokenKind::Times),
    ("/", TokenKind::Over),
    ("^", TokenKind::Power),
    ("<", TokenKind::Less),
    (">", TokenKind::More),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    (",", TokenKind::Comma),
];

/// Signs of other languages, and what to do instead; they come before [`SIGNS`].
const FOREIGN: &[(&str, &str)] = &[
    ("**", "write ^ for a power"),
    ("//", "write floor(a / b)"),
    ("&&", "write and"),
    ("||", "write or"),
    ("===", "write =="),
    ("<>", "write !="),
    ("=<", "write <="),
    ("=>", "write >="),
    ("&", "write and"),
    ("|", "write or"),
    ("%", "a - b * floor(a / b) is the remainder"),
    ("?", "write if(condition, a, b)"),
    (":", "write if(condition, a, b)"),
    (";", "write a comma between arguments"),
    ("[", "use round brackets"),
    ("]", "use round brackets"),
    ("{", "use round brackets"),
    ("}", "use round brackets"),
    ("×", "write *"),
    ("·", "write *"),
    ("∙", "write *"),
    ("÷", "write /"),
    ("−", "write -"),
    ("–", "write -"),
    ("—", "write -"),
    ("≤", "write <="),
    ("≥", "write >="),
    ("≠", "write !="),
    ("²", "write ^2"),
    ("³", "write ^3"),
    ("√", "write sqrt(a)"),
    ("“", "use straight quotes"),
    ("”", "use straight quotes"),
    ("„", "use straight quotes"),
    ("‘", "use straight quotes"),
    ("’", "use straight quotes"),
];

/// Signs of other languages that [`SIGNS`] begin with: they come after those.
const FOREIGN_BEGINNINGS: &[(&str, &str)] = &[("=", "write == for equal"), ("!", "write not, or != for unequal")];

/// Reads a text from its beginning, part by part.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, place: 0 }
    }

    /// The next part; at the end [`TokenKind::End`] again and again.
    pub fn next(&mut self) -> Result<Token<'a>, FormulaError> {
        let rest = &self.text[self.place..];
        self.place = self.text.len() - rest.trim_start().len();
        let rest = &self.text[self.place..];
        match rest.chars().next() {
            None => Ok(self.token(0, TokenKind::End)),
            Some(quote @ ('"' | '\'')) => self.quoted(rest, quote),
            Some(first) if begins_number(first, rest) => self.number(rest),
            Some(first) if is_of_word(first) => {
                let length = rest.find(|it| !is_of_word(it)).unwrap_or(rest.len());
                Ok(self.token(length, TokenKind::Word(&rest[..length])))
            }
            Some(first) => self.sign(rest, first),
        }
    }

    fn token(&mut self, length: usize, kind: TokenKind<'a>) -> Token<'a> {
        let at = self.place..self.place + length;
        self.place = at.end;
        Token { at, kind }
    }

    fn error(&self, length: usize, what: impl Into<String>, advice: &str) -> FormulaError {
        let at = self.place..self.place + length;
        FormulaError::new(self.text, at, what, advice)
    }

    fn quoted(&mut self, rest: &'a str, quote: char) -> Result<Token<'a>, FormulaError> {
        let inside = &rest[1..];
        let Some(length) = inside.find(quote) else {
            let advice = format!("add {quote} behind the name");
            return Err(self.error(rest.len(), "this quote does not end", &advice));
        };
        let kind = TokenKind::Quoted(&inside[..length]);
        Ok(self.token(length + 2, kind))
    }

    fn number(&mut self, rest: &'a str) -> Result<Token<'a>, FormulaError> {
        let length = length_of_number(rest);
        let digits = &rest[..length];
        let behind = &rest[length..];
        if behind.starts_with(|it| is_of_word(it) || it == '.') {
            let more = behind.find(|it| !is_of_word(it) && it != '.');
            let all = length + more.unwrap_or(behind.len());
            let what = format!("{} is no number", &rest[..all]);
            let advice = if behind.starts_with('.') {
                "a number has one decimal point".to_owned()
            } else {
                let behind = &rest[length..all];
                format!("put an operator between, as in {digits} * {behind}")
            };
            return Err(self.error(all, what, &advice));
        }
        // Digits with a point and an exponent are always a number.
        let value: f64 = digits.parse().unwrap_or(f64::INFINITY);
        if value.is_infinite() {
            let advice = "numbers end near 1.8e308";
            return Err(self.error(length, "this number is too large", advice));
        }
        Ok(self.token(length, TokenKind::Number(value)))
    }

    fn sign(&mut self, rest: &'a str, first: char) -> Result<Token<'a>, FormulaError> {
        let begins = |(it, _): &&(&str, _)| rest.starts_with(it);
        if let Some((sign, advice)) = FOREIGN.iter().find(begins) {
            return Err(self.unknown_sign(sign, advice));
        }
        if let Some((sign, kind)) = SIGNS.iter().find(|(it, _)| rest.starts_with(it)) {
            return Ok(self.token(sign.len(), *kind));
        }
        if let Some((sign, advice)) = FOREIGN_BEGINNINGS.iter().find(begins) {
            return Err(self.unknown_sign(sign, advice));
        }
        let sign = &rest[..first.len_utf8()];
        Err(self.unknown_sign(sign, "take it out"))
    }

    fn unknown_sign(&self, sign: &str, advice: &str) -> FormulaError {
        self.error(sign.len(), format!("unknown sign {sign}"), advice)
    }
}

/// Whether a letter is part of a word.
pub(super) fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() && !matches!(letter, '²' | '³') || letter == '_'
}

fn begins_number(first: char, rest: &str) -> bool {
    let second = rest.as_bytes().get(1);
    first.is_ascii_digit() || first == '.' && second.is_some_and(u8::is_ascii_digit)
}

/// The length of digits, maybe with a point, more digits, and an exponent.
fn length_of_number(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|it| it.is_ascii_digit()).count()
    };
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        length = digits(length + 1);
    }
    if let Some(b'e' | b'E') = bytes.get(length) {
        let is_signed = matches!(bytes.get(length + 1), Some(b'+' | b'-'));
        let from = length + 1 + usize::from(is_signed);
        let end = digits(from);
        if end > from {
            length = end;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Result<Vec<TokenKind<'_>>, FormulaError> {
        let mut lexer = Lexer::new(text);
        let mut kinds = Vec::new();
        loop {
            match lexer.next()?.kind {
                TokenKind::End => return Ok(kinds),
                kind => kinds.push(kind),
            }
        }
    }

    #[test]
    fn a_text_has_its_parts() {
        use TokenKind::*;
        let text = " 1e3<=.5 and\tsize_2!=\"a 'b'\"\n'c\"d'(2.)^1.5E-2 , 7e+1";
        let expected = [
            Number(1000.0),
            AtMost,
            Number(0.5),
            Word("and"),
            Word("size_2"),
            Unequal,
            Quoted("a 'b'"),
            Quoted("c\"d"),
            Open,
            Number(2.0),
            Close,
            Power,
            Number(0.015),
            Comma,
            Number(70.0),
        ];
        assert_eq!(kinds(text).unwrap(), expected);
        let signs = [Plus, Minus, Times, Over, Less, More, AtLeast, Equal];
        assert_eq!(kinds("+-*/< >>===").unwrap(), signs);
    }

    #[test]
    fn every_foreign_sign_is_told() {
        let all = FOREIGN.iter().chain(FOREIGN_BEGINNINGS);
        for (sign, advice) in all {
            let text = format!("a {sign} b");
            let error = kinds(&text).unwrap_err();
            assert_eq!((error.at.clone(), &*error.advice), (2..2 + sign.len(), *advice));
            assert_eq!(error.what, format!("unknown sign {sign}"));
        }
    }
}
