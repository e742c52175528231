//! Idle periods in groups, in blocks: one copy of each, however many slots it reaches over.

use std::cmp::Reverse;

use super::{FOREVER, IdlePeriod, IdlePeriods, Operations, Selection, ServerSet, Share, servers_of};
use crate::availability::{BEGINNING, BlockedCarts, Request};
use workload::Time;

/// Idle periods, grouped by equal times.
///
/// Servers that were taken together are mostly given back together, so that their periods have the same
/// times. The groups are ordered by start, the latest first, then by end, in blocks whose head holds the
/// latest end. A search thus skips the blocks in which no server is idle long enough, and stops at the
/// last server that it needs. In addition a [`BlockedCarts`] counts the servers that are idle at each
/// time: where the count is too low at some time of an interval, no search is needed.
///
/// With g groups a search reads g / 128 heads in the worst case and a block for each group that it finds;
/// booking and releasing change a block or two for each group.
#[derive(Clone, Debug)]
pub struct GroupedPeriods {
    servers: u32,
    now: Time,
    heads: Vec<Head>,
    blocks: Vec<Block>,
    /// How many groups there are, and how many were put in since those that are over were taken out.
    groups: usize,
    put_in: usize,
    /// How many servers are idle at each time.
    idle: BlockedCarts,
    operations: Operations,
}

/// Past periods are removed after this many groups were added, or as many as there are.
const SWEPT_AFTER: usize = 256;

impl GroupedPeriods {
    /// `servers` servers that have never been booked. At most `i32::MAX / 2`.
    pub fn new(servers: u32) -> Self {
        let mut periods = Self {
            servers,
            now: BEGINNING,
            heads: Vec::new(),
            blocks: Vec::new(),
            groups: 0,
            put_in: 0,
            idle: BlockedCarts::new(servers),
            operations: Operations::default(),
        };
        periods.put(BEGINNING, FOREVER, ServerSet::first(servers));
        periods
    }

    /// How many groups it keeps, those that are over and not yet taken out among them.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// The block in which a group with these times stands or belongs.
    fn block_of(&self, start: Time, end: Time) -> usize {
        let key = (Reverse(start), end);
        let block = self.heads.partition_point(|head| head.last < key);
        block.min(self.heads.len().saturating_sub(1))
    }

    /// Adds servers to the group with these times; makes it if there is none. A period that is over or
    /// empty is none.
    fn put(&mut self, start: Time, end: Time, servers: ServerSet) {
        if end <= start || end <= self.now || servers.is_empty() {
            return;
        }
        if self.blocks.is_empty() {
            self.blocks.push(Block::default());
            self.heads.push(Head::of_nothing());
        }
        let at = self.block_of(start, end);
        self.operations.update += 1;
        if self.blocks[at].put(start, end, servers) {
            self.groups += 1;
            self.put_in += 1;
            self.heads[at].widen(start, end);
        }
        if let Some(rest) = self.blocks[at].split_off_if_full() {
            self.heads.insert(at + 1, rest.head());
            self.blocks.insert(at + 1, rest);
            self.heads[at] = self.blocks[at].head();
        }
    }

    /// Takes servers out of the group with these times, which has them.
    fn take(&mut self, start: Time, end: Time, servers: &ServerSet) {
        let at = self.block_of(start, end);
        self.operations.update += 1;
        let Some(block) = self.blocks.get_mut(at) else {
            return;
        };
        if !block.take(start, end, servers) {
            return;
        }
        self.groups -= 1;
        if block.groups.is_empty() {
            self.blocks.remove(at);
            self.heads.remove(at);
        } else if self.heads[at].rests_on(start, end) {
            self.heads[at] = block.head();
        }
    }

    /// Calls `tell` with the groups that are idle throughout, by start from the latest on, until it
    /// returns false. Returns the number of heads and groups read.
    fn feasible(&self, from: Time, to: Time, mut tell: impl FnMut(&Group) -> bool) -> u64 {
        let mut looked = 0;
        let first = self.heads.partition_point(|head| head.last.0.0 > from);
        for (head, block) in self.heads[first..].iter().zip(&self.blocks[first..]) {
            looked += 1;
            if head.latest_end < to {
                continue;
            }
            let begun = block.groups.partition_point(|it| it.start > from);
            for group in &block.groups[begun..] {
                looked += 1;
                if group.end >= to && !tell(group) {
                    return looked;
                }
            }
        }
        looked
    }

    /// All of them.
    fn all_feasible(&mut self, from: Time, to: Time) -> Vec<Share> {
        let mut found = Vec::new();
        self.operations.search += self.feasible(from, to, |group| {
            found.push(group.share());
            true
        });
        found
    }

