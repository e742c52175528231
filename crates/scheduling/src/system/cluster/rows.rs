//! The rows of charts: the cores of each node, which follow one another.

use std::collections::HashMap;

use super::machine::Machine;
use super::rooms::Place;
use crate::engine::Processors;
use crate::policy::placement::WHOLE;

/// Which cores of which nodes are free. Nothing depends on them but where a chart draws a job.
pub struct Rows {
    total: u32,
    nodes: Vec<RowsOfNode>,
    /// What each running job has, by node.
    held: HashMap<u32, Vec<(u32, u32, u32)>>,
}

struct RowsOfNode {
    /// The first core of the node among all.
    first: u32,
    cores: Processors,
}

impl Rows {
    /// Of empty nodes.
    pub fn of(machine: &Machine) -> Self {
        let mut first = 0_u32;
        let nodes = machine.kind_of.iter().map(|&kind| {
            let cores = machine.kinds[kind as usize].cores;
            let node = RowsOfNode { first, cores: Processors::new(cores) };
            first = first.saturating_add(cores);
            node
        });
        let nodes = nodes.collect();
        Self { total: first, nodes, held: HashMap::new() }
    }

    /// All cores.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// How many cores a job has on all of its nodes.
    pub fn cores_of(&self, place: &Place) -> u32 {
        place.pieces.iter().map(|it| cores(it.held.cores)).sum()
    }

    /// A job takes the lowest free cores of its nodes: calls `tell` with each range, first and last inclusive, ascending.
    pub fn take(&mut self, job: u32, place: &Place, tell: &mut dyn FnMut(u32, u32)) {
        let mut pieces: Vec<(u32, u32)> = place.pieces.iter().map(|it| (it.node, cores(it.held.cores))).collect();
        pieces.sort_unstable();
        let mut held = Vec::new();
        for (node, count) in pieces {
            let rows = &mut self.nodes[node as usize];
            let first_of_node = rows.first;
            rows.cores.take(count, |first, last| {
                held.push((node, first, last));
                tell(first_of_node + first, first_of_node + last);
            });
        }
        self.held.insert(job, held);
    }

    /// A job gives its cores back.
    pub fn give(&mut self, job: u32) {
        for (node, first, last) in self.held.remove(&job).into_iter().flatten() {
            self.nodes[node as usize].cores.give(first, last);
        }
    }
}

fn cores(thousandths: u64) -> u32 {
    u32::try_from(thousandths / u64::from(WHOLE)).unwrap_or(u32::MAX)
}
