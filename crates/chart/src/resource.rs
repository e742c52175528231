//! The resources of nodes that charts show.

use serde::{Deserialize, Serialize};

/// A resource of a node, in the order of the bars from top to bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Whole cores.
    #[default]
    Cores,
    /// Thousandths of GPUs.
    Gpus,
    /// MiB.
    Memory,
}

impl Resource {
    /// All of them, as arrays of amounts have them.
    pub const ALL: [Self; 3] = [Self::Cores, Self::Gpus, Self::Memory];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Cores => "cores",
            Self::Gpus => "GPUs",
            Self::Memory => "memory",
        }
    }
}
