//! The Grid Workload Format of the Grid Workloads Archive: comments with `#`, then a line of 29
//! columns a job, parted by tabs or blanks.
//!
//! Source: the archive's definition of the format and its traces. The first sixteen columns are those of the
//! Standard Workload Format, with names instead of numbers where SWF has numbers of users, groups, executables,
//! queues and partitions. Of the others the sites are counted, and the rest (job structure, network, disk,
//! platform, virtual organization, project) is reported as not read; the thirtieth column that some traces have
//! makes no difference. Times of submission may be Unix times.

mod others;
#[cfg(test)]
mod tests;
mod write;

pub use write::write_gwf;

use super::complaint::Problem;
use super::draft::{Draft, NO_WORDS};
use super::lines::lines;
use super::names::JobName;
use super::parsed::Parsed;
use super::swf::{self, FEWEST_COLUMNS};
use super::{Field, Record, UNKNOWN, comments};
use others::Others;

/// How many columns a line has.
pub(super) const COLUMNS: usize = 29;

/// The first of them, which are read.
const COLUMNS_READ: usize = 16;

/// The job structure of a job that has none.
const NO_STRUCTURE: &[u8] = b"UNITARY";

/// The number of these that hold numbers, the same as SWF's; the rest hold names.
const NUMBERS: usize = 11;

/// Whether a line names the columns.
pub(super) fn names_columns(line: &[u8]) -> bool {
    let mut words = columns(line);
    let is = |word: Option<&[u8]>, name: &[u8]| word.is_some_and(|it| it.eq_ignore_ascii_case(name));
    is(words.next(), b"JobID") && is(words.next(), b"SubmitTime")
}

/// The columns of a line.
pub(super) fn columns(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    // A name may hold blanks where tabs part the columns.
    let tabs = line.iter().filter(|&&byte| byte == b'\t').count();
    let by_tabs = tabs >= FEWEST_COLUMNS;
    let is_end = move |byte: &u8| *byte == b'\t' || (!by_tabs && byte.is_ascii_whitespace());
    line.split(is_end).map(<[u8]>::trim_ascii).filter(move |word| by_tabs || !word.is_empty())
}

/// Reads a whole text. Never fails: a line that cannot be read is a complaint. O(n log n) for n
/// jobs.
pub(super) fn parse(text: &[u8], max_complaints: usize) -> Parsed {
    let mut header = comments::Header::new(false);
    let mut draft = Draft::new(max_complaints);
    let mut others = Others::default();
    for (number, line) in (1..).zip(lines(text)) {
        let line = line.trim_ascii();
        match line.first() {
            None => {}
            Some(b'#') => header.add(&line[1..]),
            Some(_) if names_columns(line) => {}
            Some(_) => match add(&mut draft, number, line) {
                Ok(()) => others.look(line),
                Err(problem) => draft.complaints.add(number, problem),
            },
        }
    }
    others.tell(&mut draft.unused);
    draft.finish(header.finish(), 0)
}

/// Reads one line.
fn add(draft: &mut Draft, number: u64, line: &[u8]) -> Result<(), Problem> {
    let mut words = [&b""[..]; COLUMNS_READ];
    let mut found = 0;
    for (place, word) in words.iter_mut().zip(columns(line)) {
        *place = word;
        found += 1;
    }
    if found < FEWEST_COLUMNS {
        let why = format!("only {found} of {COLUMNS} columns; a job needs at least the first {FEWEST_COLUMNS}");
        return Err(Problem::LeftOut { why });
    }
    let mut amended = Vec::new();
    let mut values = [UNKNOWN; Field::ALL.len()];
    let numbers = &mut values[..NUMBERS];
    for ((field, word), value) in Field::ALL.into_iter().zip(words).zip(numbers) {
        if !word.is_empty() {
            *value = swf::read_field(field, word, &mut amended)?;
        }
    }
    swf::settle(&words, &mut values);
    for (field, value) in [(Field::Id, values[0]), (Field::Submit, values[1])] {
        if value < 0 {
            return Err(Problem::Missing { field, value });
        }
    }
    for problem in amended {
        draft.complaints.add(number, problem);
    }
    // Of user, group, executable, queue and partition, as in a record.
    let mut names = NO_WORDS;
    names[..COLUMNS_READ - NUMBERS].copy_from_slice(&words[NUMBERS..]);
    let record = Record::of_values(&values);
    let name = values[0].to_string();
    let taken = draft.add(number, JobName::of(name.as_bytes()), record, &names);
    if taken.is_some() {
        count_unread(draft, line);
    }
    Ok(())
}

/// Counts where a job ran, and the other values of its line.
fn count_unread(draft: &mut Draft, line: &[u8]) {
    let named = write::NAMES.split(' ').zip(columns(line));
    for (name, word) in named.skip(COLUMNS_READ) {
        match name {
            // The site of submission is not the machine that ran it.
            "OrigSiteID" => {}
            "LastRunSiteID" => draft.aside.site(word),
            "JobStructure" if word.eq_ignore_ascii_case(NO_STRUCTURE) => {}
            _ => draft.aside.unread(name.as_bytes(), word),
        }
    }
}
