//! The two-dimensional tree of one slot.

use std::cmp::Ordering;

use crate::availability::idle_periods::IdlePeriod;
use crate::availability::idle_periods::{by_end, by_start};
use workload::Time;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A subtree is rebuilt when one side has more than this percentage of its periods.
const MOST_PERCENT: u64 = 70;

/// A node of a primary or a secondary tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Of a leaf its period. Of an inner node the last period of its left side, as it was when the
    /// node was made: its start (its end, in a secondary tree) is the median that is printed, the lower
    /// of the two in the middle where their number is even, and parts the sides with all its ties.
    pub(super) period: IdlePeriod,
    /// How many leaves it has; 1 for a leaf.
    pub(super) size: u32,
    pub(super) left: u32,
    pub(super) right: u32,
    /// Of an inner node of the primary tree the root of its secondary tree.
    pub(super) secondary: u32,
}

impl Node {
    fn leaf(period: IdlePeriod) -> Self {
        Self { period, size: 1, left: NONE, right: NONE, secondary: NONE }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.left == NONE
    }
}

/// Which of the two dimensions a node is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dimension {
    Primary,
    Secondary,
}

impl Dimension {
    fn order(self, one: &IdlePeriod, other: &IdlePeriod) -> Ordering {
        match self {
            Self::Primary => by_start(one, other),
            Self::Secondary => by_end(one, other),
        }
    }
}

/// The idle periods of one slot: a primary tree by start, the latest first, and in each of its inner
/// nodes a secondary tree by end. All nodes stand in one list.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    unused: Vec<u32>,
    pub(super) root: u32,
    /// Nodes read, created or changed since the count was last taken.
    operations: u64,
}

impl Tree {
    /// The tree of these periods, in perfect balance. O(n log n).
    pub fn of(mut periods: Vec<IdlePeriod>) -> Self {
        let mut tree = Self { nodes: Vec::new(), unused: Vec::new(), root: NONE, operations: 0 };
        periods.sort_by(by_start);
        tree.root = tree.build_primary(&periods).0;
        tree.operations = 0;
        tree
    }

    pub(super) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub fn nodes(&self) -> u64 {
        (self.nodes.len() - self.unused.len()) as u64
    }

    /// How many periods it has.
    pub fn size(&self) -> u32 {
        match self.root {
            NONE => 0,
            root => self.node(root).size,
        }
    }

    /// Its periods by start, the latest first.
    pub fn periods(&self) -> Vec<IdlePeriod> {
        let mut found = Vec::new();
        self.leaves(self.root, &mut found);
        found
    }

    /// The leaves below a node, in order.
    pub(super) fn leaves(&self, at: u32, found: &mut Vec<IdlePeriod>) {
        if at == NONE {
            return;
        }
        let node = self.node(at);
        if node.is_leaf() {
            return found.push(node.period);
        }
        self.leaves(node.left, found);
        self.leaves(node.right, found);
    }

    /// The periods that begin at a time. O(log n) and a step for each.
    pub fn beginning_at(&self, time: Time) -> Vec<IdlePeriod> {
        let mut found = Vec::new();
        let mut ahead = vec![self.root];
        while let Some(at) = ahead.pop() {
            if at == NONE {
                continue;
            }
            let node = self.node(at);
            if node.is_leaf() {
                found.extend((node.period.start == time).then_some(node.period));
                continue;
            }
            // Left of it all start no earlier than the median, right of it no later.
            if node.period.start >= time {
                ahead.push(node.right);
            }
            if node.period.start <= time {
                ahead.push(node.left);
            }
        }
        found
    }

    /// Puts a period in; how many operations that took.
    pub fn insert(&mut self, period: IdlePeriod) -> u64 {
        self.operations = 0;
        self.root = self.insert_below(self.root, period, Dimension::Primary);
        self.operations
    }

    /// Takes a period out; how many operations that took.
    pub fn remove(&mut self, period: IdlePeriod) -> u64 {
        self.operations = 0;
        self.root = self.remove_below(self.root, period, Dimension::Primary);
        self.operations
    }

