//! Commands that make runs again.

use std::borrow::Cow;

use serde_json::Value;

use experiment::sweep::Vary;
use experiment::{LogMark, Study};

/// The beginning of a command: the program with a scenario and a log.
pub(super) fn command_of(command: &str, scenario: &str, log: &LogMark) -> String {
    let columns = log.columns.as_ref();
    let columns = columns.map_or_else(String::new, |it| format!(" --columns {}", quoted(it)));
    format!("slotscope {command} {scenario} {}{columns}", quoted(&log.name))
}

/// A word as a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./=,:+".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// How often the cells of a study are run, as `--seeds` or `--replicate`.
pub(super) fn repeats_argument(study: &Study) -> String {
    match &study.replicate {
        Some(replicate) => format!(" --replicate {}", quoted(&replicate.to_string())),
        None => format!(" --seeds {}", study.seeds),
    }
}

/// A varied field with its values, as `--vary` takes them.
pub(super) fn vary_argument(field: &Vary) -> String {
    if field.values.iter().filter_map(Value::as_str).any(|it| it.contains(',')) {
        let values = Value::from(field.values.clone());
        return quoted(&format!("{}={values}", field.path));
    }
    let words: Vec<Cow<str>> = field.values.iter().map(word).collect();
    quoted(&format!("{}={}", field.path, words.join(",")))
}

fn word(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(word) => word.into(),
        other => other.to_string().into(),
    }
}
