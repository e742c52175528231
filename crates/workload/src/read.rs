//! A file's bytes into a workload.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use super::draft::{Complaints, Parsed};
use super::lines::without_marks;
use super::packed::{self, UnpackError};
use super::swf::shortened;
use super::table::{self, Known, Mapping, Table, known};
use super::{Aside, Complaint, Content, Format, Workload, flops, foreign, number, task_batch, workflow};

/// The largest file that is read, unpacked, unless [`read_within`] is given another limit: 4 GiB; 512 MiB, some six
/// million jobs, where all memory is 4 GiB, as in a browser.
pub const MAX_TEXT_BYTES: u64 = if cfg!(target_pointer_width = "64") { 4 << 30 } else { 512 << 20 };

/// The most complaints that are kept; all are counted.
pub const MAX_COMPLAINTS: usize = 1000;

/// A workload read, and the complaints about some of its lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// A log: its good lines, at least one. Or a workflow, or the good tasks of a task batch, at least one.
    pub workload: Workload,
    /// Complaints about the others, in their order: the first [`MAX_COMPLAINTS`].
    pub complaints: Vec<Complaint>,
    /// How many complaints there were in all.
    pub complaint_count: u64,
    /// How many lines, or tasks and nodes, were left out because of them; the others are there, with a value
    /// amended.
    pub left_out: u64,
    /// Additions that the reader made to the file's data, and files of an archive that it left out, in sentences.
    pub repairs: Vec<String>,
    /// Data of its lines that are not read.
    pub aside: Aside,
}

impl Reading {
    fn new(workload: Workload, complaints: Complaints) -> Self {
        Self {
            workload,
            complaint_count: complaints.count,
            left_out: complaints.left_out,
            complaints: complaints.kept,
            repairs: Vec::new(),
            aside: Aside::default(),
        }
    }
}

impl From<Workload> for Reading {
    /// A workload without complaints.
    fn from(workload: Workload) -> Self {
        Self::new(workload, Complaints::new(0))
    }
}

/// Reads a log in any [`Format`], a workflow ([`workflow::FileKind`]) or a task batch
/// ([`task_batch::FileKind`]), plain, packed by gzip, zstd or xz, or the one file of a zip or tar archive (told apart
/// by content, not by `name`).
///
/// Names are numbered in the order of first appearance, unless all of them are numbers; jobs keep the number
/// that they are called by. Where times are Unix times, the first submission becomes time 0, and the header says
/// when that was.
///
/// # Errors
///
/// If no job or task at all can be read from it, or a workflow has any fault, or XML is ill-formed; the error
/// names the kind that the file seems to have instead, or the problem of its first bad line. It takes time
/// linear in the unpacked length.
pub fn read(name: &str, bytes: &[u8]) -> Result<Reading, ReadError> {
    read_as(name, bytes, None)
}

/// A file as it is, or its unpacked content, of at most [`MAX_TEXT_BYTES`].
///
/// # Errors
///
/// If it is packed and cannot be unpacked, or is an archive from which no file can be chosen.
pub fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadErrorKind> {
    unpacked_within(MAX_TEXT_BYTES, bytes)
}

