//! A line of a CSV taken apart into fields.

use std::borrow::Cow;

/// The fields of a line (RFC 4180, without line breaks in fields).
pub(super) fn fields(line: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let mut fields = Vec::new();
    let mut rest = Some(line);
    while let Some(line) = rest {
        let (field, after) = match line.first() {
            Some(b'"') => quoted(line),
            _ => {
                let end = line
                    .iter()
                    .position(|&byte| byte == b',')
                    .unwrap_or(line.len());
                (Cow::Borrowed(&line[..end]), &line[end..])
            }
        };
        fields.push(field);
        rest = after.strip_prefix(b",");
    }
    fields
}

/// A field in quotes, in which two quotes stand for one, and what follows it. What stands between
/// the last quote and the comma belongs to it.
fn quoted(line: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let mut field = Vec::new();
    let mut at = 1;
    let mut is_open = true;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'"' if is_open && line.get(at + 1) == Some(&b'"') => {
                field.push(byte);
                at += 1;
            }
            b'"' => is_open = !is_open,
            b',' if !is_open => break,
            _ => field.push(byte),
        }
        at += 1;
    }
    (Cow::Owned(field), &line[at.min(line.len())..])
}
