//! The nodes of a machine.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::node_names::{NodeSpan, fold_nodes};
use super::resources::NodeKind;
use base::text::count;

/// The nodes of a machine in the order of their names. Their processors follow one another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nodes {
    groups: Vec<NodeGroup>,
}

/// Nodes of one size whose names differ in a number only: `n001` to `n128`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct NodeGroup {
    /// Their names before the number.
    prefix: Box<[u8]>,
    /// The digits of the numbers; 0 for a node without one.
    digits: u8,
    first: u32,
    last: u32,
    /// The processors of each of them.
    processors: u32,
}

impl NodeGroup {
    fn nodes(&self) -> u32 {
        self.last - self.first + 1
    }

    fn all_processors(&self) -> u32 {
        self.nodes() * self.processors
    }
}

impl Nodes {
    /// Adds nodes of a size behind the others.
    pub(super) fn push(&mut self, span: NodeSpan, processors: u32) {
        let prefix = span.prefix.into();
        let (digits, first, last) = (span.digits, span.first, span.last);
        match self.groups.last_mut() {
            Some(it)
                if it.prefix == prefix
                    && (it.digits, it.processors) == (digits, processors)
                    && it.last + 1 == first =>
            {
                it.last = last;
            }
            _ => self.groups.push(NodeGroup { prefix, digits, first, last, processors }),
        }
    }

    /// Nodes of these kinds, in their order; those without names are called `node1`, `node2` and so on. `None` if some
    /// kind has another number of names than nodes. O(kinds and lengths of names).
    pub fn of_kinds(kinds: &[NodeKind]) -> Option<Self> {
        let (mut nodes, mut before) = (Self::default(), 0);
        for kind in kinds {
            let spans = kind.spans(before + 1)?;
            spans.into_iter().for_each(|it| nodes.push(it, kind.cores));
            before += kind.count;
        }
        Some(nodes)
    }

    /// The same nodes in parts of some nodes each, with this many processors for each node of the part; nodes for which that
    /// is 0 are left out. O(parts times groups of nodes).
    pub fn with_processors(&self, parts: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let (mut nodes, mut first) = (Self::default(), 0_u32);
        for (count, processors) in parts {
            let end = first.saturating_add(count);
            if processors > 0 {
                self.spans(first..end).for_each(|it| nodes.push(it, processors));
            }
            first = end;
        }
        nodes
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// How many there are. O(groups of nodes).
    pub fn count(&self) -> u32 {
        self.groups.iter().map(NodeGroup::nodes).sum()
    }

    /// How many there are, in words: `1 000 nodes`.
    pub fn count_in_words(&self) -> String {
        match self.count() {
            1 => "1 node".to_owned(),
            nodes => format!("{} nodes", count(nodes.into())),
        }
    }

    /// Their processors. O(groups of nodes).
    pub fn processors(&self) -> u32 {
        self.groups.iter().map(NodeGroup::all_processors).sum()
    }

    /// Whether all numbers within are possible, so that no other method fails: they may come from elsewhere.
    pub fn are_sound(&self) -> bool {
        let is_sound =
            |it: &NodeGroup| it.digits <= 9 && it.first <= it.last && it.last < 1_000_000_000 && it.processors > 0;
        let size = |it: &NodeGroup| u64::from(it.nodes()) * u64::from(it.processors);
        self.groups.iter().all(is_sound) && self.groups.iter().map(size).sum::<u64>() <= u32::MAX.into()
    }

    /// The first processor of a node by its place, or the end of all processors. O(groups of nodes).
    pub fn first_processor(&self, node: u32) -> u32 {
        let (mut nodes, mut processors) = (0, 0);
        for group in &self.groups {
            if node < nodes + group.nodes() {
                return processors + (node - nodes) * group.processors;
            }
            nodes += group.nodes();
            processors += group.all_processors();
        }
        processors
    }

    /// The place of the node of a processor, or the number of nodes behind all of them. O(groups of nodes).
    pub fn node_of(&self, processor: u32) -> u32 {
        let (mut nodes, mut processors) = (0, 0);
        for group in &self.groups {
            if processor < processors + group.all_processors() {
                return nodes + (processor - processors) / group.processors;
            }
            nodes += group.nodes();
            processors += group.all_processors();
        }
        nodes
    }

    /// The names of the nodes in a range of places, as Slurm lists them: `n[001-004]`. O(groups of nodes).
    pub fn names(&self, range: Range<u32>) -> String {
        fold_nodes(self.spans(range))
    }

    /// The same of ranges, ascending. O(ranges times groups of nodes).
    pub fn names_of_all(&self, ranges: &[Range<u32>]) -> String {
        fold_nodes(ranges.iter().flat_map(|range| self.spans(range.clone())))
    }

    fn spans(&self, range: Range<u32>) -> impl Iterator<Item = NodeSpan> {
        let mut next = 0;
        self.groups.iter().filter_map(move |group| {
            let begin = next;
            next += group.nodes();
            let (from, to) = (range.start.max(begin), range.end.min(next));
            (from < to).then(|| NodeSpan {
                prefix: group.prefix.to_vec(),
                digits: group.digits,
                first: group.first + (from - begin),
                last: group.first + (to - 1 - begin),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes() -> Nodes {
        let mut nodes = Nodes::default();
        for (name, processors) in [("n008", 4), ("n009", 4), ("n010", 4), ("n012", 4), ("gpu", 8)] {
            nodes.push(NodeSpan::of_name(name.as_bytes()), processors);
        }
        nodes
    }

    #[test]
    fn nodes_and_processors_are_found_by_one_another() {
        let nodes = nodes();
        assert_eq!((nodes.count(), nodes.processors(), nodes.groups.len()), (5, 24, 3));
        let first: Vec<u32> = (0..7).map(|at| nodes.first_processor(at)).collect();
        assert_eq!(first, [0, 4, 8, 12, 16, 24, 24]);
        assert_eq!([0, 3, 4, 15, 16, 23, 24].map(|at| nodes.node_of(at)), [0, 0, 1, 3, 4, 4, 5]);
        assert!(nodes.are_sound() && !nodes.is_empty());
        assert_eq!(nodes.count_in_words(), "5 nodes");
        let one = nodes.with_processors([(1, 4)]);
        assert_eq!(one.count_in_words(), "1 node");
    }

    #[test]
    fn nodes_have_another_number_of_processors_or_are_left_out() {
        let parts = [(1, 2), (1, 0), (2, 7), (0, 3), (1, 1), (9, 5)];
        let nodes = nodes().with_processors(parts);
        assert_eq!((nodes.count(), nodes.processors()), (4, 17));
        assert_eq!(nodes.names(0..4), "n[008,010,012],gpu");
        assert_eq!([1, 2, 15, 16].map(|at| nodes.node_of(at)), [0, 1, 2, 3]);
        let merged = nodes.with_processors([(4, 3)]);
        assert_eq!((merged.processors(), merged.names(1..9)), (12, "n[010,012],gpu".to_owned()));
        assert!(nodes.are_sound());
    }

    #[test]
    fn names_are_listed_as_slurm_lists_them() {
        let nodes = nodes();
        assert_eq!(nodes.names(0..5), "n[008-010,012],gpu");
        assert_eq!(nodes.names_of_all(&[1..2, 4..9]), "n009,gpu");
        assert_eq!(nodes.names_of_all(&[]), "");
        assert_eq!(Nodes::default().names(0..3), "");
    }
}
