//! A block of neighbouring groups, and its head.

use std::cmp::Reverse;

use crate::availability::idle_periods::{ServerSet, Share};
use workload::Time;

/// Groups per block at the most.
const BLOCK: usize = 128;

/// Servers that are idle for the same period.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) start: Time,
    pub(super) end: Time,
    pub(super) count: u32,
    pub(super) servers: ServerSet,
}

impl Group {
    fn key(&self) -> (Reverse<Time>, Time) {
        (Reverse(self.start), self.end)
    }

    /// All of it.
    pub(super) fn share(&self) -> Share {
        Share { start: self.start, end: self.end, servers: self.servers.clone() }
    }
}

/// Some neighbouring groups: by start from the latest on, then by end.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) groups: Vec<Group>,
}

/// Summary of a block that lets a search skip it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The times of its last group.
    pub(super) last: (Reverse<Time>, Time),
    pub(super) latest_end: Time,
}

impl Head {
    /// That of a block without groups.
    pub(super) const fn of_nothing() -> Self {
        Self { last: (Reverse(Time::MAX), Time::MIN), latest_end: Time::MIN }
    }

    /// A group with these times was put in.
    pub(super) fn widen(&mut self, start: Time, end: Time) {
        self.last = self.last.max((Reverse(start), end));
        self.latest_end = self.latest_end.max(end);
    }

    /// Whether its values may stem from the group with these times.
    pub(super) fn rests_on(&self, start: Time, end: Time) -> bool {
        self.latest_end == end || self.last == (Reverse(start), end)
    }
}

impl Block {
    /// Groups in their order, as blocks with room for more.
    pub(super) fn of_ascending(groups: impl Iterator<Item = Group>) -> Vec<Self> {
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
    pub(super) fn head(&self) -> Head {
        let mut head = Head::of_nothing();
        for group in &self.groups {
            head.widen(group.start, group.end);
        }
        head
    }

    /// Adds servers to the group with these times; `true` if it had to be made. O(groups).
    pub(super) fn put(&mut self, start: Time, end: Time, servers: ServerSet) -> bool {
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
    pub(super) fn take(&mut self, start: Time, end: Time, servers: &ServerSet) -> bool {
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
    pub(super) fn split_off_if_full(&mut self) -> Option<Self> {
        (self.groups.len() > BLOCK).then(|| Self { groups: self.groups.split_off(BLOCK / 2) })
    }
}