/// As [`unpacked`] for a file of at most `most` bytes, unpacked.
///
/// # Errors
///
/// As [`unpacked`].
pub fn unpacked_within(most: u64, bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadErrorKind> {
    Ok(packed::unpack(bytes, most)?.content)
}

/// As [`unpacked_within`] of data packed by gzip, zstd or xz; an archive stays one.
///
/// # Errors
///
/// As [`unpacked`].
pub fn unpacked_stream(most: u64, bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadErrorKind> {
    Ok(packed::unpack_stream(bytes, most)?)
}

/// A text without a byte order mark, if it is not too long and not empty.
fn text_of_file(text: &[u8], most: u64) -> Result<&[u8], ReadErrorKind> {
    if text.len() as u64 > most {
        return Err(ReadErrorKind::TooLarge { most });
    }
    let text = without_marks(text);
    if text.trim_ascii().is_empty() {
        return Err(ReadErrorKind::Empty);
    }
    Ok(text)
}

/// Reads a file by its name and its text; `None` if it is of another kind.
type Reader = fn(&str, &[u8]) -> Option<Result<Reading, ReadErrorKind>>;

/// The readers of files that are known before the format of a log is sought, in the order in which they are asked.
const READERS: [Reader; 3] = [
    |name, text| Some(read_workflow(name, workflow::FileKind::of(text)?, text)),
    |name, text| Some(read_tasks(name, task_batch::FileKind::of(text)?, text)),
    |name, text| known::is_one(text).then(|| read_philly(name, text)),
];

fn read_text(name: &str, text: &[u8]) -> Result<Reading, ReadErrorKind> {
    let known = READERS.iter().find_map(|read| read(name, text));
    known.unwrap_or_else(|| read_log(name, text))
}

/// Whether the first line is a comment of SWF, or begins with two numbers.
fn begins_as_swf(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let mut words = text.split(u8::is_ascii_whitespace);
    text.starts_with(b";") || words.by_ref().take(2).all(|it| number::parse(it).is_ok())
}

/// Reads a table of which the documents are known, or a log by its format.
fn read_log(name: &str, text: &[u8]) -> Result<Reading, ReadErrorKind> {
    let format = Format::of(text);
    if let Some(why) = foreign::why_not_read(text, format) {
        return Err(why);
    }
    let found = Table::of(text);
    if let Some((table, known)) = found.as_ref().and_then(|it| Some((it, Known::of(it)?))) {
        let reading = read_table(name, text, table, &known.mapping(table), known.restated)?;
        let told = format!("the file is read as {}, by the documents of its columns", known.name);
        return Ok(Reading { repairs: vec![told], ..reading });
    }
    let read = format.parse(text, MAX_COMPLAINTS).and_then(|parsed| reading(name, parsed));
    read.map_err(|why| match found {
        None if format == Format::Swf
            && matches!(why, ReadErrorKind::NoJobs { first: Some(_) })
            && !begins_as_swf(text) =>
        {
            let line =
                shortened(text.trim_ascii_start().split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default());
            let why =
                format!("no format that Slotscope reads has lines as \"{line}\"; docs/formats.md lists the formats");
            ReadErrorKind::NotRead { why }
        }
        Some(table) => unknown_table(table, format, why),
        None => why,
    })
}

fn read_philly(name: &str, text: &[u8]) -> Result<Reading, ReadErrorKind> {
    let reading = reading(name, known::parse(text, MAX_COMPLAINTS))?;
    let told = "the file is read as Philly's cluster_job_log: a GPU counts as a processor, and a job that was tried \
                again as one job, suspended in between";
    Ok(Reading { repairs: vec![told.to_owned()], ..reading })
}

/// The error for a table that no format has: a mapping can read it.
fn unknown_table(table: Table, format: Format, why: ReadErrorKind) -> ReadErrorKind {
    let guess = table::guess(&table);
    if format == Format::Swf || guess.is_enough() {
        ReadErrorKind::UnknownTable(Box::new(UnknownTable { table, guess }))
    } else {
        why
    }
}

/// Reads a table of jobs by a mapping of its columns, plain or packed as [`read`] takes it, whatever format it has.
///
/// # Errors
///
/// As [`read`]; if the file is no table, or lacks a column of the mapping, or the mapping does not suffice to make jobs.
pub fn read_with(name: &str, bytes: &[u8], mapping: &Mapping) -> Result<Reading, ReadError> {
    read_as(name, bytes, Some(mapping))
}

fn read_mapped(name: &str, text: &[u8], mapping: &Mapping) -> Result<Reading, ReadErrorKind> {
    let no_table = || ReadErrorKind::Mapping {
        why: "columns are given, and this is no table: its rows do not have equally many fields, at least three, \
              separated by commas, semicolons, tabs or bars"
            .to_owned(),
    };
    let table = Table::of(text).ok_or_else(no_table)?;
    let mut reading = read_table(name, text, &table, mapping, "")?;
    if let Content::Log(log) = &mut reading.workload.content {
        log.header.entries.push(("Note".to_owned(), format!("columns were read so: {mapping}")));
        log.mapping = Some(mapping.to_string().into());
    }
    Ok(reading)
}

/// As [`read_with`] with a mapping, and as [`read`] without one.
///
/// # Errors
///
/// As these.
pub fn read_as(name: &str, bytes: &[u8], mapping: Option<&Mapping>) -> Result<Reading, ReadError> {
    read_within(MAX_TEXT_BYTES, name, bytes, mapping)
}

/// As [`read_as`] for a file of at most `most` bytes, unpacked.
///
/// # Errors
///
/// As [`read_as`].
pub fn read_within(most: u64, name: &str, bytes: &[u8], mapping: Option<&Mapping>) -> Result<Reading, ReadError> {
    let read = || -> Result<Reading, ReadErrorKind> {
        let unpacked = packed::unpack(bytes, most)?;
        let text = text_of_file(&unpacked.content, most)?;
        let mut reading = match mapping {
            Some(mapping) => read_mapped(name, text, mapping)?,
            None => read_text(name, text)?,
        };
        reading.repairs.extend(unpacked.beside);
        Ok(reading)
    };
    read().map_err(|kind| ReadError { name: name.to_owned(), kind })
}

fn read_table(
    name: &str,
    text: &[u8],
    table: &Table,
    mapping: &Mapping,
    restated: &str,
) -> Result<Reading, ReadErrorKind> {
    let parsed = table::parse(text, table, mapping, restated, MAX_COMPLAINTS);
    let parsed = parsed.map_err(|why| ReadErrorKind::Mapping { why })?;
    let limits = table::Limits::of(&parsed.log.records);
    let mut reading = reading(name, parsed)?;
    if let Some(source) = mapping.get(table::Key::RequestedTime).filter(|_| limits.is_contradicted()) {
        reading.repairs.push(format!(
            "{}; they are read as requested_time={source}: if that is another unit or no limit, say so (--columns)",
            limits.words()
        ));
    }
    Ok(reading)
}

/// The reading of a log.
fn reading(name: &str, parsed: Parsed) -> Result<Reading, ReadErrorKind> {
    let Parsed { mut log, complaints, aside } = parsed;
    if log.records.is_empty() {
        let leaves_out = |it: &Complaint| it.problem.leaves_out();
        let at = complaints.kept.iter().position(leaves_out).unwrap_or(0);
        let first = complaints.kept.into_iter().nth(at);
        return Err(ReadErrorKind::NoJobs { first });
    }
    log.unused.add_records(&log.records);
    log.resources.add_memory_of(&log.records);
    let repairs = flops::words(&log.work).into_iter();
    let header = [log.header.unread_size(), log.header.unknown_zone()];
    let repairs = repairs.chain(header.into_iter().flatten()).collect();
    Ok(Reading { repairs, aside, ..Reading::new(Workload::of_log(name, log), complaints) })
}

fn read_workflow(name: &str, kind: workflow::FileKind, text: &[u8]) -> Result<Reading, ReadErrorKind> {
    let fault = |fault: workflow::Fault| ReadErrorKind::Workflow { why: fault.to_string() };
    let (workflow, repairs) = workflow::read(kind, text).map_err(fault)?;
    workflow::check_order(&workflow).map_err(fault)?;
    Ok(Reading {
        repairs: repairs.into_iter().map(workflow::Repair::words).collect(),
        ..Workload::of_workflow(name, workflow).into()
    })
}

fn read_tasks(name: &str, kind: task_batch::FileKind, text: &[u8]) -> Result<Reading, ReadErrorKind> {
    let read = task_batch::read(kind, text, MAX_COMPLAINTS);
    let read = read.map_err(|why| ReadErrorKind::TaskBatch { why })?;
    Ok(Reading::new(Workload::of_tasks(name, read.tasks), read.complaints))
}

/// Reads a table of tasks, `task,start,end,load`, as [`read`] does. A caller that reads nothing else, as the
/// page does with the tasks of a lesson, does not link the code of all other formats.
///
/// # Errors
///
/// A sentence: columns that are missing; no task at all, or too many.
pub fn read_task_table(name: &str, text: &[u8]) -> Result<Reading, String> {
    let read = task_batch::read_csv(text, MAX_COMPLAINTS)?;
    Ok(Reading::new(Workload::of_tasks(name, read.tasks), read.complaints))
}

/// Why no job could be read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file's name.
    pub name: String,
    /// The error.
    pub kind: ReadErrorKind,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.kind)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Packed(cause) => Some(cause),
            _ => None,
        }
    }
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// It is empty.
    Empty,
    /// It cannot be unpacked.
    Packed(UnpackError),
    /// It is too long.
    TooLarge {
        /// The most bytes that are read.
        most: u64,
    },
    /// It is a workflow that cannot be used.
    Workflow {
        /// Why, in words.
        why: String,
    },
    /// It is a task batch without a usable task.
    TaskBatch {
        /// Why, in words.
        why: String,
    },
    /// It is another kind of file.
    NotALog {
        /// Its probable kind, with its article.
        kind: &'static str,
    },
    /// It is of a format that is known and not read, or JSON of something else.
    NotRead {
        /// What it is, and what to do instead, in words.
        why: String,
    },
    /// It is a table that lacks a column that every log needs.
    TooFewColumns {
        /// Which, and how to get it, in words.
        why: String,
    },
    /// It is a table that no format has. A mapping of its columns can read it ([`read_with`]).
    UnknownTable(Box<UnknownTable>),
    /// The mapping of its columns does not fit it, or does not suffice.
    Mapping {
        /// Why, in words.
        why: String,
    },
    /// It is text, but no line of it is a job.
    NoJobs {
        /// The problem of its first line; `None` if it holds only comments.
        first: Option<Complaint>,
    },
}

