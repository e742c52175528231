//! The dialog about a table of jobs of no known format, which asks for the meaning of each column. The file is then read by
//! the mapping, which belongs to the mark of the file in links, sessions and projects.

#[cfg(test)]
mod tests;

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::Reduce;
use crate::history::WorkloadKey;
use base::text::{capital, count, duration};
use export::snapshot::FileMark;
use workload::calendar::{FIRST_UNIX_TIME, write_moment};
use workload::clock::Zone;
use workload::table::{Factor, Key, Mapping, Missing, Source, Table, TableColumn, Unit, Values, doubts, preview};
use workload::{Record, UNKNOWN};

/// A table that has been dropped, with a proposal.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The workload that the file is kept as.
    pub key: WorkloadKey,
    /// The mark of the file.
    pub mark: FileMark,
    /// Its columns, with examples, and its first rows.
    pub table: Table,
    /// The mapping that is proposed.
    pub guess: Mapping,
    /// What a person said of the last table with these columns.
    pub kept: Option<Mapping>,
}

/// The dialog about a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableForm {
    /// The workload that the file is kept as.
    pub key: WorkloadKey,
    /// The mark of the file.
    pub mark: FileMark,
    /// Its columns, with examples, and its first rows.
    pub table: Rc<Table>,
    pub mapping: Mapping,
    /// The key and the text of a factor that cannot be read, and the error.
    pub wrong: Option<(Key, String, String)>,
    /// Whether that was said of an earlier table with the same columns.
    pub is_kept: bool,
}

/// A file that is to be read by a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// Counts the files so far: each is read once.
    pub number: u32,
    /// The workload that the file was kept as.
    pub key: WorkloadKey,
    /// The columns of the table, by which the mapping is kept; none where a link brought the mapping.
    pub table: Option<Rc<Table>>,
    pub mapping: Mapping,
}

/// Tables of jobs that no format has.
#[derive(Clone, Default)]
pub struct Tables {
    /// The dialog, while it is open.
    pub form: Option<TableForm>,
    /// The last file that is to be read by a mapping.
    pub wanted: Option<Wanted>,
}

pub enum TableAction {
    /// A table has been dropped.
    Ask(Box<Asked>),
    /// The column at a place has this key, or none. A key has one column.
    Take(usize, Option<Key>),
    /// The values of a key's column have this unit, or the usual one.
    Unit(Key, Option<Unit>),
    /// The values of a key's column are multiplied by the number, or by the column, of this text.
    Times(Key, String),
    /// The table is read by what has been said.
    Use,
    /// It is not read.
    Cancel,
}

impl Reduce for Tables {
    type Action = TableAction;

    fn apply(&mut self, action: TableAction) {
        match action {
            TableAction::Ask(asked) => self.form = Some(TableForm::of(*asked)),
            TableAction::Take(place, key) => {
                if let Some(form) = &mut self.form {
                    form.take(place, key);
                }
            }
            TableAction::Unit(key, unit) => {
                if let Some(form) = &mut self.form {
                    form.set_unit(key, unit);
                }
            }
            TableAction::Times(key, text) => {
                if let Some(form) = &mut self.form {
                    match form.set_times(key, &text) {
                        Ok(()) => form.wrong.take_if(|it| it.0 == key),
                        Err(why) => form.wrong.replace((key, text, why)),
                    };
                }
            }
            TableAction::Use => {
                if let Some(form) = self.form.take_if(|it| it.can_be_used()) {
                    self.want(form.key, Some(form.table), form.mapping);
                }
            }
            TableAction::Cancel => self.form = None,
        }
    }
}

impl Tables {
    /// Has a file read by a mapping.
    pub fn want(&mut self, key: WorkloadKey, table: Option<Rc<Table>>, mapping: Mapping) {
        let number = self.wanted.as_ref().map_or(0, |it| it.number) + 1;
        self.wanted = Some(Wanted { number, key, table, mapping });
    }

    /// Another file has been read: the dialog about a table is closed.
    pub fn leave_for(&mut self, key: WorkloadKey) {
        self.form.take_if(|it| it.key != key);
    }

    /// The workload whose file the dialog is about.
    pub fn reached(&self) -> Option<WorkloadKey> {
        self.form.as_ref().map(|it| it.key)
    }
}

impl TableForm {
    fn of(asked: Asked) -> Self {
        let is_of_table = |mapping: &Mapping| {
            let mut columns = mapping.iter();
            columns.all(|(_, source)| asked.table.place(&source.column).is_some())
        };
        let kept = asked.kept.filter(is_of_table);
        Self {
            key: asked.key,
            mark: asked.mark,
            is_kept: kept.is_some(),
            wrong: None,
            mapping: kept.unwrap_or(asked.guess),
            table: Rc::new(asked.table),
        }
    }

    pub fn key_of(&self, column: &TableColumn) -> Option<Key> {
        self.mapping.key_of(&column.name)
    }

