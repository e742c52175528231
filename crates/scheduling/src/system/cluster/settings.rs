//! The settings of the system.

use serde::{Deserialize, Serialize};

use crate::policy::formula::Formula;
use crate::policy::local::Promises;
use crate::policy::placement::Placement;
use workload::Time;
use workload::resources::NodeKind;

/// The settings of a cluster. Times are seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cluster {
    /// The nodes, in the order in which first fit looks at them. If empty, those that the log tells of; or else each
    /// provider of the platform is a node.
    pub nodes: Vec<NodeKind>,
    /// The waiting job with the smallest value goes first, of equals the one that arrived first.
    pub order: Formula,
    /// The order of the jobs that are left when all promises are made; `null` for `order`.
    pub backfill_order: Option<Formula>,
    /// How many jobs a pass promises a start on certain nodes.
    pub promises: Promises,
    /// Whether no job overtakes another.
    pub strict: bool,
    /// On which nodes a job is placed, of those with room.
    pub placement: Placement,
    /// When nodes are out of service, known from the beginning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outages: Vec<Outage>,
}

/// Nodes are out of service for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outage {
    /// Their names, as Slurm lists them: `n[001-004]`.
    pub nodes: String,
    /// From when, in seconds of the log.
    pub from: Time,
    /// Until when: they are in service again at this second.
    pub until: Time,
}
