//! The two phases of the search (Castillo et al. 2009, Sect. 4.2).

use super::tree::{NONE, Tree};
use crate::availability::idle_periods::{IdlePeriod, Selection};
use workload::Time;

/// A step of a search. Nodes are those of [`super::TreeNode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStep {
    /// Phase 1 comes to a node of the primary tree.
    Primary {
        node: u32,
        /// The subtree whose periods are all candidates, if this node marks one: its right side, or a
        /// leaf itself.
        marked: Option<u32>,
        candidates: u32,
    },
    /// Phase 1 is over.
    Candidates {
        candidates: u32,
        /// Whether they are as many as are needed.
        enough: bool,
    },
    /// Phase 2 comes to a node of the secondary tree of a marked subtree, or to a marked leaf.
    Secondary {
        /// The marked subtree.
        of: u32,
        node: u32,
        /// The subtree whose periods are all feasible, if this node marks one.
        marked: Option<u32>,
        /// How many feasible periods there are by now.
        feasible: u32,
    },
    /// A feasible period is fetched by the traversal at the end, and taken or not.
    Fetched {
        period: IdlePeriod,
        /// Whether it is one of those that are chosen.
        taken: bool,
    },
}

impl SearchStep {
    /// How many elementary operations it stands for: a node is looked at, or a period fetched.
    pub fn operations(&self) -> u64 {
        u64::from(!matches!(self, Self::Candidates { .. }))
    }
}

/// Takes the steps of a search.
type Tell<'a> = &'a mut dyn FnMut(SearchStep);

impl Tree {
    /// `count` feasible periods; `None` where there are fewer. O((log n)²), and a step for each that is
    /// fetched: by the printed selection those that are needed, by the others all of the marked subtrees
    /// that are needed.
    pub fn search(
        &self,
        from: Time,
        to: Time,
        count: u32,
        selection: Selection,
        tell: Tell,
    ) -> Option<Vec<IdlePeriod>> {
        let marked = self.phase_1(from, count, tell)?;
        let wanted = count as usize;
        let mut chosen: Vec<IdlePeriod> = Vec::new();
        let mut subtrees = Vec::new();
        let mut feasible = 0;
        for &of in marked.iter().rev() {
            // The printed algorithm stops in the middle of a secondary tree; to choose, all of it is
            // counted.
            let most = match selection {
                Selection::Printed => count,
                _ => u32::MAX,
            };
            let here = self.phase_2(of, to, (&mut feasible, most), tell);
            subtrees.push(here);
            if feasible >= count && is_in_order(selection) {
                break;
            }
        }
        if feasible < count {
            return None;
        }
        for subtrees in subtrees {
            // The marked subtrees of phase 1 are ordered by start, the latest first: all periods of
            // one come before those of the next.
            let mut here = Vec::new();
            for at in subtrees {
                self.leaves(at, &mut here);
            }
            if selection != Selection::Printed {
                here.sort_by(|one, other| selection.order(one, other));
            }
            chosen.extend(here);
        }
        if !is_in_order(selection) {
            chosen.sort_by(|one, other| selection.order(one, other));
        }
        for (place, &period) in chosen.iter().enumerate() {
            let taken = place < wanted;
            if taken || selection != Selection::Printed {
                tell(SearchStep::Fetched { period, taken });
            }
        }
        chosen.truncate(wanted);
        Some(chosen)
    }

    /// All feasible periods.
    pub fn all_feasible(&self, from: Time, to: Time, tell: Tell) -> Vec<IdlePeriod> {
        let mut found = Vec::new();
        let mut feasible = 0;
        for of in self.phase_1(from, 0, tell).unwrap_or_default() {
            for at in self.phase_2(of, to, (&mut feasible, u32::MAX), tell) {
                self.leaves(at, &mut found);
            }
        }
        for &period in &found {
            let taken = true;
            tell(SearchStep::Fetched { period, taken });
        }
        found
    }

    /// Phase 1: the subtrees with all candidates, in the order in which they are marked; `None` where
    /// there are too few.
    fn phase_1(&self, from: Time, count: u32, tell: Tell) -> Option<Vec<u32>> {
        let mut marked = Vec::new();
        let mut candidates = 0;
        let mut at = self.root;
        while at != NONE {
            // A median that is equal to s, which the printed version does not treat, is a
            // candidate's.
            let (mark, next) = self.turn(at, self.node(at).period.is_candidate(from));
            if let Some(mark) = mark {
                marked.push(mark);
                candidates += self.node(mark).size;
            }
            tell(SearchStep::Primary { node: at, marked: mark, candidates });
            at = next;
        }
        let enough = candidates >= count;
        tell(SearchStep::Candidates { candidates, enough });
        enough.then_some(marked)
    }

    /// The subtree that a search marks at a node, and the node that it comes to next: where the median
    /// meets the condition, all on its right do, and the search goes on to its left.
    fn turn(&self, at: u32, meets: bool) -> (Option<u32>, u32) {
        let node = self.node(at);
        match (node.is_leaf(), meets) {
            (true, true) => (Some(at), NONE),
            (true, false) => (None, NONE),
            (false, true) => (Some(node.right), node.left),
            (false, false) => (None, node.right),
        }
    }

    /// Phase 2 in one marked subtree: the subtrees with all feasible periods, until there are `most`.
    fn phase_2(&self, of: u32, to: Time, (feasible, most): (&mut u32, u32), tell: Tell) -> Vec<u32> {
        let mut marked = Vec::new();
        let mut at = if self.node(of).is_leaf() { of } else { self.node(of).secondary };
        while at != NONE && *feasible < most {
            let (mark, next) = self.turn(at, self.node(at).period.end >= to);
            if let Some(mark) = mark {
                marked.push(mark);
                *feasible += self.node(mark).size;
            }
            tell(SearchStep::Secondary { of, node: at, marked: mark, feasible: *feasible });
            at = next;
        }
        marked
    }
}

/// Whether the marked subtrees of phase 1 stand in the order in which periods are taken, so that the
/// first of them are enough.
fn is_in_order(selection: Selection) -> bool {
    matches!(selection, Selection::LatestStart | Selection::Printed)
}

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
