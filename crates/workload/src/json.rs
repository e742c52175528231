//! JSON taken apart without building it up: where the members of an object and the elements of an
//! array begin.
//!
//! So a workload is read job by job, each with its line, and one that was cut short is read as far
//! as it goes.

use std::borrow::Cow;
use std::ops::Range;

use super::draft::Complaints;

/// Where the text ceases to be JSON: the byte's place from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken(pub usize);

/// A member of an object: its key, and where its value begins.
pub(super) type Member<'a> = (Cow<'a, [u8]>, usize);

/// The members of the object that begins at `at` in `text`.
pub(super) fn members(text: &[u8], at: usize) -> impl Iterator<Item = Result<Member<'_>, Broken>> {
    let mut walk = Walk::new(text, at, b'{', b'}');
    std::iter::from_fn(move || walk.member())
}

/// The elements of the array that begins at `at` in `text`.
pub(super) fn elements(text: &[u8], at: usize) -> impl Iterator<Item = Result<Range<usize>, Broken>> {
    let mut walk = Walk::new(text, at, b'[', b']');
    std::iter::from_fn(move || {
        let element = walk.next()?.and_then(|at| Ok(at..end_of_value(text, at)?));
        match &element {
            Ok(range) => (walk.pending, walk.at) = (None, range.end),
            Err(_) => walk.done = true,
        }
        Some(element)
    })
}

/// Goes from one to the next, over values only when they have been left behind.
struct Walk<'a> {
    text: &'a [u8],
    /// In the end just behind the whole.
    at: usize,
    open: u8,
    close: u8,
    /// Where a value begins that has not been passed over.
    pending: Option<usize>,
    is_first: bool,
    done: bool,
}

impl<'a> Walk<'a> {
    fn new(text: &'a [u8], at: usize, open: u8, close: u8) -> Self {
        Self { text, at: skip_blank(text, at), open, close, pending: None, is_first: true, done: false }
    }

    /// Where the next member or element begins.
    fn next(&mut self) -> Option<Result<usize, Broken>> {
        if self.done {
            return None;
        }
        let next = self.step();
        self.done = !matches!(next, Ok(Some(_)));
        if let Ok(Some(at)) = next {
            self.pending = Some(at);
        }
        next.transpose()
    }

    /// The next member of an object.
    fn member(&mut self) -> Option<Result<Member<'a>, Broken>> {
        let value = self.next()?.and_then(|key_at| {
            let (key, end) = string(self.text, key_at)?;
            let colon = skip_blank(self.text, end);
            match self.text.get(colon) {
                Some(b':') => Ok((key, skip_blank(self.text, colon + 1))),
                _ => Err(Broken(colon)),
            }
        });
        match &value {
            Ok((_, at)) => self.pending = Some(*at),
            Err(_) => self.done = true,
        }
        Some(value)
    }

    fn step(&mut self) -> Result<Option<usize>, Broken> {
        if let Some(at) = self.pending.take() {
            self.at = end_of_value(self.text, at)?;
        }
        let at = skip_blank(self.text, self.at);
        let expected = if self.is_first { self.open } else { b',' };
        match self.text.get(at) {
            Some(&byte) if byte == self.close && !self.is_first => {
                self.at = at + 1;
                return Ok(None);
            }
            Some(&byte) if byte == expected => {}
            _ => return Err(Broken(at)),
        }
        let next = skip_blank(self.text, at + 1);
        match self.text.get(next) {
            None => Err(Broken(next)),
            Some(&byte) if byte == self.close && std::mem::take(&mut self.is_first) => {
                self.at = next + 1;
                Ok(None)
            }
            Some(_) => {
                self.is_first = false;
                Ok(Some(next))
            }
        }
    }
}

pub(super) fn skip_blank(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
    at + blank.count()
}

