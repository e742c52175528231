//! The words of DOT.

use crate::workflow::{Fault, TextPosition};

/// A word of the language, or a name or value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// One of `{ } [ ] ; , = : +`.
    Mark(char),
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// A name or value; `true` if it stands bare, so that it can be a keyword.
    Name(String, bool),
    End,
}

/// Goes through a text token by token.
pub(super) struct Tokens<'a> {
    text: &'a str,
    /// The byte where the next token is looked for.
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn fault(&self, at: usize, why: impl Into<String>) -> Fault {
        Fault::at(TextPosition::of(self.text, at), why)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes past blanks and comments.
    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            let rest = self.rest().trim_start();
            self.at = self.text.len() - rest.len();
            let line_begins =
                self.text[..self.at].trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|it| it == '\n');
            if rest.starts_with("//") || rest.starts_with('#') && line_begins {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let Some(length) = comment.find("*/") else {
                    return Err(self.fault(self.at, "the comment has no end (*/)"));
                };
                self.at += length + 4;
            } else {
                return Ok(());
            }
        }
    }

    /// The next token, and the byte where it stands.
    pub(super) fn next(&mut self) -> Result<(Token, usize), Fault> {
        self.skip()?;
        let at = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, at));
        };
        let token = match first {
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' | '+' => {
                self.at += 1;
                Token::Mark(first)
            }
            _ if rest.starts_with("->") => {
                self.at += 2;
                Token::Arrow
            }
            _ if rest.starts_with("--") => {
                self.at += 2;
                Token::Line
            }
            '"' => self.quoted()?,
            '<' => self.html()?,
            _ => self.bare(first)?,
        };
        Ok((token, at))
    }

    /// A name in quotes: `\"` is a quote, a backslash at a line's end joins the lines, any other one stays.
    fn quoted(&mut self) -> Result<Token, Fault> {
        let begin = self.at;
        let mut name = String::new();
        let mut letters = self.rest().char_indices().skip(1).peekable();
        while let Some((place, letter)) = letters.next() {
            match (letter, letters.peek().map(|it| it.1)) {
                ('"', _) => {
                    self.at += place + 1;
                    return Ok(Token::Name(name, false));
                }
                ('\\', Some('"')) => {
                    name.push('"');
                    letters.next();
                }
                ('\\', Some('\n')) => {
                    letters.next();
                }
                _ => name.push(letter),
            }
        }
        Err(self.fault(begin, "the name has no closing quote"))
    }

    /// Text of HTML between angle brackets, which can stand within it in pairs.
    fn html(&mut self) -> Result<Token, Fault> {
        let mut depth = 0usize;
        for (place, letter) in self.rest().char_indices() {
            match letter {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let name = self.rest()[1..place].to_owned();
                self.at += place + 1;
                return Ok(Token::Name(name, false));
            }
        }
        Err(self.fault(self.at, "the text in <> has no end"))
    }

    /// A name of letters, digits and `_`, or a number; also with an exponent, which strict DOT has in quotes
    /// only.
    fn bare(&mut self, first: char) -> Result<Token, Fault> {
        let rest = self.rest();
        let mut before = first;
        let is_number = first.is_ascii_digit() || matches!(first, '-' | '.');
        let length = rest
            .char_indices()
            .find(|&(place, letter)| {
                let sign = matches!(letter, '-' | '+');
                let of_exponent = is_number && matches!(before, 'e' | 'E');
                before = letter;
                let goes_on = letter.is_alphanumeric()
                    || matches!(letter, '_' | '.')
                    || !letter.is_ascii() && !letter.is_whitespace()
                    || letter == '-' && place == 0
                    || sign && of_exponent && !rest[place..].starts_with("->");
                !goes_on
            })
            .map_or(rest.len(), |(place, _)| place);
        if length == 0 || &rest[..length] == "-" {
            return Err(self.fault(self.at, format!("{first:?} has no place here")));
        }
        self.at += length;
        Ok(Token::Name(rest[..length].to_owned(), true))
    }
}
