//! The kind of a file of tasks, recognized by its content.

use std::borrow::Cow;
use std::ops::Range;

use super::TaskBatch;
use super::draft::Draft;
use super::item::RawTask;
use super::xml::{self, TaskField};
use crate::columns::{Column, Columns};
use crate::csv::fields;
use crate::draft::Complaints;
use crate::lines::{lines, without_marks};

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
        first.is_some_and(names_columns).then_some(Self::Csv)
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
            read_table(part, &mut draft)?;
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
    read_table(text, &mut draft)?;
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

/// How many of the fields a task needs.
const NEEDED: usize = 4;

/// The columns that the first line names.
fn columns(line: &[u8]) -> Columns {
    let plain = |it: Cow<[u8]>| Cow::Owned(it.trim_ascii().to_vec());
    Columns::new(fields(line).into_iter().map(plain))
}

fn places(columns: &Columns) -> [Column; 7] {
    TaskField::ALL.map(|it| columns.find(it.names()))
}

/// Whether a line names columns of such a table: `task` and one more of those that it needs.
pub(super) fn names_columns(line: &[u8]) -> bool {
    let columns = columns(line);
    let places = places(&columns);
    let found = places[..NEEDED].iter().filter(|it| it.is_there()).count();
    line.contains(&b',') && places[0].is_there() && found > 1
}

/// Reads a whole text. A line that cannot be read is a complaint.
///
/// # Errors
///
/// In words, if the columns do not suffice, or there are too many tasks.
fn read_table(text: &[u8], draft: &mut Draft) -> Result<(), String> {
    let mut rows = (1..).zip(lines(text).map(<[u8]>::trim_ascii)).filter(|(_, line)| !line.is_empty());
    let first = rows.next().map_or(&b""[..], |(_, line)| line);
    let columns = columns(first);
    let places = places(&columns);
    if let Some(missing) = places[..NEEDED].iter().position(|it| !it.is_there()) {
        let missing = TaskField::ALL[missing].name(FileKind::Csv);
        return Err(format!("a table of tasks has the columns task,start,end,load, and here {missing} is missing"));
    }
    for (number, line) in rows {
        let row = fields(line);
        if row.len() > columns.count() {
            let (found, named) = (row.len(), columns.count());
            let why = format!("{found} columns where the first line names {named}");
            draft.leave_out(number, why);
            continue;
        }
        let mut task = RawTask::default();
        for (field, column) in TaskField::ALL.into_iter().zip(places) {
            let word = String::from_utf8_lossy(column.of(&row).word);
            task.set(field, &word, FileKind::Csv, &mut draft.names);
        }
        draft.add_task(number, task)?;
    }
    Ok(())
}

// A file of tasks and files of resources, one behind the other: the paper has resources in files of their own, one
// for each agent (Moise et al. 2008, Sect. 3.3).

/// How a document begins that stands behind others.
const DECLARATION: &[u8] = b"<?xml";

/// Where an XML declaration begins, from a place on.
fn declaration(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(next) = text.get(at..)?.iter().position(|&it| it == b'<') {
        at += next;
        if is_declared(&text[at..]) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether a document begins with a declaration: with an instruction of a longer name it does not.
fn is_declared(text: &[u8]) -> bool {
    let rest = text.strip_prefix(DECLARATION);
    rest.is_some_and(|it| it.first().is_some_and(u8::is_ascii_whitespace))
}

/// The files of a text: each but the first begins with an XML declaration, which stands nowhere else in XML. Linear.
pub(super) fn parts(text: &[u8]) -> Vec<Range<usize>> {
    let blank = text.iter().take_while(|it| it.is_ascii_whitespace());
    let (mut start, mut from) = (0, blank.count() + 1);
    let mut parts = Vec::new();
    while let Some(next) = declaration(text, from) {
        parts.push(start..next);
        (start, from) = (next, next + 1);
    }
    parts.push(start..text.len());
    parts
}

/// A file of tasks and files of resources as one: one behind the other, as `cat` puts them. A resources file without
/// an XML declaration gets one, and a file that does not end its last line gets that end.
pub fn with_resources(tasks: &[u8], resources: &[&[u8]]) -> Vec<u8> {
    let mut all = tasks.to_vec();
    for file in resources {
        if all.last().is_some_and(|&it| it != b'\n') {
            all.push(b'\n');
        }
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let file = file.trim_ascii_start();
        if !is_declared(file) {
            all.extend_from_slice(b"<?xml version=\"1.0\"?>\n");
        }
        all.extend_from_slice(file);
    }
    all
}

/// Whether a file describes nodes and, by its tags, no task: it needs a file of tasks.
pub fn is_of_resources(text: &[u8]) -> bool {
    let has = |word: &str| {
        let mut places = text.windows(word.len());
        places.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
    };
    let is_xml = super::FileKind::of(text) == Some(super::FileKind::Xml);
    is_xml && (has("nodeName") || has("<resource") || has("<node")) && !has("<task>") && !has("<task ")
}
