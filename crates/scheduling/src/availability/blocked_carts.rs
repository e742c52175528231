//! CARTS in blocks: the same slots as [`super::Carts`], for long lists.
//!
//! The slots stand in blocks of at most 64. A head per block keeps its start and its least
//! and greatest count, and each block an amount owed to all its slots, so that reserving touches
//! two blocks and a head per block between, and searching skips the blocks that cannot matter.

use super::{Availability, BEGINNING, Request, Step};
use workload::Time;

/// Slots per block at the most.
const BLOCK: usize = 64;

/// A search looks for the last slot without room, not the first, where its interval goes on for so
/// many blocks.
const LEAP: usize = 4;

/// The slots of one provider in blocks. With v slots, reserving, releasing and searching look at
/// v / 64 heads and at a few blocks; a short list is a single block.
#[derive(Clone, Debug)]
pub struct BlockedCarts {
    capacity: u32,
    heads: Vec<Head>,
    blocks: Vec<Block>,
}

/// Where a slot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SlotPosition {
    block: usize,
    slot: usize,
}

impl BlockedCarts {
    /// A provider without promises. At most `i32::MAX / 2` processors.
    pub fn new(capacity: u32) -> Self {
        let block = Block::whole(capacity as i32);
        Self { capacity, heads: vec![block.head()], blocks: vec![block] }
    }

    /// The slot that holds `time`.
    #[inline]
    fn place_of(&self, time: Time) -> SlotPosition {
        // Most queries ask about the present, which lies in the first slot once the past is
        // forgotten.
        let starts = &self.blocks[0].starts;
        if starts.get(1).is_some_and(|&second| time < second) {
            return SlotPosition { block: 0, slot: 0 };
        }
        self.search(time)
    }

    /// The slot that holds `time`, wherever it is.
    fn search(&self, time: Time) -> SlotPosition {
        let block = self.heads.partition_point(|head| head.start <= time) - 1;
        SlotPosition { block, slot: self.blocks[block].slot_at(time) }
    }

    /// The slot that holds `time`, which is not before this block.
    fn place_from(&self, block: usize, time: Time) -> SlotPosition {
        let later = &self.heads[block + 1..];
        let more = match later.first() {
            Some(next) if next.start <= time => later.partition_point(|head| head.start <= time),
            _ => 0,
        };
        let block = block + more;
        SlotPosition { block, slot: self.blocks[block].slot_at(time) }
    }

    /// Makes a slot begin at `time`, which lies at `place`. The head of its block stays true.
    fn split(&mut self, place: SlotPosition, time: Time) -> SlotPosition {
        let block = &mut self.blocks[place.block];
        if block.starts[place.slot] == time {
            return place;
        }
        let slot = place.slot + 1;
        block.starts.insert(slot, time);
        block.free.insert(slot, block.free[place.slot]);
        if block.starts.len() <= BLOCK {
            return SlotPosition { slot, ..place };
        }
        self.halve(place.block);
        self.place_of(time)
    }

    fn halve(&mut self, index: usize) {
        let block = &mut self.blocks[index];
        let upper = block.split_off_half();
        self.heads[index] = block.head();
        self.heads.insert(index + 1, upper.head());
        self.blocks.insert(index + 1, upper);
    }

    /// Removes a slot if it equals the slot before it. The positions before it stay valid.
    fn merge(&mut self, SlotPosition { block: index, slot }: SlotPosition) {
        let block = &self.blocks[index];
        let here = block.free[slot] + block.owed;
        let before = match (index, slot) {
            (0, 0) => return,
            (_, 0) => {
                let before = &self.blocks[index - 1];
                before.free[before.free.len() - 1] + before.owed
            }
            _ => block.free[slot - 1] + block.owed,
        };
        if before == here {
            self.remove(SlotPosition { block: index, slot });
        }
    }

    fn remove(&mut self, SlotPosition { block: index, slot }: SlotPosition) {
        let block = &mut self.blocks[index];
        block.starts.remove(slot);
        block.free.remove(slot);
        if block.starts.is_empty() {
            self.blocks.remove(index);
            self.heads.remove(index);
        } else if slot == 0 {
            // Within a block an equal neighbour remains and the head with it; not across a border.
            self.heads[index] = block.head();
        }
    }

