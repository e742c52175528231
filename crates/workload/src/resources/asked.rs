//! What a log says of a job's nodes, GPUs and memory, as chunks.

use super::{ALL_MEMORY, Chunks, MOST_MEBIBYTES, WHOLE};

/// The memory that a job asked for, in MiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AskedMemory {
    /// The log names none.
    #[default]
    Unnamed,
    /// For all of the job.
    OfJob(u64),
    /// On each of its nodes.
    OfNode(u64),
    /// All that its nodes have.
    AllOfNode,
    /// For each of its processors.
    OfProcessor(u64),
}

/// What a line of a log says that a job asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The processors, at most [`crate::MAX_PROCESSORS`]; 0 where they are not known.
    pub processors: u32,
    /// The nodes, at most [`crate::MAX_PROCESSORS`]; 0 where they are not known.
    pub nodes: u32,
    /// Whether the log counts nodes as processors.
    pub are_nodes_processors: bool,
    /// The GPUs of all nodes, in thousandths.
    pub gpus: u64,
    /// The memory.
    pub memory: AskedMemory,
    /// The types of GPUs that it may have.
    pub gpu_types: Vec<Box<str>>,
    /// The features that its nodes need.
    pub features: Vec<Box<str>>,
}

impl Asked {
    /// The chunks: one on each node; without known nodes one for each GPU, on any of them; without GPUs one for each
    /// processor. Shares are rounded up, GPUs from a whole one on to whole ones. `None` if it asked for processors only.
    /// Memory of each node counts only where nodes are known.
    pub fn chunks(self) -> Option<Chunks> {
        let whole = u64::from(WHOLE);
        let most = u64::from(u32::MAX) / whole * whole;
        let count = match self.nodes {
            0 => self.gpus.min(most).div_ceil(whole) as u32,
            nodes => nodes,
        };
        let each = self.gpus.div_ceil(u64::from(count.max(1)));
        let gpus = if self.gpus < whole { each } else { each.div_ceil(whole) * whole };
        let processors = u64::from(self.processors.max(1));
        let parts = match count {
            0 => processors,
            count => count.into(),
        };
        let memory = match self.memory {
            AskedMemory::Unnamed => 0,
            AskedMemory::OfJob(all) => all.div_ceil(parts),
            AskedMemory::OfNode(each) if self.nodes > 0 => each,
            AskedMemory::AllOfNode if self.nodes > 0 => ALL_MEMORY,
            AskedMemory::OfNode(_) | AskedMemory::AllOfNode => 0,
            AskedMemory::OfProcessor(each) => each.saturating_mul(processors.div_ceil(parts)),
        };
        let memory = match self.memory {
            AskedMemory::AllOfNode => memory,
            _ => memory.min(MOST_MEBIBYTES),
        };
        let has_nodes = self.nodes > 0 && !self.are_nodes_processors;
        let asks = has_nodes || gpus > 0 || memory > 0 || !self.features.is_empty();
        asks.then(|| Chunks {
            count,
            on_distinct_nodes: has_nodes,
            is_exclusive: false,
            gpus: gpus.min(most) as u32,
            memory,
            gpu_types: if gpus > 0 { self.gpu_types } else { Vec::new() },
            features: self.features,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rows;

    fn asked(processors: u32, nodes: u32, gpus: u64, memory: AskedMemory) -> Asked {
        Asked { processors, nodes, gpus: gpus * 1_000, memory, ..Asked::default() }
    }

    /// Count, whether on distinct nodes, GPUs in thousandths, memory.
    fn figures(asked: Asked) -> Option<(u32, bool, u32, u64)> {
        let it = asked.chunks()?;
        Some((it.count, it.on_distinct_nodes, it.gpus, it.memory))
    }

    #[test]
    fn a_chunk_is_on_each_node_or_for_each_gpu_or_processor() {
        use AskedMemory::{AllOfNode, OfJob, OfNode, OfProcessor, Unnamed};
        for [processors, nodes, gpus, memory, expected] in rows(
            "4 | 0 | 0 | Unnamed | None
            4 | 2 | 0 | Unnamed | Some((2, true, 0, 0))
            4 | 3 | 8 | OfJob(100) | Some((3, true, 3000, 34))
            4 | 2 | 1 | OfNode(7) | Some((2, true, 1000, 7))
            5 | 2 | 0 | OfProcessor(10) | Some((2, true, 0, 30))
            4 | 0 | 8 | OfJob(100) | Some((8, false, 1000, 13))
            4 | 0 | 2 | OfProcessor(10) | Some((2, false, 1000, 20))
            3 | 0 | 0 | OfJob(100) | Some((0, false, 0, 34))
            0 | 0 | 0 | OfJob(100) | Some((0, false, 0, 100))
            3 | 0 | 0 | OfProcessor(10) | Some((0, false, 0, 10))
            3 | 0 | 0 | OfNode(10) | None
            3 | 0 | 0 | AllOfNode | None",
        ) {
            let number = |text: &str| text.parse::<u32>().unwrap();
            let kinds = [Unnamed, OfJob(100), OfNode(7), OfNode(10), OfProcessor(10), AllOfNode];
            let memory = kinds.into_iter().find(|it| format!("{it:?}") == memory).expect("a kind");
            let asked = asked(number(&processors), number(&nodes), number(&gpus).into(), memory);
            assert_eq!(format!("{:?}", figures(asked.clone())), expected, "{asked:?}");
        }
        assert_eq!(figures(asked(4, 2, 0, AllOfNode)), Some((2, true, 0, ALL_MEMORY)));
    }

    #[test]
    fn a_share_of_a_gpu_stays_one() {
        let share = |nodes, gpus| Asked { nodes, gpus, ..asked(4, nodes, 0, AskedMemory::Unnamed) };
        assert_eq!(figures(share(1, 460)), Some((1, true, 460, 0)));
        assert_eq!(figures(share(0, 460)), Some((1, false, 460, 0)));
        assert_eq!(figures(share(1, 1_500)), Some((1, true, 2_000, 0)));
        assert_eq!(figures(share(0, u64::MAX)), Some((4_294_967, false, 4_294_967_000, 0)));
    }

    #[test]
    fn nodes_that_count_as_processors_are_no_request_of_their_own() {
        let nodes = |gpus| Asked { are_nodes_processors: true, ..asked(4, 4, gpus, AskedMemory::Unnamed) };
        assert_eq!(figures(nodes(0)), None);
        assert_eq!(figures(nodes(8)), Some((4, false, 2_000, 0)));
    }
}
