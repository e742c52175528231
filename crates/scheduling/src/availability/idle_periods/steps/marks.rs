//! The progress of a search: the nodes that it has read, marked and taken.

use std::collections::{BTreeMap, BTreeSet};

use super::SlotSearch;
use crate::availability::idle_periods::{IdlePeriod, SearchStep};

/// The state of an idle period in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Not read yet.
    #[default]
    Unknown,
    /// It begins in time: phase 1 has marked a subtree with it.
    Candidate,
    /// It also ends late enough: phase 2 has marked a subtree with it.
    Feasible,
    Taken,
}

impl Mark {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::Candidate, Self::Feasible, Self::Taken];
}

/// The findings of a search after a number of steps. Nodes have the names of
/// [`crate::availability::idle_periods::TreeNode`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The node that the last step came to.
    pub current: Option<u32>,
    /// All nodes that were looked at.
    pub visited: BTreeSet<u32>,
    /// Roots of the subtrees that were marked.
    pub marked: BTreeSet<u32>,
    /// The marked subtree of the primary tree that phase 2 is at, or was at last.
    pub at: Option<u32>,
    /// State of each period, by server and start.
    periods: BTreeMap<(u32, i64), Mark>,
}

impl Marks {
    /// The findings after the first `steps` steps. O(steps × periods) at most.
    pub fn after(search: &SlotSearch, steps: usize) -> Self {
        let mut marks = Self::default();
        for step in search.steps.iter().take(steps) {
            marks.take(search, step);
        }
        marks
    }

    /// The state of a period.
    pub fn of(&self, period: &IdlePeriod) -> Mark {
        self.periods.get(&(period.server, period.start)).copied().unwrap_or_default()
    }

    fn take(&mut self, search: &SlotSearch, step: &SearchStep) {
        let (node, marked, mark) = match *step {
            SearchStep::Primary { node, marked, .. } => (node, marked, Mark::Candidate),
            SearchStep::Candidates { .. } => {
                self.current = None;
                return;
            }
            SearchStep::Secondary { of, node, marked, .. } => {
                self.at = Some(of);
                (node, marked, Mark::Feasible)
            }
            SearchStep::Fetched { period, taken } => {
                self.current = None;
                if taken {
                    self.know(&period, Mark::Taken);
                }
                return;
            }
        };
        self.current = Some(node);
        self.visited.insert(node);
        let subtree = marked.and_then(|it| search.tree.as_ref()?.find(it));
        if let Some(subtree) = subtree {
            self.marked.insert(subtree.node);
            subtree.each_leaf(&mut |period| self.know(period, mark));
        }
    }

    fn know(&mut self, period: &IdlePeriod, mark: Mark) {
        let known = self.periods.entry((period.server, period.start)).or_default();
        *known = mark.max(*known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::availability::idle_periods::Selection;
    use crate::availability::idle_periods::steps::example;

    #[test]
    fn the_example_goes_as_the_text_tells() {
        let (periods, slot, asked) = example();
        let search = SlotSearch::of(&periods, slot, &asked, Selection::Printed);
        let [x, y, z, v] = periods;
        let after = |steps| {
            let marks = Marks::after(&search, steps);
            [x, y, z, v].map(|it| marks.of(&it))
        };
        use Mark::{Candidate, Taken, Unknown};
        assert_eq!(after(0), [Unknown; 4]);
        // The right side of the root A has X and V; then Z is found, then Y.
        assert_eq!(after(1), [Candidate, Unknown, Unknown, Candidate]);
        assert_eq!(after(2), [Candidate, Unknown, Candidate, Candidate]);
        assert_eq!(after(3), [Candidate; 4]);
        assert_eq!(after(usize::MAX), [Candidate, Taken, Taken, Candidate]);
        assert_eq!(search.chosen(), Some(vec![y, z]));
    }

    #[test]
    fn what_is_known_only_grows() {
        let (periods, slot, asked) = example();
        for selection in Selection::ALL {
            let search = SlotSearch::of(&periods, slot, &asked, selection);
            for steps in 0..search.steps.len() {
                let (before, after) = (Marks::after(&search, steps), Marks::after(&search, steps + 1));
                assert!(periods.iter().all(|it| before.of(it) <= after.of(it)));
                assert!(before.visited.is_subset(&after.visited));
                assert!(before.marked.is_subset(&after.marked));
            }
        }
    }
}
