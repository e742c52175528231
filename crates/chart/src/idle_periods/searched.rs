//! A search in a slot as pictures, a table and words: how far it has come is a number of steps.

use super::bars::{IdleBar, IdleView};
use super::name_of;
use super::search_tree::{Below, Node, TreeView};
use crate::Origin;
use crate::table::Table;
use crate::time_axis::time_label_beside;
use scheduling::availability::BEGINNING;
use scheduling::availability::idle_periods::steps::{Asked, Mark, Marks, SlotSearch, words};
use scheduling::availability::idle_periods::{FOREVER, IdlePeriod, SearchStep, Selection, TreeNode};
use workload::Time;

/// A tree of up to this many leaves is drawn whole.
const WHOLE: usize = 16;

/// A request, and the search for it in the slot that its start lies in.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The request.
    pub asked: Asked,
    /// The slot, its trees and the steps.
    pub search: SlotSearch,
    /// The origin of times.
    pub origin: Origin,
}

impl Searched {
    /// A search among idle periods, in slots of `slot` seconds.
    pub fn of(periods: &[IdlePeriod], slot: Time, asked: Asked, selection: Selection, origin: Origin) -> Self {
        Self { search: SlotSearch::of(periods, slot, &asked, selection), asked, origin }
    }

    pub fn steps(&self) -> usize {
        self.search.steps.len()
    }

    /// A time, its date only where it is another one than the request's.
    fn name(&self, time: Time) -> String {
        match self.origin {
            // Of a blackboard's worth of time, whose unit may be any.
            Origin::Seconds => time.to_string(),
            origin => time_label_beside(time, Some(self.asked.start), origin),
        }
    }

    /// How many servers have an idle period in the slot.
    pub fn servers(&self) -> usize {
        let mut servers: Vec<u32> = self.search.periods.iter().map(|it| it.server).collect();
        servers.sort_unstable();
        servers.dedup();
        servers.len()
    }

    /// A time, as the request's times are told.
    pub fn time_words(&self, time: Time) -> String {
        self.name(time)
    }

    /// When the slot begins and ends.
    pub fn slot_words(&self) -> String {
        let (from, to) = self.search.slot;
        format!("{} … {}", self.name(from), self.name(to))
    }

    pub fn step_words(&self, step: &SearchStep) -> String {
        words::step(&self.search, &self.asked, step, &|time| self.name(time))
    }

    /// The result of the search in words.
    pub fn outcome(&self) -> String {
        words::outcome(&self.search, &self.asked)
    }

    /// From when until when servers are asked for.
    pub fn asked_words(&self) -> String {
        format!("{} … {}", self.name(self.asked.start), self.name(self.asked.end()))
    }

    /// The bars after this many steps, around the slot and the request.
    pub fn bars(&self, shown: usize) -> IdleView {
        let marks = Marks::after(&self.search, shown);
        let bar = |it: &IdlePeriod| IdleBar { period: *it, mark: marks.of(it) };
        IdleView {
            window: self.window(),
            slot: self.search.slot,
            request: (self.asked.start, self.asked.end()),
            bars: self.search.periods.iter().map(bar).collect(),
        }
    }

    /// Half as much on either side as slot and request take, but little more than there are idle periods.
    fn window(&self) -> (Time, Time) {
        let (from, to) = self.search.slot;
        let to = to.max(self.asked.end());
        let periods = &self.search.periods;
        let first = periods.iter().map(|it| it.start).fold(from, Time::min);
        let last = periods.iter().map(|it| it.end).fold(to, Time::max);
        let all = to.saturating_sub(from);
        let (beside, edge) = (all / 2, (all / 20).max(1));
        (
            from.saturating_sub(beside).max(first.saturating_sub(edge)),
            to.saturating_add(beside).min(last.saturating_add(edge)),
        )
    }

    /// The primary tree, and the secondary one that is searched, after this many steps.
    pub fn trees(&self, shown: usize) -> TreeView {
        let Some(root) = &self.search.tree else {
            return TreeView::default();
        };
        let marks = Marks::after(&self.search, shown);
        let primary = Drawing { of: self, marks: &marks, is_primary: true };
        let name = "Primary tree, by start from the latest on".to_owned();
        let mut trees = vec![(name, primary.node(root))];
        let searched = marks.at.and_then(|at| root.find(at));
        // Until phase 2 is somewhere, the ends of all are shown.
        let of = searched.unwrap_or(root);
        if let Some(secondary) = of.branch.as_ref().and_then(|it| it.secondary.as_ref()) {
            let drawing = Drawing { is_primary: false, ..primary };
            let start = words::time(of.period.start, &|time| self.name(time));
            let name = match searched {
                Some(_) => format!("Secondary tree, by end, of the candidates at {start}"),
                None => format!("Secondary tree, by end, of the root at {start}"),
            };
            trees.push((name, drawing.node(secondary)));
        }
        TreeView { trees }
    }

