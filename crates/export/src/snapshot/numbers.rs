//! Ascending numbers as text with ranges, `3 7-12`: short where neighbours are chosen together.

use std::fmt::Write;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// The most numbers that are read: a range of four billion is a short text.
const MOST: usize = 1_000_000;

/// Writes them; runs of consecutive numbers become ranges.
pub fn serialize<S: Serializer>(numbers: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = String::new();
    for run in numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
        if !text.is_empty() {
            text.push(' ');
        }
        let _ = match run {
            [one] => write!(text, "{one}"),
            _ => write!(text, "{}-{}", run[0], run[run.len() - 1]),
        };
    }
    serializer.serialize_str(&text)
}

/// Reads them.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = |part: &str| D::Error::custom(format!("no number or range of numbers: {part:?}"));
    let mut numbers = Vec::new();
    for part in text.split_ascii_whitespace() {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| wrong(part));
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(wrong(part));
        }
        if last - first >= (MOST - numbers.len().min(MOST)) as u64 {
            return Err(D::Error::custom(format!("more than {MOST} numbers")));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers)
}
