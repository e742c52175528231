//! A file's bytes into a workload.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use super::packed::{self, UnpackError};
use super::parsed::Parsed;
use super::{
    Aside, Complaint, Format, Workload, batsim, flops, gwf, sacct, swf, task_batch, workflow,
};

/// The largest log that is read, unpacked: 512 MiB, some six million jobs.
pub const MAX_TEXT_BYTES: u64 = 512 << 20;

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

impl From<Workload> for Reading {
    /// A workload without complaints.
    fn from(workload: Workload) -> Self {
        Self {
            workload,
            complaints: Vec::new(),
            complaint_count: 0,
            left_out: 0,
            repairs: Vec::new(),
            aside: Aside::default(),
        }
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
    let error = |kind| ReadError {
        name: name.to_owned(),
        kind,
    };
    let unpacked = packed::unpack(bytes, MAX_TEXT_BYTES).map_err(|why| error(why.into()))?;
    let mut reading = read_text(name, &unpacked.content).map_err(error)?;
    reading.repairs.extend(unpacked.beside);
    Ok(reading)
}

/// A file as it is, or its unpacked content.
///
/// # Errors
///
/// If it is packed and cannot be unpacked, or is an archive from which no file can be chosen.
pub fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadErrorKind> {
    Ok(packed::unpack(bytes, MAX_TEXT_BYTES)?.content)
}

fn read_text(name: &str, text: &[u8]) -> Result<Reading, ReadErrorKind> {
    let length = text.len() as u64;
    if length > MAX_TEXT_BYTES {
        return Err(ReadErrorKind::TooLarge { length });
    }
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(ReadErrorKind::Empty);
    }
    if let Some(kind) = workflow::FileKind::of(text) {
        return read_workflow(name, kind, text);
    }
    if let Some(kind) = task_batch::FileKind::of(text) {
        return read_tasks(name, kind, text);
    }
    if let Some(kind) = foreign_kind(text) {
        return Err(ReadErrorKind::NotALog { kind });
    }
    let parsed = match Format::of(text) {
        Format::Swf => swf::parse(text, MAX_COMPLAINTS),
        Format::BatsimWorkload => batsim::parse_workload(text, MAX_COMPLAINTS),
        Format::BatsimJobs => batsim::parse_jobs(text, MAX_COMPLAINTS),
        Format::Sacct => sacct::parse(text, MAX_COMPLAINTS)
            .map_err(|why| ReadErrorKind::TooFewColumns { why })?,
        Format::Gwf => gwf::parse(text, MAX_COMPLAINTS),
    };
    let Parsed {
        mut log,
        complaints,
        aside,
    } = parsed;
    if log.records.is_empty() {
        let first = complaints.kept.into_iter().next();
        return Err(ReadErrorKind::NoJobs { first });
    }
    log.unused.add_records(&log.records);
    let repairs = flops::words(&log.work).into_iter().collect();
    Ok(Reading {
        repairs,
        complaint_count: complaints.count,
        left_out: complaints.left_out,
        complaints: complaints.kept,
        aside,
        ..Workload::of_log(name, log).into()
    })
}

fn read_workflow(
    name: &str,
    kind: workflow::FileKind,
    text: &[u8],
) -> Result<Reading, ReadErrorKind> {
    let fault = |fault: workflow::Fault| ReadErrorKind::Workflow {
        why: fault.to_string(),
    };
    let (workflow, repairs) = workflow::read(kind, text).map_err(fault)?;
    workflow::check_order(&workflow).map_err(fault)?;
    Ok(Reading {
        repairs: repairs.into_iter().map(workflow::Repair::words).collect(),
        ..Workload::of_workflow(name, workflow).into()
    })
}

fn read_tasks(
    name: &str,
    kind: task_batch::FileKind,
    text: &[u8],
) -> Result<Reading, ReadErrorKind> {
    let read = task_batch::read(kind, text, MAX_COMPLAINTS);
    let read = read.map_err(|why| ReadErrorKind::TaskBatch { why })?;
    Ok(of_tasks(name, read))
}

fn of_tasks(name: &str, read: task_batch::Reading) -> Reading {
    let task_batch::Reading { tasks, complaints } = read;
    Reading {
        complaint_count: complaints.count,
        left_out: complaints.left_out,
        complaints: complaints.kept,
        ..Workload::of_tasks(name, tasks).into()
    }
}

/// Reads a table of tasks, `task,start,end,load`, as [`read`] does. A caller that reads nothing else, as the
/// page does with the tasks of a lesson, does not link the code of all other formats.
///
/// # Errors
///
/// A sentence: columns that are missing; no task at all, or too many.
pub fn read_task_table(name: &str, text: &[u8]) -> Result<Reading, String> {
    let read = task_batch::read_csv(text, MAX_COMPLAINTS)?;
    Ok(of_tasks(name, read))
}

/// The kind of the text if it is plainly no log, from its first bytes.
fn foreign_kind(text: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 13] = [
        (b"\x89PNG", "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive inside an archive"),
        (b"\x1f\x8b", "a gzip file inside a gzip file"),
        (b"BZh", "a bzip2 file (unpack it first)"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive (unpack it first)"),
        (b"\xfd7zXZ", "an xz file inside a packed file"),
        (b"\x28\xb5\x2f\xfd", "a zstd file inside a packed file"),
        (b"\xff\xfe", "text in UTF-16 (save it as UTF-8 or ASCII)"),
        (b"\xfe\xff", "text in UTF-16 (save it as UTF-8 or ASCII)"),
        (b"\0asm", "a WebAssembly module"),
    ];
    let known = SIGNATURES.iter().find(|(start, _)| text.starts_with(start));
    if let Some((_, kind)) = known {
        return Some(kind);
    }
    let beginning = &text[..text.len().min(1024)];
    if beginning.contains(&0) {
        // Zeros pad an archive's entry on its first file; a comment may have the word there as well.
        return Some(match beginning.get(257..262) {
            Some(b"ustar") => "a tar archive that is damaged or inside an archive",
            _ => "a binary file",
        });
    }
    match beginning.trim_ascii_start().first() {
        Some(b'<') => Some("HTML or XML"),
        Some(b'{') if Format::of(text) != Format::Swf => None,
        Some(b'{' | b'[') => Some("JSON"),
        _ => None,
    }
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
    /// It is longer than [`MAX_TEXT_BYTES`].
    TooLarge {
        /// Its length in bytes.
        length: u64,
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
    /// It is a table that lacks a column that every log needs.
    TooFewColumns {
        /// Which, and how to get it, in words.
        why: String,
    },
    /// It is text, but no line of it is a job.
    NoJobs {
        /// The problem of its first line; `None` if it holds only comments.
        first: Option<Complaint>,
    },
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
            Self::TooLarge { length } => write!(
                f,
                "the file has {} MiB, more than the {} MiB that are read",
                length >> 20,
                MAX_TEXT_BYTES >> 20
            ),
            Self::NotALog { kind } => write!(f, "this is {kind}, not a log of jobs"),
            Self::TooFewColumns { why } | Self::Workflow { why } | Self::TaskBatch { why } => {
                f.write_str(why)
            }
            Self::NoJobs { first: None } => {
                write!(f, "the file holds comments or a header only, no job")
            }
            Self::NoJobs { first: Some(first) } => write!(f, "no line is a job; {first}"),
        }
    }
}