    /// Adds processors throughout; calls `changed` with the number of heads and slots that it
    /// changes.
    fn add(&mut self, from: Time, to: Time, processors: i32, changed: &mut impl FnMut(usize)) {
        if to <= from {
            return;
        }
        let first = self.split(self.place_of(from), from);
        // May halve a block, but none before the one that holds `from`.
        let end = self.split(self.place_from(first.block, to), to);
        let first = if first.slot < self.blocks[first.block].starts.len() { first } else { self.place_of(from) };
        for index in first.block..=end.block {
            let block = &mut self.blocks[index];
            let low = if index == first.block { first.slot } else { 0 };
            let high = if index == end.block { end.slot } else { block.free.len() };
            if low == 0 && high == block.free.len() {
                block.owed += processors;
                self.heads[index].least += processors;
                self.heads[index].most += processors;
                changed(1);
            } else if low < high {
                changed(1 + high - low);
                for free in &mut block.free[low..high] {
                    *free += processors;
                }
                self.heads[index] = block.head();
            }
        }
        self.merge(end);
        self.merge(first);
    }

    /// Folds the counts of the slots that meet `from..to`, whole blocks by their heads.
    fn fold(
        &self,
        from: Time,
        to: Time,
        start: i32,
        of_head: impl Fn(&Head) -> i32,
        pick: impl Fn(i32, i32) -> i32,
    ) -> i32 {
        let SlotPosition { block, mut slot } = self.place_of(from);
        let mut picked = start;
        for index in block..self.heads.len() {
            if self.heads[index].start >= to {
                break;
            }
            let next = self.heads.get(index + 1);
            if slot == 0 && next.is_some_and(|next| next.start <= to) {
                picked = pick(picked, of_head(&self.heads[index]));
                continue;
            }
            let block = &self.blocks[index];
            let slots = block.starts[slot..].iter().zip(&block.free[slot..]);
            for (_, &free) in slots.take_while(|&(&start, _)| start < to) {
                picked = pick(picked, free + block.owed);
            }
            slot = 0;
        }
        picked
    }

    /// The first slot at or after `place` with at least `size` free processors; calls `looked` with the number
    /// of heads and slots that it reads.
    fn next_with(&self, place: SlotPosition, size: i32, looked: &mut impl FnMut(usize)) -> Option<SlotPosition> {
        let mut slot = place.slot;
        for (index, head) in (place.block..).zip(&self.heads[place.block..]) {
            looked(1);
            if head.most >= size {
                let block = &self.blocks[index];
                let wanted = size - block.owed;
                let found = block.free[slot..].iter().position(|&free| free >= wanted);
                looked(found.map_or(block.free.len() - slot, |it| it + 1));
                if let Some(found) = found {
                    let slot = slot + found;
                    return Some(SlotPosition { block: index, slot });
                }
            }
            slot = 0;
        }
        None
    }

    /// The first slot at or after `place`, and beginning before `until`, with fewer than `size`; calls `looked`
    /// with the number of heads and slots that it reads.
    fn next_without(
        &self,
        place: SlotPosition,
        size: i32,
        until: Time,
        looked: &mut impl FnMut(usize),
    ) -> Option<SlotPosition> {
        let mut slot = place.slot;
        for (index, head) in (place.block..).zip(&self.heads[place.block..]) {
            looked(1);
            if head.start >= until {
                return None;
            }
            if head.least < size {
                let block = &self.blocks[index];
                let wanted = size - block.owed;
                let found = block.free[slot..].iter().position(|&free| free < wanted);
                looked(found.map_or(block.free.len() - slot, |it| it + 1));
                if let Some(found) = found {
                    let slot = slot + found;
                    let in_time = block.starts[slot] < until;
                    return in_time.then_some(SlotPosition { block: index, slot });
                }
            }
            slot = 0;
        }
        None
    }

    /// The first slot of the run of slots with at least `size` that holds this one, if it has.
    fn run_begins(&self, SlotPosition { block, slot }: SlotPosition, size: i32) -> Option<SlotPosition> {
        let mut first = None;
        let mut slots = slot + 1;
        for index in (0..=block).rev() {
            let block = &self.blocks[index];
            let all = block.free.len();
            let here = std::mem::replace(&mut slots, usize::MAX).min(all);
            let wanted = size - block.owed;
            let enough = if here == all && self.heads[index].least >= size {
                all
            } else {
                block.free[..here].iter().rev().take_while(|&&free| free >= wanted).count()
            };
            if enough > 0 {
                first = Some(SlotPosition { block: index, slot: here - enough });
            }
            if enough < here {
                break;
            }
        }
        first
    }

