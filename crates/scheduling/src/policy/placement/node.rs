//! A node, and its room now.

use std::collections::BTreeSet;

use super::{Gpus, Request, WHOLE};

/// A node of a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Cores, in thousandths.
    pub cores: u64,
    /// Memory, in MiB.
    pub memory: u64,
    pub gpus: u32,
    /// Their type, by a number; none without GPUs.
    pub gpu_type: Option<u32>,
}

/// The free resources of a node now, and the further facts that policies look at. Nodes with equal rooms are the same to
/// every policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Room {
    /// Free cores, in thousandths.
    pub cores: u64,
    /// Free memory, in MiB.
    pub memory: u64,
    /// The free part of each GPU, in thousandths: each is a resource of its own.
    pub gpus: Vec<u16>,
    pub gpu_type: Option<u32>,
    /// The kinds ([`Gpus::kind`]) of the tasks with GPUs that it runs.
    pub kinds: BTreeSet<u32>,
}

impl Room {
    /// The room of a node on which nothing runs.
    pub fn of(node: &Node) -> Self {
        Self {
            cores: node.cores,
            memory: node.memory,
            gpus: vec![WHOLE; node.gpus as usize],
            gpu_type: node.gpu_type,
            kinds: BTreeSet::new(),
        }
    }

    /// How many of its GPUs have room for this much of each.
    pub fn gpus_with(&self, thousandths: u16) -> usize {
        self.gpus.iter().filter(|&&it| it >= thousandths).count()
    }

    /// The free parts of all its GPUs together, in thousandths.
    pub fn idle(&self) -> u64 {
        self.gpus.iter().map(|&it| u64::from(it)).sum()
    }

    /// Whether cores, GPUs and types, but not memory, suffice.
    pub fn fits_but_for_memory(&self, request: &Request) -> bool {
        let gpus = request.gpus;
        self.cores >= request.cores
            && request.allows(self.gpu_type)
            && (gpus == Gpus::None || self.gpus_with(gpus.of_each()) >= gpus.count() as usize)
    }

    /// Whether a task could start here now.
    pub fn fits(&self, request: &Request) -> bool {
        self.memory >= request.memory && self.fits_but_for_memory(request)
    }

    pub fn lowest_gpu(&self, share: u16) -> Option<usize> {
        self.gpus.iter().position(|&free| free >= share)
    }

    /// The GPU with room for a share that leaves the least of it free; of equal ones the lowest.
    pub fn tightest_gpu(&self, share: u16) -> Option<usize> {
        self.gpus
            .iter()
            .enumerate()
            .filter(|(_, free)| **free >= share)
            .min_by_key(|(_, free)| **free)
            .map(|(gpu, _)| gpu)
    }

    /// The GPUs that a task that fits gets: `shared`, or the lowest with room, for a share; the lowest idle ones for
    /// whole GPUs.
    pub fn gpus_for(&self, request: &Request, shared: Option<usize>) -> Vec<usize> {
        match request.gpus {
            Gpus::None => Vec::new(),
            Gpus::Share(share) => shared.or_else(|| self.lowest_gpu(share)).into_iter().collect(),
            Gpus::Whole(count) => self
                .gpus
                .iter()
                .enumerate()
                .filter(|(_, free)| **free == WHOLE)
                .map(|(gpu, _)| gpu)
                .take(count as usize)
                .collect(),
        }
    }

    /// Takes the resources of a task that fits, its GPUs as [`Self::gpus_for`] gives them.
    pub fn take(&mut self, request: &Request, gpus: &[usize]) {
        self.cores -= request.cores;
        self.memory -= request.memory;
        for &gpu in gpus {
            self.gpus[gpu] -= request.gpus.of_each();
        }
        self.kinds.extend(request.gpus.kind());
    }
}
