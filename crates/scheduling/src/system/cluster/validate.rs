//! Which settings can be run.

use std::collections::HashSet;

use super::{Cluster, Outage};
use workload::node_table::MOST_NODES;
use workload::resources::{NodeKind, node_names};

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
