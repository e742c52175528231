//! The Standard Workload Format 2.2: header comments, then one line of 18 numbers per job.
//!
//! Source: the Parallel Workloads Archive's definition of the format, and the logs themselves, which stretch it.
//! Accepted beyond the definition: any blanks between the numbers, lines that end in LF, CR LF or CR, Unix times
//! instead of times from the log's own start, fractions (instants are rounded to the nearest second, durations follow from
//! them; other numbers are rounded), more or fewer than 18 columns, a comment after the numbers, any order of lines,
//! commas between 18 columns.

#[cfg(test)]
mod tests;

pub(super) use read as read_field;

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::aside::Counting;
use super::draft::{Complaints, Parsed, count_from_start};
use super::lines::{self, lines};
use super::{Header, Log, Unused, Workload};
use crate::complaint::Problem;
use crate::csv::fields;
use crate::instants::{Course, micros};
use crate::number::{self, NumberError};
use crate::{Field, Record, UNKNOWN};

/// Reads a whole text, keeping at most `max_complaints` complaints.
///
/// Never fails: a line that cannot be read is a complaint. Of lines with the same job number the
/// first is kept, since all later stages name a job by its number; the format wants the same for a
/// checkpointed job, whose first line sums up the parts that follow. Linear in the text's length.
pub(super) fn parse(text: &[u8], max_complaints: usize) -> Parsed {
    let mut reader = Reader::new(text.len(), max_complaints);
    let mut header = lines::Header::new(true);
    let has_commas = memchr::memchr(b',', text).is_some();
    let mut commas = Commas::default();
    for (number, line) in (1..).zip(lines(text)) {
        let line = line.trim_ascii();
        match line.first() {
            None => {}
            Some(b';') if reader.lines_read == 0 => header.add(&line[1..]),
            Some(b';') => {}
            Some(_) if has_commas && line.contains(&b',') => match commas.line(line) {
                Read::Line(line) => reader.add(number, &line),
                Read::Names => {}
                Read::Other => reader.add(number, line),
            },
            Some(_) => reader.add(number, line),
        }
    }
    let mut header = header.finish();
    count_from_start(&mut reader.records, &mut header);
    Parsed {
        log: Log { header, records: reader.records, unused: reader.unused, ..Log::default() },
        complaints: reader.complaints,
        aside: reader.aside.finish(),
    }
}

/// Collects the records and the complaints about the other lines.
struct Reader {
    records: Vec<Record>,
    ids: Ids,
    /// How many columns the first good line has, at most 18.
    columns: usize,
    lines_read: u64,
    complaints: Complaints,
    aside: Counting,
    unused: Unused,
}

impl Reader {
    fn new(length: usize, max_complaints: usize) -> Self {
        // The archive's logs have some 80 bytes per job. A text that is no log needs no room.
        const SHORTEST_USUAL_LINE: usize = 60;
        const MOST_AT_ONCE: usize = 1 << 17;
        Self {
            records: Vec::with_capacity((length / SHORTEST_USUAL_LINE).min(MOST_AT_ONCE)),
            ids: Ids::default(),
            columns: 0,
            lines_read: 0,
            complaints: Complaints::new(max_complaints),
            aside: Counting::default(),
            unused: Unused::default(),
        }
    }

    /// Reads one line that is neither empty nor a comment.
    fn add(&mut self, number: u64, text: &[u8]) {
        self.lines_read += 1;
        let mut amended = Vec::new();
        let outcome = Line::parse(text, &mut amended).and_then(|line| self.checked(line));
        match outcome {
            Err(problem) => self.complaints.add(number, problem),
            Ok(line) => {
                if self.columns == 0 {
                    self.columns = line.columns;
                }
                if line.columns < self.columns {
                    let (found, expected) = (line.columns, self.columns);
                    self.complaints.add(number, Problem::FewerColumns { found, expected });
                }
                let has_more = words(line.beyond).next().is_some();
                if has_more && self.unused.columns.is_empty() {
                    self.unused.add_column(b"fields after the 18th");
                }
                for problem in amended {
                    self.complaints.add(number, problem);
                }
                self.records.push(line.record);
                for (column, word) in (Field::ALL.len() + 1..).zip(words(line.beyond)) {
                    self.aside.unread(format!("field {column}").as_bytes(), word);
                }
            }
        }
    }

