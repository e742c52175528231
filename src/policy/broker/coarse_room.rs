//! The least used of many nodes for a large batch: most nodes are told apart by coarse times alone.

use std::ops::Range;

use super::{Fit, NodeTable, Wanted};
use crate::workload::Time;

/// The most buckets of time.
const BUCKETS: Time = 16_384;

/// So many buckets to a task of mean length.
const FINE: Time = 16;

/// Loads are told apart in at most so many classes.
const CLASSES: u32 = 64;

/// What is known of the nodes of an agent in buckets of time, beside their tables.
///
/// Of each node and bucket it keeps a load that the node has at some time of it, at least: its highest when this
/// was made, and what was added for the whole bucket since. For every bucket and every class of loads a bit for
/// each node says whether that leaves room for such a load, and another one whether the node is idle throughout.
/// A question looks at a word for each 64 nodes and bucket, and then at the tables of few nodes; an addition at
/// the buckets of its interval.
#[derive(Clone, Debug)]
pub struct CoarseRoom {
    from: Time,
    width: Time,
    buckets: usize,
    nodes: usize,
    words: usize,
    /// How many points a class is wide.
    step: u32,
    classes: usize,
    /// Node by node, the load of each bucket.
    load: Vec<u32>,
    /// By class, bucket and word: who may have room.
    may: Vec<u64>,
    /// By bucket and word: who is idle throughout.
    idle: Vec<u64>,
}

impl CoarseRoom {
    /// Of these nodes as they are loaded, in the time of a batch whose tasks are so long in the mean.
    pub fn new(nodes: &[NodeTable], (from, to): (Time, Time), mean_length: Time) -> Self {
        let width = (mean_length / FINE).max((to - from) / BUCKETS).max(1);
        let buckets = ((to - from) / width + 1) as usize;
        let most = nodes.iter().map(|it| it.most_load).max().unwrap_or(0);
        let step = (most / CLASSES + 1).max(1);
        let classes = (most / step + 1) as usize;
        let words = nodes.len().div_ceil(64).max(1);
        let mut new = Self {
            from,
            width,
            buckets,
            nodes: nodes.len(),
            words,
            step,
            classes,
            load: vec![0; nodes.len() * buckets],
            may: vec![u64::MAX; buckets * classes * words],
            idle: vec![u64::MAX; buckets * words],
        };
        for (node, table) in nodes.iter().enumerate() {
            new.fill(node, table, most);
        }
        new
    }

    /// What a node has now.
    fn fill(&mut self, node: usize, table: &NodeTable, most: u32) {
        if table.most_load < most {
            for bucket in 0..self.buckets {
                self.close(bucket, node, most, table.most_load);
            }
        }
        let mut steps = table.load.steps().peekable();
        while let Some((start, load, _)) = steps.next() {
            let end = steps.peek().map_or(Time::MAX, |it| it.0);
            if load > 0 {
                for bucket in self.met(start, end) {
                    let place = node * self.buckets + bucket;
                    if load > self.load[place] {
                        self.set(bucket, node, load, table.most_load);
                    }
                }
            }
        }
    }

    /// The buckets that an interval meets.
    fn met(&self, start: Time, end: Time) -> Range<usize> {
        let last = self.buckets as Time;
        let first = start.saturating_sub(self.from).div_euclid(self.width);
        let end = (end.saturating_sub(self.from + 1)).div_euclid(self.width) + 1;
        let first = first.clamp(0, last);
        first as usize..end.clamp(first, last) as usize
    }

    /// The buckets that an interval covers wholly.
    fn covered(&self, wanted: &Wanted) -> Range<usize> {
        let last = self.buckets as Time;
        let first = (wanted.start - self.from + self.width - 1).div_euclid(self.width);
        let end = (wanted.end - self.from).div_euclid(self.width);
        let first = first.clamp(0, last);
        first as usize..end.clamp(first, last) as usize
    }

    /// A node has that load at some time of a bucket.
    fn set(&mut self, bucket: usize, node: usize, load: u32, most: u32) {
        let place = node * self.buckets + bucket;
        let before = std::mem::replace(&mut self.load[place], load);
        self.idle[bucket * self.words + node / 64] &= !(1 << (node % 64));
        let room = |load: u32| most.saturating_sub(load);
        self.close(bucket, node, room(before), room(load));
    }

    /// A node's room in a bucket shrinks: it may have none for the classes between.
    fn close(&mut self, bucket: usize, node: usize, before: u32, after: u32) {
        let word = node / 64;
        for class in after / self.step + 1..=before / self.step {
            let place = (class as usize * self.buckets + bucket) * self.words + word;
            self.may[place] &= !(1 << (node % 64));
        }
    }