/// Just behind the value that begins at `at`. Within arrays and objects only brackets and strings
/// are looked at.
#[inline(never)]
pub(super) fn end_of_value(text: &[u8], at: usize) -> Result<usize, Broken> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",:]}".contains(byte);
    let mut at = at;
    let mut depth = 0_usize;
    loop {
        at = skip_blank(text, at);
        match text.get(at) {
            None => return Err(Broken(at)),
            Some(b'"') => at = end_of_string(text, at)?,
            Some(b'{' | b'[') => {
                depth += 1;
                at += 1;
            }
            Some(b'}' | b']') => {
                depth = depth.checked_sub(1).ok_or(Broken(at))?;
                at += 1;
            }
            Some(b',' | b':') if depth > 0 => at += 1,
            Some(_) => {
                let word = text[at..].iter().position(is_end);
                match word {
                    Some(0) => return Err(Broken(at)),
                    Some(length) => at += length,
                    None => return Err(Broken(text.len())),
                }
            }
        }
        if depth == 0 {
            return Ok(at);
        }
    }
}

/// Just behind the string that begins at `at`.
fn end_of_string(text: &[u8], at: usize) -> Result<usize, Broken> {
    let mut at = at + 1;
    loop {
        match text.get(at) {
            None => return Err(Broken(text.len())),
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// The string that begins at `at`, and the place just behind it.
fn string(text: &[u8], at: usize) -> Result<(Cow<'_, [u8]>, usize), Broken> {
    if text.get(at) != Some(&b'"') {
        return Err(Broken(at));
    }
    let end = end_of_string(text, at)?;
    let inner = &text[at + 1..end - 1];
    if !inner.contains(&b'\\') {
        return Ok((Cow::Borrowed(inner), end));
    }
    let unescaped: String = serde_json::from_slice(&text[at..end]).map_err(|_| Broken(at))?;
    Ok((Cow::Owned(unescaped.into_bytes()), end))
}

/// A value as a word: the content of a string, or a number or a name as it is written. Other values
/// are returned as they are written as well.
#[inline(never)]
pub(super) fn word(text: &[u8], at: usize) -> Result<Cow<'_, [u8]>, Broken> {
    if text.get(at) == Some(&b'"') {
        return string(text, at).map(|(word, _)| word);
    }
    end_of_value(text, at).map(|end| Cow::Borrowed(&text[at..end]))
}

/// Counts lines as far as they are asked for, in order.
pub(super) struct LineCount<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> LineCount<'a> {
    /// At the first line.
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, line: 1 }
    }

    /// The line of the byte at `at`, from 1.
    pub fn line(&mut self, at: usize) -> u64 {
        let passed = self.text.get(self.at..at).unwrap_or_default();
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.at = at.max(self.at);
        self.line
    }
}

/// The elements of the array that begins at `at`: the line of each, and where it begins. If the text ceases to be JSON,
/// they end there, without a complaint if `is_told`. None without an array.
pub(super) fn numbered_elements<'a>(
    text: &'a [u8],
    at: Option<usize>,
    lines: &mut LineCount<'a>,
    is_told: bool,
) -> impl Iterator<Item = (u64, Result<usize, String>)> {
    at.into_iter().flat_map(move |at| elements(text, at)).take_while(move |element| element.is_ok() || !is_told).map(
        move |element| match element {
            Ok(Range { start, .. }) => (lines.line(start), Ok(start)),
            Err(Broken(at)) => (lines.line(at), Err(broken(text, at))),
        },
    )
}

/// Checks that a key is there once; `before` is where its value begins at an earlier place.
///
/// # Errors
///
/// A sentence: it is there twice, and which of them counts is not known.
fn once(key: &str, text: &[u8], before: Option<usize>, at: usize) -> Result<(), String> {
    let Some(before) = before else {
        return Ok(());
    };
    let mut lines = LineCount::new(text);
    let (first, second) = (lines.line(before), lines.line(at));
    Err(format!("the key \"{key}\" is there twice, in line {first} and in line {second}: leave one"))
}

/// Where the values of some keys of an object begin, and the place just behind it, or where it ceases to be JSON.
type Outermost<const N: usize> = ([Option<usize>; N], Result<usize, Broken>);

/// The values of these keys in the object at `at`. Where it ceases to be JSON is told. The last of the keys may be there again.
///
/// # Errors
///
/// As [`once`].
pub(super) fn outermost<const N: usize>(
    text: &[u8],
    at: usize,
    keys: [&str; N],
    complaints: &mut Complaints,
) -> Result<Outermost<N>, String> {
    let mut found = [None; N];
    let mut walk = Walk::new(text, at, b'{', b'}');
    while let Some(member) = walk.member() {
        match member {
            Ok((key, at)) => {
                if let Some(place) = keys.iter().position(|it| *it.as_bytes() == *key) {
                    let before = found[place].replace(at);
                    once(keys[place], text, before.filter(|_| place + 1 < N), at)?;
                }
            }
            Err(Broken(at)) => {
                complaints.leave_out(LineCount::new(text).line(at), broken(text, at));
                return Ok((found, Err(Broken(at))));
            }
        }
    }
    Ok((found, Ok(walk.at)))
}

