//! Which settings can be run.

use super::{Agents, Broker};
use workload::MAX_TIME;

impl Broker {
    /// Checks every value on a platform whose providers are the nodes.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        self.validate_agents(platform.len())?;
        self.validate_places(platform.len())
    }

    pub(super) fn validate_agents(&self, nodes: usize) -> Result<(), String> {
        match &self.agents {
            None | Some(Agents::Count(_)) => Ok(()),
            Some(Agents::Nodes(held)) => {
                let all: u64 = held.iter().map(|&it| u64::from(it)).sum();
                if held.contains(&0) {
                    return Err(problem("agents", "an agent without nodes; each has 1 at least"));
                }
                if all == nodes as u64 {
                    return Ok(());
                }
                let what = format!("{all} nodes in all, and the platform has {nodes}");
                Err(problem("agents", &what))
            }
        }
    }

    /// Checks the settings of single agents and nodes.
    fn validate_places(&self, nodes: usize) -> Result<(), String> {
        let of_agents = self.outages.iter().map(|it| ("outages", it.from, it.until));
        let of_brokers = self.broker_outages.iter();
        let of_brokers = of_brokers.map(|it| ("broker_outages", it.from, it.until));
        for (name, from, until) in of_agents.chain(of_brokers) {
            let times = 0..=MAX_TIME;
            let until = until.unwrap_or(MAX_TIME);
            if !(times.contains(&from) && times.contains(&until) && from < until) {
                let what = format!("it begins at 0 or later and ends after that, by {MAX_TIME} s");
                return Err(problem(name, &what));
            }
        }
        let brokers = self.brokers;
        if let Some(it) = self.broker_outages.iter().find(|it| it.broker >= brokers) {
            let what = format!("broker {}; there are {brokers}, counted from 0", it.broker);
            return Err(problem("broker_outages", &what));
        }
        if let Some(it) = self.access.iter().find(|it| it.node as usize >= nodes) {
            let what = format!("node {}; there are {nodes}, counted from 0", it.node);
            return Err(problem("access", &what));
        }
        let in_clusters: u64 = self.clusters.iter().map(|it| u64::from(it.nodes)).sum();
        if in_clusters > nodes as u64 {
            let what = format!("{in_clusters} nodes in all, and the platform has {nodes}");
            return Err(problem("clusters", &what));
        }
        self.validate_for(self.most_agents(nodes))
    }

    /// How many agents there can be: where none are set, a batch may bring its own, at most one for each node.
    pub(super) fn most_agents(&self, nodes: usize) -> usize {
        match self.agents {
            Some(_) => self.agents_of(nodes).len(),
            None => nodes,
        }
    }

    /// Checks the settings of single agents against the number of agents.
    ///
    /// # Errors
    ///
    /// A sentence that names the field.
    pub(super) fn validate_for(&self, agents: usize) -> Result<(), String> {
        let links = self.links.iter().map(|it| ("links", it.agent));
        let outages = self.outages.iter().map(|it| ("outages", it.agent));
        for (name, agent) in links.chain(outages) {
            if agent as usize >= agents {
                let what = format!("agent {agent}; there are {agents}, counted from 0");
                return Err(problem(name, &what));
            }
        }
        Ok(())
    }
}

fn problem(field: &str, what: &str) -> String {
    format!("system.broker.{field}: {what}")
}
