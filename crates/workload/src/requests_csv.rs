//! A list of reservation requests as a small CSV: `job,ready,deadline`, a job a line; two more columns have the least that is
//! taken where the full request cannot be met, in percent.
//!
//! Parsed by hand, since some whole numbers a line need no library. Unlike a log, which is taken as
//! far as it can be read, a list is taken whole or not at all: a person wrote it for this very
//! experiment.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use super::calendar::FIRST_UNIX_TIME;
use super::reserve::{BestEffort, ListedRequest, MOST_REQUESTS};

/// The largest list that is read: 16 MiB.
pub const MAX_LIST_BYTES: usize = 16 << 20;

/// The names of the columns. The line with them is optional, and so are the last two columns, of best effort.
const COLUMNS: [&str; 5] = ["job", "ready", "deadline", "least_processors", "least_time"];

/// How many columns there are at least.
const NEEDED: usize = 3;

/// Why a list cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestsError {
    /// The text is longer than [`MAX_LIST_BYTES`].
    TooLarge,
    /// It names no job.
    Empty,
    /// A line has a problem.
    Line {
        /// Its number, from 1.
        line: usize,
        /// The problem, in words.
        problem: String,
    },
}

impl fmt::Display for RequestsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "a list of requests has at most {MAX_LIST_BYTES} bytes"),
            Self::Empty => f.write_str("the list of requests names no job"),
            Self::Line { line, problem } => write!(f, "line {line}: {problem}"),
        }
    }
}

impl std::error::Error for RequestsError {}

/// Whether a file is meant as such a list, right or wrong: its first line begins with a number or
/// with `job` and then a comma or a semicolon, or it is called `.csv` and has a comma there.
///
/// No line of a log does, and no scenario.
pub fn looks_like_requests(name: &str, bytes: &[u8]) -> bool {
    let text = crate::lines::without_marks(bytes).trim_ascii_start();
    let head = &text[..text.len().min(1024)];
    let first = head.split(|&byte| byte == b'\n').next();
    let first = first.unwrap_or_default();
    let Some(end) = first.iter().position(|byte| b",;".contains(byte)) else {
        return false;
    };
    // A log in SWF that was saved with commas has 18 columns.
    const MOST_COMMAS: usize = 16;
    if first.iter().filter(|byte| **byte == b',').count() > MOST_COMMAS {
        return false;
    }
    let word = unquoted(&first[..end]);
    let is_number = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    let is_called_csv = name.to_ascii_lowercase().ends_with(".csv") && first[end] == b',';
    is_number || word.eq_ignore_ascii_case(COLUMNS[0].as_bytes()) || is_called_csv
}

/// Reads a list. Lines may end in CR LF, blank ones and a byte order mark are skipped, and the
/// first line may name the columns. Fields may be quoted. O(n log n) for n requests.
///
/// # Errors
///
/// The first line that is not three whole numbers, or has another percentage than whole ones behind them, whose times make no sense
/// ([`ListedRequest::validate`]) or whose job has a request already; or if no line holds a request,
/// or the text or the list is too long.
pub fn read_requests(bytes: &[u8]) -> Result<Vec<ListedRequest>, RequestsError> {
    if bytes.len() > MAX_LIST_BYTES {
        return Err(RequestsError::TooLarge);
    }
    let mut requests = Vec::new();
    let mut lines_of: BTreeMap<u64, usize> = BTreeMap::new();
    let mut is_first = true;
    for (index, line) in crate::lines::without_marks(bytes).split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let fail = |problem| RequestsError::Line { line: index + 1, problem };
        if std::mem::take(&mut is_first) && names_columns(line).map_err(fail)? {
            continue;
        }
        let request = request(line).map_err(fail)?;
        if let Some(earlier) = lines_of.insert(request.job, index + 1) {
            let job = request.job;
            return Err(fail(format!("job {job} is listed in line {earlier} already")));
        }
        if requests.len() == MOST_REQUESTS {
            return Err(fail(format!("there are more than {MOST_REQUESTS} requests")));
        }
        requests.push(request);
    }
    if requests.is_empty() {
        return Err(RequestsError::Empty);
    }
    Ok(requests)
}

