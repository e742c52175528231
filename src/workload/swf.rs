//! The Standard Workload Format 2.2: header comments, then one line of 18 numbers per job.
//!
//! Source: the Parallel Workloads Archive's definition of the format, and the logs themselves,
//! which stretch it. What is read here beyond the definition: any blanks between the numbers,
//! lines that end in LF, CR LF or CR, fractions (rounded to the nearest whole number, halves away
//! from zero), more or fewer than 18 columns, a comment after the numbers, any order of lines.

mod complaint;
mod header;
mod line;
mod number;
#[cfg(test)]
mod tests;

pub use complaint::{Complaint, Field, Problem};

use std::collections::HashSet;

use super::{Header, Record};
use line::Line;

/// What a text in the Standard Workload Format holds.
pub(super) struct Log {
    pub header: Header,
    pub records: Vec<Record>,
    /// The first of the complaints, in the order of the lines.
    pub complaints: Vec<Complaint>,
    /// How many there were.
    pub complaint_count: u64,
    /// How many lines had to be left out.
    pub left_out: u64,
}

/// Reads a whole text, keeping at most `max_complaints` complaints.
///
/// Never fails: a line that cannot be read is a complaint. Of lines with the same job number the
/// first is kept, since everything later names a job by its number; that is also what the format
/// wants for a checkpointed job, whose first line sums up the parts that follow. Linear in the
/// text's length.
pub(super) fn parse(text: &[u8], max_complaints: usize) -> Log {
    let mut reader = Reader::new(text.len(), max_complaints);
    let mut header = header::Reader::default();
    for (number, line) in (1..).zip(lines(text)) {
        let line = line.trim_ascii();
        match line.first() {
            None => {}
            Some(b';') if reader.lines_read == 0 => header.add(&line[1..]),
            Some(b';') => {}
            Some(_) => reader.add(number, line),
        }
    }
    Log {
        header: header.finish(),
        records: reader.records,
        complaints: reader.complaints,
        complaint_count: reader.complaint_count,
        left_out: reader.left_out,
    }
}

/// The lines of a text, without their ends: LF, CR LF or CR.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r');
        let end = end.unwrap_or(rest.len());
        let line = &rest[..end];
        let mark = if rest[end..].starts_with(b"\r\n") {
            2
        } else {
            1
        };
        rest = rest.get(end + mark..).unwrap_or_default();
        Some(line)
    })
}

/// Collects the records and what is wrong with the others.
struct Reader {
    records: Vec<Record>,
    ids: Ids,
    /// How many columns the first good line has, at most 18.
    columns: usize,
    lines_read: u64,
    complaints: Vec<Complaint>,
    max_complaints: usize,
    complaint_count: u64,
    left_out: u64,
}

impl Reader {
    fn new(length: usize, max_complaints: usize) -> Self {
        // The archive's logs have some 80 bytes per job. What is no log needs no room.
        const SHORTEST_USUAL_LINE: usize = 60;
        const MOST_AT_ONCE: usize = 1 << 17;
        Self {
            records: Vec::with_capacity((length / SHORTEST_USUAL_LINE).min(MOST_AT_ONCE)),
            ids: Ids::default(),
            columns: 0,
            lines_read: 0,
            complaints: Vec::new(),
            max_complaints,
            complaint_count: 0,
            left_out: 0,
        }
    }

    /// Reads one line that is neither empty nor a comment.
    fn add(&mut self, number: u64, text: &[u8]) {
        self.lines_read += 1;
        let mut amended = Vec::new();
        let outcome = Line::parse(text, &mut amended).and_then(|line| self.checked(line));
        match outcome {
            Err(problem) => {
                self.left_out += 1;
                self.complain(number, problem);
            }
            Ok(line) => {
                if self.columns == 0 {
                    self.columns = line.columns;
                }
                if line.columns < self.columns {
                    let (found, expected) = (line.columns, self.columns);
                    self.complain(number, Problem::FewerColumns { found, expected });
                }
                for problem in amended {
                    self.complain(number, problem);
                }
                self.records.push(line.record);
            }
        }
    }

    /// The line, unless its job is already there or was never submitted.
    fn checked(&mut self, line: Line) -> Result<Line, Problem> {
        let Record {
            id, submit, status, ..
        } = line.record;
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

    fn complain(&mut self, line: u64, problem: Problem) {
        self.complaint_count += 1;
        if self.complaints.len() < self.max_complaints {
            self.complaints.push(Complaint { line, problem });
        }
    }
}

/// The job numbers seen so far. Most logs number their jobs upwards; only when one does not is a
/// set of them built.
#[derive(Default)]
struct Ids {
    highest: Option<u32>,
    seen: Option<HashSet<u32>>,
}

impl Ids {
    /// Whether `id` is there already. `records` are those whose numbers are.
    fn contains(&mut self, id: u32, records: &[Record]) -> bool {
        if self.highest.is_none_or(|highest| id > highest) {
            return false;
        }
        self.seen
            .get_or_insert_with(|| records.iter().map(|record| record.id).collect())
            .contains(&id)
    }

    fn insert(&mut self, id: u32) {
        self.highest = self.highest.max(Some(id));
        if let Some(seen) = &mut self.seen {
            seen.insert(id);
        }
    }
}
