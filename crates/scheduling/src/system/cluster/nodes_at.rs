//! The nodes at a moment, for the inside view.

use serde::{Deserialize, Serialize};

use super::decisions::Amounts;
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
