//! Choice of the node for a task: agents choose among their own nodes, a broker among their offers
//! (Moise et al. 2008, Sects. 3.6 and 3.7).

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::availability::node_load::{Bound, NodeLoad};
use base::setting::setting;
use workload::Time;

setting! {
    /// Among offers of the same load the agent with fewer reservations wins: when that is asked.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum TieRule {
        /// As offers arrive, one agent after the other, as the paper has it.
        #[default]
        OnArrival {
            key: "on_arrival",
            name: "On arrival",
            about: "Offers are compared as they arrive, agent by agent: agents in the middle end up with fewer reservations.",
        }
        /// Task by task once all offers are in, so that every agent's count is of the same tasks.
        WhenAllAreIn {
            key: "when_all_are_in",
            name: "When all are in",
            about: "Offers are compared task by task after all have arrived: reservations are distributed evenly.",
        }
    }
}

/// An offer that is kept for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptOffer {
    pub agent: u32,
    /// The node that it reserves.
    pub node: u32,
    /// The load that the node would have, in points.
    pub load: u32,
    /// The points of the node.
    pub capacity: u32,
    /// The caller's number for it.
    pub offer: u32,
}

/// The result for an offer that was considered, and for the one that stood before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Considered {
    /// It is the first for its task.
    First,
    /// It takes the place of this one, since its load is lower.
    LowerLoad(KeptOffer),
    /// It replaces this one, whose load is the same, since its agent has fewer reservations.
    FewerReservations(KeptOffer),
    /// The one that is there has a lower load.
    HigherLoad,
    /// The one that is there has the same load, and its agent no more reservations.
    MoreReservations,
}

/// The paper's *finalSched*: the offer kept for each task of a batch, by its place there.
#[derive(Clone, Debug, Default)]
pub struct FinalSchedule {
    kept: Vec<Option<KeptOffer>>,
}

impl FinalSchedule {
    /// For a batch of `tasks` tasks, without any offer.
    pub fn new(tasks: usize) -> Self {
        Self { kept: vec![None; tasks] }
    }

    /// The offer kept for each task.
    pub fn kept(&self) -> &[Option<KeptOffer>] {
        &self.kept
    }

    /// Considers an offer for the task at `place`: the lower load wins, shares of their nodes compared; of
    /// equal ones that of the agent with fewer reservations, "the less loaded agent"; if these are equal as
    /// well, the one that came first. `reservations` of each agent move with every change. O(1).
    pub fn consider(&mut self, place: usize, offer: KeptOffer, reservations: &mut [u32]) -> Considered {
        let Some(before) = self.kept[place] else {
            reservations[offer.agent as usize] += 1;
            self.kept[place] = Some(offer);
            return Considered::First;
        };
        let of_agent = |it: &KeptOffer| reservations[it.agent as usize];
        let fewer = of_agent(&offer) < of_agent(&before);
        match (compare_load(&offer, &before), fewer) {
            (Ordering::Greater, _) => return Considered::HigherLoad,
            (Ordering::Equal, false) => return Considered::MoreReservations,
            (Ordering::Less, _) | (Ordering::Equal, true) => {}
        }
        reservations[before.agent as usize] -= 1;
        reservations[offer.agent as usize] += 1;
        self.kept[place] = Some(offer);
        match compare_load(&offer, &before) {
            Ordering::Less => Considered::LowerLoad(before),
            _ => Considered::FewerReservations(before),
        }
    }
}

fn compare_load(a: &KeptOffer, b: &KeptOffer) -> Ordering {
    let share = |of: &KeptOffer, other: &KeptOffer| u64::from(of.load) * u64::from(other.capacity);
    share(a, b).cmp(&share(b, a))
}

/// The most buckets of time.
const BUCKETS: Time = 16_384;

/// Buckets to a task of mean length.
const FINE: Time = 16;

/// Rows are padded to a multiple of this many nodes, to be read in whole lanes.
const LANES: usize = 8;

