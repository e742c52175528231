//! Name, description and behaviour of a cluster as a system.

use serde_json::Value;

use super::simulation::ClusterSimulation;
use super::tally::MEASURES;
use super::{Cluster, decisions, knobs, words};
use crate::engine::decisions::Own;
use crate::policy::formula::{Formula, NameVariable};
use crate::policy::placement::Placement;
use crate::system::speaker::{Sentence, Speaker};
use crate::system::{Input, Knob, Measure, Simulated, Simulation, Surroundings, System, SystemModel};
use workload::resources::NodeKind;
use workload::{Feature, WorkloadKind};

impl SystemModel for Cluster {
    fn key(&self) -> &'static str {
        "cluster"
    }

    fn name(&self) -> &'static str {
        "Cluster"
    }

    fn about(&self) -> &'static str {
        "Nodes with cores, GPUs and memory, in partitions, as Slurm, PBS and Flux have them. A job starts when nodes have room for its chunks until its limit; promises name nodes."
    }

    fn inside(&self) -> &'static str {
        "Nodes"
    }

    fn inside_about(&self) -> &'static str {
        "Cluster: a job needs room on nodes, not only enough of everything in all. Each cell is a node, and its bars are the cores, GPUs and memory in use."
    }

    fn takes(&self) -> &'static [WorkloadKind] {
        &[WorkloadKind::Log]
    }

    fn providers(&self, platform: &[u32]) -> Vec<u32> {
        let of_nodes = self.nodes.iter().map(|it| u64::from(it.count) * u64::from(it.cores));
        let cores: u64 = match self.nodes.is_empty() {
            true => platform.iter().map(|&it| u64::from(it)).sum(),
            false => of_nodes.sum(),
        };
        vec![u32::try_from(cores).unwrap_or(u32::MAX)]
    }

    fn pool(&self) -> Option<&'static str> {
        Some("the cluster")
    }

    fn validate(&self, _platform: &[u32]) -> Result<(), String> {
        Cluster::validate(self)
    }

    fn words(&self, _of: &Surroundings) -> Vec<String> {
        words::words(self)
    }

    fn policy(&self, _of: &Surroundings) -> String {
        words::policy(self)
    }

    fn knobs(&self) -> &'static [Knob] {
        knobs::KNOBS
    }

    fn knob_value(&self, path: &str) -> Option<Value> {
        knobs::value(self, path)
    }

    fn reads(&self, path: &str, _of: &Surroundings) -> Result<(), &'static str> {
        match path {
            knobs::PROMISES if self.strict => {
                Err("no job overtakes another, so that none needs a promise: set strict to false")
            }
            knobs::BACKFILL_ORDER if !self.rule().reads_backfill_order() => {
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

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn usual_criteria(&self) -> &'static [&'static str] {
        &["mean_utilization", "mean_waiting_time", "mean_bounded_slowdown"]
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

    fn books(&self) -> bool {
        false
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

impl Cluster {
    /// The settings of a system, if it is this one.
    pub fn of(system: &System) -> Option<&Self> {
        match system {
            System::Cluster(settings) => Some(settings),
            _ => None,
        }
    }

    /// The settings of a system, to be changed: the usual ones take the place of another system.
    pub fn of_mut(system: &mut System) -> &mut Self {
        if Self::of(system).is_none() {
            *system = System::Cluster(Self::default());
        }
        match system {
            System::Cluster(settings) => settings,
            _ => unreachable!("it was just set"),
        }
    }
}
