//! The paper's data structure: for each slot of the horizon a two-dimensional tree.
//!
//! Castillo et al. 2009, Sect. 4.1. As printed: an idle period stands in the trees of all slots that it
//! overlaps, so that booking one server changes as many trees as its period has slots. Two things are
//! said otherwise than they are. The paper's Q slots from the one that now lies in end before now + H
//! unless now is its very beginning, so there is one slot more. And a new slot at the end of the horizon
//! is not begun in O(1): it has an idle period of each server, and takes O(N log N).

mod search;
mod tree;

use std::collections::VecDeque;

use self::tree::Tree;
use super::{FOREVER, IdlePeriod, IdlePeriods, Operations, Selection, ServerSet, Share, TreeSizes};
use crate::availability::BEGINNING;
pub use search::SearchStep;
pub use search::{Branch, TreeNode};
use workload::Time;

/// Two-dimensional trees, one for each slot.
///
/// With N periods in a slot and Q slots a search takes O((log N)²), and booking n servers
/// O(n Q (log N)²); each period is kept once a slot, log N times.
#[derive(Clone, Debug)]
pub struct SlotTrees {
    servers: u32,
    /// The length τ of a slot.
    slot: Time,
    now: Time,
    /// The number of the first slot: that of time 0 is 0.
    first: i64,
    trees: VecDeque<Tree>,
    operations: Operations,
}

impl SlotTrees {
    /// `servers` servers, never booked, at time `now`, in slots of `slot` seconds that reach at least
    /// `horizon` seconds ahead.
    pub fn new(servers: u32, horizon: Time, slot: Time, now: Time) -> Self {
        let periods = (0..servers).map(|server| IdlePeriod { start: BEGINNING, end: FOREVER, server });
        Self::of(&periods.collect::<Vec<_>>(), servers, horizon, slot, now)
    }

    /// The trees of these idle periods, each in perfect balance.
    pub fn of(periods: &[IdlePeriod], servers: u32, horizon: Time, slot: Time, now: Time) -> Self {
        let slot = slot.max(1);
        let mut trees = Self {
            servers,
            slot,
            now,
            first: now.div_euclid(slot),
            trees: VecDeque::new(),
            operations: Operations::default(),
        };
        // One more than Q, so that now + H lies within them wherever in its slot now is.
        for number in trees.first..=trees.first + slots_of(horizon, slot) {
            let (from, to) = trees.times_of(number);
            let within = periods.iter().filter(|it| it.start < to && it.end > from);
            trees.trees.push_back(Tree::of(within.copied().collect()));
        }
        trees
    }

    /// When a slot begins and ends.
    fn times_of(&self, number: i64) -> (Time, Time) {
        let from = number.saturating_mul(self.slot);
        (from, from.saturating_add(self.slot))
    }

    /// The slot that a time lies in: its place among the trees.
    fn place_of(&self, time: Time) -> Option<usize> {
        let place = time.div_euclid(self.slot) - self.first;
        usize::try_from(place).ok().filter(|&it| it < self.trees.len())
    }

    /// The places of the slots that `start..end` overlaps.
    fn places(&self, start: Time, end: Time) -> std::ops::Range<usize> {
        let last = self.trees.len() as i64;
        let place = |time: Time| (time.div_euclid(self.slot)).saturating_sub(self.first);
        let from = place(start).clamp(0, last);
        let to = place(end.saturating_sub(1)).saturating_add(1);
        from as usize..to.clamp(from, last) as usize
    }

    /// Puts a period into the trees of all slots that it overlaps, unless it is over or empty.
    fn put(&mut self, period: IdlePeriod) {
        if period.end <= period.start || period.end <= self.now {
            return;
        }
        for place in self.places(period.start, period.end) {
            self.operations.update += self.trees[place].insert(period);
        }
    }

    /// Takes a period out of all of them.
    fn take(&mut self, period: IdlePeriod) {
        for place in self.places(period.start, period.end) {
            self.operations.update += self.trees[place].remove(period);
        }
    }

    /// The period of a server that begins at a time.
    fn beginning_at(&self, time: Time, server: u32) -> Option<IdlePeriod> {
        let tree = &self.trees[self.place_of(time)?];
        let mut found = tree.beginning_at(time).into_iter();
        found.find(|it| it.server == server)
    }

    /// The period of a server that ends at a time that is still to come.
    fn ending_at(&self, time: Time, server: u32) -> Option<IdlePeriod> {
        if time <= self.now {
            return None;
        }
        let tree = &self.trees[self.place_of(time - 1)?];
        let mut found = tree.periods().into_iter();
        found.find(|it| it.end == time && it.server == server)
    }