    fn take(&mut self, place: usize, key: Option<Key>) {
        let Some(column) = self.table.columns.get(place) else {
            return;
        };
        if let Some(former) = self.mapping.key_of(&column.name) {
            self.mapping.set(former, None);
        }
        if let Some(key) = key {
            let source = Source { unit: column.values.unit_for(key), ..Source::of(&column.name) };
            self.mapping.set(key, Some(source));
        }
        self.wrong = None;
        self.is_kept = false;
    }

    fn set_unit(&mut self, key: Key, unit: Option<Unit>) {
        let is_of_key = unit.is_none_or(|it| key.units().contains(&it));
        if let Some(source) = self.mapping.get(key).cloned().filter(|_| is_of_key) {
            self.mapping.set(key, Some(Source { unit, ..source }));
            self.is_kept = false;
        }
    }

    fn set_times(&mut self, key: Key, text: &str) -> Result<(), String> {
        let times = Factor::read(key, text).map_err(|why| capital(&why) + ".")?;
        if let Some(Factor::Column(column)) = &times
            && self.table.place(column).is_none()
        {
            return Err(format!("The factor \"{column}\" is no number and no column."));
        }
        if let Some(source) = self.mapping.get(key).cloned() {
            self.mapping.set(key, Some(Source { times, ..source }));
            self.is_kept = false;
        }
        Ok(())
    }

    /// What is missing, and what follows of it, the gravest first.
    pub fn missing(&self) -> Vec<Missing> {
        self.mapping.missing()
    }

    /// What other columns say against it, in sentences.
    pub fn doubts(&self) -> Vec<String> {
        doubts(&self.table, &self.mapping)
    }

    /// Whether some job can be read by what has been said.
    pub fn can_be_used(&self) -> bool {
        self.wrong.is_none() && self.mapping.is_enough() && self.preview().iter().any(|it| it.figures.is_ok())
    }

    /// The first jobs, as they would be read.
    pub fn preview(&self) -> Vec<PreviewedJob> {
        match preview(&self.table, &self.mapping) {
            Ok(jobs) => jobs
                .into_iter()
                .map(|it| PreviewedJob { name: it.name, figures: it.job.map(|record| Figures::of(&record, it.zone)) })
                .collect(),
            Err(why) => vec![PreviewedJob { name: String::new(), figures: Err(why) }],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewedJob {
    /// Its number or name.
    pub name: String,
    /// Its values in words, or why it is left out.
    pub figures: Result<Figures, String>,
}

/// The values of a job in words; a dash where one is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The date of its submission, or the seconds from the start of the log.
    pub submit: String,
    /// How long it waited.
    pub wait: String,
    /// How long it ran.
    pub run_time: String,
    pub limit: String,
    /// How many processors it asked for, or was given if that is unknown.
    pub size: String,
}

impl Figures {
    fn of(record: &Record, zone: Zone) -> Self {
        let length = |seconds| match seconds {
            UNKNOWN => "–".to_owned(),
            seconds => duration(seconds as f64),
        };
        let size = match record.requested_processors {
            UNKNOWN => record.allocated_processors,
            size => size,
        };
        Self {
            submit: match record.submit {
                ..FIRST_UNIX_TIME => format!("{} s", count(record.submit)),
                submit => {
                    let date = write_moment(submit + zone.at(submit).0).replace('T', " ");
                    match zone {
                        Zone::NotGiven => date,
                        zone => format!("{date} {}", zone.words()),
                    }
                }
            },
            wait: length(record.wait),
            run_time: length(record.run_time),
            limit: length(record.requested_time),
            size: match size {
                UNKNOWN => "–".to_owned(),
                size => count(size),
            },
        }
    }
}

/// The key under which a browser keeps them.
pub const KEY: &str = "slotscope-columns";

/// The most mappings that are kept; the oldest go first.
const MOST: usize = 20;

/// The mappings so far, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptMappings(Vec<(String, Mapping)>);

impl KeptMappings {
    /// Reads what a browser has kept; anything else counts as nothing.
    pub fn of(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to keep.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The mapping of the last table with these columns.
    pub fn get(&self, table: &Table) -> Option<&Mapping> {
        let columns = header(table);
        let found = self.0.iter().find(|(kept, _)| *kept == columns)?;
        Some(&found.1)
    }

    pub fn keep(&mut self, table: &Table, mapping: Mapping) {
        let columns = header(table);
        self.0.retain(|(kept, _)| *kept != columns);
        self.0.push((columns, mapping));
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
    }
}

/// The names of all columns: tables look alike if they have the same. Where a table has none, the kinds of values stand
/// beside them.
fn header(table: &Table) -> String {
    let column =
        |it: &TableColumn| if table.has_header { it.name.clone() } else { format!("{} {}", it.name, kind(it.values)) };
    let columns: Vec<String> = table.columns.iter().map(column).collect();
    columns.join("\u{1f}")
}

/// The kind of values of a column, whatever values the rows have.
fn kind(values: Values) -> &'static str {
    match values {
        Values::Blank => "blank",
        Values::Numbers { whole: true, .. } => "whole numbers",
        Values::Numbers { .. } => "numbers",
        Values::Lengths => "lengths",
        Values::Words => "words",
        _ => "dates",
    }
}
