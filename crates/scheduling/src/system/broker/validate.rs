//! Which settings can be run.

use super::{Agents, Broker};
use workload::MAX_TIME;

/// The longest time of a message, a lease or a wait: a day.
pub(super) const LONGEST: f64 = 86_400.0;

/// The most brokers.
pub(super) const MOST_BROKERS: u32 = 100;

/// The most agents.
pub(super) const MOST_AGENTS: u32 = 1_000;

/// The longest time that an agent is down, or that batch jobs are put off: a year.
pub(super) const LONGEST_DOWN: i64 = 366 * 86_400;

/// The most often that something is tried.
pub(super) const MOST_TRIES: u32 = 100;

impl Broker {
    /// Checks every value on a platform whose providers are the nodes.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        whole("max_load_percent", self.max_load_percent, (1, 100), " %")?;
        if self.max_tasks == Some(0) {
            return Err(problem("max_tasks", "0 tasks; it is at least 1, or null"));
        }
        whole("brokers", self.brokers, (1, MOST_BROKERS), "")?;
        whole("tries", self.tries, (1, MOST_TRIES), "")?;
        self.validate_agents(platform.len())?;
        self.validate_links()?;
        for (name, value) in [("down", self.down), ("lead", self.lead)] {
            whole(name, value, (0, LONGEST_DOWN), " s")?;
        }
        self.validate_places(platform.len())
    }

    pub(super) fn validate_agents(&self, nodes: usize) -> Result<(), String> {
        match &self.agents {
            None => Ok(()),
            Some(Agents::Count(count)) => whole("agents", *count, (1, MOST_AGENTS), ""),
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

    fn validate_links(&self) -> Result<(), String> {
        within("latency", self.latency, (0.0, LONGEST), " s")?;
        within("jitter", self.jitter, (0.0, LONGEST), " s")?;
        within("loss_percent", self.loss_percent, (0.0, 100.0), " %")?;
        within("failure_percent", self.failure_percent, (0.0, 100.0), " %")?;
        for (name, value) in [("lease", self.lease), ("timeout", self.timeout)] {
            within(name, value.unwrap_or(1.0), (0.001, LONGEST), " s, or null")?;
        }
        for (at, link) in self.links.iter().enumerate() {
            let name = |field: &str| format!("links[{at}].{field}");
            for (field, value, most, unit) in [
                ("latency", link.latency, LONGEST, " s"),
                ("jitter", link.jitter, LONGEST, " s"),
                ("loss_percent", link.loss_percent, 100.0, " %"),
            ] {
                within(&name(field), value.unwrap_or(0.0), (0.0, most), unit)?;
            }
        }
        Ok(())
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

fn whole<T: PartialOrd + std::fmt::Display>(
    field: &str,
    value: T,
    (least, most): (T, T),
    unit: &str,
) -> Result<(), String> {
    if least <= value && value <= most {
        return Ok(());
    }
    let what = format!("{value}{unit}; it is {least} to {most}");
    Err(problem(field, &what))
}

fn within(field: &str, value: f64, (least, most): (f64, f64), unit: &str) -> Result<(), String> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let what = format!("{value}; it is {least} to {most}{unit}");
    Err(problem(field, &what))
}
