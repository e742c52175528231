//! The settings of the system.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::policy::formula::Formula;
use crate::policy::local::{Promises, Rule};
use crate::policy::placement::Placement;
use crate::system::estimate::Estimate;
use workload::Time;
use workload::resources::{NodeKind, node_names};

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
    /// For how long a job is believed to run. Promises name nodes until the limits of jobs, so that only the limit can be
    /// run.
    pub estimate: Estimate,
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

impl Cluster {
    /// The times at which nodes of these names are out of service, by node. O(outages × nodes).
    pub fn outages_by_node(&self, names: &[String]) -> Vec<Vec<(Time, Time)>> {
        let mut by_node = vec![Vec::new(); names.len()];
        for outage in &self.outages {
            let out = node_names(&outage.nodes).unwrap_or_default();
            let out: HashSet<&str> = out.iter().map(String::as_str).collect();
            let named = names.iter().zip(&mut by_node);
            for (_, times) in named.filter(|it| out.contains(it.0.as_str())) {
                times.push((outage.from, outage.until));
            }
        }
        by_node
    }

    /// Order and promises of a pass.
    pub fn rule(&self) -> Rule {
        Rule {
            order: self.order.clone(),
            backfill_order: self.backfill_order.clone(),
            promises: self.promises,
            strict: self.strict,
            believes_limits: true,
        }
    }
}