/// Makes requests whose times are Unix times count from the start of the log, which is at `unix_start` if it says so, as the times of logs do: those whose
/// earliest ready time, or deadline where all may begin at once, is one. A ready time before the log begins is its
/// beginning.
///
/// # Errors
///
/// If the log does not say when it began, or a deadline is before that.
pub fn count_from_start(requests: &mut [ListedRequest], unix_start: Option<i64>) -> Result<(), String> {
    let readies = requests.iter().map(|it| it.ready).filter(|&it| it > 0);
    let are_at_once = readies.clone().next().is_none();
    let first = if are_at_once { requests.iter().map(|it| it.deadline).min() } else { readies.min() };
    if first.is_none_or(|first| first < FIRST_UNIX_TIME) {
        return Ok(());
    }
    let origin = match unix_start {
        Some(origin) if origin >= FIRST_UNIX_TIME => origin,
        // Times count from it, whatever they are.
        Some(_) => return Ok(()),
        // A deadline that is far away.
        None if are_at_once => return Ok(()),
        None => {
            return Err(
                "its times are Unix times, and the log does not say when it began (UnixStartTime): give them in \
                 seconds from the log's start"
                    .to_owned(),
            );
        }
    };
    for it in requests {
        if it.deadline < origin {
            let ListedRequest { job, deadline, .. } = it;
            return Err(format!(
                "the deadline of job {job}, {deadline}, is before the log begins, at {origin} in Unix time: give the \
                 times of all requests in Unix time, or in seconds from the log's start"
            ));
        }
        it.ready = (it.ready - origin).max(0);
        it.deadline -= origin;
    }
    Ok(())
}

/// Writes a list, with the line that names the columns; those of best effort only if a request has it.
pub fn write_requests(requests: &[ListedRequest]) -> String {
    let has_best_effort = requests.iter().any(|it| it.best_effort.is_some());
    let columns = if has_best_effort { COLUMNS.len() } else { NEEDED };
    let mut text = COLUMNS[..columns].join(",") + "\n";
    for it in requests {
        let least = match it.best_effort {
            Some(BestEffort::Processors(percent)) => format!(",{percent},"),
            Some(BestEffort::Time(percent)) => format!(",,{percent}"),
            None => ",".repeat(columns - NEEDED),
        };
        text += &format!("{},{},{}{least}\n", it.job, it.ready, it.deadline);
    }
    text
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| byte == b',').map(unquoted)
}

/// A field without spaces and quotes around it.
fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    let inner = field.strip_prefix(b"\"").and_then(|it| it.strip_suffix(b"\""));
    inner.unwrap_or(field).trim_ascii()
}

/// Whether the first line names the columns, which must be these.
fn names_columns(line: &[u8]) -> Result<bool, String> {
    let is_name = |field: &[u8]| field.first().is_some_and(u8::is_ascii_alphabetic);
    if !fields(line).next().is_some_and(is_name) {
        return Ok(false);
    }
    let named: Vec<Vec<u8>> = fields(line).take(COLUMNS.len() + 1).map(<[u8]>::to_ascii_lowercase).collect();
    let are_these = named.iter().zip(COLUMNS).all(|(name, column)| name == column.as_bytes());
    if are_these && (NEEDED..=COLUMNS.len()).contains(&named.len()) {
        return Ok(true);
    }
    Err(format!("it names other columns; {}", wanted()))
}

/// The columns of a list.
fn wanted() -> String {
    let (needed, more) = COLUMNS.split_at(NEEDED);
    format!("it takes {}, with commas, and {} if they are wanted", needed.join(","), more.join(","))
}

fn request(line: &[u8]) -> Result<ListedRequest, String> {
    let columns: Vec<&[u8]> = fields(line).take(COLUMNS.len() + 1).collect();
    let (Some(&[job, ready, deadline]), true) = (columns.first_chunk(), columns.len() <= COLUMNS.len()) else {
        let found = ["one column", "two columns"].get(columns.len() - 1);
        return Err(format!("{}; {}", found.unwrap_or(&"more than five columns"), wanted()));
    };
    let least = |at: usize| columns.get(at).filter(|it| !it.is_empty()).map(|it| number(COLUMNS[at], it)).transpose();
    let request = ListedRequest {
        job: number(COLUMNS[0], job)?,
        ready: number(COLUMNS[1], ready)?,
        deadline: number(COLUMNS[2], deadline)?,
        best_effort: match (least(3)?, least(4)?) {
            (None, None) => None,
            (Some(processors), None) => Some(BestEffort::Processors(processors)),
            (None, Some(time)) => Some(BestEffort::Time(time)),
            (Some(_), Some(_)) => return Err(format!("{} and {} exclude each other", COLUMNS[3], COLUMNS[4])),
        },
    };
    request.validate().map(|()| request)
}

fn number<T: std::str::FromStr>(name: &str, field: &[u8]) -> Result<T, String> {
    let text = String::from_utf8_lossy(field);
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(20).collect();
        match name {
            "job" => format!("job is \"{shown}\": it takes a job's number in the log"),
            "ready" | "deadline" => format!("{name} is \"{shown}\": it takes a whole number of seconds"),
            _ => format!("{name} is \"{shown}\": it takes a whole number of percent"),
        }
    })
}