    /// The line, unless its job is already there or was never submitted.
    fn checked<'a>(&mut self, line: Line<'a>) -> Result<Line<'a>, Problem> {
        let Record { id, submit, status, .. } = line.record;
        // In this order, since the parts of a checkpointed job have no submission.
        if self.ids.contains(id, &self.records) {
            return Err(match status {
                2..=4 => Problem::PartOfJob { id, status },
                _ => Problem::DuplicateId { id },
            });
        }
        if submit < 0 {
            let (field, value) = (Field::Submit, submit);
            return Err(Problem::Missing { field, value });
        }
        self.ids.insert(id);
        Ok(line)
    }
}

/// The job numbers seen so far. Most logs number their jobs upwards; only when one does not is a
/// set of them built.
#[derive(Default)]
struct Ids {
    highest: Option<u64>,
    seen: Option<HashSet<u64>>,
}

impl Ids {
    /// Whether `id` is already among the numbers of `records`.
    fn contains(&mut self, id: u64, records: &[Record]) -> bool {
        if self.highest.is_none_or(|highest| id > highest) {
            return false;
        }
        self.seen.get_or_insert_with(|| records.iter().map(|record| record.id).collect()).contains(&id)
    }

    fn insert(&mut self, id: u64) {
        self.highest = self.highest.max(Some(id));
        if let Some(seen) = &mut self.seen {
            seen.insert(id);
        }
    }
}

/// How the lines of a text with commas are to be read.
#[derive(Default)]
pub struct Commas {
    /// Whether the first column numbers the lines.
    has_index: bool,
    has_begun: bool,
}

/// The kind of a line with commas.
#[derive(Debug, PartialEq, Eq)]
pub enum Read {
    /// A job, with blanks in place of commas and -1 in place of nothing.
    Line(Vec<u8>),
    /// The numbers of the columns: 0 to 17, or 1 to 18.
    Names,
    /// Anything else.
    Other,
}

impl Commas {
    /// Takes the next line that has commas. A job has all 18 columns: fewer numbers with commas between them could be
    /// anything. A line may have its own number before them if the first line says so, as pandas writes it.
    pub fn line(&mut self, line: &[u8]) -> Read {
        const COLUMNS: usize = Field::ALL.len();
        let cells = fields(line);
        let mut cells: Vec<&[u8]> = cells.iter().map(|it| it.trim_ascii()).collect();
        if !std::mem::replace(&mut self.has_begun, true) {
            let has_index = cells.len() == COLUMNS + 1 && cells[0].is_empty();
            if are_numbers_of_columns(&cells[usize::from(has_index)..]) {
                self.has_index = has_index;
                return Read::Names;
            }
        }
        if self.has_index && cells.len() == COLUMNS + 1 {
            cells.remove(0);
        }
        if cells.len() != COLUMNS {
            return Read::Other;
        }
        for cell in &mut cells {
            if cell.is_empty() {
                *cell = b"-1";
            }
        }
        Read::Line(cells.join(&b' '))
    }
}

fn are_numbers_of_columns(cells: &[&[u8]]) -> bool {
    let counts_from = |first: i64| {
        let mut numbered = (first..).zip(cells);
        numbered.all(|(number, cell)| number::parse(cell) == Ok(number))
    };
    cells.len() == Field::ALL.len() && (counts_from(0) || counts_from(1))
}

/// With fewer columns a line cannot be a job: number, submission, wait, run time, size.
pub(crate) const FEWEST_COLUMNS: usize = 5;

