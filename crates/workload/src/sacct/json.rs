//! `sacct --json` and `squeue --json`: each job as a row of the table that sacct prints.
//!
//! Source: Slurm's plugins `data_parser/v0.0.37` to `v0.0.42`. A number is plain in the older ones, and
//! `{"set": true, "infinite": false, "number": 5}` in the newer ones; a state is a word or a list of words. The text
//! is taken apart job by job and never built up: nothing but the jobs themselves takes memory.

mod accounting;
mod queue;
#[cfg(test)]
mod tests;
mod value;

use std::borrow::Cow;

use super::Reader;
use super::layout::Layout;
use super::rows::Heading;
use crate::draft::Draft;
use crate::json::{Broken, LineCount, members, members_of_job, numbered_elements, once};
use crate::parsed::Parsed;
use value::{number_word, text_of};

/// The columns of the rows that are made of jobs.
const COLUMNS: [&str; 26] = [
    "JobIDRaw",
    "JobID",
    "Submit",
    "Eligible",
    "Start",
    "End",
    "ElapsedRaw",
    "Suspended",
    "TimelimitRaw",
    "AllocCPUS",
    "ReqCPUS",
    "AllocTRES",
    "ReqTRES",
    "State",
    "User",
    "Group",
    "Account",
    "JobName",
    "QOS",
    "Partition",
    "Cluster",
    "NodeList",
    "Dependency",
    "NNodes",
    "ReqMem",
    "Constraints",
];

/// A job as a row: a cell for each of [`COLUMNS`].
type Row<'a> = Vec<Cow<'a, [u8]>>;

/// The place of a column of [`COLUMNS`].
fn place(column: &str) -> Option<usize> {
    COLUMNS.iter().position(|it| *it == column)
}

/// A cell of a row.
fn get<'r>(row: &'r Row, column: &str) -> &'r [u8] {
    place(column).map_or(b"", |place| &row[place])
}

/// Sets a cell of a row.
fn set<'a>(row: &mut Row<'a>, column: &str, value: impl Into<Cow<'a, [u8]>>) {
    if let Some(place) = place(column) {
        row[place] = value.into();
    }
}

/// A value that is a cell as it stands: its key, its column, and how it is read.
type Value = (&'static str, &'static str, fn(&[u8], usize) -> Cow<'_, [u8]>);

/// Members that `sacct --json` and `squeue --json` share.
const OF_BOTH: [Value; 7] = [
    ("job_id", "JobIDRaw", number_word),
    ("name", "JobName", text_of),
    ("account", "Account", text_of),
    ("partition", "Partition", text_of),
    ("qos", "QOS", text_of),
    ("cluster", "Cluster", text_of),
    ("nodes", "NodeList", text_of),
];

/// Sets the cell of the value at `at`, if it is one as it stands, of both programs or of one; returns whether it is.
fn set_value<'a>(row: &mut Row<'a>, of_one: &[Value], key: &[u8], text: &'a [u8], at: usize) -> bool {
    let found = OF_BOTH.iter().chain(of_one).find(|(it, _, _)| it.as_bytes() == key);
    if let Some((_, column, read)) = found {
        set(row, column, read(text, at));
    }
    found.is_some()
}

/// Whether a text that begins with `{` is such an object: one of its `jobs` has a `job_id`, or there are none and
/// `meta` names Slurm. Reads no further than it takes to know.
pub fn is_json(text: &[u8]) -> bool {
    let (mut has_none, mut is_slurm) = (false, false);
    for (key, at) in members(text, 0).map_while(Result::ok) {
        match &*key {
            b"jobs" => match first_job(text, at) {
                Some(first) => return has_number(text, first),
                None => has_none = text.get(at) == Some(&b'['),
            },
            b"meta" => {
                let names = members(text, at).map_while(Result::ok);
                let mut names = names.map(|(key, _)| key.to_ascii_lowercase());
                is_slurm |= names.any(|key| key == b"slurm");
            }
            _ => {}
        }
        if has_none && is_slurm {
            return true;
        }
    }
    false
}

/// Where the first element of an array begins, though it may be cut short.
fn first_job(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix(b"[")?;
    let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace());
    let first = at + 1 + blank.count();
    (text.get(first) == Some(&b'{')).then_some(first)
}

fn has_number(text: &[u8], at: usize) -> bool {
    let mut keys = members(text, at).map_while(Result::ok);
    keys.any(|(key, _)| *key == *b"job_id")
}

/// Reads a whole text. A job that cannot be read is a complaint, with the line where it begins; of a text that is
/// cut short the jobs before the cut are read. O(n log n) for n jobs.
///
/// # Errors
///
/// A sentence, if the key of the jobs is there twice.
pub fn parse(text: &[u8], max_complaints: usize) -> Result<Parsed, String> {
    let names = COLUMNS.map(|name| Cow::Borrowed(name.as_bytes()));
    let heading = Heading::new(Layout::Mark(b"|".to_vec()), names.to_vec());
    let mut reader = Reader::new(&heading, Draft::new(max_complaints))?;
    let (mut jobs, mut now) = (None, None);
    let mut broken = None;
    for member in members(text, 0) {
        match member {
            Ok((key, at)) if *key == *b"jobs" => {
                once("jobs", text, jobs.replace(at), at)?;
            }
            Ok((key, at)) if *key == *b"last_update" => now = value::number(text, at),
            Ok(_) => {}
            Err(Broken(at)) => broken = Some(at),
        }
    }
    if let Some(at) = broken {
        let line = LineCount::new(text).line(at);
        reader.draft.complaints.leave_out(line, crate::json::broken(text, at));
    }
    for (line, job) in numbered_elements(text, jobs, broken) {
        let row = job.and_then(|at| row(text, at, now));
        if let Err(why) = row.and_then(|row| reader.add(line, &row, &heading)) {
            reader.draft.complaints.leave_out(line, why);
        }
    }
    Ok(reader.finish())
}

/// The job that begins at `at`; `now` is when the list was made, in seconds since 1970.
fn row(text: &[u8], at: usize, now: Option<i64>) -> Result<Row<'_>, String> {
    let keys = members_of_job(text, at)?;
    // squeue has all of a job's values beside one another.
    let mut names = keys.iter().map(|(key, _)| &**key);
    let is_queue = names.any(|key| key == b"job_state" || key == b"submit_time");
    Ok(if is_queue { queue::row(text, keys, now) } else { accounting::row(text, keys) })
}
