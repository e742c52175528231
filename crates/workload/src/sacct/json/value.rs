//! Values of Slurm's JSON, each by the text that begins with it.

use std::borrow::Cow;

use crate::calendar::write_duration;
use crate::json::{elements, members, word};
use crate::number::NumberError;
use crate::sacct::amount::{INFINITE, NO_NUMBER};

/// The member called `name` of an object; empty where there is none.
pub fn member<'a>(text: &'a [u8], name: &[u8]) -> &'a [u8] {
    let mut all = members(text, 0).map_while(Result::ok);
    all.find(|(key, _)| **key == *name).map_or(b"", |(_, at)| &text[at..])
}

/// A text; empty for `null` and for values that are not a word.
pub fn text_of(text: &[u8]) -> Cow<'_, [u8]> {
    if matches!(text.first(), Some(b'{' | b'[')) {
        return Cow::default();
    }
    match word(text, 0) {
        Ok(word) if text[0] == b'"' || *word != *b"null" => word,
        _ => Cow::default(),
    }
}

/// A number as a word, plain or `{"set", "infinite", "number"}`: empty where it is not set, `UNLIMITED` where it is
/// infinite.
pub fn number_word(text: &[u8]) -> Cow<'_, [u8]> {
    const UNLIMITED: Cow<[u8]> = Cow::Borrowed(b"UNLIMITED");
    let plain = match text.first() {
        Some(b'{') => {
            let is = |name: &[u8]| member(text, name).starts_with(b"true");
            if is(b"infinite") {
                return UNLIMITED;
            }
            if is(b"set") { text_of(member(text, b"number")) } else { Cow::default() }
        }
        _ => text_of(text),
    };
    if INFINITE.contains(&&*plain) {
        return UNLIMITED;
    }
    if NO_NUMBER.contains(&&*plain) { Cow::default() } else { plain }
}

/// A number of processors, as [`number_word`]; empty where it is infinite.
pub fn count_word(text: &[u8]) -> Cow<'_, [u8]> {
    match number_word(text) {
        word if *word == *b"UNLIMITED" => Cow::default(),
        word => word,
    }
}

/// A number of MiB for each processor or on each node as sacct prints it, `4000Mc` or `16000Mn`, or `0` for all of a node;
/// empty where there is none.
pub fn memory_word(per_processor: &[u8], per_node: &[u8]) -> Vec<u8> {
    match (&*count_word(per_processor), &*count_word(per_node)) {
        (b"", b"0") => b"0".to_vec(),
        (b"" | b"0", b"" | b"0") => Vec::new(),
        (b"" | b"0", node) => [node, b"Mn"].concat(),
        (processor, _) => [processor, b"Mc"].concat(),
    }
}

/// A whole number above 0; one that is too large is the largest, which is beyond every time, so that the job is told.
pub fn number(text: &[u8]) -> Option<i64> {
    let word = number_word(text);
    let number = match crate::number::parse(&word) {
        Err(NumberError::TooLarge) if !word.starts_with(b"-") => Some(i64::MAX),
        parsed => parsed.ok(),
    };
    number.filter(|&number| number > 0)
}

/// A moment in seconds since 1970; empty for 0, which stands for none.
pub fn moment(text: &[u8]) -> Cow<'_, [u8]> {
    number(text).map(|number| number.to_string().into_bytes().into()).unwrap_or_default()
}

/// A number of seconds as a duration, in whose column a plain number would be minutes.
pub fn duration(seconds: i64) -> Vec<u8> {
    write_duration(seconds).into_bytes()
}

/// A state: a word, the first of a list of words, or either under `current`.
pub fn state(text: &[u8]) -> Cow<'_, [u8]> {
    match text.first() {
        Some(b'{') => {
            let current = member(text, b"current");
            if current.first() == Some(&b'{') { Cow::default() } else { state(current) }
        }
        Some(b'[') => match elements(text, 0).next() {
            Some(Ok(first)) => text_of(&text[first.start..]),
            _ => Cow::default(),
        },
        _ => text_of(text),
    }
}

/// Trackable resources as sacct prints them, `cpu=4,gres/gpu=2`, from a list of objects.
pub fn resources(text: &[u8]) -> Cow<'_, [u8]> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    for one in elements(text, 0).map_while(Result::ok) {
        let of = |name: &[u8]| member(&text[one.start..], name);
        let (kind, name, count) = (text_of(of(b"type")), text_of(of(b"name")), count_word(of(b"count")));
        if !kind.is_empty() && !count.is_empty() {
            let mark = if name.is_empty() { &b""[..] } else { b"/" };
            words.push([&*kind, mark, &*name, b"=", &*count].concat());
        }
    }
    words.join(&b","[..]).into()
}

/// The name of a job as sacct prints it: its number, that of its array and of its task, or that of a heterogeneous job
/// and of its part.
pub fn name(job: &[u8], array: [&[u8]; 2], whole: [&[u8]; 2]) -> Vec<u8> {
    let is_known = |it: [&[u8]; 2]| !it[0].is_empty() && *it[0] != *b"0" && !it[1].is_empty();
    match (array, whole) {
        (array, _) if is_known(array) => array.join(&b"_"[..]),
        (_, whole) if is_known(whole) => whole.join(&b"+"[..]),
        _ => job.to_vec(),
    }
}
