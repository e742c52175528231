//! The settings of the system.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::policy::local::{Promises, Rule};
use crate::policy::placement::Placement;
use crate::system::estimate::Estimate;
use crate::system::prelude::*;
use workload::node_table::MOST_NODES;
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

/// The most cores of all nodes together: a row of the chart each.
const MOST_CORES: u64 = 1_000_000;

/// The most kinds of nodes, and the most outages.
const MOST_LISTED: usize = 10_000;

impl Cluster {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        let names = self.validate_nodes()?;
        if !self.estimate.is_limit() {
            let told = "promises of nodes are made of limits: leave it \"limit\"";
            return Err(problem("estimate", told));
        }
        self.validate_outages()?;
        if !self.nodes.is_empty() {
            self.know_outages(&names)?;
        }
        Ok(())
    }

    /// Returns the names of all nodes.
    pub(super) fn validate_nodes(&self) -> Result<Vec<String>, String> {
        if self.nodes.len() > MOST_LISTED {
            let told = format!("{} kinds of nodes; at most {MOST_LISTED}", self.nodes.len());
            return Err(problem("nodes", &told));
        }
        let count: u64 = self.nodes.iter().map(|it| u64::from(it.count)).sum();
        if count > MOST_NODES as u64 {
            let told = format!("{count} nodes; at most {MOST_NODES}");
            return Err(problem("nodes", &told));
        }
        let of_kind = |it: &NodeKind| u64::from(it.count) * u64::from(it.cores);
        let cores: u64 = self.nodes.iter().map(of_kind).sum();
        if cores > MOST_CORES {
            let told = format!("{cores} cores in all; at most {MOST_CORES}");
            return Err(problem("nodes", &told));
        }
        let mut names = Vec::new();
        for (index, kind) in self.nodes.iter().enumerate() {
            let field = format!("nodes[{index}]");
            validate_kind(&field, kind)?;
            let own = kind.names(names.len() as u32 + 1);
            let Some(own) = own else {
                let told = format!(
                    "\"{}\" should name as many nodes as there are, {}, as n[001-{:03}] does",
                    kind.name, kind.count, kind.count
                );
                return Err(problem(&format!("{field}.name"), &told));
            };
            names.extend(own);
        }
        let mut known = HashSet::new();
        match names.iter().find(|name| !known.insert(name.as_str())) {
            Some(twice) => Err(problem("nodes", &format!("{twice} is named twice"))),
            None => Ok(names),
        }
    }

    fn validate_outages(&self) -> Result<(), String> {
        if self.outages.len() > MOST_LISTED {
            let told = format!("{} outages; at most {MOST_LISTED}", self.outages.len());
            return Err(problem("outages", &told));
        }
        for (index, outage) in self.outages.iter().enumerate() {
            let field = |name: &str| format!("outages[{index}].{name}");
            if node_names(&outage.nodes).is_none() {
                let told = format!("\"{}\" is no list of nodes: n[001-004]", outage.nodes);
                return Err(problem(&field("nodes"), &told));
            }
            if outage.until <= outage.from {
                let told = format!("{} s; it is later than from, {} s", outage.until, outage.from);
                return Err(problem(&field("until"), &told));
            }
        }
        Ok(())
    }

    /// Whether every outage is of nodes with these names.
    ///
    /// # Errors
    ///
    /// A sentence that names the first node that there is not.
    pub fn know_outages(&self, names: &[String]) -> Result<(), String> {
        let known: HashSet<&str> = names.iter().map(String::as_str).collect();
        for (index, Outage { nodes, .. }) in self.outages.iter().enumerate() {
            let out = node_names(nodes).unwrap_or_default();
            if let Some(unknown) = out.iter().find(|it| !known.contains(it.as_str())) {
                let told = match names {
                    [first, .., last] => format!("; they are {first} to {last}"),
                    [only] => format!("; there is only {only}"),
                    [] => String::new(),
                };
                let told = format!("no node is called {unknown}{told}");
                return Err(problem(&format!("outages[{index}].nodes"), &told));
            }
        }
        Ok(())
    }
}

fn validate_kind(field: &str, kind: &NodeKind) -> Result<(), String> {
    if kind.cores == 0 {
        let name = match kind.name.as_str() {
            "" => String::new(),
            name => format!(" of {name}"),
        };
        let told = format!("0{name}; a node without cores runs no job");
        return Err(problem(&format!("{field}.cores"), &told));
    }
    Ok(())
}

fn problem(field: &str, told: &str) -> String {
    format!("system.cluster.{field}: {told}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_run_is_named() {
        for row in "nodes: [{\"cores\": 0, \"name\": \"n1\"}] => nodes[0].cores: 0 of n1; a node without cores
            nodes: [{}, {\"count\": 0}] => nodes[1].count: 0;
            nodes: [{\"count\": 2, \"name\": \"n[1-3]\"}] => nodes[0].name: \"n[1-3]\" should name
            nodes: [{\"count\": 2, \"name\": \"n[1\"}] => nodes[0].name
            nodes: [{\"name\": \"n1\"}, {\"name\": \"n1\"}] => nodes: n1 is named twice
            nodes: [{\"count\": 200000}] => nodes[0].count: 200000
            nodes: [{\"count\": 1000, \"cores\": 5000}] => nodes: 5000000 cores
            nodes: [{\"gpus\": 65}] => nodes[0].gpus: 65
            estimate: run_time => estimate: promises
            promises: 1000001 => promises: 1000001
            outages: [{\"nodes\": \"n[\", \"from\": 0, \"until\": 1}] => outages[0].nodes: \"n[\"
            outages: [{\"nodes\": \"n1\", \"from\": 5, \"until\": 5}] => outages[0].until: 5 s
            outages: [{\"nodes\": \"n1\", \"from\": -5, \"until\": 5}] => outages[0].from: -5 s
            nodes: [{\"name\": \"n1\"}]; outages: [{\"nodes\": \"n2\", \"from\": 0, \"until\": 5}] => \
                outages[0].nodes: no node is called n2; there is only n1"
            .lines()
        {
            let (settings, named) = row.split_once(" => ").expect(row);
            let problem =
                crate::system::System::Cluster(crate::system::testing::settings(settings)).check(&[1]).unwrap_err();
            assert!(problem.starts_with(&format!("system.cluster.{named}")), "{settings}: {problem}");
        }
    }

    #[test]
    fn agreed_settings_can_be_run() {
        let json = r#"{ "nodes": [{ "count": 10, "name": "n[001-010]", "cores": 64, "gpus": 0, "memory": 256, "partitions": ["cpu"] }],
            "order": "submit", "backfill_order": null, "promises": 1, "strict": false, "estimate": "limit", "placement": "first_fit",
            "outages": [{ "nodes": "n[001-004]", "from": 0, "until": 28800 }] }"#;
        let settings: Cluster = serde_json::from_str(json).unwrap();
        assert_eq!(settings.validate(), Ok(()));
        assert_eq!(Cluster::default().validate(), Ok(()));
    }
}
