//! The comment lines before the first job: `; Key: value`, and lines that continue a value.

/// Collects the header, line by line.
#[derive(Default)]
pub(super) struct Header(super::Header);

impl Header {
    /// Takes what follows the mark of one comment.
    ///
    /// A key is one word with a colon, at most one blank after the mark. Anything indented
    /// deeper continues the value above, though it may look like a key ("http:"). Bytes that are
    /// not UTF-8 are replaced. Other comments are not kept.
    pub fn add(&mut self, comment: &[u8]) {
        let comment = String::from_utf8_lossy(comment);
        let text = comment.trim();
        let indented = comment.len() - comment.trim_start().len() > 1 || comment.starts_with('\t');
        if text.is_empty() {
            return;
        }
        match (indented, self.0.entries.last_mut()) {
            (true, Some((_, value))) => {
                if !value.is_empty() {
                    value.push('\n');
                }
                value.push_str(text);
            }
            _ => self.0.entries.extend(key_and_value(text)),
        }
    }

    /// The header of all lines taken.
    pub fn finish(self) -> super::Header {
        self.0
    }
}

fn key_and_value(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once(':')?;
    let is_key = !key.is_empty() && !key.contains(char::is_whitespace) && !value.starts_with("//");
    is_key.then(|| (key.to_owned(), value.trim().to_owned()))
}
