//! Commands that make runs again.

use experiment::LogMark;

/// The beginning of a command: the program with a scenario and a log.
pub fn command_of(command: &str, scenario: &str, log: &LogMark) -> String {
    let columns = log.columns.as_ref();
    let columns = columns.map_or_else(String::new, |it| format!(" --columns {}", quoted(it)));
    format!(
        "slotscope {command} {scenario} {}{columns}",
        quoted(&log.name)
    )
}

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./=,:+".contains(it);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