/// That a text is no JSON from the byte at `at` on.
pub(super) fn broken(text: &[u8], at: usize) -> String {
    let what = if at >= text.len() { "the JSON is cut short: it ends here" } else { "this is no JSON from here on" };
    what.to_owned()
}

/// The members of the object at `at` that stands for a job.
///
/// # Errors
///
/// In words, if it is none.
pub(super) fn members_of_job(text: &[u8], at: usize) -> Result<Vec<Member<'_>>, String> {
    let members: Result<_, Broken> = members(text, at).collect();
    members.map_err(|_| "the job should be a JSON object but is none".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;
    use crate::testing::{assert_told, listed, rows};

    /// The keys, and where it is broken.
    fn keys(text: &str) -> String {
        let members = members(text.as_bytes(), 0).map(|it| match it {
            Ok((key, _)) => String::from_utf8_lossy(&key).into_owned(),
            Err(Broken(at)) => format!("broken at {at}"),
        });
        listed(members, ", ")
    }

    #[test]
    fn members_have_keys_and_values() {
        let text = br#" { "a" : [1, {"x": "]}"}], "b\u0041\"" :2 ,"c": null} rest"#;
        let owned = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let found: Vec<(String, String)> = members(text, 0)
            .map(|it| it.unwrap())
            .map(|(key, at)| {
                let end = end_of_value(text, at).unwrap();
                (owned(&key), owned(&text[at..end]))
            })
            .collect();
        let expected = [("a", r#"[1, {"x": "]}"}]"#), ("bA\"", "2"), ("c", "null")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_cut_short_gives_what_was_there_before() {
        let found: Vec<_> = elements(b"[1, {\"a\": 2}, {\"a\": ", 0).collect();
        assert_eq!(found, [Ok(1..2), Ok(4..12), Err(Broken(20))]);
        assert_eq!(keys("{\"a\": 1, \"b\": [1, 2"), "a, b, broken at 19");
    }

    #[test]
    fn what_is_no_json_is_broken_there() {
        for [text, told] in rows(
            "| broken at 0
            [ | broken at 0
            { | broken at 1
            {a: 1} | broken at 1
            {\"a\" 1} | broken at 5
            {\"a\": } | …broken at 6
            {\"a\": 1 2} | …broken at 8
            {\"a\": 1, | …broken at 8",
        ) {
            assert_told(keys(&text), &told, &text);
        }
        assert_eq!(keys("{}"), "");
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[ -~é]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[ -~]{0,4}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn all_json_is_taken_apart(value in any_json(), pretty: bool) {
            let text = if pretty {
                serde_json::to_vec_pretty(&value).unwrap()
            } else {
                serde_json::to_vec(&value).unwrap()
            };
            let value_at = |at: usize| -> Value {
                serde_json::from_slice(&text[at..end_of_value(&text, at).unwrap()]).unwrap()
            };
            match value {
                Value::Object(map) => {
                    let found: serde_json::Map<String, Value> = members(&text, 0)
                        .map(|it| it.unwrap())
                        .map(|(key, at)| (String::from_utf8(key.into_owned()).unwrap(), value_at(at)))
                        .collect();
                    prop_assert_eq!(found, map);
                }
                Value::Array(array) => {
                    let found: Vec<Value> = elements(&text, 0).map(|it| value_at(it.unwrap().start)).collect();
                    prop_assert_eq!(found, array);
                }
                // A word is complete only with a character after it.
                _ => {}
            }
        }

        #[test]
        fn any_bytes_are_taken(text in "[\\[\\]{}:,\"\\\\a1 é]{0,40}") {
            let text = text.as_bytes();
            for at in 0..=text.len() {
                members(text, at).for_each(drop);
                elements(text, at).for_each(drop);
                let _ = word(text, at);
            }
        }
    }
}