    /// The first groups that have enough servers together.
    fn latest(&mut self, from: Time, to: Time, count: u32) -> Option<Vec<Share>> {
        let mut wanted = count;
        let mut found = Vec::new();
        self.operations.search += self.feasible(from, to, |group| {
            let mut share = group.share();
            if group.count > wanted {
                share.servers = share.servers.take_lowest(wanted);
            }
            wanted -= group.count.min(wanted);
            found.push(share);
            wanted > 0
        });
        (wanted == 0).then_some(found)
    }

    /// Removes past periods.
    fn sweep(&mut self) {
        let now = self.now;
        self.operations.roll += self.groups as u64;
        let groups = std::mem::take(&mut self.blocks).into_iter();
        let groups = groups.flat_map(|it| it.groups).filter(|it| it.end > now);
        self.blocks = Block::of_ascending(groups);
        self.heads = self.blocks.iter().map(Block::head).collect();
        self.groups = self.blocks.iter().map(|it| it.groups.len()).sum();
        self.put_in = 0;
    }

    /// Removes the periods of these servers that begin at `time`. Returns their ends and the servers of
    /// each.
    fn take_beginning_at(&mut self, time: Time, servers: &ServerSet) -> Vec<(Time, ServerSet)> {
        let mut left = servers.clone();
        let mut found = Vec::new();
        let first = self.block_of(time, Time::MIN);
        for block in self.blocks.iter().skip(first) {
            self.operations.update += 1;
            for group in &block.groups {
                self.operations.update += 1;
                if group.start < time || left.is_empty() {
                    break;
                }
                if group.start == time {
                    let (both, others) = left.parted_by(&group.servers);
                    left = others;
                    if !both.is_empty() {
                        found.push((group.end, both));
                    }
                }
            }
            if left.is_empty() || block.groups.last().is_some_and(|it| it.start < time) {
                break;
            }
        }
        for (end, servers) in &found {
            self.take(time, *end, servers);
        }
        if !left.is_empty() {
            found.push((time, left));
        }
        found
    }

    /// Removes the periods of these servers that end at `time`, if that is in the future. Returns
    /// their starts and the servers of each.
    fn take_ending_at(&mut self, time: Time, servers: ServerSet) -> Vec<(Time, ServerSet)> {
        let mut left = servers;
        let mut found = Vec::new();
        if time > self.now {
            self.operations.update += self.feasible(time - 1, time, |group| {
                if group.end == time {
                    let (both, others) = left.parted_by(&group.servers);
                    left = others;
                    if !both.is_empty() {
                        found.push((group.start, both));
                    }
                }
                !left.is_empty()
            });
        }
        for (start, servers) in &found {
            self.take(*start, time, servers);
        }
        if !left.is_empty() {
            found.push((time, left));
        }
        found
    }
}

impl IdlePeriods for GroupedPeriods {
    fn servers(&self) -> u32 {
        self.servers
    }

    fn roll(&mut self, now: Time) {
        self.now = self.now.max(now);
        self.operations.roll += self.idle.counted_forget(now);
        if self.put_in > self.groups.max(SWEPT_AFTER) {
            self.sweep();
        }
    }

    fn search(&mut self, from: Time, to: Time, count: u32, selection: Selection) -> Option<Vec<Share>> {
        if matches!(selection, Selection::LatestStart | Selection::Printed) {
            return self.latest(from, to, count);
        }
        let mut found = self.all_feasible(from, to);
        if selection == Selection::FirstServer {
            let mut servers = servers_of(&found);
            if servers.count() < count {
                return None;
            }
            let chosen = servers.take_lowest(count);
            for share in &mut found {
                (share.servers, _) = share.servers.parted_by(&chosen);
            }
            found.retain(|share| !share.servers.is_empty());
            return Some(found);
        }
        found.sort_by_key(|it| (it.end, Reverse(it.start)));
        let mut wanted = count;
        for share in &mut found {
            let taken = share.servers.take_lowest(wanted);
            wanted -= taken.count();
            share.servers = taken;
        }
        found.retain(|share| !share.servers.is_empty());
        (wanted == 0).then_some(found)
    }

    fn book(&mut self, chosen: &[Share], from: Time, to: Time) {
        for share in chosen {
            self.take(share.start, share.end, &share.servers);
            self.put(share.start, from, share.servers.clone());
            self.put(to, share.end, share.servers.clone());
        }
        let count = chosen.iter().map(|it| it.servers.count()).sum();
        self.operations.update += self.idle.counted_reserve(from, to, count);
    }

