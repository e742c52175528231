//! The path of the field at a place of a text.
//!
//! A reader that keeps the path while it reads adds code to every type that is read: a tenth of the
//! page's WebAssembly. The path is wanted after an error only, whose place is known.

/// The path of the field that a reader has come to, its names joined by dots (`platform[1]`), by the line
/// and the column (both counted from 1) of the last byte that it has read. Empty for the whole. A name
/// whose value has not begun is none yet. O(bytes before the place).
pub fn path_before(text: &[u8], (line, column): (usize, usize)) -> String {
    let is_end = |byte: &u8| *byte == b'\n';
    let mut lines = text.split_inclusive(is_end);
    let before: usize = lines.by_ref().take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let text = &text[..text.len().min(before + column)];
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let mut next = at + 1;
        match (byte, levels.last_mut()) {
            (b'{', _) => levels.push(Level::Object(String::new(), false)),
            (b'[', _) => levels.push(Level::List(0)),
            (b'}' | b']', _) => drop(levels.pop()),
            (b',', Some(Level::List(index))) => *index += 1,
            (b',', Some(Level::Object(_, has_value))) => *has_value = false,
            (b':', Some(Level::Object(_, has_value))) => *has_value = true,
            (b'"', level) => {
                next = end_of_string(text, at);
                if let Some(Level::Object(name, false)) = level {
                    *name = serde_json::from_slice(&text[at..next]).unwrap_or_default();
                }
            }
            _ => {}
        }
        at = next;
    }
    let mut path = String::new();
    for level in &levels {
        match level {
            Level::Object(_, false) => {}
            Level::Object(name, true) if path.is_empty() => path.push_str(name),
            Level::Object(name, true) => path.extend([".", name]),
            Level::List(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

/// An object or a list that has begun and not ended.
enum Level {
    /// The latest name, and whether its value has begun.
    Object(String, bool),
    /// The latest place, counted from 0.
    List(usize),
}

/// Where a string ends that begins at a place, behind its quote.
fn end_of_string(text: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path before the mark in a text of one line.
    #[track_caller]
    fn assert_path(text: &str, path: &str) {
        let column = text.find('^').expect("a mark");
        let text = text.replace('^', "");
        assert_eq!(path_before(text.as_bytes(), (1, column)), path, "{text}");
    }

    #[test]
    fn names_and_places_lead_to_what_was_read_last() {
        assert_path("^{}", "");
        assert_path(r#"{"a"^: 1}"#, "");
        assert_path(r#"{"a": ^1}"#, "a");
        assert_path(r#"{"a": 1^, "b": 2}"#, "a");
        assert_path(r#"{"a": 1, "b"^: 2}"#, "");
        assert_path(r#"{"a": [1, {"b": true^}]}"#, "a[1].b");
        assert_path(r#"{"a": [[0], [1, 2^]]}"#, "a[1][1]");
        // An object that has ended is still the latest of its parent.
        assert_path(r#"{"a": {"b": 1}^}"#, "a");
        assert_path(r#"[1, [2]^, 3]"#, "[1]");
        // Brackets, quotes and backslashes in texts are no more than that.
        assert_path(r#"{"a\"]}": ["\\", "{[\",:", 5^]}"#, r#"a"]}[2]"#);
    }

    #[test]
    fn lines_are_counted_and_places_beyond_the_text_are_its_end() {
        let text = b"{\n  \"a\": {\n    \"b\": [1, 2]\n  }\n}";
        assert_eq!(path_before(text, (3, 14)), "a.b[1]");
        assert_eq!(path_before(text, (3, 15)), "a.b");
        assert_eq!(path_before(text, (4, 3)), "a");
        assert_eq!(path_before(text, (99, 99)), "");
        assert_eq!(path_before(b"{\"a\": \"b", (1, 99)), "a");
        assert_eq!(path_before(b"\"\\", (1, 2)), "");
    }
}