    /// A task was added to a node.
    pub fn added(&mut self, (node, table): (usize, &NodeTable), wanted: &Wanted) {
        let covered = self.covered(wanted);
        for bucket in self.met(wanted.start, wanted.end) {
            if covered.contains(&bucket) {
                let load = self.load[node * self.buckets + bucket] + wanted.load;
                self.set(bucket, node, load, table.most_load);
            } else {
                self.idle[bucket * self.words + node / 64] &= !(1 << (node % 64));
            }
        }
    }

    /// The least used of the nodes that a task may have, the first of equals: as [`super::least_used`] finds it
    /// among all of them.
    pub fn least_used(
        &self,
        tables: &[NodeTable],
        is_open: impl Fn(usize) -> bool,
        wanted: &Wanted,
    ) -> Option<Fit> {
        let class = (wanted.load / self.step) as usize;
        if class >= self.classes {
            return None;
        }
        let (met, covered) = (self.met(wanted.start, wanted.end), self.covered(wanted));
        for word in 0..self.words {
            let may = self.may_fit(word, class, covered.clone());
            if may != 0
                && let Some(node) =
                    self.first_idle(word, (may, &met, &covered), tables, &is_open, wanted)
            {
                // A word before may have none that is idle, and none after it comes first.
                return Some(Fit { node, usage: 0 });
            }
        }
        self.least_of_used(tables, is_open, wanted, (class, covered))
    }

    /// The nodes of a word that may have room.
    fn may_fit(&self, word: usize, class: usize, covered: Range<usize>) -> u64 {
        let in_word = (self.nodes - 64 * word).min(64);
        let mut bits = u64::MAX >> (64 - in_word);
        for bucket in covered {
            bits &= self.may[(class * self.buckets + bucket) * self.words + word];
            if bits == 0 {
                break;
            }
        }
        bits
    }

    /// The first node of a word that is idle for all of the interval.
    fn first_idle(
        &self,
        word: usize,
        (may, met, covered): (u64, &Range<usize>, &Range<usize>),
        tables: &[NodeTable],
        is_open: impl Fn(usize) -> bool,
        wanted: &Wanted,
    ) -> Option<usize> {
        let idle = |bits: u64, bucket: usize| bits & self.idle[bucket * self.words + word];
        let perhaps = covered.clone().fold(may, idle);
        if perhaps == 0 {
            return None;
        }
        let surely = met.clone().fold(perhaps, idle);
        let is_idle = |node: &usize| {
            let is_sure = surely >> (node % 64) & 1 != 0;
            is_open(*node)
                && match is_sure {
                    true => wanted.load <= tables[*node].most_load && tables[*node].most_tasks > 0,
                    false => tables[*node].usage_for(wanted, 0).is_some(),
                }
        };
        ones(perhaps).map(|bit| 64 * word + bit).find(is_idle)
    }

    /// The least used where none is idle: first the one with the least load that is known of, then those that
    /// might be below it.
    fn least_of_used(
        &self,
        tables: &[NodeTable],
        is_open: impl Fn(usize) -> bool,
        wanted: &Wanted,
        (class, covered): (usize, Range<usize>),
    ) -> Option<Fit> {
        let words = 0..self.words;
        let candidates = words.flat_map(|word| {
            ones(self.may_fit(word, class, covered.clone())).map(move |bit| 64 * word + bit)
        });
        let known = |node: usize| {
            let first = node * self.buckets;
            let loads = &self.load[first + covered.start..first + covered.end];
            loads.iter().copied().max().unwrap_or(0)
        };
        let mut open: Vec<(u32, usize)> = candidates
            .filter(|&it| is_open(it))
            .map(|it| (known(it), it))
            .collect();
        let least = open.iter().enumerate().min_by_key(|it| it.1);
        if let Some(first) = least.map(|it| it.0) {
            open.swap(0, first);
        }
        let mut best: Option<Fit> = None;
        for (known, node) in open {
            let table = &tables[node];
            let most = match best {
                None => u32::MAX,
                Some(fit) => {
                    // The most points that are no larger a share than those of the best.
                    let shares = u64::from(fit.usage) * u64::from(table.capacity);
                    let most = (shares / u64::from(tables[fit.node].capacity)) as u32;
                    let is_equal = shares == u64::from(most) * u64::from(tables[fit.node].capacity);
                    match (is_equal && node > fit.node, most) {
                        (true, 0) => continue,
                        (true, most) => most - 1,
                        (false, most) => most,
                    }
                }
            };
            if known > most {
                continue;
            }
            if let Some(usage) = table.usage_for(wanted, most) {
                best = Some(Fit { node, usage });
            }
        }
        best
    }
}

/// The places of the bits that are set, in order.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            bit
        })
    })
}
