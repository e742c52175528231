//! CARTS in blocks: the same slots as [`super::Carts`], for long lists.
//!
//! The slots stand in blocks of at most [`BLOCK`]. Each block keeps its least and greatest count
//! and an amount owed to all its slots, so that reserving touches two blocks and a number per
//! block between, and searching skips the blocks that cannot matter.

use super::{Availability, BEGINNING, Request, Step};
use crate::workload::Time;

/// Slots per block at the most. Measured: 32 to 128 are alike, the ends of that range slower on
/// short and on long lists.
const BLOCK: usize = 64;

/// The slots of one provider in blocks. Reserve, release and search cost O(√v)-like steps that are
/// cheap scans; short lists are a single block.
#[derive(Clone, Debug)]
pub struct BlockedCarts {
    capacity: u32,
    /// Start of each block's first slot, apart from the blocks for a tight binary search.
    block_starts: Vec<Time>,
    blocks: Vec<Block>,
}

/// Some neighbouring slots. The count of slot `i` is `free[i] + owed`.
#[derive(Clone, Debug)]
struct Block {
    starts: Vec<Time>,
    free: Vec<i64>,
    owed: i64,
    /// Least and greatest count, `owed` included.
    least: i64,
    most: i64,
}

impl Block {
    fn measure(&mut self) {
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for &free in &self.free {
            least = least.min(free);
            most = most.max(free);
        }
        self.least = least + self.owed;
        self.most = most + self.owed;
    }

    fn slot_at(&self, time: Time) -> usize {
        self.starts.partition_point(|&start| start <= time) - 1
    }

    fn add_to_all(&mut self, processors: i64) {
        self.owed += processors;
        self.least += processors;
        self.most += processors;
    }

    fn add_to(&mut self, slots: std::ops::Range<usize>, processors: i64) {
        for free in &mut self.free[slots] {
            *free += processors;
        }
        self.measure();
    }
}

/// Where a slot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    block: usize,
    slot: usize,
}

impl BlockedCarts {
    /// A provider with nothing promised.
    pub fn new(capacity: u32) -> Self {
        let free = i64::from(capacity);
        let block = Block {
            starts: vec![BEGINNING],
            free: vec![free],
            owed: 0,
            least: free,
            most: free,
        };
        Self {
            capacity,
            block_starts: vec![BEGINNING],
            blocks: vec![block],
        }
    }

    fn place_of(&self, time: Time) -> Place {
        let block = self.block_starts.partition_point(|&start| start <= time) - 1;
        Place {
            block,
            slot: self.blocks[block].slot_at(time),
        }
    }

    /// Makes a slot begin at `time`.
    fn split(&mut self, time: Time) -> Place {
        let place = self.place_of(time);
        let block = &mut self.blocks[place.block];
        if block.starts[place.slot] == time {
            return place;
        }
        let slot = place.slot + 1;
        block.starts.insert(slot, time);
        block.free.insert(slot, block.free[place.slot]);
        if block.starts.len() <= BLOCK {
            return Place { slot, ..place };
        }
        self.halve(place.block);
        self.place_of(time)
    }

    fn halve(&mut self, index: usize) {
        let block = &mut self.blocks[index];
        let half = block.starts.len() / 2;
        let mut upper = Block {
            starts: block.starts.split_off(half),
            free: block.free.split_off(half),
            ..*block
        };
        block.measure();
        upper.measure();
        self.block_starts.insert(index + 1, upper.starts[0]);
        self.blocks.insert(index + 1, upper);
    }

    /// Drops the slot that begins at `time` if it does not differ from the one before.
    fn merge(&mut self, time: Time) {
        let Place { block, slot } = self.place_of(time);
        let here = self.free_at(Place { block, slot });
        let before = match (block, slot) {
            (0, 0) => return,
            (_, 0) => Place {
                block: block - 1,
                slot: self.blocks[block - 1].starts.len() - 1,
            },
            _ => Place {
                block,
                slot: slot - 1,
            },
        };
        if self.free_at(before) != here {
            return;
        }
        // The counts of a block stay the same: an equal neighbour remains, except across a border.
        let holder = &mut self.blocks[block];
        holder.starts.remove(slot);
        holder.free.remove(slot);
        if holder.starts.is_empty() {
            self.blocks.remove(block);
            self.block_starts.remove(block);
        } else if slot == 0 {
            holder.measure();
            self.block_starts[block] = holder.starts[0];
        }
    }

    fn free_at(&self, place: Place) -> i64 {
        let block = &self.blocks[place.block];
        block.free[place.slot] + block.owed
    }

