//! A batch as a table: `task,start,end,load`, a task a line.

use std::borrow::Cow;

use super::FileKind;
use super::draft::Draft;
use super::fields::TaskField;
use super::item::RawTask;
use crate::columns::{Column, Columns};
use crate::csv::fields;
use crate::lines::lines;

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
pub(super) fn read(text: &[u8], draft: &mut Draft) -> Result<(), String> {
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
