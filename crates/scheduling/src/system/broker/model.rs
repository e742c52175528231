//! Name, description and behaviour of brokers and agents as a system.

use super::measures::{BALANCE, MEASURES, PERFORMANCE};
use super::run::BrokerSimulation;
use super::{Agents, Broker, Placement, decisions, knobs};
use crate::system::prelude::*;
use crate::system::{Card, SystemModel, Work};
use base::text::in_text;
use workload::WorkloadKind;

const CARD: Card = Card {
    key: "broker",
    name: "Broker",
    about: "Tasks with a fixed interval share nodes. Agents offer their least loaded nodes, a broker takes the offers that load a node least, and what it confirms is reserved. Moise, Moise, Pop and Cristea, HiPerGRID 2008.",
    inside: "Messages",
    inside_about: "Broker: agents offer their nodes for tasks with fixed intervals, and a broker takes the offers that load a node least. Each arrow is a message between a broker and an agent, the earliest on top; the charts below it are the tasks and the load of the nodes.",
    takes: &[WorkloadKind::TaskBatch, WorkloadKind::Log],
    rows: knobs::ROWS,
    measures: MEASURES,
    usual_criteria: &[PERFORMANCE, BALANCE],
    ..crate::system::CARD
};

impl SystemModel for Broker {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn provider_noun(&self) -> Option<&'static str> {
        Some("node")
    }

    fn validate(&self, platform: &[u32]) -> Result<(), String> {
        Broker::validate(self, platform)
    }

    fn words(&self, of: &Surroundings, changed: &Changed) -> Vec<String> {
        let agents = match &self.agents {
            _ if self.placement != Placement::Broker => String::new(),
            Some(Agents::Nodes(held)) => {
                let held: Vec<String> = held.iter().map(u32::to_string).collect();
                format!(", agents of {} nodes", held.join(" + "))
            }
            _ => match self.agents_of(of.platform.len()).len() {
                1 => ", one agent".to_owned(),
                agents => format!(", {agents} agents"),
            },
        };
        let others = changed.but(&["placement", "max_load_percent", "agents"]);
        let (placement, load) = (in_text(self.placement.name()), self.max_load_percent);
        vec![format!("broker: {placement}, load up to {load} %{agents}{others}")]
    }

    fn policy(&self, _of: &Surroundings) -> String {
        in_text(self.placement.name())
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            "placement" | "max_load_percent" | "max_tasks" | "lead" | "access" | "clusters" => Ok(()),
            _ if self.placement != Placement::Broker => {
                Err("there are no offers: choose the placement by offers and a broker")
            }
            "down" if self.failure_percent == 0.0 => Err("no agent goes down: set failures"),
            _ => Ok(()),
        }
    }

    fn draws(&self, _of: &Surroundings) -> bool {
        match self.placement {
            Placement::Broker => self.failure_percent > 0.0 || self.draws_on_links(),
            Placement::Random => true,
            Placement::FirstFit | Placement::FirstIdle => false,
        }
    }

    fn settle(&mut self, field: &str, platform: &[u32]) {
        if matches!(field, "agents" | "brokers") {
            self.keep_to(platform.len());
        }
    }

    fn keep_providers(&mut self, count: usize) -> Vec<&'static str> {
        self.keep_to(count)
    }

    fn remove_provider(&mut self, index: usize) {
        self.access.retain(|it| it.node as usize != index);
        for it in &mut self.access {
            it.node -= u32::from(it.node as usize > index);
        }
        if let Some(Agents::Nodes(held)) = &mut self.agents {
            take_one(held.iter_mut(), index);
            held.retain(|&it| it > 0);
        }
        take_one(self.clusters.iter_mut().map(|it| &mut it.nodes), index);
        self.clusters.retain(|it| it.nodes > 0);
    }
}

/// Decrements the count of the group to which the item at `index` belongs; groups are consecutive.
fn take_one<'a>(counts: impl Iterator<Item = &'a mut u32>, index: usize) {
    let mut above = 0;
    for count in counts {
        above += *count as usize;
        if index < above {
            *count -= 1;
            return;
        }
    }
}

impl Simulated for Broker {
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
        let Work::Batch(tasks) = input.work else {
            let (platform, seed) = (input.platform, input.seed);
            return Ok(Box::new(BrokerSimulation::of_log(self, platform, input.jobs()?, seed)));
        };
        let nodes = match tasks.nodes.len() {
            0 => input.platform.len(),
            named => named,
        };
        let run = BrokerSimulation::of_batch(self, tasks, nodes, input.seed);
        self.validate_for(run.protocol.agents.len())?;
        Ok(Box::new(run))
    }

    fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
        decisions::words(own, speaker)
    }
}

impl Broker {
    /// Drops settings of agents, brokers, nodes and clusters that a platform of `count` nodes does not have. Returns
    /// their names.
    pub fn keep_to(&mut self, count: usize) -> Vec<&'static str> {
        let mut told = Vec::new();
        if self.validate_agents(count).is_err() {
            self.agents = None;
            told.push("agents hold two nodes each");
        }
        let agents = self.most_agents(count);
        let counts = |it: &Self| {
            let of_agents = [it.links.len(), it.outages.len()];
            let others = [it.broker_outages.len(), it.access.len(), it.clusters.len()];
            (of_agents, others)
        };
        let before = counts(self);
        let brokers = self.brokers;
        self.broker_outages.retain(|it| it.broker < brokers);
        self.links.retain(|it| (it.agent as usize) < agents);
        self.outages.retain(|it| (it.agent as usize) < agents);
        self.access.retain(|it| (it.node as usize) < count);
        let in_clusters: u64 = self.clusters.iter().map(|it| u64::from(it.nodes)).sum();
        if in_clusters > count as u64 {
            self.clusters.clear();
        }
        if before != counts(self) {
            told.push("settings for removed agents, brokers, nodes and clusters are dropped");
        }
        told
    }
}
