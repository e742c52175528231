//! A text taken apart into lines; lists of words, and pairs.

use std::borrow::Cow;

/// A text without what programs put before its first line: a byte order mark, and Excel's `sep=;`, whose end of line stays.
pub(super) fn without_marks(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let first = lines(&text[..text.len().min(16)]).next().unwrap_or_default();
    let quoted = first.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
    let is_mark = quoted.unwrap_or(first).strip_prefix(b"sep=").is_some_and(|it| it.len() <= 1);
    if is_mark { &text[first.len()..] } else { text }
}

/// The lines of a text, without their ends: LF, CR LF or CR.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        let mark = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = rest.get(end + mark..).unwrap_or_default();
        Some(line)
    })
}

/// Whether a word stands in a list with blanks between the words, compared without case.
pub(super) fn is_listed(word: &[u8], list: &str) -> bool {
    list.split_ascii_whitespace().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
}

/// The text before the first of such bytes, and the text behind it; `None` if there is none.
pub(super) fn split_once(text: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let place = text.iter().position(|&byte| byte == at)?;
    Some((&text[..place], &text[place + 1..]))
}

/// Collects the header, line by line.
pub(super) struct Header {
    header: super::Header,
    /// Whether words without a key are kept as well.
    keeps_words: bool,
}

impl Header {
    /// No comments yet. Words without a key are kept under an empty one, or not at all.
    pub fn new(keeps_words: bool) -> Self {
        Self { header: super::Header::default(), keeps_words }
    }

    /// Takes the text after the mark of one comment.
    ///
    /// A key is one word with a colon, at most one blank after the mark. A line that is indented
    /// deeper continues the value above, though it may look like a key ("http:"). Bytes that are
    /// not UTF-8 are replaced, and control characters are blanks.
    pub fn add(&mut self, comment: &[u8]) {
        let comment = without_control(String::from_utf8_lossy(comment));
        let text = comment.trim();
        let indented = comment.len() - comment.trim_start().len() > 1 || comment.starts_with('\t');
        if text.is_empty() {
            return;
        }
        let entries = &mut self.header.entries;
        match (indented, entries.last_mut()) {
            (true, Some((_, value))) => {
                if !value.is_empty() {
                    value.push('\n');
                }
                value.push_str(text);
            }
            _ => match key_and_value(text) {
                Some(entry) => entries.push(entry),
                None if self.keeps_words => entries.push((String::new(), text.to_owned())),
                None => {}
            },
        }
    }

    /// The header of all lines taken.
    pub fn finish(self) -> super::Header {
        self.header
    }
}

/// A text of one line with blanks in place of control characters, but for tabs: a log that was written with them
/// would be taken for a binary file.
pub(super) fn without_control(text: Cow<str>) -> Cow<str> {
    let is_foreign = |it: char| it.is_control() && it != '\t';
    if text.contains(is_foreign) { Cow::Owned(text.replace(is_foreign, " ")) } else { text }
}

fn key_and_value(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once(':')?;
    let is_key = !key.is_empty() && !key.contains(char::is_whitespace) && !value.starts_with("//");
    is_key.then(|| (key.to_owned(), value.trim().to_owned()))
}
