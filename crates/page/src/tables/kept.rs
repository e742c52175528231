//! Mappings that a browser keeps: a table with the same columns is asked about with the same answers.

use serde::{Deserialize, Serialize};
use workload::table::{Mapping, Table, TableColumn, Values};

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
