//! The nodes of a run.

use std::sync::Arc;

use super::Cluster;
use crate::engine::Holds;
use crate::engine::holds::NodeSize;
use crate::policy::placement::{Largest, Node, WHOLE};
use workload::resources::{NodeKind, Resources};

/// The nodes of a run, in the order in which first fit looks at them.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Equal ones together, as they were named.
    pub kinds: Vec<NodeKind>,
    /// Each of them.
    pub nodes: Vec<Node>,
    /// The kind of each, by its place.
    pub kind_of: Arc<[u32]>,
    /// The GPU types, by their numbers.
    gpu_types: Vec<String>,
    /// Whether GPUs, memory and partitions are known: they are not of providers of a platform.
    pub knows_resources: bool,
    /// The most resources of a node.
    pub largest: Largest,
}

/// Resources of several nodes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct All {
    /// Thousandths of cores.
    pub cores: u64,
    /// Thousandths of GPUs.
    pub gpus: u64,
    /// MiB.
    pub memory: u64,
}

impl Machine {
    /// The nodes of the settings; if they name none those of the log, or else each provider of the platform is a node.
    pub fn of(settings: &Cluster, platform: &[u32], resources: Option<&Resources>) -> Self {
        let of_log = resources.map_or(&[][..], |it| &it.nodes);
        match (&settings.nodes[..], of_log) {
            ([], []) => {
                let node = |&cores: &u32| NodeKind { cores, ..NodeKind::default() };
                Self::of_kinds(platform.iter().map(node).collect(), false)
            }
            ([], of_log) => Self::of_kinds(of_log.to_vec(), true),
            (named, _) => Self::of_kinds(named.to_vec(), true),
        }
    }

    fn of_kinds(kinds: Vec<NodeKind>, knows_resources: bool) -> Self {
        let mut machine = Self {
            gpu_types: gpu_types(&kinds),
            kinds,
            nodes: Vec::new(),
            kind_of: Arc::default(),
            knows_resources,
            largest: Largest::of(&[]),
        };
        let mut kind_of = Vec::new();
        for (number, kind) in (0..).zip(&machine.kinds) {
            let node = machine.node_of(kind);
            let count = machine.nodes.len() + kind.count as usize;
            machine.nodes.resize(count, node);
            kind_of.resize(count, number);
        }
        machine.largest = Largest::of(&machine.nodes);
        machine.kind_of = kind_of.into();
        machine
    }

    /// An empty node of a kind.
    pub fn node_of(&self, kind: &NodeKind) -> Node {
        let has_type = !kind.gpu_type.is_empty();
        Node {
            cores: u64::from(kind.cores) * u64::from(WHOLE),
            memory: kind.memory,
            gpus: kind.gpus,
            gpu_type: has_type.then(|| self.gpu_type(&kind.gpu_type)),
        }
    }

    /// The resources of all nodes together.
    pub fn all(&self) -> All {
        let sum = |of: fn(&Node) -> u64| self.nodes.iter().map(of).sum();
        All {
            cores: sum(|it| it.cores),
            gpus: sum(|it| u64::from(it.gpus) * u64::from(WHOLE)),
            memory: sum(|it| it.memory),
        }
    }

    /// The GPUs and the memory of the nodes, of which no job holds anything yet.
    pub fn without_jobs(&self) -> Holds {
        let mut holds = Holds::default();
        for kind in &self.kinds {
            holds.push_nodes(NodeSize { count: kind.count, gpus: kind.gpus, memory: kind.memory });
        }
        holds
    }

    /// The number of a GPU type; one that no node has is the number of none.
    pub fn gpu_type(&self, name: &str) -> u32 {
        let found = self.gpu_types.iter().position(|it| it == name);
        found.map_or(u32::MAX, |at| at as u32)
    }

    /// The name of each node, those without one numbered from 1. Names that are not as many as the nodes of their kind,
    /// which no checked settings have, count as none. O(nodes).
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::with_capacity(self.nodes.len());
        for kind in &self.kinds {
            let first = names.len() as u32 + 1;
            let unnamed = || (first..).take(kind.count as usize);
            let numbered = || unnamed().map(|it| format!("node{it}")).collect();
            names.extend(kind.names(first).unwrap_or_else(numbered));
        }
        names
    }
}

/// The GPU types of some kinds, each once, in their order.
fn gpu_types(kinds: &[NodeKind]) -> Vec<String> {
    let mut types: Vec<String> = Vec::new();
    for kind in kinds {
        if !kind.gpu_type.is_empty() && !types.contains(&kind.gpu_type) {
            types.push(kind.gpu_type.clone());
        }
    }
    types
}
