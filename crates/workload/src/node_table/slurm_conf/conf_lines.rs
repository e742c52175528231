//! Lines of a `slurm.conf`, and their pairs of key and value.

use std::borrow::Cow;

use crate::lines::lines;

/// The lines without comments, one that ends in a backslash joined to the next, each with the number of its first line.
/// Empty ones are left out. O(length).
pub(super) fn conf_lines(text: &[u8]) -> impl Iterator<Item = (u64, Cow<'_, [u8]>)> {
    let mut numbered = (1..).zip(lines(text));
    std::iter::from_fn(move || {
        loop {
            let (number, line) = numbered.next()?;
            let mut whole = Cow::Borrowed(without_comment(line).trim_ascii());
            while whole.ends_with(b"\\") {
                // A copy at the first line only.
                let joined = whole.to_mut();
                joined.pop();
                let Some((_, next)) = numbered.next() else {
                    break;
                };
                joined.push(b' ');
                joined.extend_from_slice(without_comment(next).trim_ascii());
            }
            if !whole.is_empty() {
                return Some((number, whole));
            }
        }
    })
}

/// The part before a `#` that no backslash precedes.
fn without_comment(line: &[u8]) -> &[u8] {
    let is_comment = |&at: &usize| line[at] == b'#' && (at == 0 || line[at - 1] != b'\\');
    let end = (0..line.len()).find(is_comment);
    &line[..end.unwrap_or(line.len())]
}

/// The pairs of a line: `Key=value`, `Key = value`, `Key="several words"`. Words without a value are passed over.
pub(super) struct Pairs<'a>(pub &'a [u8]);

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let text = self.0.trim_ascii_start();
            let is_key = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_' || *it == b'.';
            let (key, rest) = split_while(text, is_key);
            if text.is_empty() {
                return None;
            }
            let rest = rest.trim_ascii_start();
            // `Key+=value` adds to a value; only lists of options have it.
            let rest = match rest {
                [b'-' | b'+' | b'*' | b'/', after @ ..] if after.first() == Some(&b'=') => after,
                rest => rest,
            };
            let Some(value) = rest.strip_prefix(b"=").filter(|_| !key.is_empty()) else {
                self.0 = split_while(text, |it| !it.is_ascii_whitespace()).1;
                continue;
            };
            let value = value.trim_ascii_start();
            let (value, rest) = match value.strip_prefix(b"\"") {
                Some(quoted) => split_while(quoted, |it| *it != b'"'),
                None => split_while(value, |it| !it.is_ascii_whitespace()),
            };
            self.0 = rest.strip_prefix(b"\"").unwrap_or(rest);
            return Some((key, value));
        }
    }
}

/// The bytes at the beginning that are so, and the others.
fn split_while(text: &[u8], is_so: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    let end = text.iter().position(|it| !is_so(it));
    text.split_at(end.unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_comments_left_out() {
        let text = b"# all\nA=1 \\\n  B=2 # two \\\n\nC=\\#3\nD=4 \\";
        let found: Vec<(u64, String)> =
            conf_lines(text).map(|(line, it)| (line, String::from_utf8_lossy(&it).into_owned())).collect();
        let expected = [(2, "A=1  B=2"), (5, "C=\\#3"), (6, "D=4 ")];
        assert_eq!(found, expected.map(|(line, it)| (line, it.to_owned())));
    }

    #[test]
    fn many_lines_are_joined_in_time_that_grows_with_them() {
        let text = b"NodeName=a \\\n".repeat(1_000_000);
        let found: Vec<usize> = conf_lines(&text).map(|(_, it)| it.len()).collect();
        assert_eq!(found, [12_000_000 - 1]);
    }

    #[test]
    fn pairs_of_a_line() {
        let text = br#"Node-X NodeName = n1 Gres="" Reason="not yet" word Feature+=a=b,c"#;
        let found: Vec<(&[u8], &[u8])> = Pairs(text).collect();
        let expected: [(&[u8], &[u8]); 4] =
            [(b"NodeName", b"n1"), (b"Gres", b""), (b"Reason", b"not yet"), (b"Feature", b"a=b,c")];
        assert_eq!(found, expected);
    }
}
