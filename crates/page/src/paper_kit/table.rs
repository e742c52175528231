//! The table of a kit: one row for each run.

use std::fmt::Write;

use serde_json::Value;

use experiment::sweep::value_field;
use scheduling::criteria::Criterion;
use workload::csv::name_field;
use workload::replicate::Replication;

/// A run as a row.
pub(super) struct Row {
    /// The values of the varied fields.
    pub(super) values: Vec<Value>,
    pub(super) seed: u64,
    /// Its figures; those that it does not have are missing.
    pub(super) figures: Vec<Option<f64>>,
}

/// Workload, varied fields, seed, and every figure that any row has, as CSV. O(rows × figures).
pub(super) fn runs_csv(log: &str, paths: &[&str], figures: &[Criterion], rows: &[Row]) -> String {
    let has = |at: &usize| rows.iter().any(|row| row.figures[*at].is_some());
    let columns: Vec<usize> = (0..figures.len()).filter(has).collect();
    let mut csv = "workload".to_owned();
    for path in paths {
        let _ = write!(csv, ",{}", name_field(path));
    }
    csv.push_str(",seed");
    for &at in &columns {
        let _ = write!(csv, ",{}", figures[at].key());
    }
    csv.push('\n');
    for row in rows {
        csv.push_str(&name_field(log));
        for value in &row.values {
            let _ = write!(csv, ",{}", value_field(value));
        }
        let _ = write!(csv, ",{}", row.seed);
        for &at in &columns {
            csv.push(',');
            if let Some(value) = row.figures[at] {
                let _ = write!(csv, "{value}");
            }
        }
        csv.push('\n');
    }
    csv
}

/// The note about runs that have no row.
pub(super) fn missing(made: usize, total: usize) -> Option<String> {
    let note = format!("{made} of {total} runs are in this kit: the others failed or were cancelled.");
    (made < total).then_some(note)
}

/// The note about replicates of the log.
pub(super) fn replicates_noted(replicate: &Replication) -> String {
    format!("The seeds number replicates of the log: {}.", replicate.words())
}
