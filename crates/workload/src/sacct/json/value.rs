//! Values of Slurm's JSON.

use std::borrow::Cow;

use crate::json::{elements, members, word};
use crate::number::NumberError;
use crate::sacct::amount::{INFINITE, NO_NUMBER};

/// The member called `name` of the object at `at`.
pub fn member(text: &[u8], at: usize, name: &[u8]) -> Option<usize> {
    let mut all = members(text, at).map_while(Result::ok);
    all.find(|(key, _)| **key == *name).map(|(_, at)| at)
}

/// A text; empty for `null` and for values that are not a word.
pub fn text_of(text: &[u8], at: usize) -> Cow<'_, [u8]> {
    if matches!(text.get(at), Some(b'{' | b'[')) {
        return Cow::default();
    }
    match word(text, at) {
        Ok(word) if text[at] == b'"' || *word != *b"null" => word,
        _ => Cow::default(),
    }
}

/// A number as a word, plain or `{"set", "infinite", "number"}`: empty where it is not set, `UNLIMITED` where it is
/// infinite.
pub fn number_word(text: &[u8], at: usize) -> Cow<'_, [u8]> {
    const UNLIMITED: Cow<[u8]> = Cow::Borrowed(b"UNLIMITED");
    let plain = match text.get(at) {
        Some(b'{') => {
            let is = |name: &[u8]| member(text, at, name).is_some_and(|at| text[at..].starts_with(b"true"));
            if is(b"infinite") {
                return UNLIMITED;
            }
            match member(text, at, b"number") {
                Some(number) if is(b"set") => text_of(text, number),
                _ => Cow::default(),
            }
        }
        _ => text_of(text, at),
    };
    if INFINITE.contains(&&*plain) {
        return UNLIMITED;
    }
    if NO_NUMBER.contains(&&*plain) { Cow::default() } else { plain }
}

/// A number of processors, as [`number_word`]; empty where it is infinite.
pub fn count_word(text: &[u8], at: usize) -> Cow<'_, [u8]> {
    match number_word(text, at) {
        word if *word == *b"UNLIMITED" => Cow::default(),
        word => word,
    }
}

/// A number of MiB for each processor or on each node as sacct prints it, `4000Mc` or `16000Mn`, or `0` for all of a node;
/// empty where there is none.
pub fn memory_word(per_processor: &[u8], per_node: &[u8]) -> Vec<u8> {
    match (per_processor, per_node) {
        (b"", b"0") => b"0".to_vec(),
        (b"" | b"0", b"" | b"0") => Vec::new(),
        (b"" | b"0", node) => [node, b"Mn"].concat(),
        (processor, _) => [processor, b"Mc"].concat(),
    }
}

/// A whole number above 0; one that is too large is the largest, which is beyond every time, so that the job is told.
pub fn number(text: &[u8], at: usize) -> Option<i64> {
    let word = number_word(text, at);
    let number = match crate::number::parse(&word) {
        Err(NumberError::TooLarge) if !word.starts_with(b"-") => Some(i64::MAX),
        parsed => parsed.ok(),
    };
    number.filter(|&number| number > 0)
}

/// A moment in seconds since 1970; empty for 0, which stands for none.
pub fn moment(text: &[u8], at: usize) -> Cow<'_, [u8]> {
    number(text, at).map(|number| number.to_string().into_bytes().into()).unwrap_or_default()
}

/// A state: a word, the first of a list of words, or either under `current`.
pub fn state(text: &[u8], at: usize) -> Cow<'_, [u8]> {
    match text.get(at) {
        Some(b'{') => {
            let current = member(text, at, b"current").filter(|&at| text.get(at) != Some(&b'{'));
            current.map(|at| state(text, at)).unwrap_or_default()
        }
        Some(b'[') => match elements(text, at).next() {
            Some(Ok(first)) => text_of(text, first.start),
            _ => Cow::default(),
        },
        _ => text_of(text, at),
    }
}

/// Trackable resources as sacct prints them, `cpu=4,gres/gpu=2`, from a list of objects.
pub fn resources(text: &[u8], at: usize) -> Vec<u8> {
    let mut words = Vec::new();
    for one in elements(text, at).map_while(Result::ok) {
        let of = |name: &[u8]| member(text, one.start, name);
        let kind = of(b"type").map(|at| text_of(text, at)).unwrap_or_default();
        let name = of(b"name").map(|at| text_of(text, at)).unwrap_or_default();
        let count = of(b"count").map(|at| count_word(text, at)).unwrap_or_default();
        if kind.is_empty() || count.is_empty() {
            continue;
        }
        if !words.is_empty() {
            words.push(b',');
        }
        words.extend_from_slice(&kind);
        if !name.is_empty() {
            words.push(b'/');
            words.extend_from_slice(&name);
        }
        words.push(b'=');
        words.extend_from_slice(&count);
    }
    words
}

/// The number of several jobs together, and that of one of them.
pub type Pair<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);

/// The name of a job as sacct prints it: its number, that of its array and of its task, or that of a heterogeneous job
/// and of its part.
pub fn name(job: &[u8], array: Option<Pair>, whole: Option<Pair>) -> Vec<u8> {
    let is_number = |it: &[u8]| !it.is_empty() && *it != *b"0";
    match (array, whole) {
        (Some((array, task)), _) if is_number(&array) && !task.is_empty() => [&array[..], b"_", &task].concat(),
        (_, Some((whole, part))) if is_number(&whole) && !part.is_empty() => [&whole[..], b"+", &part].concat(),
        _ => job.to_vec(),
    }
}
