//! A text taken apart into lines.

/// The lines of a text, without their ends: LF, CR LF or CR.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
        let end = end.unwrap_or(rest.len());
        let line = &rest[..end];
        let mark = if rest[end..].starts_with(b"\r\n") {
            2
        } else {
            1
        };
        rest = rest.get(end + mark..).unwrap_or_default();
        Some(line)
    })
}
