//! The Standard Workload Format 2.2: header comments, then one line of 18 numbers per job.
//!
//! Source: the Parallel Workloads Archive's definition of the format, and the logs themselves, which stretch it.
//! Accepted beyond the definition: any blanks between the numbers, lines that end in LF, CR LF or CR, Unix times
//! instead of times from the log's own start, fractions (instants are rounded to the nearest second, durations follow from
//! them; other numbers are rounded), more or fewer than 18 columns, a comment after the numbers, any order of lines,
//! commas between 18 columns.

mod commas;
mod line;
#[cfg(test)]
mod tests;

pub(super) use line::{FEWEST_COLUMNS, read as read_field, settle, shortened};

use std::collections::HashSet;

use super::aside::Counting;
use super::complaint::Problem;
use super::draft::count_from_start;
use super::lines::lines;
use super::parsed::{Complaints, Parsed};
use super::{Field, Log, Record, Unused, comments};
use commas::{Commas, Read};
use line::Line;

/// Reads a whole text, keeping at most `max_complaints` complaints.
///
/// Never fails: a line that cannot be read is a complaint. Of lines with the same job number the
/// first is kept, since all later stages name a job by its number; the format wants the same for a
/// checkpointed job, whose first line sums up the parts that follow. Linear in the text's length.
pub(super) fn parse(text: &[u8], max_complaints: usize) -> Parsed {
    let mut reader = Reader::new(text.len(), max_complaints);
    let mut header = comments::Header::new(true);
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
                let has_more = line::words(line.beyond).next().is_some();
                if has_more && self.unused.columns.is_empty() {
                    self.unused.add_column(b"fields after the 18th");
                }
                for problem in amended {
                    self.complaints.add(number, problem);
                }
                self.records.push(line.record);
                for (column, word) in (Field::ALL.len() + 1..).zip(line::words(line.beyond)) {
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