    /// The last slot beginning before `until` with fewer than `size`, of which `first` is one.
    // Seldom called: inlined, it would slow the others down.
    #[inline(never)]
    fn last_without(
        &self,
        first: SlotPosition,
        size: i32,
        until: Time,
        looked: &mut impl FnMut(usize),
    ) -> SlotPosition {
        let last = self.heads.partition_point(|head| head.start < until) - 1;
        for index in (first.block..=last).rev() {
            looked(1);
            if self.heads[index].least >= size {
                continue;
            }
            let block = &self.blocks[index];
            looked(block.free.len());
            let mut slots = block.free.iter().zip(&block.starts);
            let wanted = size - block.owed;
            let found = slots.rposition(|(&free, &start)| free < wanted && start < until);
            if let Some(slot) = found {
                return SlotPosition { block: index, slot };
            }
        }
        first
    }

    /// ARTS² (see [`super::Carts`]) that leaps: to the next slot with enough, and if the interval from
    /// there on has a slot without, to behind the last such.
    ///
    /// Two leaps get further than the request is long: behind the last slot without there is enough
    /// until the interval's end, so the next one without, if any, is beyond that.
    fn fit_before(&self, request: &Request, limit: Time, looked: &mut impl FnMut(usize)) -> Option<Time> {
        let size = i32::try_from(request.processors).ok()?;
        let mut place = self.place_of(request.ready);
        loop {
            place = self.next_with(place, size, looked)?;
            let start = self.blocks[place.block].starts[place.slot].max(request.ready);
            if start >= limit || !request.meets_deadline(start) {
                return None;
            }
            let end = start.saturating_add(request.length).min(limit);
            let Some(short) = self.next_without(place, size, end, looked) else {
                return Some(start);
            };
            let far = self.heads.get(short.block + LEAP);
            place = if far.is_some_and(|far| far.start < end) {
                self.last_without(short, size, end, looked)
            } else {
                short
            };
        }
    }
}

impl Availability for BlockedCarts {
    fn capacity(&self) -> u32 {
        self.capacity
    }

    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        self.add(from, to, -(processors as i32), &mut |_| ());
    }

    fn release(&mut self, from: Time, to: Time, processors: u32) {
        self.add(from, to, processors as i32, &mut |_| ());
    }

    fn least_free(&self, from: Time, to: Time) -> i64 {
        if to <= from {
            return i64::from(self.capacity);
        }
        i64::from(self.fold(from, to, i32::MAX, |head| head.least, i32::min))
    }

    fn most_free(&self, from: Time, to: Time) -> i64 {
        if to <= from {
            return i64::MIN;
        }
        i64::from(self.fold(from, to, i32::MIN, |head| head.most, i32::max))
    }

    fn slots_from(&self, time: Time, tell: &mut dyn FnMut(Time, i64) -> bool) {
        let SlotPosition { block, mut slot } = self.place_of(time);
        for block in &self.blocks[block..] {
            let mut slots = block.starts[slot..].iter().zip(&block.free[slot..]);
            if !slots.all(|(&start, &free)| tell(start, i64::from(free + block.owed))) {
                return;
            }
            slot = 0;
        }
    }

    fn slots_back(&self, time: Time, tell: &mut dyn FnMut(Time, i64) -> bool) {
        let SlotPosition { block, slot } = self.place_of(time);
        let mut after = slot + 1;
        for block in self.blocks[..=block].iter().rev() {
            let slots = block.free.len().min(after);
            let mut slots = block.starts[..slots].iter().zip(&block.free[..slots]).rev();
            if !slots.all(|(&start, &free)| tell(start, i64::from(free + block.owed))) {
                return;
            }
            after = usize::MAX;
        }
    }

    fn free_since(&self, time: Time, processors: u32) -> Time {
        let Ok(size) = i32::try_from(processors) else {
            return time;
        };
        let place = self.place_of(time.saturating_sub(1));
        match self.run_begins(place, size) {
            Some(first) => self.blocks[first.block].starts[first.slot],
            None => time,
        }
    }

    fn free_until(&self, time: Time, processors: u32) -> Time {
        let Ok(size) = i32::try_from(processors) else {
            return time;
        };
        let next = self.next_without(self.place_of(time), size, Time::MAX, &mut |_| ());
        next.map_or(Time::MAX, |it| self.blocks[it.block].starts[it.slot].max(time))
    }

    fn earliest_fit_before(&self, request: &Request, limit: Time) -> Option<Time> {
        self.fit_before(request, limit, &mut |_| ())
    }

    fn forget_before(&mut self, time: Time) {
        let SlotPosition { block, slot } = self.place_of(time);
        if (block, slot) == (0, 0) {
            return;
        }
        self.blocks.drain(..block);
        self.heads.drain(..block);
        let first = &mut self.blocks[0];
        first.starts.drain(..slot);
        first.free.drain(..slot);
        first.starts[0] = BEGINNING;
        self.heads[0] = first.head();
    }

    fn steps(&self) -> Vec<Step> {
        let slots = self.blocks.iter().flat_map(|block| {
            block
                .starts
                .iter()
                .zip(&block.free)
                .map(|(&start, free)| Step { start, free: i64::from(free + block.owed) })
        });
        slots.collect()
    }
}

