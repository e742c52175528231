//! Placement of tasks on nodes with GPUs: which node of those with room, and which of its GPUs.
//!
//! The policies are those that Weng et al. compare (Beware of Fragmentation: Scheduling GPU-Sharing Workloads with
//! Fragmentation Gradient Descent, USENIX ATC 2023), as their published simulator computes them
//! (`hkust-adsl/kubernetes-scheduler-simulator`, `pkg/simulator/plugin/`), and first fit and spread. A policy gives every
//! node with room whole points from 0 to 100, and the highest wins. Of equal nodes the first in the list does: so does
//! the published simulator, which takes the first name. Only [`Placement::Random`] draws.
//!
//! [`Cluster`] places one task after another and looks at nodes in the same state once.

mod cluster;
mod fragmentation;
mod mix;
mod node;
mod ratings;
mod request;
#[cfg(test)]
mod tests;

pub use cluster::{Cluster, Place};
pub use fragmentation::{fragmentation, unusable};
pub use mix::Mix;
pub use node::{Node, Room};
pub use request::{Gpus, Request, WHOLE};

use base::setting::setting;
use serde::{Deserialize, Serialize};

setting! {
    /// How a task is placed on a node.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Placement {
        /// The first node with room.
        #[default]
        FirstFit {
            key: "first_fit",
            name: "first fit",
            about: "The first node with room, in the list's order.",
        }
        /// The node with the least left.
        BestFit {
            key: "best_fit",
            name: "best fit",
            about: "The node that has the least left of cores and GPUs when the task is on it.",
        }
        /// The node with the most left.
        Spread {
            key: "spread",
            name: "spread",
            about: "The node that has the most left of cores and GPUs when the task is on it.",
        }
        /// Any node with room.
        Random {
            key: "random",
            name: "random",
            about: "Any node with room, all equally likely.",
        }
        /// The node whose room points least in the request's direction.
        DotProduct {
            key: "dot_product",
            name: "dot product",
            about: "The node with the smallest dot product of its room and the request.",
        }
        /// GPUs in use before idle ones, nodes in use before idle ones.
        GpuPacking {
            key: "gpu_packing",
            name: "GPU packing",
            about: "GPUs in use before idle ones, nodes with GPUs in use before idle ones.",
        }
        /// Tasks of a kind together.
        GpuClustering {
            key: "gpu_clustering",
            name: "GPU clustering",
            about: "Nodes that run tasks with as many GPUs before others.",
        }
        /// Fragmentation gradient descent.
        Fgd {
            key: "fgd",
            name: "FGD",
            about: "The node on which the task adds least to fragmentation: idle GPUs that typical tasks cannot use.",
        }
    }
}

/// The most points of a node.
const POINTS: i64 = 100;

/// The points of a node for a request that it has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// From 0 to 100; the highest wins.
    pub points: i64,
    /// The GPU of a share; of no meaning else.
    pub gpu: Option<usize>,
}

/// The most cores and GPUs of a node, in thousandths, at least 1: several scores are parts of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Largest {
    /// Thousandths of cores.
    pub cores: i64,
    /// Thousandths of GPUs.
    pub gpus: i64,
}

impl Largest {
    pub fn of(nodes: &[Node]) -> Self {
        let cores = nodes.iter().map(|it| it.cores).max().unwrap_or(0);
        let gpus = nodes.iter().map(|it| it.gpus).max().unwrap_or(0);
        Self { cores: (cores as i64).max(1), gpus: (i64::from(gpus) * i64::from(WHOLE)).max(1) }
    }
}

impl Placement {
    /// The rating of a node that has room for the request. [`Placement::Random`] rates all alike: it draws.
    pub fn rate(self, largest: Largest, mix: &Mix, room: &Room, request: &Request) -> Rating {
        match self {
            Self::FirstFit | Self::Random => ratings::first_fit(room, request),
            Self::BestFit => ratings::best_fit(largest, room, request),
            Self::Spread => ratings::spread(largest, room, request),
            Self::DotProduct => ratings::dot_product(largest, room, request),
            Self::GpuPacking => ratings::gpu_packing(room, request),
            Self::GpuClustering => ratings::gpu_clustering(largest, room, request),
            Self::Fgd => ratings::fgd(mix, room, request),
        }
    }
}
