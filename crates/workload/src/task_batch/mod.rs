//! Task batches: tasks with a fixed interval and a load, and the nodes that may run them (Moise, Moise, Pop
//! and Cristea 2008, Sects. 3.1 to 3.3).
//!
//! `docs/task-batches.md` has the schema of the files.

mod csv;
mod draft;
mod fields;
mod file_kind;
pub mod generate;
mod item;
mod parts;
mod stats;
#[cfg(test)]
mod tests;
mod tidy;
mod write;
mod xml;

use super::Time;

pub(super) use file_kind::read_csv;
pub use file_kind::{FileKind, Reading, read};
pub use parts::{is_of_resources, with_resources};
pub use stats::Statistics;
pub use write::{to_csv, to_xml};

/// A whole node in points of load: a load is a percentage of a node.
pub const NODE_POINTS: u32 = 100;

/// Most tasks of a batch.
pub const MAX_TASKS: usize = 1_000_000;

/// Most nodes: each is a provider of a run.
pub const MAX_NODES: usize = 1_000;

/// Tasks that are there together, and the nodes that the file names.
///
/// Clusters and users are named by their places in the lists of names, which hold each name once, in the order
/// in which first the nodes and then the tasks name them ([`TaskBatch::tidy`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskBatch {
    /// In the order of the file.
    pub tasks: Vec<BatchTask>,
    /// The nodes, if the file names any: otherwise every provider of the scenario's platform is one.
    pub nodes: Vec<Node>,
    /// The names of clusters.
    pub clusters: Vec<String>,
    /// The names of users.
    pub users: Vec<String>,
}

/// A task of a batch (Sect. 3.2). Times are whole seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTask {
    /// `taskId`: its name, unique in the batch.
    pub name: String,
    /// When it is submitted: 0 unless the file says otherwise. At most its start.
    pub submit: Time,
    /// `startTime`: when it must begin. At least 0.
    pub start: Time,
    /// `endTime`: when it will end. Above its start.
    pub end: Time,
    /// `load`: its load of a node, in percent, 1 to 100.
    pub load: u32,
    /// The cluster that it is confined to, if it is.
    pub cluster: Option<u32>,
    /// The user that submits it, if the file names one.
    pub user: Option<u32>,
}

/// A node, also called a resource (Sect. 3.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// `nodeName`, no two alike.
    pub name: String,
    /// `clusterName`.
    pub cluster: Option<u32>,
    /// `farmName`: the farm that its cluster belongs to; empty if the file does not say it.
    pub farm: String,
    /// Which agent keeps it, counted from 0, if the file says it. Those of an agent stand together.
    pub agent: Option<u32>,
    /// The users that may reserve on it; `None` for all users.
    pub access: Option<Vec<u32>>,
    /// `CPUPower`, `Memory` and `CPU_idle`, where the file has them. No decision depends on them, which is
    /// reported.
    pub parameters: Parameters,
}

/// Further properties of a node. The paper gives no units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters {
    /// `CPUPower`.
    pub power: Option<f64>,
    /// `Memory`.
    pub memory: Option<f64>,
    /// `CPU_idle`.
    pub idle: Option<f64>,
}

impl TaskBatch {
    /// When its first task starts and its last one ends; `None` if there is none.
    pub fn span(&self) -> Option<(Time, Time)> {
        let first = self.tasks.iter().map(|it| it.start).min()?;
        let last = self.tasks.iter().map(|it| it.end).max()?;
        Some((first, last))
    }
}
