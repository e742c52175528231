//! Which of its nodes an agent reserves for a task.

use crate::availability::node_load::{Bound, NodeLoad};
use workload::Time;

/// A node as its agent knows it: its capacity and its reservations.
#[derive(Clone, Debug)]
pub struct NodeTable {
    /// Its points of load: 100 of a batch's node, the processors of a log's.
    pub capacity: u32,
    /// MAX_LOAD: the most points that may be taken.
    pub most_load: u32,
    /// MAX_TASKS: the most tasks at once.
    pub most_tasks: u32,
    /// The reserved load.
    pub load: NodeLoad,
}

/// The demand of a task on a node: a number of points throughout an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// When it begins.
    pub start: Time,
    /// When it ends, later.
    pub end: Time,
    /// Its points of load.
    pub load: u32,
}

/// A node that fits, and how loaded it is without the task: the highest load of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    pub node: usize,
    /// Its highest load during the interval, in points.
    pub usage: u32,
}

impl NodeTable {
    /// The node's highest load during an interval.
    pub fn highest(&self, wanted: &Wanted) -> u32 {
        let any = Bound { load: u32::MAX, tasks: u32::MAX };
        let load = self.load.highest_within(wanted.start, wanted.end, any);
        load.unwrap_or(u32::MAX)
    }

    /// The node's highest load during the interval if the task fits and that load is at most `usage`.
    pub fn usage_for(&self, wanted: &Wanted, usage: u32) -> Option<u32> {
        let room = self.most_load.checked_sub(wanted.load)?;
        let bound = Bound { load: room.min(usage), tasks: self.most_tasks.checked_sub(1)? };
        self.load.highest_within(wanted.start, wanted.end, bound)
    }
}

/// The paper's choice: "the agent chooses the processing resource that has the minimum value for the usage
/// on the suitable interval", the first of equals. Usages are compared as shares of their nodes.
pub fn least_used<'a>(nodes: impl Iterator<Item = (usize, &'a NodeTable)>, wanted: &Wanted) -> Option<Fit> {
    let mut best: Option<(Fit, u32)> = None;
    for (node, table) in nodes {
        let lower = best.map_or(u32::MAX, |(fit, capacity)| {
            // The most points that are a smaller share than those of the best; its usage is above 0.
            let shares = u64::from(fit.usage) * u64::from(table.capacity);
            ((shares - 1) / u64::from(capacity)) as u32
        });
        if let Some(usage) = table.usage_for(wanted, lower) {
            best = Some((Fit { node, usage }, table.capacity));
            if usage == 0 {
                break;
            }
        }
    }
    best.map(|it| it.0)
}

pub fn first_fit<'a>(mut nodes: impl Iterator<Item = (usize, &'a NodeTable)>, wanted: &Wanted) -> Option<Fit> {
    nodes.find_map(|(node, table)| {
        let usage = table.usage_for(wanted, u32::MAX)?;
        Some(Fit { node, usage })
    })
}

/// As MOAB's Silver does: the first idle node, since it "does not allow several tasks to be executed in
/// parallel on the same resource" (Sect. 6).
pub fn first_idle<'a>(mut nodes: impl Iterator<Item = (usize, &'a NodeTable)>, wanted: &Wanted) -> Option<Fit> {
    nodes.find_map(|(node, table)| {
        let usage = table.usage_for(wanted, 0)?;
        Some(Fit { node, usage })
    })
}
