//! Signs by which the format of a text is known from its beginning.

use super::lines::lines;
use super::number;

/// The bytes and lines at the beginning of a text in which signs are sought.
const BEGINNING: usize = 64 << 10;
pub(super) const LINES: usize = 200;

/// By what a format is known.
pub(super) enum Sign {
    /// A line begins so, behind blanks.
    Begins(&'static str),
    /// A line has all of these words, parted by blanks.
    Words(&'static str),
    /// A line is of this form.
    Form(fn(&[u8]) -> bool),
    /// The text begins as JSON, or as XML, and has all of these pieces at its beginning.
    Has(u8, &'static str),
    /// The whole text is of this form.
    Text(fn(&[u8]) -> bool),
}

/// The beginning of a text.
pub(super) struct Beginning<'a> {
    whole: &'a [u8],
    start: &'a [u8],
    /// Lines but for comments, without blanks around them; none of a log, whose lines begin with numbers.
    lines: Vec<&'a [u8]>,
}

impl<'a> Beginning<'a> {
    /// Of a text without a byte order mark.
    pub fn of(whole: &'a [u8]) -> Self {
        let text = whole.trim_ascii_start();
        let start = &text[..text.len().min(BEGINNING)];
        let is_comment = |line: &&[u8]| line.first().is_none_or(|it| b";#".contains(it));
        let lines = lines(start).take(LINES).map(<[u8]>::trim_ascii).filter(|line| !is_comment(line));
        let mut lines: Vec<&[u8]> = lines.collect();
        let mut words = lines.first().into_iter().flat_map(|it| it.split(|byte| b" \t,".contains(byte)));
        let mut is_number = || words.next().is_some_and(|it| number::parse(it).is_ok());
        if is_number() && is_number() {
            lines.clear();
        }
        Self { whole, start, lines }
    }

    /// Whether it has a sign.
    pub fn shows(&self, sign: &Sign) -> bool {
        let mut lines = self.lines.iter();
        match sign {
            Sign::Begins(word) => lines.any(|it| it.starts_with(word.as_bytes())),
            Sign::Words(words) => lines.any(|it| has_words(it, b" \t", words)),
            Sign::Form(is_of_form) => lines.any(|it| is_of_form(it)),
            Sign::Has(mark, pieces) => self.start.first() == Some(mark) && has_all(self.start, pieces),
            Sign::Text(is_of_form) => is_of_form(self.whole),
        }
    }
}

/// Whether a text has all of these pieces, with blanks between them.
pub(super) fn has_all(text: &[u8], pieces: &str) -> bool {
    let has = |piece: &str| text.windows(piece.len()).any(|it| it == piece.as_bytes());
    pieces.split(' ').all(has)
}

/// Whether a line, taken apart at these marks, has all of these words.
pub(super) fn has_words(line: &[u8], marks: &[u8], words: &str) -> bool {
    let there: Vec<&[u8]> = line.split(|byte| marks.contains(byte)).collect();
    words.split(' ').all(|word| there.contains(&word.as_bytes()))
}

/// Digits alone.
pub(super) fn are_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}