/// A line read.
struct Line<'a> {
    pub record: Record,
    /// How many columns were there, at most 18.
    pub columns: usize,
    /// The text after the 18th column.
    pub beyond: &'a [u8],
}

impl<'a> Line<'a> {
    /// Reads a line without blanks at its ends. Values that could be repaired are listed in
    /// `amended`; the submission may still be unknown.
    pub fn parse(text: &'a [u8], amended: &mut Vec<Problem>) -> Result<Self, Problem> {
        let mut values = [UNKNOWN; Field::ALL.len()];
        let mut words = [&b""[..]; Field::ALL.len()];
        let mut columns = 0;
        let mut rest = text;
        for (field, value) in Field::ALL.into_iter().zip(&mut values) {
            rest = rest.trim_ascii_start();
            if matches!(rest.first(), None | Some(b';')) {
                break;
            }
            let digits = number::leading(rest).filter(|it| rest.get(it.1).is_none_or(|&byte| is_end_of_word(byte)));
            let end = digits.map(|it| it.1).or_else(|| rest.iter().position(|&byte| is_end_of_word(byte)));
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            rest = after;
            words[columns] = word;
            columns += 1;
            match digits.map_or_else(|| number::parse(word), |it| Ok(it.0)) {
                Ok(number) if (UNKNOWN..=field.limit()).contains(&number) => *value = number,
                other => *value = mend(field, word, other, amended)?,
            }
        }
        if columns < FEWEST_COLUMNS {
            return Err(Problem::TooFewColumns { found: columns });
        }
        if values[0] < 0 {
            let (field, value) = (Field::Id, values[0]);
            return Err(Problem::Missing { field, value });
        }
        settle(&words, &mut values);
        let record = Record::of_values(&values);
        let beyond = rest;
        Ok(Self { record, columns, beyond })
    }
}

/// Reads one field. A value that could be repaired is listed in `amended`. The loop above has the
/// same in place, since a result for each of a log's fields takes time.
#[inline(never)]
pub(crate) fn read(field: Field, word: &[u8], amended: &mut Vec<Problem>) -> Result<i64, Problem> {
    match number::parse(word) {
        Ok(number) if (UNKNOWN..=field.limit()).contains(&number) => Ok(number),
        other => mend(field, word, other, amended),
    }
}

/// The columns that are times of a job.
const TIMES: [Field; 4] = [Field::Submit, Field::Wait, Field::RunTime, Field::RequestedTime];

/// Makes the times of a line whole together where one of them has a fraction: each of them rounded for itself
/// does not add up. `words` are the columns as they are written, `values` the same as numbers.
pub(crate) fn settle(words: &[&[u8]], values: &mut [i64; Field::ALL.len()]) {
    let has_fraction = |field: &Field| words[*field as usize].iter().any(|byte| b".eE".contains(byte));
    if TIMES.iter().any(has_fraction) {
        settle_fractions(words, values);
    }
}

#[cold]
fn settle_fractions(words: &[&[u8]], values: &mut [i64; Field::ALL.len()]) {
    // A value that was not taken as it is written has been told.
    let exact = |field: Field| {
        let known = values[field as usize] >= 0;
        micros(words[field as usize]).filter(|micros| known && *micros >= 0)
    };
    let Some(submit) = exact(Field::Submit) else {
        return;
    };
    // A job that began before it was submitted waited 0 seconds.
    let wait = exact(Field::Wait).or_else(|| (values[Field::Wait as usize] == 0).then_some(0));
    let whole = Course {
        submit,
        start: wait.map(|wait| submit + wait),
        run_time: exact(Field::RunTime),
        limit: exact(Field::RequestedTime),
    }
    .whole();
    values[Field::Submit as usize] = whole.submit;
    values[Field::Wait as usize] = whole.wait;
    values[Field::RunTime as usize] = whole.run_time;
    values[Field::RequestedTime as usize] = whole.limit;
}

/// The words after the 18th column, up to a comment.
fn words(beyond: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = beyond.iter().position(|&byte| byte == b';');
    beyond[..end.unwrap_or(beyond.len())].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn is_end_of_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b';'
}

