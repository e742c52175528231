//! The Grid Workload Format of the Grid Workloads Archive: comments with `#`, then a line of 29
//! columns a job, parted by tabs or blanks.
//!
//! Source: the archive's definition of the format and its traces. The first sixteen columns are those of the
//! Standard Workload Format, with names instead of numbers where SWF has numbers of users, groups, executables,
//! queues and partitions. Of the others the sites are counted, and the rest (job structure, network, disk,
//! platform, virtual organization, project) is reported as not read; the thirtieth column that some traces have
//! makes no difference. Times of submission may be Unix times.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use super::Field;
use super::complaint::Problem;
use super::draft::{Draft, NO_WORDS, Parsed};
use super::lines::{self, lines};
use super::names::JobName;
use super::swf::{self, FEWEST_COLUMNS};
use crate::{Feature, Record, UNKNOWN, Unused, Workload};

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
    let mut header = lines::Header::new(false);
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
    let named = NAMES.split(' ').zip(columns(line));
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

/// The number of columns that are not read.
const OTHERS: usize = COLUMNS - COLUMNS_READ;

/// Where jobs came from, and where they ran.
const SITES: [&str; 2] = ["OrigSiteID", "LastRunSiteID"];

/// Values found so far in the columns that are not read.
#[derive(Default)]
struct Others {
    /// Whether each had a value.
    said: [bool; OTHERS],
    /// The first values of the columns of sites.
    first_sites: [Vec<u8>; 2],
    has_sites: bool,
}

impl Others {
    /// Looks at a job's line.
    pub fn look(&mut self, line: &[u8]) {
        let words = columns(line).skip(COLUMNS_READ).take(OTHERS);
        for (place, word) in words.enumerate() {
            if is_blank(word) {
                continue;
            }
            match self.first_sites.get_mut(place) {
                Some(first) if first.is_empty() => *first = word.to_vec(),
                Some(first) => self.has_sites |= *first != word,
                None => self.said[place] = true,
            }
        }
    }

    /// Reports all values that were found.
    pub fn tell(&self, unused: &mut Unused) {
        if self.has_sites {
            unused.add(Feature::Sites);
        }
        let names = NAMES.split(' ').skip(COLUMNS_READ + SITES.len());
        for (name, _) in names.zip(&self.said[SITES.len()..]).filter(|it| *it.1) {
            unused.add_column(name.as_bytes());
        }
    }
}

/// Whether a word is no value: a job that is its own structure has no dependencies either.
fn is_blank(word: &[u8]) -> bool {
    ["", "-1", "-1.0", "?", "UNITARY", "NULL"].iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
}

/// The names of the columns, by the archive's definition.
const NAMES: &str = "JobID SubmitTime WaitTime RunTime NProcs AverageCPUTimeUsed UsedMemory ReqNProcs \
                                ReqTime ReqMemory Status UserID GroupID ExecutableID QueueID PartitionID OrigSiteID \
                                LastRunSiteID JobStructure JobStructureParams UsedNetwork UsedLocalDiskSpace \
                                UsedResources ReqPlatform ReqNetwork ReqLocalDiskSpace ReqResources VOID ProjectID";

/// The whole workload, the header as comments, then a line of 29 columns a job.
///
/// Preceding jobs and think times have no column and are lost, and comments without a key no place;
/// the rest reads back equal. Every job
/// is its own structure (`UNITARY`). O(n).
pub fn write_gwf(workload: &Workload) -> String {
    const USUAL_LINE: usize = 130;
    let mut text = String::with_capacity(workload.records().len() * USUAL_LINE + 2000);
    let keyed = |(key, _): &&(String, String)| !key.is_empty();
    for (key, value) in workload.header().entries.iter().filter(keyed) {
        let mut lines = value.split(['\n', '\r']);
        push(&mut text, format_args!("# {key}: {}\n", lines.next().unwrap_or_default()));
        for line in lines.filter(|line| !line.is_empty()) {
            push(&mut text, format_args!("#   {line}\n"));
        }
    }
    push(&mut text, format_args!("# {}\n", NAMES.replace(' ', "\t")));
    for record in workload.records() {
        write_record(&mut text, record);
    }
    text
}

fn write_record(text: &mut String, record: &Record) {
    const SAME_AS_SWF: usize = 16;
    for value in &record.values()[..SAME_AS_SWF] {
        push(text, format_args!("{value}\t"));
    }
    // Two sites, then the structure.
    push(text, format_args!("{UNKNOWN}\t{UNKNOWN}\tUNITARY"));
    for _ in SAME_AS_SWF + 3..COLUMNS {
        push(text, format_args!("\t{UNKNOWN}"));
    }
    text.push('\n');
}

fn push(text: &mut String, piece: std::fmt::Arguments) {
    text.write_fmt(piece).expect("writing to a string cannot fail");
}