    fn make(&mut self, node: Node) -> u32 {
        self.operations += 1;
        match self.unused.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                (self.nodes.len() - 1) as u32
            }
        }
    }

    /// Drops all nodes below one, and their secondary trees.
    fn drop_below(&mut self, at: u32) {
        if at == NONE {
            return;
        }
        let Node { left, right, secondary, .. } = *self.node(at);
        for below in [left, right, secondary] {
            self.drop_below(below);
        }
        self.unused.push(at);
    }

    fn insert_below(&mut self, at: u32, period: IdlePeriod, dimension: Dimension) -> u32 {
        self.operations += 1;
        if at == NONE {
            return self.make(Node::leaf(period));
        }
        let node = *self.node(at);
        if node.is_leaf() {
            let mut two = [node.period, period];
            two.sort_by(|one, other| dimension.order(one, other));
            self.drop_below(at);
            return self.build(&two, dimension);
        }
        if dimension == Dimension::Primary {
            let secondary = self.insert_below(node.secondary, period, Dimension::Secondary);
            self.nodes[at as usize].secondary = secondary;
        }
        if dimension.order(&period, &node.period).is_le() {
            let left = self.insert_below(node.left, period, dimension);
            self.nodes[at as usize].left = left;
        } else {
            let right = self.insert_below(node.right, period, dimension);
            self.nodes[at as usize].right = right;
        }
        self.nodes[at as usize].size += 1;
        self.balanced(at, dimension)
    }

    fn remove_below(&mut self, at: u32, period: IdlePeriod, dimension: Dimension) -> u32 {
        self.operations += 1;
        if at == NONE {
            debug_assert!(false, "no such period");
            return NONE;
        }
        let node = *self.node(at);
        if node.is_leaf() {
            debug_assert_eq!(node.period, period);
            self.unused.push(at);
            return NONE;
        }
        let goes_left = dimension.order(&period, &node.period).is_le();
        let (from, other) = if goes_left { (node.left, node.right) } else { (node.right, node.left) };
        let rest = self.remove_below(from, period, dimension);
        if rest == NONE {
            // The other side takes its place.
            self.drop_below(node.secondary);
            self.unused.push(at);
            return other;
        }
        let place = &mut self.nodes[at as usize];
        if goes_left {
            place.left = rest
        } else {
            place.right = rest
        }
        place.size -= 1;
        if dimension == Dimension::Primary {
            let secondary = self.remove_below(node.secondary, period, Dimension::Secondary);
            self.nodes[at as usize].secondary = secondary;
        }
        self.balanced(at, dimension)
    }

    /// Builds a subtree anew if one side has become too heavy.
    fn balanced(&mut self, at: u32, dimension: Dimension) -> u32 {
        let node = *self.node(at);
        let heavier = self.node(node.left).size.max(self.node(node.right).size);
        if u64::from(heavier) * 100 <= u64::from(node.size) * MOST_PERCENT + 100 {
            return at;
        }
        let mut periods = Vec::with_capacity(node.size as usize);
        self.leaves(at, &mut periods);
        self.drop_below(at);
        self.build(&periods, dimension)
    }

    fn build(&mut self, periods: &[IdlePeriod], dimension: Dimension) -> u32 {
        match dimension {
            Dimension::Primary => self.build_primary(periods).0,
            Dimension::Secondary => self.build_secondary(periods),
        }
    }

    fn build_secondary(&mut self, periods: &[IdlePeriod]) -> u32 {
        match periods {
            [] => NONE,
            [only] => self.make(Node::leaf(*only)),
            _ => {
                let half = periods.len().div_ceil(2);
                let left = self.build_secondary(&periods[..half]);
                let right = self.build_secondary(&periods[half..]);
                self.make(Node { period: periods[half - 1], size: periods.len() as u32, left, right, secondary: NONE })
            }
        }
    }

    /// The root and the periods by end.
    fn build_primary(&mut self, periods: &[IdlePeriod]) -> (u32, Vec<IdlePeriod>) {
        match periods {
            [] => (NONE, Vec::new()),
            [only] => (self.make(Node::leaf(*only)), vec![*only]),
            _ => {
                let half = periods.len().div_ceil(2);
                let (left, by_end_left) = self.build_primary(&periods[..half]);
                let (right, by_end_right) = self.build_primary(&periods[half..]);
                let all = merged(by_end_left, &by_end_right);
                let secondary = self.build_secondary(&all);
                let root =
                    self.make(Node { period: periods[half - 1], size: periods.len() as u32, left, right, secondary });
                (root, all)
            }
        }
    }
}

/// Two lists by end as one. The sort finds both runs, and merges them in O(n).
fn merged(mut one: Vec<IdlePeriod>, other: &[IdlePeriod]) -> Vec<IdlePeriod> {
    one.extend_from_slice(other);
    one.sort_by(by_end);
    one
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    impl Tree {
        /// Whether the values of every node match its sides, and none is much heavier.
        fn check(&self, at: u32, dimension: Dimension) -> Vec<IdlePeriod> {
            if at == NONE {
                return Vec::new();
            }
            let node = self.node(at);
            if node.is_leaf() {
                return vec![node.period];
            }
            let left = self.check(node.left, dimension);
            let right = self.check(node.right, dimension);
            let order = |one: &IdlePeriod| dimension.order(one, &node.period);
            assert!(left.iter().all(|it| order(it).is_le()));
            assert!(right.iter().all(|it| order(it).is_gt()));
            let heavier = left.len().max(right.len());
            let mut all = left;
            all.extend(right);
            assert_eq!(all.len(), node.size as usize);
            assert!(heavier * 10 <= all.len() * 7 + 10);
            match dimension {
                Dimension::Primary => {
                    let mut expected = all.clone();
                    expected.sort_by(by_end);
                    assert_eq!(self.check(node.secondary, Dimension::Secondary), expected);
                }
                Dimension::Secondary => assert_eq!(node.secondary, NONE),
            }
            all
        }
    }

    proptest! {
        #[test]
        fn its_nodes_stay_correct_under_insertions_and_removals(
            changes in proptest::collection::vec((0..12i64, 0..12i64, 0..6u32, any::<bool>()), 0..150),
        ) {
            let mut tree = Tree::of(Vec::new());
            let mut expected: Vec<IdlePeriod> = Vec::new();
            for (start, length, server, takes) in changes {
                if takes && !expected.is_empty() {
                    let period = expected.remove((start * 12 + length) as usize % expected.len());
                    tree.remove(period);
                } else {
                    let period = IdlePeriod { start, end: start + 1 + length, server };
                    if !expected.contains(&period) {
                        tree.insert(period);
                        expected.push(period);
                    }
                }
                expected.sort_by(by_start);
                prop_assert_eq!(&tree.check(tree.root, Dimension::Primary), &expected);
                // No node is lost: those in use are those of a tree made at once.
                let nodes = Tree::of(expected.clone());
                prop_assert_eq!(tree.size() as usize, expected.len());
                prop_assert!(expected.is_empty() || tree.nodes() >= nodes.nodes() / 2);
                for time in 0..12 {
                    let mut here = tree.beginning_at(time);
                    here.sort_by(by_start);
                    let there: Vec<_> =
                        expected.iter().filter(|it| it.start == time).copied().collect();
                    prop_assert_eq!(here, there);
                }
            }
        }
    }
}
