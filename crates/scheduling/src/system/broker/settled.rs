//! The final reservations.

use super::agent::Placed;
use workload::Time;

/// The final reservation of each task, whether its broker knows of it or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    /// The node of each task.
    pub nodes: Vec<Option<u32>>,
    /// When it was reserved, in thousandths.
    pub at: Vec<Time>,
    /// The time of the present event, in thousandths.
    pub now: Time,
}

impl Settled {
    /// `tasks` tasks, none of them reserved.
    pub fn new(tasks: usize) -> Self {
        Self { nodes: vec![None; tasks], at: vec![0; tasks], now: 0 }
    }

    /// A task is reserved on a node, for good and only once.
    pub fn reserve(&mut self, it: Placed) {
        let node = &mut self.nodes[it.task as usize];
        assert!(node.is_none(), "task {} is reserved already", it.task);
        *node = Some(it.node);
        self.at[it.task as usize] = self.now;
    }
}
