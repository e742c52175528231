//! The nodes of the cluster.

use std::collections::BTreeMap;

use workload::Time;
use workload::resources::NodeKind;

use super::Input;
use super::room::Hold;
use crate::policy::placement;
use crate::system::cluster::Outage;

/// A node, with what holds it.
#[derive(Clone, Debug)]
pub struct Node {
    /// In thousandths.
    pub cores: u64,
    /// In MiB.
    pub memory: u64,
    pub gpus: u32,
    /// Empty where it is not known.
    pub gpu_type: String,
    /// None if all jobs may run here.
    pub partitions: Vec<String>,
    pub features: Vec<String>,
    /// From when until when it is out of service.
    pub outages: Vec<(Time, Time)>,
    pub holds: Vec<Hold>,
}

impl Node {
    /// As the placement policies see it.
    pub fn plain(&self, types: &Types) -> placement::Node {
        placement::Node {
            cores: self.cores,
            memory: self.memory,
            gpus: self.gpus,
            gpu_type: types.find(&self.gpu_type),
        }
    }

    pub fn is_in(&self, partition: &Option<String>) -> bool {
        match partition {
            None => true,
            Some(name) => self.partitions.is_empty() || self.partitions.contains(name),
        }
    }
}

/// Whether the nodes are the providers of a platform, of which only the cores are known.
pub fn are_providers(input: &Input) -> bool {
    input.settings.nodes.is_empty() && input.resources.nodes.is_empty()
}

/// All nodes, in order.
pub fn nodes(input: &Input) -> Vec<Node> {
    let of_platform = |&cores: &u32| NodeKind { cores, ..NodeKind::default() };
    let kinds: Vec<NodeKind> = if !input.settings.nodes.is_empty() {
        input.settings.nodes.clone()
    } else if !input.resources.nodes.is_empty() {
        input.resources.nodes.clone()
    } else {
        input.platform.iter().map(of_platform).collect()
    };
    let mut nodes: Vec<Node> = Vec::new();
    for kind in kinds {
        let first = nodes.len() as u32 + 1;
        for name in kind.names(first).expect("as many names as nodes") {
            let outages = outages_of(&name, &input.settings.outages);
            nodes.push(Node {
                cores: u64::from(kind.cores) * 1_000,
                memory: kind.memory,
                gpus: kind.gpus,
                gpu_type: kind.gpu_type.clone(),
                partitions: kind.partitions.clone(),
                features: kind.features.clone(),
                outages,
                holds: Vec::new(),
            });
        }
    }
    nodes
}

/// The outages that name a node.
fn outages_of(name: &String, all: &[Outage]) -> Vec<(Time, Time)> {
    let mut outages = Vec::new();
    for outage in all {
        if names_in(&outage.nodes).contains(name) {
            outages.push((outage.from, outage.until));
        }
    }
    outages
}

/// The names of a list. There are few: the number of them is guessed.
fn names_in(list: &str) -> Vec<String> {
    let names = |count: u32| {
        let kind = NodeKind { count, name: list.to_owned(), ..NodeKind::default() };
        kind.names(1)
    };
    (1..100).find_map(names).expect("a list of nodes")
}

/// The numbers of the GPU types, in the order in which nodes, then jobs name them.
#[derive(Clone, Debug, Default)]
pub struct Types {
    of: BTreeMap<String, u32>,
}

impl Types {
    pub fn add(&mut self, name: &str) -> u32 {
        let next = self.of.len() as u32;
        *self.of.entry(name.to_owned()).or_insert(next)
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        self.of.get(name).copied()
    }

    /// Those of the nodes.
    pub fn of(nodes: &[Node]) -> Self {
        let mut types = Self::default();
        for node in nodes.iter().filter(|it| !it.gpu_type.is_empty()) {
            types.add(&node.gpu_type);
        }
        types
    }
}