/// Bounds on the load of an agent's nodes, in buckets of time, beside their tables.
///
/// The highest load of a node in a bucket is at least the lower bound and at most the upper one. Both are exact
/// when they are made. A task that covers a bucket wholly raises both by its load; one that only meets it raises
/// the upper one. So a node's usage for an interval is at least the greatest lower bound of the buckets that the
/// interval covers, and at most the greatest upper bound of those that it meets: where they are equal, and for
/// nodes that cannot be the least used, no table is asked. A question reads the lower bounds of all n nodes in each
/// of the b buckets of its interval, side by side (O(n b), in lanes), and then a few tables; where one of those
/// buckets has no room on any node, it reads no further (O(b)).
#[derive(Clone, Debug)]
pub struct LoadBounds {
    from: Time,
    /// A bucket is two to the power of this wide, in seconds.
    shift: u32,
    buckets: usize,
    /// How many places a row has: one for each node, and some that stay empty.
    row: usize,
    /// Bucket by bucket, the lower bound of each node; of a load beyond 16 bits the most that they hold. The larger
    /// of such numbers is one instruction for eight nodes, in WebAssembly and on any x86-64.
    low: Vec<i16>,
    /// Node by node, the upper bound of each bucket.
    high: Vec<u32>,
    /// The most points that each node may bear.
    limits: Vec<u32>,
    /// The most points that some node may still have to give in each bucket.
    room: Vec<u32>,
    /// The lower bound of each node for the interval that was asked for last.
    asked: Vec<i16>,
}

impl LoadBounds {
    /// The bounds of these nodes with their present load, in the time of a batch with this mean
    /// length of tasks.
    pub fn new(nodes: &[NodeTable], (from, to): (Time, Time), mean_length: Time) -> Self {
        let width = (mean_length / FINE).max((to - from) / BUCKETS).max(1);
        // Powers of two: with hundreds of agents, a quarter of a run went into dividing by the width.
        let shift = (width as u64).next_power_of_two().trailing_zeros();
        let buckets = ((to - from) >> shift) as usize + 1;
        let row = nodes.len().next_multiple_of(LANES);
        let mut new = Self {
            from,
            shift,
            buckets,
            row,
            low: vec![0; row * buckets],
            high: vec![0; nodes.len() * buckets],
            limits: nodes.iter().map(|it| it.most_load).collect(),
            room: Vec::new(),
            asked: vec![0; row],
        };
        for (node, table) in nodes.iter().enumerate() {
            new.fill(node, table);
        }
        new.room = (0..buckets).map(|it| new.room_in(it)).collect();
        new
    }

    fn fill(&mut self, node: usize, table: &NodeTable) {
        let mut steps = table.load.steps().peekable();
        while let Some((start, load, _)) = steps.next() {
            let end = steps.peek().map_or(Time::MAX, |it| it.0);
            if load > 0 {
                for bucket in self.met(start, end) {
                    let high = &mut self.high[node * self.buckets + bucket];
                    *high = load.max(*high);
                    self.low[bucket * self.row + node] = lower(*high);
                }
            }
        }
    }

    /// The buckets that an interval meets.
    fn met(&self, start: Time, end: Time) -> Range<usize> {
        let last = self.buckets as Time;
        let first = start.saturating_sub(self.from) >> self.shift;
        let end = (end.saturating_sub(self.from + 1) >> self.shift) + 1;
        let first = first.clamp(0, last);
        first as usize..end.clamp(first, last) as usize
    }

    /// The buckets that an interval covers wholly.
    fn covered(&self, wanted: &Wanted) -> Range<usize> {
        let last = self.buckets as Time;
        let first = (wanted.start - self.from + (1 << self.shift) - 1) >> self.shift;
        let end = (wanted.end - self.from) >> self.shift;
        let first = first.clamp(0, last);
        first as usize..end.clamp(first, last) as usize
    }

    /// The most room that a node may have in a bucket.
    fn room_in(&self, bucket: usize) -> u32 {
        let row = &self.low[bucket * self.row..(bucket + 1) * self.row];
        row.iter().zip(&self.limits).fold(0, |most, (&low, &limit)| most.max(room(limit, low)))
    }

