//! A block of neighbouring slots, and its head.

use crate::availability::BEGINNING;
use workload::Time;

/// Summary of a block that lets a search skip the block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Start of its first slot.
    pub(super) start: Time,
    /// Its least and greatest count.
    pub(super) least: i32,
    pub(super) most: i32,
}

/// Some neighbouring slots. The count of slot `i` is `free[i] + owed`.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) starts: Vec<Time>,
    pub(super) free: Vec<i32>,
    pub(super) owed: i32,
}

impl Block {
    /// A single slot: `free` processors through all time.
    pub(super) fn whole(free: i32) -> Self {
        Self { starts: vec![BEGINNING], free: vec![free], owed: 0 }
    }

    /// The slot that holds `time`, which is not before the block. O(log slots).
    pub(super) fn slot_at(&self, time: Time) -> usize {
        self.starts.partition_point(|&start| start <= time) - 1
    }

    /// Takes the upper half of its slots out of it.
    pub(super) fn split_off_half(&mut self) -> Self {
        let half = self.starts.len() / 2;
        Self { starts: self.starts.split_off(half), free: self.free.split_off(half), owed: self.owed }
    }

    /// Its head as it is now. O(slots).
    pub(super) fn head(&self) -> Head {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for &free in &self.free {
            least = least.min(free);
            most = most.max(free);
        }
        Head { start: self.starts[0], least: least + self.owed, most: most + self.owed }
    }
}
