//! The printed search in one slot, step by step: its trees, its findings after each step, and the
//! steps in words.

use std::collections::{BTreeMap, BTreeSet};

use super::{FOREVER, IdlePeriod, IdlePeriods, SearchStep, Selection, ServerSet, SlotTrees, TreeNode};
use crate::availability::BEGINNING;
use workload::Time;

pub(super) const X: IdlePeriod = IdlePeriod { start: 4, end: 25, server: 0 };
pub(super) const Y: IdlePeriod = IdlePeriod { start: 12, end: 36, server: 1 };
pub(super) const Z: IdlePeriod = IdlePeriod { start: 7, end: 32, server: 2 };
pub(super) const V: IdlePeriod = IdlePeriod { start: 2, end: 18, server: 3 };

/// The idle periods X, Y, Z and V of Figure 1 on a server each, the length τ of a slot, and the request
/// (q, s, l, n) = (17, 17, 12, 2) of Figure 2. The text gives X, the medians, and which periods are
/// feasible; the other times are chosen to agree with it.
pub fn example() -> ([IdlePeriod; 4], Time, Asked) {
    let asked = Asked { start: 17, length: 12, servers: 2 };
    ([X, Y, Z, V], 10, asked)
}

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

/// Formats a time.
pub type NameTime<'a> = &'a dyn Fn(Time) -> String;

/// The start of an idle period, or its end, in a word.
pub fn time(time: Time, name: NameTime) -> String {
    match time {
        BEGINNING => "−∞".to_owned(),
        FOREVER => "∞".to_owned(),
        time => name(time),
    }
}

/// From when until when a server is idle.
pub fn period(it: &IdlePeriod, name: NameTime) -> String {
    let (start, end) = (time(it.start, name), time(it.end, name));
    format!("server {}, idle {start} … {end}", it.server)
}

/// One step of the search, in words.
pub fn step(search: &SlotSearch, asked: &Asked, step: &SearchStep, name: NameTime) -> String {
    let found = |node: u32| search.tree.as_ref().and_then(|it| it.find(node));
    match *step {
        SearchStep::Primary { node, marked, candidates } => {
            let Some(it) = found(node) else {
                return String::new();
            };
            let start = time(it.period.start, name);
            let so_far = format!("{candidates} so far");
            match (it.branch.is_some(), marked.is_some()) {
                (true, true) => format!(
                    "Phase 1, median start {start}: begins by s, so all on its right are candidates, {so_far}. Go left."
                ),
                (true, false) => {
                    format!("Phase 1, median start {start}: begins after s, as do all on its left. Go right.")
                }
                (false, true) => format!("Phase 1, {}: a candidate, {so_far}.", period(&it.period, name)),
                (false, false) => format!("Phase 1, {}: begins after s.", period(&it.period, name)),
            }
        }
        SearchStep::Candidates { candidates, enough: true } => format!(
            "Phase 1 ends: {candidates} begin in time, {} are needed. Phase 2 looks at their ends.",
            asked.servers
        ),
        SearchStep::Candidates { candidates, .. } => {
            format!("Phase 1 ends: {candidates} begin in time, {} are needed. This attempt fails.", asked.servers)
        }
        SearchStep::Secondary { of, node, marked, feasible } => {
            let (Some(it), Some(of)) = (found(node), found(of)) else {
                return String::new();
            };
            let end = time(it.period.end, name);
            let so_far = format!("{feasible} so far");
            match (it.branch.is_some(), marked.is_some()) {
                (true, true) => format!(
                    "Phase 2, among {} candidates, median end {end}: not before e, so all on its right are feasible, {so_far}. Go left.",
                    of.size
                ),
                (true, false) => format!(
                    "Phase 2, among {} candidates, median end {end}: before e, as are all on its left. Go right.",
                    of.size
                ),
                (false, true) => {
                    format!("Phase 2, {}: feasible, {so_far}.", period(&it.period, name))
                }
                (false, false) => format!("Phase 2, {}: ends before e.", period(&it.period, name)),
            }
        }
        SearchStep::Fetched { period: it, taken: true } => format!("Taken: {}.", period(&it, name)),
        SearchStep::Fetched { period: it, .. } => format!("Not needed: {}.", period(&it, name)),
    }
}

/// The outcome of the search, in one line.
pub fn outcome(search: &SlotSearch, asked: &Asked) -> String {
    match search.chosen() {
        Some(chosen) => {
            let servers = ServerSet::of(chosen.iter().map(|it| it.server).collect());
            let plural = if servers.count() == 1 { "" } else { "s" };
            format!("Server{plural} {servers}")
        }
        None => {
            let idle = search.idle_throughout(asked).count();
            format!("No place at this start: {idle} of {} idle throughout", asked.servers)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn the_example_is_told_as_the_text_tells_it() {
        let (periods, slot, asked) = example();
        let search = SlotSearch::of(&periods, slot, &asked, Selection::LatestStart);
        let name = |time: Time| time.to_string();
        let told: Vec<String> = search.steps.iter().map(|it| step(&search, &asked, it, &name)).collect();
        assert_eq!(
            told,
            [
                "Phase 1, median start 7: begins by s, so all on its right are candidates, 2 so far. Go left.",
                "Phase 1, median start 12: begins by s, so all on its right are candidates, 3 so far. Go left.",
                "Phase 1, server 1, idle 12 … 36: a candidate, 4 so far.",
                "Phase 1 ends: 4 begin in time, 2 are needed. Phase 2 looks at their ends.",
                "Phase 2, server 1, idle 12 … 36: feasible, 1 so far.",
                "Phase 2, server 2, idle 7 … 32: feasible, 2 so far.",
                "Taken: server 1, idle 12 … 36.",
                "Taken: server 2, idle 7 … 32.",
            ]
        );
        assert_eq!(outcome(&search, &asked), "Servers 1–2");
        let more = Asked { servers: 3, ..asked };
        let search = SlotSearch::of(&periods, slot, &more, Selection::LatestStart);
        assert_eq!(outcome(&search, &more), "No place at this start: 2 of 3 idle throughout");
    }
}
