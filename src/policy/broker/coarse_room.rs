//! Which nodes cannot take a task, told at a glance: for batches so large that most nodes are full.

use super::{NodeTable, Wanted};
use crate::workload::Time;

/// The most buckets of time.
const BUCKETS: Time = 1_024;

/// Loads are told apart in at most so many classes.
const CLASSES: u32 = 64;

/// For every bucket of time and every class of loads a bit for each node: whether the node may have room for such
/// a load throughout the bucket. A node without its bit in a bucket that a task covers has none; one with it may
/// still have none, for within a bucket only what lasts for all of it is counted once it is added.
///
/// A question looks at a word for each 64 nodes and each bucket, an addition at the classes that it closes.
#[derive(Clone, Debug)]
pub struct CoarseRoom {
    from: Time,
    width: Time,
    buckets: usize,
    words: usize,
    /// How many points a class is wide.
    step: u32,
    classes: usize,
    /// Node by node, the room of each bucket.
    room: Vec<u32>,
    /// By bucket, class and word.
    may: Vec<u64>,
}

impl CoarseRoom {
    /// Of these nodes as they are loaded, in the time of a batch whose tasks are so long in the mean.
    /// O(nodes × buckets × classes).
    pub fn new(nodes: &[NodeTable], (from, to): (Time, Time), mean_length: Time) -> Self {
        let width = (mean_length / 4).max((to - from) / BUCKETS).max(1);
        let buckets = ((to - from) / width).clamp(1, BUCKETS) as usize;
        let most = nodes.iter().map(|it| it.most_load).max().unwrap_or(0);
        let step = (most / CLASSES + 1).max(1);
        let classes = (most / step + 1) as usize;
        let words = nodes.len().div_ceil(64);
        let mut new = Self {
            from,
            width,
            buckets,
            words,
            step,
            classes,
            room: vec![0; nodes.len() * buckets],
            may: vec![0; buckets * classes * words],
        };
        for (node, table) in nodes.iter().enumerate() {
            new.fill(node, table);
        }
        new
    }

    fn fill(&mut self, node: usize, table: &NodeTable) {
        for bucket in 0..self.buckets {
            let start = self.from + bucket as Time * self.width;
            let wanted = Wanted {
                start,
                end: start + self.width,
                load: 0,
            };
            let room = table.most_load.saturating_sub(table.highest(&wanted));
            self.room[node * self.buckets + bucket] = room;
            for class in 0..=(room / self.step) as usize {
                let place = self.place(bucket, class) + node / 64;
                self.may[place] |= 1 << (node % 64);
            }
        }
    }

    fn place(&self, bucket: usize, class: usize) -> usize {
        (bucket * self.classes + class) * self.words
    }

    /// The buckets that an interval covers wholly.
    fn covered(&self, wanted: &Wanted) -> std::ops::Range<usize> {
        let first = (wanted.start - self.from).div_euclid(self.width);
        let exact = (wanted.start - self.from).rem_euclid(self.width) == 0;
        let first = (first + Time::from(!exact)).max(0);
        let end = (wanted.end - self.from).div_euclid(self.width);
        let end = end.min(self.buckets as Time);
        first as usize..end.max(first) as usize
    }

    /// The nodes that may have room, in order: all others have none.
    pub fn candidates(&self, wanted: &Wanted) -> impl Iterator<Item = usize> {
        let class = (wanted.load / self.step) as usize;
        let covered = match class < self.classes {
            true => self.covered(wanted),
            false => 0..0,
        };
        let nodes = self.room.len() / self.buckets;
        (0..self.words).flat_map(move |word| {
            let in_word = (nodes - 64 * word).min(64);
            let mut bits = u64::MAX >> (64 - in_word);
            if class >= self.classes {
                bits = 0;
            }
            for bucket in covered.clone() {
                bits &= self.may[self.place(bucket, class) + word];
                if bits == 0 {
                    break;
                }
            }
            std::iter::from_fn(move || {
                let bit = bits.trailing_zeros() as usize;
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    64 * word + bit
                })
            })
        })
    }

    /// A task was added to a node.
    pub fn added(&mut self, node: usize, wanted: &Wanted) {
        let bit = !(1 << (node % 64));
        for bucket in self.covered(wanted) {
            let room = &mut self.room[node * self.buckets + bucket];
            let before = *room / self.step;
            *room = room.saturating_sub(wanted.load);
            let after = *room / self.step;
            for class in after + 1..=before {
                let place = self.place(bucket, class as usize) + node / 64;
                self.may[place] &= bit;
            }
        }
    }
}
