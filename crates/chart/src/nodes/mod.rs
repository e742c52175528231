//! The nodes of a machine at a moment: each a cell with a bar for its cores, its GPUs and its memory in use.

mod drawn;
mod layout;
mod table;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use base::text::count;

pub use crate::resource::Resource;
pub use drawn::{draw, nodes_svg};
pub use layout::{Direction, beside, node_at, nodes_height};
pub use table::{in_words, nodes_table};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCell {
    pub name: String,
    /// What it has of each resource.
    pub all: [u64; 3],
    /// What of it is in use.
    pub used: [u64; 3],
    /// Whether it is out of service.
    pub is_out: bool,
}

impl NodeCell {
    /// The share of a resource in use, 0 to 1; 0 of one that it does not have.
    fn share(&self, resource: Resource) -> f64 {
        let at = resource as usize;
        match self.all[at] {
            0 => 0.0,
            all => (self.used[at] as f64 / all as f64).min(1.0),
        }
    }
}

/// Nodes of a kind, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeGroup {
    /// The heading: `n[001-010] · 64 cores and 256 GiB`.
    pub heading: String,
    pub nodes: Vec<NodeCell>,
}

impl NodeGroup {
    /// The resources that any of its nodes has: those have a bar.
    fn resources(&self) -> Vec<Resource> {
        let has = |it: &Resource| {
            let at = *it as usize;
            self.nodes.iter().any(|node| node.all[at] > 0)
        };
        Resource::ALL.into_iter().filter(has).collect()
    }
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodesView {
    /// The nodes, in the order of the machine.
    groups: Rc<Vec<NodeGroup>>,
    /// The place of the chosen node among all.
    pub chosen: Option<usize>,
    /// The places of the nodes that are promised, ascending.
    pub promised: Vec<usize>,
    /// What they are promised to, for the legend: `promised to job 12`.
    pub promised_to: String,
}

/// With more groups than this, all nodes stand under one heading.
const MOST_GROUPS: usize = 24;

/// The most nodes that are drawn; the others are counted.
pub const MOST_DRAWN: usize = 4_000;

impl NodesView {
    /// Nodes in groups; of more groups than have room for a heading, one group of all. O(nodes).
    pub fn new(groups: Vec<NodeGroup>) -> Self {
        let kinds = groups.len();
        let groups = if kinds > MOST_GROUPS {
            let nodes: Vec<NodeCell> = groups.into_iter().flat_map(|it| it.nodes).collect();
            let heading = format!("{} nodes of {kinds} kinds", count(nodes.len() as i64));
            vec![NodeGroup { heading, nodes }]
        } else {
            groups
        };
        Self { groups: Rc::new(groups), ..Self::default() }
    }

    /// All nodes in their order.
    fn nodes(&self) -> impl Iterator<Item = &NodeCell> {
        self.groups.iter().flat_map(|it| &it.nodes)
    }

    pub fn count(&self) -> usize {
        self.groups.iter().map(|it| it.nodes.len()).sum()
    }

    /// How many are not drawn.
    pub fn left_out(&self) -> usize {
        self.count().saturating_sub(MOST_DRAWN)
    }

    /// The resources that any node has.
    fn resources(&self) -> Vec<Resource> {
        let known: Vec<Vec<Resource>> = self.groups.iter().map(NodeGroup::resources).collect();
        let is_known = |it: &Resource| known.iter().any(|of| of.contains(it));
        Resource::ALL.into_iter().filter(is_known).collect()
    }
}
