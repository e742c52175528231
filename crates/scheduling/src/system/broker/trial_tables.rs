//! The tables on which an agent tries a batch: the paper's clone of its own.

use std::ops::Range;

use super::agent::Placed;
use super::nodes::Nodes;
use super::request::Request;
use crate::policy::broker::{Fit, LoadBounds, NodeTable, least_used};
use workload::Time;

/// The fewest tasks of a large batch.
pub(super) const LARGE: usize = 256;

/// Tables that can be changed and are dropped.
pub(super) struct TrialTables<'a> {
    nodes: &'a mut Nodes,
    own: Range<usize>,
    /// For a large batch, the previous tables and their load bounds.
    large: Option<(Vec<NodeTable>, LoadBounds)>,
}

impl Nodes {
    /// The tables of some nodes to try a batch on.
    pub fn trial_tables(&mut self, own: Range<usize>, tasks: &[u32], requests: &[Request]) -> TrialTables<'_> {
        let large = (tasks.len() >= self.large).then(|| {
            let wanted = || tasks.iter().map(|&it| requests[it as usize].wanted);
            let from = wanted().map(|it| it.start).min().unwrap_or(0);
            let to = wanted().map(|it| it.end).max().unwrap_or(0);
            let all: Time = wanted().map(|it| it.end - it.start).sum();
            let before = self.tables[own.clone()].to_vec();
            let bounds = LoadBounds::new(&before, (from, to), all / tasks.len() as Time);
            (before, bounds)
        });
        TrialTables { nodes: self, own, large }
    }
}

impl TrialTables<'_> {
    /// The least used node that fits.
    pub fn least_used(&mut self, request: &Request) -> Option<Fit> {
        let wanted = &request.wanted;
        let Some((_, bounds)) = &mut self.large else {
            return least_used(self.nodes.open_to(self.own.clone(), request), wanted);
        };
        let first = self.own.start;
        let tables = &self.nodes.tables[self.own.clone()];
        let is_open = |node: usize| self.nodes.is_open(first + node, request);
        let fit = bounds.least_used(tables, is_open, wanted)?;
        Some(Fit { node: first + fit.node, ..fit })
    }

    /// Reserves a node for a task.
    pub fn add(&mut self, node: usize, request: &Request) {
        self.nodes.add(node, request);
        if let Some((_, bounds)) = &mut self.large {
            bounds.added(node - self.own.start, &request.wanted);
        }
    }

    /// Puts the tables right, in which these were added.
    pub fn drop<'a>(self, added: impl Iterator<Item = &'a Placed>, requests: &[Request]) {
        match self.large {
            Some((before, _)) => {
                self.nodes.tables[self.own].iter_mut().zip(before).for_each(|(now, before)| *now = before);
            }
            None => added.for_each(|it| {
                self.nodes.remove(it.node as usize, &requests[it.task as usize]);
            }),
        }
    }
}
