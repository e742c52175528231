//! The tables of papers that are reproduced on them instead of logs.

use super::super::input::Place;
use super::super::{Failure, input};
use super::Arguments;
use crate::reproduce::weng_2023::{TableOf, Trace};
use crate::reproduce::{ON_TABLES, Paper};
use crate::workload::unpacked_within;

/// The nodes and tasks that a paper on tables needs; `None` for a paper on logs.
///
/// # Errors
///
/// If a table is missing, superfluous or cannot be read, or an option is given that concerns logs.
pub fn trace(paper: &Paper, arguments: &Arguments) -> Result<Option<Trace>, Failure> {
    let tables = &arguments.tables;
    if !ON_TABLES.iter().any(|it| it.key == paper.key) {
        return match tables.first() {
            None => Ok(None),
            Some(table) => {
                let why = format!("{} is made of no tables", paper.key);
                Err(Failure::at(table, why))
            }
        };
    }
    let of_logs = [
        ("--trace", !arguments.traces.is_empty()),
        ("--jobs", arguments.jobs.is_some()),
        ("--until-decided", arguments.until_decided),
    ];
    if let Some((option, _)) = of_logs.into_iter().find(|(_, is_given)| *is_given) {
        let why = format!("{} is reproduced on two tables, which have no jobs", paper.key);
        return Err(Failure::at(option, why));
    }
    let [nodes, tasks] = &tables[..] else {
        let why = format!(
            "it needs two tables of {}, the nodes and the tasks: slotscope reproduce {} all NODES.csv PODS.csv",
            paper.log, paper.key
        );
        return Err(Failure::at(paper.key, why));
    };
    let read = |path: &Place| -> Result<Vec<u8>, Failure> {
        let bytes = input::bytes(path)?;
        let text =
            unpacked_within(input::most_bytes(), &bytes).map_err(|error| Failure::at(input::name(path), error))?;
        Ok(text.into_owned())
    };
    let trace = Trace::read(&read(nodes)?, &read(tasks)?).map_err(|error| {
        let path = match error.table {
            TableOf::Nodes => nodes,
            TableOf::Tasks => tasks,
        };
        Failure::at(input::name(path), error)
    })?;
    Ok(Some(trace))
}

/// Tables by the names of their files.
pub fn names(arguments: &Arguments) -> Vec<&str> {
    let base = |path: &'_ Place| path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    arguments.tables.iter().map(|path| &path[base(path)..]).collect()
}
