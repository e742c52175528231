//! A text taken apart into lines; lists of words, and pairs.

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