/// Summary of a block that lets a search skip the block.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Start of its first slot.
    start: Time,
    /// Its least and greatest count.
    least: i32,
    most: i32,
}

/// Some neighbouring slots. The count of slot `i` is `free[i] + owed`.
#[derive(Clone, Debug)]
struct Block {
    starts: Vec<Time>,
    free: Vec<i32>,
    owed: i32,
}

impl Block {
    /// A single slot: `free` processors through all time.
    fn whole(free: i32) -> Self {
        Self { starts: vec![BEGINNING], free: vec![free], owed: 0 }
    }

    /// The slot that holds `time`, which is not before the block. O(log slots).
    fn slot_at(&self, time: Time) -> usize {
        self.starts.partition_point(|&start| start <= time) - 1
    }

    /// Takes the upper half of its slots out of it.
    fn split_off_half(&mut self) -> Self {
        let half = self.starts.len() / 2;
        Self { starts: self.starts.split_off(half), free: self.free.split_off(half), owed: self.owed }
    }

    /// Its head as it is now. O(slots).
    fn head(&self) -> Head {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for &free in &self.free {
            least = least.min(free);
            most = most.max(free);
        }
        Head { start: self.starts[0], least: least + self.owed, most: most + self.owed }
    }
}

impl BlockedCarts {
    /// The earliest fit ([`Availability::earliest_fit`]), and how many heads and slots were looked at.
    pub fn counted_fit(&self, request: &Request) -> (Option<Time>, u64) {
        let mut looked = 0;
        let found = self.fit_before(request, Time::MAX, &mut |more| looked += more);
        (found, looked as u64)
    }

    /// Reserves ([`Availability::reserve`]); how many heads and slots were changed.
    pub fn counted_reserve(&mut self, from: Time, to: Time, processors: u32) -> u64 {
        let mut changed = 0;
        self.add(from, to, -(processors as i32), &mut |more| changed += more);
        changed as u64
    }

    /// Releases ([`Availability::release`]); how many heads and slots were changed.
    pub fn counted_release(&mut self, from: Time, to: Time, processors: u32) -> u64 {
        let mut changed = 0;
        self.add(from, to, processors as i32, &mut |more| changed += more);
        changed as u64
    }

    /// Forgets ([`Availability::forget_before`]); how many blocks and slots of the first one were dropped.
    pub fn counted_forget(&mut self, time: Time) -> u64 {
        let dropped = self.place_of(time);
        self.forget_before(time);
        (dropped.block + dropped.slot) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_counted_and_the_answer_is_the_same() {
        let mut carts = BlockedCarts::new(4);
        // The slots: the one before 10, 10 to 20, and the one from 20 on.
        assert_eq!(carts.counted_reserve(10, 20, 3), 2, "the head and one slot");
        let request = Request { ready: 5, deadline: None, length: 6, processors: 2 };
        let (found, looked) = carts.counted_fit(&request);
        assert_eq!(found, carts.earliest_fit(&request));
        assert_eq!(found, Some(20));
        // With enough: the head and the first slot. Without: the head, and both slots up to 10. From there on with
        // enough: the head and two slots. Without, until 26: the head and the last slot.
        assert_eq!(looked, 2 + 3 + 3 + 2);
        assert_eq!(carts.counted_forget(15), 1, "the slot before 10");
        assert_eq!(carts.counted_release(10, 20, 3), 2);
    }
}
