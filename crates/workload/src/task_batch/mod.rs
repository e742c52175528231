//! Task batches: tasks with a fixed interval and a load, and the nodes that may run them (Moise, Moise, Pop
//! and Cristea 2008, Sects. 3.1 to 3.3).
//!
//! `docs/task-batches.md` has the schema of the files.

mod draft;
mod file_kind;
pub mod generate;
mod item;
mod write;
mod xml;

#[cfg(test)]
mod tests;

pub(super) use file_kind::read_csv;
pub use file_kind::{FileKind, Reading, is_of_resources, read, with_resources};
pub use write::{to_csv, to_xml};

use std::collections::BTreeSet;

use serde::Serialize;

use crate::Time;
use crate::stats::Summary;

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

/// A task batch in numbers. Times are seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// How many tasks.
    pub tasks: u64,
    /// The latest submission.
    pub last_submission: Option<Time>,
    /// The earliest start.
    pub first_start: Option<Time>,
    /// The latest end.
    pub last_end: Option<Time>,
    /// How long tasks take.
    pub lengths: Option<Summary>,
    /// Their loads of a node, in percent.
    pub loads: Option<Summary>,
    /// Node seconds: the sum of lengths times loads, a whole node being 1.
    pub work: f64,
    /// The highest sum of the loads of tasks that run at one time, in percent of a node.
    pub highest_load: u64,
    /// How many nodes the file names.
    pub nodes: u64,
    /// How many agents keep them, as far as the file says it.
    pub agents: u64,
    /// How many clusters nodes or tasks name.
    pub clusters: u64,
    /// How many farms the nodes belong to.
    pub farms: u64,
    /// How many users tasks or access lists name.
    pub users: u64,
}

impl Statistics {
    /// The numbers of a batch. O(n log n) for n tasks.
    pub fn of(batch: &TaskBatch) -> Self {
        let tasks = || batch.tasks.iter();
        let work = |it: &BatchTask| i128::from(it.end - it.start) * i128::from(it.load);
        let span = batch.span();
        let agents: BTreeSet<u32> = batch.nodes.iter().filter_map(|it| it.agent).collect();
        let farms = batch.nodes.iter().map(|it| it.farm.as_str());
        let farms: BTreeSet<&str> = farms.filter(|it| !it.is_empty()).collect();
        Self {
            tasks: batch.tasks.len() as u64,
            last_submission: tasks().map(|it| it.submit).max(),
            first_start: span.map(|it| it.0),
            last_end: span.map(|it| it.1),
            lengths: Summary::of(tasks().map(|it| it.end - it.start).collect()),
            loads: Summary::of(tasks().map(|it| i64::from(it.load)).collect()),
            work: tasks().map(work).sum::<i128>() as f64 / f64::from(NODE_POINTS),
            highest_load: highest_load(batch),
            nodes: batch.nodes.len() as u64,
            agents: agents.len() as u64,
            clusters: batch.clusters.len() as u64,
            farms: farms.len() as u64,
            users: batch.users.len() as u64,
        }
    }
}

/// The highest sum of loads: tasks that end at an instant make room for those that start there.
fn highest_load(batch: &TaskBatch) -> u64 {
    let mut changes = Vec::with_capacity(2 * batch.tasks.len());
    for task in &batch.tasks {
        changes.push((task.start, i64::from(task.load)));
        changes.push((task.end, -i64::from(task.load)));
    }
    changes.sort_unstable();
    let (mut load, mut highest) = (0, 0);
    for (_, change) in changes {
        load += change;
        highest = highest.max(load);
    }
    highest as u64
}