    /// A task was added to a node.
    pub fn added(&mut self, node: usize, wanted: &Wanted) {
        for bucket in self.covered(wanted) {
            let low = &mut self.low[bucket * self.row + node];
            let room_before = room(self.limits[node], *low);
            *low = low.saturating_add(lower(wanted.load));
            if room_before == self.room[bucket] {
                self.room[bucket] = self.room_in(bucket);
            }
        }
        let (met, first) = (self.met(wanted.start, wanted.end), node * self.buckets);
        for high in &mut self.high[first + met.start..first + met.end] {
            // Of tasks one after the other in a bucket it is the sum, which no node need be able to bear.
            *high = high.saturating_add(wanted.load);
        }
    }

    /// The least used of the nodes that a task may have, the first of equals: as [`least_used`] finds it
    /// among all of them.
    pub fn least_used(
        &mut self,
        tables: &[NodeTable],
        is_open: impl Fn(usize) -> bool,
        wanted: &Wanted,
    ) -> Option<Fit> {
        let covered = self.covered(wanted);
        if self.room[covered.clone()].iter().any(|&it| it < wanted.load) {
            // The usual answer once most of a large batch is on its nodes.
            return None;
        }
        self.ask(covered);
        let may_fit = |node: usize, low: u32| {
            let room = tables[node].most_load.checked_sub(low);
            room.is_some_and(|room| wanted.load <= room) && is_open(node)
        };
        let first = self.lowest(tables, may_fit)?;
        if self.asked[first] == 0
            && let Some(idle) = self.first_idle(tables, may_fit, wanted)
        {
            return Some(idle);
        }
        let mut best = self.fit(first, &tables[first], wanted, u32::MAX);
        if best.is_some_and(|it| it.usage == load(self.asked[first])) {
            // All before it are used more, and all after it no less.
            return best;
        }
        for (node, table) in tables.iter().enumerate() {
            let low = load(self.asked[node]);
            let most = best
                .map_or(Some(u32::MAX), |fit| most_to_better(fit, tables[fit.node].capacity, (node, table.capacity)));
            if let Some(most) = most.filter(|&most| low <= most)
                && node != first
                && may_fit(node, low)
            {
                best = self.fit(node, table, wanted, most).or(best);
            }
        }
        best
    }

    /// Finds the lower bounds of all nodes for some buckets.
    fn ask(&mut self, covered: Range<usize>) {
        let rows = covered.start * self.row..covered.end * self.row;
        self.asked.fill(0);
        for row in self.low[rows].chunks_exact(self.row.max(1)) {
            for (asked, &low) in self.asked.iter_mut().zip(row) {
                *asked = low.max(*asked);
            }
        }
    }

    /// The node of the smallest lower bound as a share, the first of equals, among those that may fit.
    fn lowest(&self, tables: &[NodeTable], may_fit: impl Fn(usize, u32) -> bool) -> Option<usize> {
        let mut lowest: Option<Fit> = None;
        for (node, (&low, table)) in self.asked.iter().zip(tables).enumerate() {
            let usage = load(low);
            let is_lower = lowest.is_none_or(|it| {
                u64::from(usage) * u64::from(tables[it.node].capacity) < u64::from(it.usage) * u64::from(table.capacity)
            });
            if is_lower && may_fit(node, usage) {
                lowest = Some(Fit { node, usage });
            }
        }
        lowest.map(|it| it.node)
    }

    /// The first node that is idle for all of an interval: tables say so, or not, at the first step.
    fn first_idle(&self, tables: &[NodeTable], may_fit: impl Fn(usize, u32) -> bool, wanted: &Wanted) -> Option<Fit> {
        let mut nodes = tables.iter().zip(&self.asked).enumerate();
        nodes.find_map(|(node, (table, &low))| {
            let fits = low == 0 && may_fit(node, 0);
            fits.then(|| self.fit(node, table, wanted, 0)).flatten()
        })
    }

    /// The node if its usage is at most `most`, which its lower bound is, and if the task fits, for which that
    /// leaves room.
    fn fit(&self, node: usize, table: &NodeTable, wanted: &Wanted, most: u32) -> Option<Fit> {
        let low = load(self.asked[node]);
        let first = node * self.buckets;
        let met = self.met(wanted.start, wanted.end);
        let high = &self.high[first + met.start..first + met.end];
        // Bounds do not limit the number of tasks.
        let is_exact = table.most_tasks == u32::MAX && high.iter().all(|&it| it <= low);
        let usage = if is_exact { low } else { table.usage_for(wanted, most)? };
        Some(Fit { node, usage })
    }
}

