//! A search in one slot of the printed structure.

use crate::availability::idle_periods::{
    IdlePeriod, IdlePeriods, SearchStep, Selection, ServerSet, SlotTrees, TreeNode,
};
use workload::Time;

/// The request of a search: servers that are idle from a start for a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The start s.
    pub start: Time,
    /// The length l, in seconds.
    pub length: Time,
    /// How many servers, n.
    pub servers: u32,
}

impl Asked {
    /// When it ends, e = s + l.
    pub fn end(&self) -> Time {
        self.start.saturating_add(self.length)
    }
}

/// The slot that a start lies in, its trees, and the search for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotSearch {
    /// When the slot begins and ends.
    pub slot: (Time, Time),
    /// The idle periods that overlap it, as the leaves of the primary tree stand.
    pub periods: Vec<IdlePeriod>,
    /// The primary tree with its secondary ones; `None` where no server is ever idle in the slot.
    pub tree: Option<TreeNode>,
    /// The two phases (Sect. 4.2).
    pub steps: Vec<SearchStep>,
}

impl SlotSearch {
    /// A search among these idle periods, in slots of `slot` seconds. O(n log n) for the n periods of the
    /// slot: their trees are built.
    pub fn of(periods: &[IdlePeriod], slot: Time, asked: &Asked, selection: Selection) -> Self {
        // One slot is enough: a horizon of 0 ends in the slot in which it begins.
        let trees = SlotTrees::of(periods, periods.len() as u32, 0, slot, asked.start);
        let (from, to) = trees.slot_at(asked.start);
        Self {
            slot: (from, to),
            periods: trees.periods(from, to),
            tree: trees.tree_at(asked.start),
            steps: trees.search_steps(asked.start, asked.end(), asked.servers, selection),
        }
    }

    /// The periods that the search has chosen; `None` where there are too few.
    pub fn chosen(&self) -> Option<Vec<IdlePeriod>> {
        let fetched = self.steps.iter().filter_map(|step| match step {
            SearchStep::Fetched { period, taken: true } => Some(*period),
            _ => None,
        });
        let chosen: Vec<IdlePeriod> = fetched.collect();
        (!chosen.is_empty()).then_some(chosen)
    }

    /// The servers that are idle throughout, as the range search lists them.
    pub fn idle_throughout(&self, asked: &Asked) -> ServerSet {
        let feasible = self.periods.iter().filter(|it| it.is_feasible(asked.start, asked.end()));
        ServerSet::of(feasible.map(|it| it.server).collect())
    }
}