    fn release(&mut self, servers: &ServerSet, from: Time, to: Time) {
        self.operations.update += self.idle.counted_release(from, to, servers.count());
        for (end, servers) in self.take_beginning_at(to, servers) {
            for (start, servers) in self.take_ending_at(from, servers) {
                self.put(start, end, servers);
            }
        }
    }

    fn idle_throughout(&mut self, from: Time, to: Time) -> ServerSet {
        servers_of(&self.all_feasible(from, to))
    }

    fn periods(&self, from: Time, to: Time) -> Vec<IdlePeriod> {
        let mut found = Vec::new();
        let groups = self.blocks.iter().flat_map(|it| &it.groups);
        let overlap = |it: &&Group| it.start < to && it.end > from && it.end > self.now;
        for group in groups.filter(overlap) {
            found.extend(group.servers.iter().map(|server| IdlePeriod { start: group.start, end: group.end, server }));
        }
        found
    }

    fn hopeless_until(&mut self, from: Time, length: Time, count: u32) -> Time {
        let request = Request { ready: from, deadline: None, length, processors: count };
        let (found, looked) = self.idle.counted_fit(&request);
        self.operations.look_up += looked;
        found.unwrap_or(FOREVER)
    }

    fn operations(&self) -> Operations {
        self.operations
    }
}

/// Groups per block at the most.
const BLOCK: usize = 128;

/// Servers that are idle for the same period.
#[derive(Clone, Debug)]
struct Group {
    start: Time,
    end: Time,
    count: u32,
    servers: ServerSet,
}

impl Group {
    fn key(&self) -> (Reverse<Time>, Time) {
        (Reverse(self.start), self.end)
    }

    /// All of it.
    fn share(&self) -> Share {
        Share { start: self.start, end: self.end, servers: self.servers.clone() }
    }
}

/// Some neighbouring groups: by start from the latest on, then by end.
#[derive(Clone, Debug, Default)]
struct Block {
    groups: Vec<Group>,
}

/// Summary of a block that lets a search skip it.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// The times of its last group.
    last: (Reverse<Time>, Time),
    latest_end: Time,
}

impl Head {
    /// That of a block without groups.
    const fn of_nothing() -> Self {
        Self { last: (Reverse(Time::MAX), Time::MIN), latest_end: Time::MIN }
    }

    /// A group with these times was put in.
    fn widen(&mut self, start: Time, end: Time) {
        self.last = self.last.max((Reverse(start), end));
        self.latest_end = self.latest_end.max(end);
    }

    /// Whether its values may stem from the group with these times.
    fn rests_on(&self, start: Time, end: Time) -> bool {
        self.latest_end == end || self.last == (Reverse(start), end)
    }
}

impl Block {
    /// Groups in their order, as blocks with room for more.
    fn of_ascending(groups: impl Iterator<Item = Group>) -> Vec<Self> {
        let mut blocks: Vec<Self> = Vec::new();
        for group in groups {
            match blocks.last_mut() {
                Some(block) if block.groups.len() < BLOCK * 3 / 4 => block.groups.push(group),
                _ => blocks.push(Self { groups: vec![group] }),
            }
        }
        blocks
    }

    /// Its head as it is now. O(groups).
    fn head(&self) -> Head {
        let mut head = Head::of_nothing();
        for group in &self.groups {
            head.widen(group.start, group.end);
        }
        head
    }

    /// Adds servers to the group with these times; `true` if it had to be made. O(groups).
    fn put(&mut self, start: Time, end: Time, servers: ServerSet) -> bool {
        let key = (Reverse(start), end);
        match self.groups.binary_search_by_key(&key, Group::key) {
            Ok(at) => {
                let group = &mut self.groups[at];
                group.count += servers.count();
                group.servers.add(&servers);
                false
            }
            Err(at) => {
                let group = Group { start, end, count: servers.count(), servers };
                self.groups.insert(at, group);
                true
            }
        }
    }

    /// Takes servers out of the group with these times; `true` if none is left. O(groups).
    fn take(&mut self, start: Time, end: Time, servers: &ServerSet) -> bool {
        let key = (Reverse(start), end);
        let Ok(at) = self.groups.binary_search_by_key(&key, Group::key) else {
            debug_assert!(false, "no such group");
            return false;
        };
        let group = &mut self.groups[at];
        let (taken, left) = group.servers.parted_by(servers);
        group.count -= taken.count();
        group.servers = left;
        let is_empty = group.count == 0;
        if is_empty {
            self.groups.remove(at);
        }
        is_empty
    }

    /// The upper half of its groups, taken out of it, if there are too many.
    fn split_off_if_full(&mut self) -> Option<Self> {
        (self.groups.len() > BLOCK).then(|| Self { groups: self.groups.split_off(BLOCK / 2) })
    }
}