    fn add(&mut self, from: Time, to: Time, processors: i64) {
        if to <= from {
            return;
        }
        // The later border first: splitting it does not move the earlier one's place.
        let end = self.split(to);
        let blocks_before = self.blocks.len();
        let first = self.split(from);
        let grown = self.blocks.len() > blocks_before;
        let end = if grown || first.block == end.block {
            self.place_of(to)
        } else {
            end
        };
        if first.block == end.block {
            self.blocks[first.block].add_to(first.slot..end.slot, processors);
        } else {
            let rest = self.blocks[first.block].starts.len();
            self.blocks[first.block].add_to(first.slot..rest, processors);
            for block in &mut self.blocks[first.block + 1..end.block] {
                block.add_to_all(processors);
            }
            if end.slot > 0 {
                self.blocks[end.block].add_to(0..end.slot, processors);
            }
        }
        self.merge(to);
        self.merge(from);
    }

    /// Folds the counts of the slots that meet `from..to`: whole blocks by `of_block`.
    fn fold(
        &self,
        from: Time,
        to: Time,
        start: i64,
        of_block: impl Fn(&Block) -> i64,
        pick: impl Fn(i64, i64) -> i64,
    ) -> i64 {
        if to <= from {
            return start;
        }
        let mut picked = start;
        let Place {
            block: first,
            mut slot,
        } = self.place_of(from);
        for (index, block) in self.blocks[first..].iter().enumerate() {
            if self.block_starts[first + index] >= to {
                break;
            }
            let next = self.block_starts.get(first + index + 1);
            if slot == 0 && next.is_some_and(|&next| next <= to) {
                picked = pick(picked, of_block(block));
                continue;
            }
            for (&start, &free) in block.starts[slot..].iter().zip(&block.free[slot..]) {
                if start >= to {
                    break;
                }
                picked = pick(picked, free + block.owed);
            }
            slot = 0;
        }
        picked
    }

    /// The first slot at or after `place` with at least `size` free processors.
    fn next_with(&self, place: Place, size: i64) -> Option<Place> {
        let mut from = place.slot;
        for (index, block) in self.blocks.iter().enumerate().skip(place.block) {
            if block.most >= size {
                let wanted = size - block.owed;
                let rest = &block.free[from..];
                if let Some(found) = rest.iter().position(|&free| free >= wanted) {
                    return Some(Place {
                        block: index,
                        slot: from + found,
                    });
                }
            }
            from = 0;
        }
        None
    }

    /// The first slot at or after `place`, and beginning before `until`, with fewer than `size`.
    fn next_without(&self, place: Place, size: i64, until: Time) -> Option<Place> {
        let mut from = place.slot;
        for (index, block) in self.blocks.iter().enumerate().skip(place.block) {
            if block.starts[0] >= until {
                return None;
            }
            if block.least < size {
                let wanted = size - block.owed;
                let rest = &block.free[from..];
                if let Some(found) = rest.iter().position(|&free| free < wanted) {
                    let slot = from + found;
                    return (block.starts[slot] < until).then_some(Place { block: index, slot });
                }
            }
            from = 0;
        }
        None
    }
}

impl Availability for BlockedCarts {
    fn capacity(&self) -> u32 {
        self.capacity
    }

    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        self.add(from, to, -i64::from(processors));
    }

    fn release(&mut self, from: Time, to: Time, processors: u32) {
        self.add(from, to, i64::from(processors));
    }

    fn least_free(&self, from: Time, to: Time) -> i64 {
        if to <= from {
            return i64::from(self.capacity);
        }
        self.fold(from, to, i64::MAX, |block| block.least, i64::min)
    }

    fn most_free(&self, from: Time, to: Time) -> i64 {
        self.fold(from, to, i64::MIN, |block| block.most, i64::max)
    }

    /// ARTS² (see [`super::Carts`]) that leaps: to the next slot with enough, then to the next
    /// without, until those lie far enough apart.
    fn earliest_fit(&self, request: &Request) -> Option<Time> {
        let size = i64::from(request.processors);
        let mut place = self.place_of(request.ready);
        loop {
            place = self.next_with(place, size)?;
            let start = self.blocks[place.block].starts[place.slot].max(request.ready);
            if !request.meets_deadline(start) {
                return None;
            }
            let end = start.saturating_add(request.length);
            match self.next_without(place, size, end) {
                Some(short) => place = short,
                None => return Some(start),
            }
        }
    }

    fn forget_before(&mut self, time: Time) {
        // Whole blocks only: the rest costs nothing, for every search begins at its ready time.
        let block = self.place_of(time).block;
        if block > 0 {
            self.blocks.drain(..block);
            self.block_starts.drain(..block);
            self.blocks[0].starts[0] = BEGINNING;
            self.block_starts[0] = BEGINNING;
        }
    }

    fn steps(&self) -> Vec<Step> {
        let slots = self.blocks.iter().flat_map(|block| {
            let slots = block.starts.iter().zip(&block.free);
            slots.map(|(&start, free)| Step {
                start,
                free: free + block.owed,
            })
        });
        slots.collect()
    }
}
