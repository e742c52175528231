//! A workload as text in the Standard Workload Format 2.2.

#[cfg(test)]
mod tests;

use std::fmt::{self, Write};

use super::{Header, Record, Workload};

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