/// A table that no format has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTable {
    /// Its columns, with examples, and its first rows.
    pub table: Table,
    /// The mapping that is proposed. No job is read by it before a person has confirmed it.
    pub guess: Mapping,
}

impl fmt::Display for UnknownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.table.columns_in_words();
        write!(f, "this is a table with columns of no known format ({columns})")?;
        let missing = self.guess.missing();
        let missing = missing.iter().filter(|it| it.is_fatal());
        for missing in missing {
            let words = missing.words().trim_end_matches('.');
            write!(f, "; by their names, {}", lower(words))?;
        }
        match self.guess.is_empty() {
            true => f.write_str("; say what they are: --columns submit=COLUMN,start=COLUMN,end=COLUMN,..."),
            false => write!(
                f,
                "; if this guess is right, or when it is corrected, add --columns '{}'",
                // As shells take a quote within quotes.
                self.guess.to_string().replace('\'', r"'\''")
            ),
        }
    }
}

/// A sentence with a small first letter.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|it| it.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

impl ReadErrorKind {
    /// Whether the file, or what it unpacks to, is longer than the limit.
    pub const fn is_too_large(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Packed(UnpackError { fault: packed::Fault::TooLarge { .. }, .. }))
    }
}

impl From<UnpackError> for ReadErrorKind {
    fn from(cause: UnpackError) -> Self {
        Self::Packed(cause)
    }
}

impl fmt::Display for ReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the file is empty"),
            Self::Packed(cause) => write!(f, "{cause}"),
            Self::TooLarge { most } => {
                let most = packed::amount(*most);
                write!(f, "it is larger than {most}, the most that is read")
            }
            Self::NotALog { kind } => write!(f, "this is {kind}, not a log of jobs"),
            Self::NotRead { why }
            | Self::TooFewColumns { why }
            | Self::Workflow { why }
            | Self::TaskBatch { why }
            | Self::Mapping { why } => f.write_str(why),
            Self::UnknownTable(unknown) => write!(f, "{unknown}"),
            Self::NoJobs { first: None } => {
                write!(f, "the file holds comments or a header only, no job")
            }
            Self::NoJobs { first: Some(first) } => write!(f, "no line is a job; {first}"),
        }
    }
}
