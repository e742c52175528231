//! Logs of other schedulers than Slurm, and texts of Slurm beside its accounting: a file each says what its fields mean.

pub mod condor;
pub mod flux;
pub mod grid_engine;
pub mod kubernetes;
pub mod lsf;
pub mod oar;
pub mod pbs;
pub mod scontrol;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;

use super::draft::Parsed;
use super::lines::{lines, split_once};
use super::sacct::cells::{Fields, Intake, Scheme};
use crate::calendar::{moment_of_words, read_duration, write_duration};
use crate::json::elements;
use crate::number;
use crate::sacct::cells::Cells;
use crate::sacct::json::text_of;

/// Adds the fields of words `name=value`. A word without a name belongs to the value before it.
fn add_words<'a>(job: &mut Fields<'a>, line: &'a [u8]) {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'/' | b':');
    let is_name = |it: &[u8]| it.first().is_some_and(u8::is_ascii_alphabetic) && it.iter().all(is_of_name);
    let (mut began, mut at) = (None, 0);
    for word in line.split(u8::is_ascii_whitespace) {
        let end = at + word.len();
        at = end + 1;
        if let Some((name, value)) = split_once(word, b'=').filter(|it| is_name(it.0)) {
            began = Some(end - value.len());
            job.push(name, value);
        } else if let (Some(began), Some(last), false) = (began, job.last(), word.is_empty()) {
            *last = line[began..end].into();
        }
    }
}

/// Reads jobs that are blocks of lines, the first of which `begins` knows, as well as that of the text; `add` adds the fields of a line. O(n log n)
/// for n jobs.
///
/// # Errors
///
/// None.
fn read_blocks(
    scheme: &'static Scheme,
    text: &[u8],
    max_complaints: usize,
    begins: fn(&[u8]) -> bool,
    add: for<'a> fn(&mut Fields<'a>, &'a [u8]),
) -> Result<Parsed, String> {
    let mut intake = Intake::new(scheme, max_complaints)?;
    let (mut first, mut job) = (1, Fields::default());
    for (number, line) in (1..).zip(lines(text)) {
        if begins(line) {
            intake.add(first, &job);
            (first, job) = (number, Fields::default());
        }
        add(&mut job, line);
    }
    intake.add(first, &job);
    Ok(intake.finish())
}

/// As it stands, without quotes around it; empty for a word for none.
pub fn word(word: &[u8]) -> Cow<'_, [u8]> {
    const NONE: [&[u8]; 5] = [b"NONE", b"(null)", b"N/A", b"undefined", b"-"];
    let bare = word.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
    if NONE.contains(&word) { Cow::default() } else { bare.unwrap_or(word).into() }
}

/// In JSON a word, or the words of a list with commas between them.
fn words_of_list(text: &[u8]) -> Cow<'_, [u8]> {
    match text.first() {
        Some(b'[') => {
            let words = elements(text, 0).map_while(Result::ok).map(|it| text_of(&text[it.start..]));
            words.collect::<Vec<_>>().join(&b","[..]).into()
        }
        _ => text_of(text),
    }
}

/// A point in time: Unix seconds, also with a fraction, Unix milliseconds, or a date; empty for none.
pub fn instant(word: &[u8]) -> Cow<'_, [u8]> {
    const DIGITS_OF_MILLISECONDS: usize = 13;
    if word.iter().all(|byte| b"0.-/".contains(byte)) || word == b"-1" {
        return Cow::default();
    }
    if word.iter().all(u8::is_ascii_digit) {
        let is_exact = word.len() == DIGITS_OF_MILLISECONDS;
        return if is_exact { [&word[..10], b".", &word[10..]].concat().into() } else { word.into() };
    }
    moment_of_words(word).map_or(word.into(), |moment| moment.into_bytes().into())
}

/// A length of time: `1:30:00` or seconds, or `INFINITY`; empty for none.
pub fn span(word: &[u8]) -> Cow<'_, [u8]> {
    if word.eq_ignore_ascii_case(b"infinity") {
        return Cow::Borrowed(b"UNLIMITED");
    }
    match number::parse(word.strip_suffix(b"s").unwrap_or(word)) {
        Ok(seconds) if seconds > 0 => write_duration(seconds).into_bytes().into(),
        Ok(_) => Cow::default(),
        Err(_) => self::word(word),
    }
}

/// An amount of memory: `4gb`, `512mb`, `100kb`, `4096b`; empty for none.
pub fn memory(word: &[u8]) -> Cow<'_, [u8]> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match (number::parse(&word[..digits]), word[digits..].to_ascii_lowercase().as_slice()) {
        (Ok(0), _) => Cow::default(),
        (Ok(bytes), b"" | b"b") => format!("{}K", bytes / 1024 + i64::from(bytes % 1024 > 0)).into_bytes().into(),
        _ => word.to_ascii_uppercase().into(),
    }
}

/// The name before `@` or `(`.
pub fn owner(word: &[u8]) -> Cow<'_, [u8]> {
    word.split(|byte| b"@(".contains(byte)).next().unwrap_or_default().into()
}

/// The first of words with blanks or slashes between them.
pub fn first(word: &[u8]) -> Cow<'_, [u8]> {
    self::word(word.split(|byte| b" /".contains(byte)).next().unwrap_or_default())
}

/// A number of GPUs among trackable resources; empty for none.
pub fn gpus(word: &[u8]) -> Cow<'_, [u8]> {
    count(word).map(|count| format!("gres/gpu={count}").into_bytes().into()).unwrap_or_default()
}

/// A whole number above 0.
pub fn count(word: &[u8]) -> Option<i64> {
    number::parse(word).ok().filter(|it| *it > 0)
}

/// Hosts as a list of nodes, each once.
fn host_list<'a>(hosts: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut seen = HashSet::new();
    hosts.filter(|it| seen.insert(*it)).collect::<Vec<_>>().join(&b","[..])
}

/// The state of a job that did not end well after it `ran` so long: stopped at its limit if that was up and a signal has
/// ended it.
pub fn failed(cells: &Cells, ran: &[u8], is_killed: bool) -> &'static [u8] {
    let ran = read_duration(&span(ran));
    let is_up = ran.zip(read_duration(cells.get("Timelimit"))).is_some_and(|(ran, limit)| ran >= limit);
    if is_killed && is_up { b"TIMEOUT" } else { b"FAILED" }
}
