//! A tree as it is drawn.

use super::tree::{NONE, Tree};
use crate::availability::idle_periods::IdlePeriod;

/// A node of a tree, with all that is below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Its name in [`super::SearchStep`]: no other node of the slot's trees has it.
    pub node: u32,
    /// How many leaves it has.
    pub size: u32,
    /// Of a leaf its period; of an inner node the one whose start (in a secondary tree: whose end) is the
    /// median.
    pub period: IdlePeriod,
    /// The children of an inner node.
    pub branch: Option<Box<Branch>>,
}

/// The children of an inner node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its left side.
    pub left: TreeNode,
    /// Its right side.
    pub right: TreeNode,
    /// Of the primary tree: the root of its secondary tree.
    pub secondary: Option<TreeNode>,
}

impl TreeNode {
    /// The node of that name, in this tree or a secondary one. O(nodes).
    pub fn find(&self, node: u32) -> Option<&Self> {
        if self.node == node {
            return Some(self);
        }
        let branch = self.branch.as_ref()?;
        let below = [Some(&branch.left), Some(&branch.right), branch.secondary.as_ref()];
        below.into_iter().flatten().find_map(|it| it.find(node))
    }

    /// Calls `tell` with the periods of its leaves, from the left.
    pub fn each_leaf(&self, tell: &mut impl FnMut(&IdlePeriod)) {
        match &self.branch {
            None => tell(&self.period),
            Some(branch) => {
                branch.left.each_leaf(tell);
                branch.right.each_leaf(tell);
            }
        }
    }
}

impl Tree {
    /// The primary tree with all its secondary ones; `None` if it is empty. O(n log n).
    pub fn view(&self) -> Option<TreeNode> {
        self.view_of(self.root)
    }

    fn view_of(&self, at: u32) -> Option<TreeNode> {
        if at == NONE {
            return None;
        }
        let node = self.node(at);
        let branch = match (self.view_of(node.left), self.view_of(node.right)) {
            (Some(left), Some(right)) => {
                Some(Box::new(Branch { left, right, secondary: self.view_of(node.secondary) }))
            }
            _ => None,
        };
        Some(TreeNode { node: at, size: node.size, period: node.period, branch })
    }
}