fn lower(load: u32) -> i16 {
    i16::try_from(load).unwrap_or(i16::MAX)
}

/// The load that a lower bound stands for.
fn load(lower: i16) -> u32 {
    u32::from(lower.unsigned_abs())
}

/// The most room that a node may have.
fn room(limit: u32, low: i16) -> u32 {
    limit.saturating_sub(load(low))
}

/// The most points by which another node comes before the best so far: a smaller share, or an equal one of a node
/// before it. `None` if there are none.
fn most_to_better(best: Fit, capacity: u32, (node, of): (usize, u32)) -> Option<u32> {
    let shares = u64::from(best.usage) * u64::from(of);
    let most = (shares / u64::from(capacity)) as u32;
    let is_equal = shares == u64::from(most) * u64::from(capacity);
    if is_equal && node > best.node { most.checked_sub(1) } else { Some(most) }
}

/// A node as its agent knows it: its capacity and its reservations.
#[derive(Clone, Debug)]
pub struct NodeTable {
    /// Its points of load: 100 of a batch's node, the processors of a log's.
    pub capacity: u32,
    /// MAX_LOAD: the most points that may be taken.
    pub most_load: u32,
    /// MAX_TASKS: the most tasks at once.
    pub most_tasks: u32,
    /// The reserved load.
    pub load: NodeLoad,
}

/// The demand of a task on a node: a number of points throughout an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// When it begins.
    pub start: Time,
    /// When it ends, later.
    pub end: Time,
    /// Its points of load.
    pub load: u32,
}

/// A node that fits, and how loaded it is without the task: the highest load of its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    pub node: usize,
    /// Its highest load during the interval, in points.
    pub usage: u32,
}

impl NodeTable {
    /// The node's highest load during an interval.
    pub fn highest(&self, wanted: &Wanted) -> u32 {
        let any = Bound { load: u32::MAX, tasks: u32::MAX };
        let load = self.load.highest_within(wanted.start, wanted.end, any);
        load.unwrap_or(u32::MAX)
    }

    /// The node's highest load during the interval if the task fits and that load is at most `usage`.
    pub fn usage_for(&self, wanted: &Wanted, usage: u32) -> Option<u32> {
        let room = self.most_load.checked_sub(wanted.load)?;
        let bound = Bound { load: room.min(usage), tasks: self.most_tasks.checked_sub(1)? };
        self.load.highest_within(wanted.start, wanted.end, bound)
    }
}

/// The paper's choice: "the agent chooses the processing resource that has the minimum value for the usage
/// on the suitable interval", the first of equals. Usages are compared as shares of their nodes.
pub fn least_used<'a>(nodes: impl Iterator<Item = (usize, &'a NodeTable)>, wanted: &Wanted) -> Option<Fit> {
    let mut best: Option<(Fit, u32)> = None;
    for (node, table) in nodes {
        let lower = best.map_or(u32::MAX, |(fit, capacity)| {
            // The most points that are a smaller share than those of the best; its usage is above 0.
            let shares = u64::from(fit.usage) * u64::from(table.capacity);
            ((shares - 1) / u64::from(capacity)) as u32
        });
        if let Some(usage) = table.usage_for(wanted, lower) {
            best = Some((Fit { node, usage }, table.capacity));
            if usage == 0 {
                break;
            }
        }
    }
    best.map(|it| it.0)
}

pub fn first_fit<'a>(mut nodes: impl Iterator<Item = (usize, &'a NodeTable)>, wanted: &Wanted) -> Option<Fit> {
    nodes.find_map(|(node, table)| {
        let usage = table.usage_for(wanted, u32::MAX)?;
        Some(Fit { node, usage })
    })
}

/// As MOAB's Silver does: the first idle node, since it "does not allow several tasks to be executed in
/// parallel on the same resource" (Sect. 6).
pub fn first_idle<'a>(mut nodes: impl Iterator<Item = (usize, &'a NodeTable)>, wanted: &Wanted) -> Option<Fit> {
    nodes.find_map(|(node, table)| {
        let usage = table.usage_for(wanted, 0)?;
        Some(Fit { node, usage })
    })
}