    /// The idle periods of the slot as a table.
    pub fn table(&self, shown: usize) -> Table {
        let marks = Marks::after(&self.search, shown);
        let rows = self.search.periods.iter().map(|it| {
            let time = |time: Time| match time {
                BEGINNING => "always".to_owned(),
                FOREVER => "open".to_owned(),
                time => self.name(time),
            };
            vec![it.server.to_string(), time(it.start), time(it.end), name_of(marks.of(it)).to_owned()]
        });
        Table { head: ["Server", "Idle from", "Until", "Result"].map(str::to_owned).to_vec(), rows: rows.collect() }
    }
}

/// How a tree is drawn.
struct Drawing<'a> {
    of: &'a Searched,
    marks: &'a Marks,
    is_primary: bool,
}

impl Drawing<'_> {
    fn node(&self, it: &TreeNode) -> Node {
        let (time, mark) =
            if self.is_primary { (it.period.start, Mark::Candidate) } else { (it.period.end, Mark::Feasible) };
        let time = words::time(time, &|time| self.of.name(time));
        let is_leaf = it.branch.is_none();
        let below = match &it.branch {
            None => Below::Leaf,
            Some(branch) if self.is_open(it) => {
                Below::Sides(Box::new([self.node(&branch.left), self.node(&branch.right)]))
            }
            Some(_) => Below::Hidden,
        };
        // Of a leaf all is known.
        let known = if is_leaf { mark.max(self.marks.of(&it.period)) } else { mark };
        Node {
            label: if is_leaf { format!("{}: {time}", it.period.server) } else { time },
            size: it.size,
            visited: self.marks.visited.contains(&it.node),
            current: self.marks.current == Some(it.node),
            marked: self.marks.marked.contains(&it.node).then_some(known),
            below,
        }
    }

    /// Whether its sides are drawn: in a small tree, and where the search goes.
    fn is_open(&self, it: &TreeNode) -> bool {
        let search = &self.of.search;
        let is_at = |step: &SearchStep| match step {
            SearchStep::Primary { node, .. } | SearchStep::Secondary { node, .. } => *node == it.node,
            _ => false,
        };
        search.periods.len() <= WHOLE || search.steps.iter().any(is_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::availability::idle_periods::steps::example;

    #[test]
    fn the_example_is_pictured_and_listed() {
        let (periods, slot, asked) = example();
        let searched = Searched::of(&periods, slot, asked, Selection::LatestStart, Origin::Seconds);
        assert_eq!((searched.steps(), searched.servers()), (8, 4));
        assert_eq!(searched.slot_words(), "10 … 20");
        assert_eq!(searched.asked_words(), "17 … 29");
        let marks = |shown| searched.bars(shown).bars.iter().map(|it| format!("{:?} ", it.mark)).collect::<String>();
        assert_eq!(marks(0), "Unknown Unknown Unknown Unknown ");
        // As the leaves stand: Y, Z, X, V.
        assert_eq!(marks(8), "Taken Taken Candidate Candidate ");
        let names = |shown| searched.trees(shown).trees.into_iter().map(|it| it.0).collect::<Vec<_>>().join("; ");
        assert_eq!(names(1), "Primary tree, by start from the latest on; Secondary tree, by end, of the root at 7");
        // Phase 2 is at a leaf, which has no tree.
        assert!(!names(5).is_empty() && !names(5).contains("; "), "{}", names(5));
        let table = searched.table(8);
        assert_eq!(table.rows[0], ["1", "12", "36", "taken"]);
    }

    #[test]
    fn of_a_large_tree_only_the_way_of_the_search_is_open() {
        let periods: Vec<IdlePeriod> = (0..500)
            .map(|server| IdlePeriod { start: i64::from(server), end: 10_000 + i64::from(server * 7 % 500), server })
            .collect();
        let asked = Asked { start: 250, length: 10_000, servers: 5 };
        let searched = Searched::of(&periods, 1_000, asked, Selection::LatestStart, Origin::Seconds);
        let (_, root) = searched.trees(searched.steps()).trees.swap_remove(0);
        fn drawn(node: &Node) -> (usize, u32) {
            match &node.below {
                Below::Leaf | Below::Hidden => (1, node.size),
                Below::Sides(sides) => sides.iter().map(drawn).fold((1, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1)),
            }
        }
        let (nodes, leaves) = drawn(&root);
        assert_eq!(leaves, 500);
        assert!(nodes < 40, "{nodes}");
    }
}