/// The value of a word that is no number from -1 to its field's limit.
#[cold]
fn mend(
    field: Field,
    word: &[u8],
    number: Result<i64, NumberError>,
    amended: &mut Vec<Problem>,
) -> Result<i64, Problem> {
    let text = shortened(word);
    let limit = field.limit();
    match number {
        Ok(value) if value < 0 && matches!(field, Field::Id | Field::Submit) => {
            return Err(Problem::Missing { field, value });
        }
        Ok(value) if value < 0 && field == Field::Wait => {
            let how = format!("{field} is {value}: the job began before its submission; the wait counts as 0");
            amended.push(Problem::Amended { how });
            return Ok(0);
        }
        Ok(value) if value < 0 => amended.push(Problem::Negative { field, value }),
        Err(NumberError::NotANumber) if field.is_needed() => {
            return Err(Problem::NotANumber { field, text });
        }
        Ok(_) | Err(NumberError::TooLarge) if field.is_needed() => {
            return Err(Problem::TooLarge { field, text, limit });
        }
        _ => amended.push(Problem::Unreadable { field, text }),
    }
    Ok(UNKNOWN)
}

/// A word as it can be shown: the first few characters, with bytes that are not UTF-8 replaced.
pub(crate) fn shortened(word: &[u8]) -> String {
    const LONGEST: usize = 24;
    let text = String::from_utf8_lossy(&word[..word.len().min(4 * LONGEST)]);
    let mut shown: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// The whole workload as one text, which reads back equal.
///
/// (The name is no part of a log. A header that was neither read nor generated here comes back
/// equal if its keys are single words and no line of its values is empty or has blanks at an end; and
/// Unix times come back counted from the first submission, with that in the header.)
pub fn write_swf(workload: &Workload) -> String {
    const USUAL_LINE: usize = 90;
    let mut text = String::with_capacity(workload.records().len() * USUAL_LINE + 2000);
    write_swf_to(&mut text, workload).expect("writing to a string cannot fail");
    text
}

/// Writes the same to any writer of text.
///
/// # Errors
///
/// Those of the writer.
pub fn write_swf_to(out: &mut impl Write, workload: &Workload) -> fmt::Result {
    write_header(out, workload.header())?;
    workload.records().iter().try_for_each(|record| write_record(out, record))
}

/// The comment lines: a key and its value, further lines of the value indented below.
fn write_header(out: &mut impl Write, header: &Header) -> fmt::Result {
    for (key, value) in &header.entries {
        let mut lines = value.split(['\n', '\r']);
        let first = lines.next().unwrap_or_default();
        let indent = if key.is_empty() {
            writeln!(out, "; {first}")?;
            2
        } else {
            writeln!(out, "; {key}: {first}")?;
            key.chars().count() + 2
        };
        for line in lines.filter(|line| !line.is_empty()) {
            writeln!(out, "; {:indent$}{line}", "")?;
        }
    }
    if header.entries.is_empty() {
        return Ok(());
    }
    writeln!(out, ";")
}

/// One job's line, in columns as wide as the archive's.
fn write_record(out: &mut impl Write, record: &Record) -> fmt::Result {
    write!(
        out,
        "{:>5} {:>8} {:>6} {:>6} {:>4}",
        record.id, record.submit, record.wait, record.run_time, record.allocated_processors
    )?;
    write!(
        out,
        " {:>6} {:>5} {:>4} {:>6} {:>5}",
        record.average_cpu_time,
        record.used_memory,
        record.requested_processors,
        record.requested_time,
        record.requested_memory
    )?;
    writeln!(
        out,
        " {:>2} {:>3} {:>3} {:>3} {:>2} {:>2} {:>2} {:>2}",
        record.status,
        record.user,
        record.group,
        record.executable,
        record.queue,
        record.partition,
        record.preceding_job,
        record.think_time
    )
}
