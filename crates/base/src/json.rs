//! JSON that people write: read, with errors in their words.
//!
//! Serde speaks of Rust: `invalid type: string "x", expected u32`. The author of a scenario gets
//! instead the field, the value that it needs, and its place in the text: `platform[0]: a whole
//! number of 0 or more is needed, not "x" (line 1, column 17)`.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// An error in a text that should be JSON of some form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The path of the field, its names joined by dots; empty for the whole.
    pub path: String,
    /// The error, in words.
    pub what: String,
    /// Line and column in the text, counted from 1; `None` where the user does not see the text.
    pub place: Option<(usize, usize)>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.what)?;
        match self.place {
            Some((line, column)) => write!(f, " (line {line}, column {column})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Mistake {}

impl Mistake {
    /// The mistake without line and column, for a text that a program has written: they are useless
    /// to the user.
    pub fn without_place(self) -> Self {
        Self { place: None, ..self }
    }
}

/// Reads a text as JSON. A byte order mark, with which some editors begin a file, is passed over.
///
/// # Errors
///
/// The first mistake.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Mistake> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = T::deserialize(&mut reader).map_err(|error| mistake(text, &error))?;
    reader.end().map_err(|error| mistake(text, &error))?;
    Ok(value)
}

/// The value at a path of names and places with dots between them.
///
/// # Errors
///
/// The first name that is not there.
pub fn at<'a, 'n>(json: &'a Value, path: &'n str) -> Result<&'a Value, &'n str> {
    path.split('.').try_fold(json, |it, name| {
        let next = match it {
            Value::Array(items) => name.parse().ok().and_then(|i: usize| items.get(i)),
            other => other.get(name),
        };
        next.ok_or(name)
    })
}

/// The same to be changed, by the names of its path.
///
/// # Errors
///
/// The first name that is not there.
pub fn at_mut<'a, 'n>(json: &'a mut Value, names: impl IntoIterator<Item = &'n str>) -> Result<&'a mut Value, &'n str> {
    names.into_iter().try_fold(json, |it, name| {
        let next = match it {
            Value::Array(items) => name.parse().ok().and_then(|i: usize| items.get_mut(i)),
            other => other.get_mut(name),
        };
        next.ok_or(name)
    })
}

/// Reads a type from a JSON value. The value is converted by way of text: types have one reader
/// then, and not a second one for values, which is as large.
///
/// # Errors
///
/// The first mistake, without a place.
pub fn read_value<T: DeserializeOwned>(value: &Value) -> Result<T, Mistake> {
    read(value.to_string().as_bytes()).map_err(Mistake::without_place)
}

fn mistake(text: &[u8], error: &serde_json::Error) -> Mistake {
    let place = (error.line() > 0).then(|| (error.line(), error.column()));
    let said = error.to_string();
    // Serde puts the place behind its words.
    let said = match said.rfind(" at line ") {
        Some(at) if place.is_some() => &said[..at],
        _ => &said,
    };
    // Text that is not even JSON has a place, but no field.
    let path = place.filter(|_| error.is_data());
    Mistake { path: path.map_or_else(String::new, |place| path_before(text, place)), what: in_words(said), place }
}

/// Serde's words in those of a person.
fn in_words(said: &str) -> String {
    for prefix in ["invalid type: ", "invalid value: "] {
        if let Some((found, expected)) = said.strip_prefix(prefix).and_then(|rest| rest.rsplit_once(", expected ")) {
            return format!("{} is needed, not {}", needed(expected), there_is(found));
        }
    }
    if let Some((length, expected)) =
        said.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("{} is needed, not a list of {length}", needed(expected));
    }
    let names = |rest: &str| rest.replace("one of ", "").replace(" or ", ", ");
    if let Some(rest) = said.strip_prefix("unknown field ") {
        return match rest.split_once(", expected ") {
            Some((name, known)) => format!("there is no field {name}; there are {}", names(known)),
            None => format!("there is no field {}", rest.split(',').next().unwrap_or(rest)),
        };
    }
    if let Some((name, known)) = said.strip_prefix("unknown variant ").and_then(|rest| rest.split_once(", expected ")) {
        return format!("{name} is none of {}", names(known));
    }
    if let Some(name) = said.strip_prefix("missing field ") {
        return format!("the field {name} is missing");
    }
    if let Some(name) = said.strip_prefix("duplicate field ") {
        return format!("the field {name} stands there twice");
    }
    match said {
        said if said.starts_with("EOF") => "the text ends too early",
        "expected value" | "expected ident" => "this is no JSON: a value is needed here",
        "expected `:`" => "a colon is needed here",
        "expected `,` or `}`" => "a comma or a closing brace is needed here",
        "expected `,` or `]`" => "a comma or a closing bracket is needed here",
        "key must be a string" => "the name of a field, in quotes, is needed here",
        "trailing comma" => "there is a comma too many",
        "trailing characters" => "the text goes on behind its end",
        "number out of range" => "this number is too large",
        other => other,
    }
    .to_owned()
}

/// A Rust type in words for the user.
fn needed(expected: &str) -> String {
    let text = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" => "a text in quotes",
        "a sequence" => "a list in brackets",
        "a map" => "an object in braces",
        "string or map" | "variant identifier" => "a name in quotes",
        "unit" | "unit variant" => "a name in quotes alone",
        tuple if tuple.starts_with("a tuple") || tuple.starts_with("tuple ") => "a list in brackets",
        object if object.starts_with("struct ") => "an object in braces",
        name if name.starts_with("enum ") => "a name in quotes",
        other => other,
    };
    text.to_owned()
}

/// The value found: without serde's name of its kind.
fn there_is(found: &str) -> String {
    let text = match found {
        "sequence" => "a list",
        "map" => "an object",
        "null" | "unit" | "unit value" => "null",
        "unit variant" | "newtype variant" | "struct variant" | "tuple variant" => "this form",
        other => {
            let kinds = ["string ", "integer ", "floating point ", "boolean "];
            let bare = kinds.iter().find_map(|kind| other.strip_prefix(kind));
            bare.unwrap_or(other).trim_matches('`')
        }
    };
    text.to_owned()
}

// The path of the field at a place of a text.
//
// A reader that keeps the path while it reads adds code to every type that is read: a tenth of the
// page's WebAssembly. The path is wanted after an error only, whose place is known.

/// The path of the field that a reader has come to, its names joined by dots (`platform[1]`), by the line
/// and the column (both counted from 1) of the last byte that it has read. Empty for the whole. A name
/// whose value has not begun is none yet. O(bytes before the place).
fn path_before(text: &[u8], (line, column): (usize, usize)) -> String {
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
