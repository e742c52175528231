//! Workflows: tasks that wait for one another's data, and the machines that they may run on.
//!
//! The model of Zhao and Sakellariou 2007, Sect. 2: a directed acyclic graph (DAG) with an estimated run
//! time of each task on each machine, an amount of data on each edge, and the time of a unit of data from
//! one machine to another. Times are seconds, with fractions.

mod dag;
mod dax;
mod dot;
mod fault;
mod file;
mod file_kind;
pub mod generate;
mod pegasus;
#[cfg(test)]
mod tests;
mod text_position;
mod wfcommons;
mod wfcommons_write;

pub use dag::{Dag, Link, check_order};
pub use dax::from_dax;
pub use dot::from_dot;
pub use fault::Fault;
pub use file::Repair;
pub use file::{from_json, to_json};
pub use file_kind::{FileKind, read};
pub use pegasus::from_pegasus;
pub use text_position::TextPosition;
pub use wfcommons::from_wfcommons;
pub use wfcommons_write::{Executed, to_wfcommons};

/// Most tasks of a workflow.
pub const MAX_TASKS: usize = 200_000;

/// Most costs of a workflow: tasks times machines.
pub const MAX_COSTS: usize = 20_000_000;

/// The longest time that a workflow may name, in seconds.
pub const MAX_AMOUNT: f64 = 1e11;

/// The most data that an edge may carry.
pub const MAX_DATA: f64 = 1e15;

/// A workflow as its file says: names, costs, data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workflow {
    /// The machines' names, in order. None where the file knows of no machines: then a task's only cost is
    /// its run time on a machine of speed 1.
    pub machines: Vec<String>,
    pub tasks: Vec<Task>,
    pub edges: Vec<Edge>,
    /// Seconds that a unit of data takes from one machine (row) to another (column); 0 within a machine.
    pub communication: Vec<Vec<f64>>,
    /// Whether the costs are measured in floating-point operations: they are the seconds at
    /// [`crate::flops::USUAL`] per second.
    pub flops: bool,
    /// When and where the tasks run, if the file brings its own allocation.
    pub schedule: Option<Vec<Placed>>,
}

/// A task of a workflow.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub name: String,
    /// Estimated run time on each machine, in seconds.
    pub costs: Vec<f64>,
}

impl Task {
    /// The cost, in seconds, of a task of which a file gives none, where that is no fault: it stands for nothing known,
    /// and is stated.
    pub const UNKNOWN_COST: f64 = 1.0;

    /// A task of a workflow without machines.
    fn of(name: &str, cost: f64) -> Self {
        Self { name: name.to_owned(), costs: vec![cost] }
    }
}

/// Data that a task waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Which task sends it, by its place among the tasks.
    pub from: usize,
    /// Which task waits for it.
    pub to: usize,
    /// How much, in units of data.
    pub data: f64,
}

/// Where and when a task runs, by the estimates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placed {
    /// The machine, by its place among the machines.
    pub machine: usize,
    /// In seconds from the workflow's start.
    pub start: f64,
    /// In seconds from the workflow's start.
    pub finish: f64,
}
