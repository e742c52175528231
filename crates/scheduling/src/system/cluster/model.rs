//! Name, description and behaviour of a cluster as a system.

use serde_json::Value;

use super::simulation::ClusterSimulation;
use super::tally::MEASURES;
use super::{Cluster, decisions, knobs, words};
use crate::policy::formula::NameVariable;
use crate::policy::placement::Placement;
use crate::system::prelude::*;
use crate::system::{Card, SystemModel};
use workload::resources::{NodeKind, node_names};
use workload::{Feature, WorkloadKind};

/// The first of nodes without names.
const USUAL_NODE: &str = "node1";

const CARD: Card = Card {
    key: "cluster",
    name: "Cluster",
    about: "Nodes with cores, GPUs and memory, in partitions, as Slurm, PBS and Flux have them. A job starts when nodes have room for its chunks until its limit; promises name nodes.",
    inside: "Nodes",
    inside_about: "Cluster: a job needs room on nodes, not only enough of everything in all. Each cell is a node, and its bars are the cores, GPUs and memory in use.",
    takes: &[WorkloadKind::Log],
    rows: knobs::ROWS,
    measures: MEASURES,
    usual_criteria: &["mean_utilization", "mean_waiting_time", "mean_bounded_slowdown"],
    books: false,
    ..crate::system::CARD
};

impl SystemModel for Cluster {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn providers(&self, platform: &[u32]) -> Vec<u32> {
        let of_nodes = self.nodes.iter().map(|it| u64::from(it.count) * u64::from(it.cores));
        let cores: u64 =
            if self.nodes.is_empty() { platform.iter().map(|&it| u64::from(it)).sum() } else { of_nodes.sum() };
        vec![u32::try_from(cores).unwrap_or(u32::MAX)]
    }

    fn pool(&self) -> Option<&'static str> {
        Some("the cluster")
    }

    fn validate(&self, _platform: &[u32]) -> Result<(), String> {
        Cluster::validate(self)
    }

    fn words(&self, _of: &Surroundings, changed: &Changed) -> Vec<String> {
        words::words(self, changed)
    }

    fn policy(&self, _of: &Surroundings) -> String {
        words::policy(self)
    }

    fn knob_value(&self, path: &str) -> Option<Value> {
        knobs::value(self, path)
    }

    fn set_knob(&mut self, path: &str, value: &Value) -> bool {
        knobs::set(self, path, value)
    }

    fn settle(&mut self, field: &str, _platform: &[u32]) {
        // An outage begins with the first node that is named.
        if field == "outages"
            && let Ok(names) = self.validate_nodes()
            && let (Some(first), Some(outage)) = (names.first(), self.outages.last_mut())
            && outage.nodes == USUAL_NODE
            && !names.iter().any(|it| it == USUAL_NODE)
        {
            outage.nodes.clone_from(first);
        }
        // There are as many nodes as names.
        let index = field.strip_prefix("nodes.").and_then(|it| it.strip_suffix(".name")).and_then(|it| it.parse().ok());
        if let Some(kind) = index.and_then(|it: usize| self.nodes.get_mut(it))
            && let Some(names) = node_names(&kind.name).filter(|it| !it.is_empty())
        {
            kind.count = names.len() as u32;
        }
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            "promises" if self.strict => {
                Err("no job overtakes another, so that none needs a promise: set strict to false")
            }
            path if path.ends_with(".gpu_type") => {
                let of = path.strip_prefix("nodes.").and_then(|it| it.split('.').next()?.parse().ok());
                let has_gpus = of.and_then(|it: usize| self.nodes.get(it)).is_some_and(|it| it.gpus > 0);
                if has_gpus { Ok(()) } else { Err("the nodes have no GPUs") }
            }
            "backfill_order" if !self.rule().reads_backfill_order() => {
                Err("it is read where some jobs are promised a start, not where all or none are: set promises to 1")
            }
            _ => Ok(()),
        }
    }

    fn formulas(&self) -> Vec<&Formula> {
        let is_read = self.rule().reads_backfill_order();
        let backfill = self.backfill_order.iter().filter(|_| is_read);
        std::iter::once(&self.order).chain(backfill).collect()
    }

    fn forget_jobs(&mut self) -> Vec<&'static str> {
        let (nodes, outages) = (&mut self.nodes, &mut self.outages);
        let had_nodes = !std::mem::take(nodes).is_empty();
        let had_outages = !std::mem::take(outages).is_empty();
        let told = [
            (had_nodes, "The nodes of the previous log are discarded."),
            (had_outages, "The outages of the previous log are discarded."),
        ];
        told.into_iter().filter(|it| it.0).map(|it| it.1).collect()
    }

    fn draws(&self, _of: &Surroundings) -> bool {
        self.placement == Placement::Random
    }

    fn heeds(&self, feature: Feature, has_nodes: bool) -> bool {
        let reads = |names: &[NameVariable]| {
            let orders = self.formulas();
            names.iter().any(|&name| orders.iter().any(|it| it.uses(name)))
        };
        match feature {
            Feature::Gpus | Feature::Memory | Feature::Nodes | Feature::Partitions | Feature::NodeFeatures => {
                has_nodes || !self.nodes.is_empty()
            }
            Feature::Queues => reads(&[NameVariable::Queue, NameVariable::Qos]),
            _ => false,
        }
    }

    fn nodes_mut(&mut self) -> Option<&mut Vec<NodeKind>> {
        Some(&mut self.nodes)
    }
}

impl Simulated for Cluster {
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String> {
        Ok(Box::new(ClusterSimulation::new(self, input)?))
    }

    fn own_words(&self, own: &Own, speaker: &Speaker) -> Option<Sentence> {
        decisions::words(own, speaker)
    }
}
