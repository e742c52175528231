//! Tasks of a node one upon the other, and their sum.

use super::loads::Held;
use workload::Time;

/// The load from a time on, up to the next level's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub from: Time,
    /// The reserved load.
    pub reserved: u32,
    /// The reserved and the offered load.
    pub all: u32,
}

/// A part of a task, as long as it stands at one height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The task's place among those given.
    pub held: usize,
    pub start: Time,
    pub end: Time,
    /// How much is below it.
    pub below: u32,
}

/// The load over time: a level at every time at which something begins or ends; 0 before the first. O(n log n).
pub fn levels(held: &[Held]) -> Vec<Level> {
    let mut changes: Vec<(Time, i64, bool)> = Vec::with_capacity(held.len() * 2);
    for it in held.iter().filter(|it| it.start < it.end) {
        let load = i64::from(it.load);
        changes.push((it.start, load, it.is_offered));
        changes.push((it.end, -load, it.is_offered));
    }
    changes.sort_unstable();
    let (mut reserved, mut all) = (0, 0);
    let at_once = changes.chunk_by(|a, b| a.0 == b.0);
    at_once
        .map(|changes| {
            for (_, change, is_offered) in changes {
                all += change;
                reserved += if *is_offered { 0 } else { *change };
            }
            Level { from: changes[0].0, reserved: reserved as u32, all: all as u32 }
        })
        .collect()
}

/// Each task upon those before it in the list that are there at the same time: a block for as long as these
/// stay the same. O(levels · n).
pub fn stacked(held: &[Held]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The block of each task that reaches to where the sweep has come.
    let mut last: Vec<Option<usize>> = vec![None; held.len()];
    for pair in levels(held).windows(2) {
        let (start, end) = (pair[0].from, pair[1].from);
        let mut below = 0;
        for (at, it) in held.iter().enumerate() {
            if it.start > start || it.end < end {
                continue;
            }
            match last[at].map(|it| &mut blocks[it]) {
                Some(block) if block.below == below => block.end = end,
                _ => {
                    last[at] = Some(blocks.len());
                    blocks.push(Block { held: at, start, end, below });
                }
            }
            below += it.load;
        }
    }
    blocks
}