    /// The tree of the slot that a time lies in, to be drawn.
    pub fn tree_at(&self, time: Time) -> Option<TreeNode> {
        self.trees[self.place_of(time)?].view()
    }

    /// When the slot begins and ends that a time lies in.
    pub fn slot_at(&self, time: Time) -> (Time, Time) {
        self.times_of(time.div_euclid(self.slot))
    }

    /// The two phases of a search, step by step. The trees do not change.
    pub fn search_steps(&self, from: Time, to: Time, count: u32, selection: Selection) -> Vec<SearchStep> {
        let mut steps = Vec::new();
        if let Some(place) = self.place_of(from) {
            self.trees[place].search(from, to, count, selection, &mut |step| steps.push(step));
        }
        steps
    }
}

/// The number Q of slots in a horizon (Sect. 4.1).
pub(crate) fn slots_of(horizon: Time, slot: Time) -> i64 {
    let slot = slot.max(1);
    horizon / slot + i64::from(horizon % slot > 0)
}

impl IdlePeriods for SlotTrees {
    fn servers(&self) -> u32 {
        self.servers
    }

    fn roll(&mut self, now: Time) {
        self.now = self.now.max(now);
        let expired = self.now.div_euclid(self.slot) - self.first;
        if expired <= 0 {
            return;
        }
        // All that was booked ends within the slots there are: behind them every server is idle.
        let unbounded: Vec<IdlePeriod> = match self.trees.back() {
            Some(last) => last.periods().into_iter().filter(|it| it.end == FOREVER).collect(),
            None => return,
        };
        let fresh = Tree::of(unbounded);
        for _ in 0..expired.min(self.trees.len() as i64) {
            self.trees.pop_front();
            self.operations.roll += fresh.nodes();
            self.trees.push_back(fresh.clone());
        }
        self.first += expired;
    }

    fn search(&mut self, from: Time, to: Time, count: u32, selection: Selection) -> Option<Vec<Share>> {
        let place = self.place_of(from)?;
        let mut operations = 0;
        let found = self.trees[place].search(from, to, count, selection, &mut |step| {
            operations += step.operations();
        });
        self.operations.search += operations;
        let found = found?.into_iter().map(|period| Share {
            start: period.start,
            end: period.end,
            servers: ServerSet::run(period.server, period.server),
        });
        Some(found.collect())
    }

    fn book(&mut self, chosen: &[Share], from: Time, to: Time) {
        for share in chosen {
            for server in share.servers.iter() {
                let period = |start, end| IdlePeriod { start, end, server };
                self.take(period(share.start, share.end));
                self.put(period(share.start, from));
                self.put(period(to, share.end));
            }
        }
    }

    fn release(&mut self, servers: &ServerSet, from: Time, to: Time) {
        for server in servers.iter() {
            let behind = self.beginning_at(to, server);
            let before = self.ending_at(from, server);
            for period in [before, behind].into_iter().flatten() {
                self.take(period);
            }
            self.put(IdlePeriod {
                start: before.map_or(from, |it| it.start),
                end: behind.map_or(to, |it| it.end),
                server,
            });
        }
    }

    fn idle_throughout(&mut self, from: Time, to: Time) -> ServerSet {
        let Some(place) = self.place_of(from) else {
            return ServerSet::default();
        };
        // The simplified version of the search (Sect. 4.2): it never has enough.
        let mut operations = 0;
        let found = self.trees[place].all_feasible(from, to, &mut |step| {
            operations += step.operations();
        });
        self.operations.search += operations;
        ServerSet::of(found.iter().map(|it| it.server).collect())
    }

    fn periods(&self, from: Time, to: Time) -> Vec<IdlePeriod> {
        let places = self.places(from, to);
        let mut found: Vec<IdlePeriod> = places.flat_map(|place| self.trees[place].periods()).collect();
        found.retain(|it| it.start < to && it.end > from && it.end > self.now);
        found.sort_by(super::by_start);
        found.dedup();
        found
    }

    fn tree_sizes(&self, from: Time) -> Option<TreeSizes> {
        let size = |tree: &Tree| f64::from(tree.size());
        let all: f64 = self.trees.iter().map(size).sum();
        Some(TreeSizes { there: size(&self.trees[self.place_of(from)?]), mean: all / self.trees.len() as f64 })
    }

    fn operations(&self) -> Operations {
        self.operations
    }
}
