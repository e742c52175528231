//! The settings of the system.

use serde::{Deserialize, Serialize};

use crate::policy::broker::TieRule;
use base::setting::setting;
use workload::{MAX_TIME, Time};

/// The settings of brokers and agents (Moise et al. 2008). Times are seconds; those of messages may have
/// fractions, down to thousandths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Broker {
    /// MAX_LOAD: the highest load of a node, in percent of its points.
    pub max_load_percent: u32,
    /// MAX_TASKS: the most tasks that may share a node at any time; `null` for any number.
    pub max_tasks: Option<u32>,
    /// The rule that decides to which node a task goes.
    pub placement: Placement,
    /// When a broker asks which agent has fewer reservations.
    pub tie_rule: TieRule,
    /// How many agents there are, or how many nodes each holds, in the order of the platform; `null` for two
    /// nodes each.
    pub agents: Option<Agents>,
    /// How many brokers there are; tasks go to them in turn.
    pub brokers: u32,
    /// Delay of a message.
    pub latency: f64,
    /// Additional delay at most, by a seeded draw.
    pub jitter: f64,
    /// How many messages are lost.
    pub loss_percent: f64,
    /// Links that differ: of single agents.
    pub links: Vec<LinkOf>,
    /// How long an agent holds its offers; `null` for not at all, as in the paper, which knows no lease: an offer
    /// stands on a clone of the table and takes no room from other brokers. The default of 60 s is ours: it matters
    /// only with several brokers. Offers to a broker that is down lapse by the lease.
    pub lease: Option<f64>,
    /// How long a broker waits for answers, and before it tries a round again; `null` for three times the longest way there and back, at least 1.
    pub timeout: Option<f64>,
    /// How often a broker sends a decision without a receipt, or tries again after a fruitless round in
    /// which agents did not answer, or held nodes for other brokers.
    pub tries: u32,
    /// How often an agent that is asked goes down: half of them before they offer, half just after.
    pub failure_percent: f64,
    /// How long it is down then.
    pub down: Time,
    /// When agents are down in any case.
    pub outages: Vec<Outage>,
    /// When brokers are down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broker_outages: Vec<BrokerOutage>,
    /// For a log, how long after their submission batch jobs begin.
    pub lead: Time,
    /// Which consecutive nodes make a cluster, and their farms; nodes beyond the last are in none.
    pub clusters: Vec<Cluster>,
    /// The nodes that only certain users may reserve.
    pub access: Vec<Access>,
}

impl Default for Broker {
    fn default() -> Self {
        Self {
            max_load_percent: 85,
            max_tasks: None,
            placement: Placement::Broker,
            tie_rule: TieRule::OnArrival,
            agents: None,
            brokers: 1,
            latency: 0.0,
            jitter: 0.0,
            loss_percent: 0.0,
            links: Vec::new(),
            lease: Some(60.0),
            timeout: None,
            tries: 5,
            failure_percent: 0.0,
            down: 60,
            outages: Vec::new(),
            broker_outages: Vec::new(),
            lead: 0,
            clusters: Vec::new(),
            access: Vec::new(),
        }
    }
}

setting! {
    /// The rule that decides to which node a task goes.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Placement {
        /// Agents offer, a broker decides.
        #[default]
        Broker {
            key: "broker",
            name: "Offers and a broker",
            about: "Every agent offers its least loaded node, a broker takes the offer that loads its node least.",
            tried: true,
        }
        /// One scheduler that knows all nodes: the first that fits.
        FirstFit {
            key: "first_fit",
            name: "First fit",
            about: "One scheduler knows all nodes and takes the first that fits.",
            tried: true,
        }
        /// One scheduler knows all nodes and takes any that fits, by a seeded draw.
        Random {
            key: "random",
            name: "Random",
            about: "One scheduler knows all nodes and takes a random one that fits.",
            tried: true,
        }
        /// One scheduler knows all nodes and takes the first that is not in use at that time, as
        /// MOAB's Silver does.
        FirstIdle {
            key: "first_idle",
            name: "First idle node",
            about: "One scheduler knows all nodes and takes the first that is idle at that time, as MOAB's Silver does: nodes are not shared. MAX_LOAD also applies.",
            tried: true,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Agents {
    /// This many, which share the nodes evenly, the first ones one more; no more than there are
    /// nodes.
    Count(u32),
    /// How many nodes each holds.
    Nodes(Vec<u32>),
}

/// Differences of the links to one agent; omitted values are those of all links.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LinkOf {
    /// Which one, counted from 0.
    pub agent: u32,
    /// Delay of a message.
    pub latency: Option<f64>,
    /// Additional delay at most.
    pub jitter: Option<f64>,
    /// How many are lost.
    pub loss_percent: Option<f64>,
}

/// A time during which an agent receives no message. Its offers are lost, its reservations are not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outage {
    /// Which one, counted from 0.
    pub agent: u32,
    pub from: Time,
    /// Until when; `null` for ever.
    pub until: Option<Time>,
}

/// A time during which a broker receives no message. Its decisions survive, as on a disk; its undecided tasks go to
/// the next broker that is up, or to the first that returns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BrokerOutage {
    /// Which one, counted from 0.
    pub broker: u32,
    pub from: Time,
    /// Until when; `null` for ever.
    pub until: Option<Time>,
}

/// Nodes that follow one another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cluster {
    /// Its name: tasks can be confined to it by that name.
    pub name: String,
    /// The farm that it belongs to.
    pub farm: String,
    pub nodes: u32,
}

/// The users that may reserve on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Access {
    /// Which one, counted from 0.
    pub node: u32,
    /// The users' names; their numbers where the workload is a log.
    pub users: Vec<String>,
}

impl Broker {
    /// How many of `nodes` nodes each agent holds.
    pub fn agents_of(&self, nodes: usize) -> Vec<u32> {
        let nodes = nodes as u32;
        match &self.agents {
            Some(Agents::Nodes(held)) => held.clone(),
            Some(Agents::Count(count)) => {
                let count = (*count).min(nodes).max(1);
                (0..count).map(|it| nodes / count + u32::from(it < nodes % count)).collect()
            }
            None => (0..nodes.div_ceil(2)).map(|it| (nodes - 2 * it).min(2)).collect(),
        }
    }

    /// The most points that may be taken of a node of `capacity` points.
    pub fn most_load(&self, capacity: u32) -> u32 {
        (u64::from(capacity) * u64::from(self.max_load_percent) / 100) as u32
    }
}

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
        let of_brokers = self.broker_outages.iter().map(|it| ("broker_outages", it.from, it.until));
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
