//! The kind of a file of tasks, recognized by its content.

use super::draft::Draft;
use super::parts::parts;
use super::{TaskBatch, csv, xml};
use crate::lines::{lines, without_marks};
use crate::parsed::Complaints;

/// A format of task batches that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A table with `task,start,end,load`.
    Csv,
    /// XML with the paper's tags.
    Xml,
}

/// The words that identify XML are searched in this many bytes at its beginning.
const BEGINNING: usize = 64 << 10;

/// No line that names columns is longer.
const LONGEST_LINE: usize = 16 << 10;

impl FileKind {
    /// The kind of a text, if it is meant as a task batch: a first line with the column `task` and another one
    /// that tasks need; XML with `taskId` or `nodeName`, or whose first element is `batch`, `tasks` or
    /// `resources`.
    pub fn of(text: &[u8]) -> Option<Self> {
        let text = without_marks(text);
        let text = text.trim_ascii_start();
        if text.first() == Some(&b'<') {
            return is_xml(&text[..text.len().min(BEGINNING)]).then_some(Self::Xml);
        }
        let first = lines(&text[..text.len().min(LONGEST_LINE)]).next();
        first.is_some_and(csv::names_columns).then_some(Self::Csv)
    }
}

fn is_xml(beginning: &[u8]) -> bool {
    let has = |word: &str| {
        let mut places = beginning.windows(word.len());
        places.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
    };
    let root = root(beginning);
    let is_ours = |it: &str| root.eq_ignore_ascii_case(it.as_bytes());
    has("taskId") || has("nodeName") || ["batch", "tasks", "resources"].into_iter().any(is_ours)
}

/// The name of the first element, behind comments, instructions and document types.
fn root(mut text: &[u8]) -> &[u8] {
    while let Some(at) = text.iter().position(|&it| it == b'<') {
        text = &text[at + 1..];
        if text.starts_with(b"!--") {
            let end = text.windows(3).position(|it| it == b"-->");
            text = &text[end.unwrap_or(text.len())..];
        } else if text.first().is_some_and(u8::is_ascii_alphabetic) {
            let length = text.iter().take_while(|it| it.is_ascii_alphabetic());
            return &text[..length.count()];
        }
    }
    b""
}

/// Reads a task batch that begins as that kind: its good tasks, at least one, and the complaints about the others, of
/// which `most_complaints` are kept. Other files may follow the first one in a text ([`super::with_resources`]): the
/// nodes of each that are in no `agent` are kept by one agent of their own then. O(n log n) for a text of n bytes.
///
/// # Errors
///
/// A sentence: XML that is ill-formed, with the place; columns that are missing; no task at all, or too many.
pub fn read(kind: FileKind, text: &[u8], most_complaints: usize) -> Result<Reading, String> {
    let parts = parts(text);
    let several = parts.len() > 1;
    let mut draft = Draft::new(kind, most_complaints);
    let mut lines_above = 0;
    for (number, part) in parts.into_iter().enumerate() {
        let part = &text[part];
        if number == 0 && kind == FileKind::Csv {
            csv::read(part, &mut draft)?;
        } else {
            let of = |why: String| if several { format!("file {}: {why}", number + 1) } else { why };
            let part = std::str::from_utf8(part).map_err(|why| of(format!("the XML is not in UTF-8: {why}")))?;
            xml::read(part, &mut draft).map_err(of)?;
            draft.put_into_lines(part, lines_above);
        }
        draft.end_file(several);
        lines_above += part.iter().filter(|&&it| it == b'\n').count() as u64;
    }
    let (tasks, complaints) = draft.finish();
    with_tasks(tasks, complaints)
}

/// As [`read`] of a table.
pub(crate) fn read_csv(text: &[u8], most_complaints: usize) -> Result<Reading, String> {
    let mut draft = Draft::new(FileKind::Csv, most_complaints);
    csv::read(text, &mut draft)?;
    let (tasks, complaints) = draft.finish();
    with_tasks(tasks, complaints)
}

fn with_tasks(tasks: TaskBatch, complaints: Complaints) -> Result<Reading, String> {
    if tasks.tasks.is_empty() { Err(no_tasks(&tasks, &complaints)) } else { Ok(Reading { tasks, complaints }) }
}

/// A batch that was read.
pub struct Reading {
    pub tasks: TaskBatch,
    pub(crate) complaints: Complaints,
}

/// Why there is no task.
fn no_tasks(batch: &TaskBatch, complaints: &Complaints) -> String {
    match (complaints.kept.first(), batch.nodes.len()) {
        (Some(first), 0) => format!("no task can be read; {first}"),
        (Some(first), _) => format!("no task can be read beside the nodes; {first}"),
        (None, 0) => "the file names no task".to_owned(),
        (None, count) => format!(
            "the file describes {count} {} and no task: it goes with a file of tasks (--resources on the command line; on the page, drop it once that is there)",
            if count == 1 { "node" } else { "nodes" }
        ),
    }
}
