//! The nodes at a moment, for the inside view.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::decisions::Amounts;
use super::machine::Machine;
use super::rooms::Place;
use crate::engine::Processors;
use crate::policy::placement::WHOLE;
use workload::Time;

/// The nodes after the decisions at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodesAt {
    /// In the order of the cluster.
    pub nodes: Vec<NodeAt>,
    /// What the last pass promised, in the order of the promises.
    pub promises: Vec<PromiseAt>,
}

/// A node at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeAt {
    pub name: String,
    /// The place of its kind in the list of nodes: neighbours of a kind are a group.
    pub kind: u32,
    /// The type of its GPUs; empty where it is not known.
    pub gpu_type: String,
    pub all: Amounts,
    /// What jobs have of it.
    pub used: Amounts,
    /// Until when it is out of service, if it is.
    pub out_until: Option<Time>,
    /// When it will be out of service next.
    pub out_from: Option<Time>,
    /// The jobs that run there, by the time until which they may.
    pub jobs: Vec<JobAt>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobAt {
    /// Its index.
    pub job: u32,
    /// Until when it may run.
    pub until: Time,
    pub has: Amounts,
    /// The numbers of its GPUs on the node, each once.
    pub gpus: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromiseAt {
    /// The index of the job.
    pub job: u32,
    /// The start that it is promised.
    pub from: Time,
    /// Until its limit.
    pub until: Time,
    /// The nodes, by their places.
    pub nodes: Vec<u32>,
}

impl NodesAt {
    /// Of a moment that this system recorded.
    pub fn of(moment: &crate::engine::decisions::Moment) -> Option<Self> {
        moment.own.as_ref()?.read()
    }
}

/// Which cores of which nodes are free. Nothing depends on them but where a chart draws a job.
pub struct Rows {
    total: u32,
    nodes: Vec<RowsOfNode>,
    /// What each running job has, by node.
    held: HashMap<u32, Vec<(u32, u32, u32)>>,
}

struct RowsOfNode {
    /// The first core of the node among all.
    first: u32,
    cores: Processors,
}

impl Rows {
    /// Of empty nodes.
    pub fn of(machine: &Machine) -> Self {
        let mut first = 0_u32;
        let nodes = machine.kind_of.iter().map(|&kind| {
            let cores = machine.kinds[kind as usize].cores;
            let node = RowsOfNode { first, cores: Processors::new(cores) };
            first = first.saturating_add(cores);
            node
        });
        let nodes = nodes.collect();
        Self { total: first, nodes, held: HashMap::new() }
    }

    /// All cores.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// How many cores a job has on all of its nodes.
    pub fn cores_of(&self, place: &Place) -> u32 {
        place.pieces.iter().map(|it| cores(it.held.cores)).sum()
    }

    /// A job takes the lowest free cores of its nodes: calls `tell` with each range, first and last inclusive, ascending.
    pub fn take(&mut self, job: u32, place: &Place, tell: &mut dyn FnMut(u32, u32)) {
        let mut pieces: Vec<(u32, u32)> = place.pieces.iter().map(|it| (it.node, cores(it.held.cores))).collect();
        pieces.sort_unstable();
        let mut held = Vec::new();
        for (node, count) in pieces {
            let rows = &mut self.nodes[node as usize];
            let first_of_node = rows.first;
            rows.cores.take(count, |first, last| {
                held.push((node, first, last));
                tell(first_of_node + first, first_of_node + last);
            });
        }
        self.held.insert(job, held);
    }

    /// A job gives its cores back.
    pub fn give(&mut self, job: u32) {
        for (node, first, last) in self.held.remove(&job).into_iter().flatten() {
            self.nodes[node as usize].cores.give(first, last);
        }
    }
}

fn cores(thousandths: u64) -> u32 {
    u32::try_from(thousandths / u64::from(WHOLE)).unwrap_or(u32::MAX)
}
