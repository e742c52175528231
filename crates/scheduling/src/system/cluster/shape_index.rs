//! How many chunks of a shape have room on each node, as far as running jobs go, kept while nodes change.

use std::collections::BTreeMap;

use super::load::Load;
use super::requests::Shape;
use crate::policy::placement::Rating;
use workload::Time;

/// An index of one shape. It is brought up to date when it is asked for, so that a shape of which no job waits costs
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct ShapeIndex {
    /// How many changes of nodes it has seen; `None` before it is used.
    seen: Option<usize>,
    /// Chunks that have room now, by node.
    pub now: Vec<u32>,
    /// Their sum.
    pub total: u64,
    /// The nodes where some have, a bit each.
    with_room: Vec<u64>,
    /// The ratings of nodes without promises and outages, as long as they are the same.
    pub ratings: Vec<Option<Rating>>,
    /// What is known of later times, once it was asked for.
    later: Option<Later>,
}

/// When more chunks have room.
#[derive(Clone, Debug, Default)]
struct Later {
    /// By node: times, and how many have room from then on; the first is any time before the next.
    of_node: Vec<Vec<(Time, u32)>>,
    /// By time: how many more have room.
    all: BTreeMap<Time, u64>,
}

impl ShapeIndex {
    /// Whether it was asked for.
    pub fn is_used(&self) -> bool {
        self.seen.is_some()
    }

    /// Takes the nodes in that have changed since. `changes` are those from change number `first` on. O(changes), or
    /// O(nodes) where they are more.
    pub fn update(&mut self, shape: &Shape, loads: &[Load], first: usize, changes: &[u32]) {
        let until = first + changes.len();
        match self.seen {
            Some(seen) if seen >= first && until - seen <= loads.len() => {
                for &node in &changes[seen - first..] {
                    self.look_at(shape, node as usize, &loads[node as usize]);
                }
            }
            _ => {
                self.now.resize(loads.len(), 0);
                self.ratings.resize(loads.len(), None);
                self.with_room.resize(loads.len().div_ceil(64), 0);
                for (node, load) in loads.iter().enumerate() {
                    self.look_at(shape, node, load);
                }
            }
        }
        self.seen = Some(until);
    }

    fn look_at(&mut self, shape: &Shape, node: usize, load: &Load) {
        if shape.most(node) == 0 {
            return;
        }
        let count = load.free.chunks(shape, node, &load.node);
        let before = std::mem::replace(&mut self.now[node], count);
        self.total = self.total + u64::from(count) - u64::from(before);
        let bit = 1_u64 << (node % 64);
        match count {
            0 => self.with_room[node / 64] &= !bit,
            _ => self.with_room[node / 64] |= bit,
        }
        self.ratings[node] = None;
        if let Some(later) = &mut self.later {
            later.look_at(shape, node, load, count);
        }
    }

    /// The nodes where chunks have room now, ascending.
    pub fn nodes_with_room(&self) -> impl Iterator<Item = usize> {
        (0..).step_by(64).zip(&self.with_room).flat_map(|(first, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(first + bit)
            })
        })
    }

    /// Begins to keep later times. O(nodes · log) the first time.
    pub fn plan(&mut self, shape: &Shape, loads: &[Load]) {
        if self.later.is_some() {
            return;
        }
        let mut later = Later { of_node: vec![Vec::new(); loads.len()], all: BTreeMap::new() };
        for (node, load) in loads.iter().enumerate().filter(|it| shape.most(it.0) > 0) {
            later.look_at(shape, node, load, self.now[node]);
        }
        self.later = Some(later);
    }

    /// The times at which more chunks have room, on all nodes together, ascending, with how many more.
    pub fn increases(&self) -> impl Iterator<Item = (Time, u64)> {
        self.later.iter().flat_map(|it| it.all.iter().map(|(&at, &more)| (at, more)))
    }

    /// The times of a node with how many chunks have room from then on, ascending: now, then later ones.
    pub fn steps_of(&self, node: usize) -> &[(Time, u32)] {
        self.later.as_ref().map_or(&[], |it| &it.of_node[node])
    }

    /// How many chunks have room on a node at a time, now or later. O(log jobs of the node).
    pub fn at(&self, node: usize, time: Time) -> u32 {
        let steps = self.steps_of(node);
        let after = steps.partition_point(|it| it.0 <= time);
        steps[..after].last().map_or(0, |it| it.1)
    }
}

impl Later {
    fn look_at(&mut self, shape: &Shape, node: usize, load: &Load, mut count: u32) {
        let mut steps = std::mem::take(&mut self.of_node[node]);
        for (at, more) in increases_of(&steps) {
            if let Some(all) = self.all.get_mut(&at) {
                *all -= more;
                if *all == 0 {
                    self.all.remove(&at);
                }
            }
        }
        steps.clear();
        steps.push((Time::MIN, count));
        load.steps(shape, node, |at, more| {
            steps.push((at, more));
            *self.all.entry(at).or_default() += u64::from(more - count);
            count = more;
        });
        self.of_node[node] = steps;
    }
}

/// The times of a node with how many more chunks have room.
fn increases_of(steps: &[(Time, u32)]) -> impl Iterator<Item = (Time, u64)> {
    steps.windows(2).map(|it| (it[1].0, u64::from(it[1].1 - it[0].1)))
}
