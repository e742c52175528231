//! A calendar as the text describes it: an array of slots, each examined by itself.

use super::*;

/// A booking: its demand, its start, its first slot's beginning and its last slot's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    pub demand: Demand,
    pub start: Time,
    pub from: Time,
    pub to: Time,
}

pub struct Array {
    lengths: Vec<Time>,
    marks: Vec<usize>,
    nodes: u32,
    /// Of each level but the finest.
    limits: Vec<u32>,
    /// Level, beginning and end of each slot.
    pub slots: Vec<(usize, Time, Time)>,
    pub jobs: BTreeMap<u32, Held>,
}

impl Array {
    pub fn new(levels: &[Level], low_water: Option<u32>, percents: &[u32], nodes: u32, now: Time) -> Self {
        let lengths: Vec<Time> = levels.iter().map(|it| it.length).collect();
        let last = levels.len() - 1;
        let count = |it: &Level| it.count.unwrap_or(1).max(1) as usize;
        let marks = levels[..last].iter();
        let marks = marks.map(|it| low_water.map_or(count(it), |mark| mark.max(1) as usize));
        let mut slots = Vec::new();
        let mut begin = now - now.rem_euclid(lengths[0]);
        for (number, it) in levels.iter().enumerate() {
            let mut made = 0;
            let next = lengths.get(number + 1).copied().unwrap_or(1);
            while made < count(it) || begin % next != 0 {
                slots.push((number, begin, begin + it.length));
                begin += it.length;
                made += 1;
            }
        }
        let mut array = Self {
            marks: marks.collect(),
            lengths,
            nodes,
            limits: percents.iter().map(|it| nodes * it / 100).collect(),
            slots,
            jobs: BTreeMap::new(),
        };
        array.split();
        array
    }

    fn grow(&mut self) {
        let level = self.lengths.len() - 1;
        let begin = self.slots.last().unwrap().2;
        self.slots.push((level, begin, begin + self.lengths[level]));
    }

    fn split(&mut self) {
        for level in (0..self.marks.len()).cycle() {
            let left = |level: usize| self.slots.iter().filter(|it| it.0 == level).count();
            if (0..self.marks.len()).all(|it| left(it) >= self.marks[it]) {
                return;
            }
            if left(level) >= self.marks[level] {
                continue;
            }
            let Some(at) = self.slots.iter().position(|it| it.0 == level + 1) else {
                if level + 2 == self.lengths.len() {
                    self.grow();
                }
                continue;
            };
            let (_, start, end) = self.slots.remove(at);
            let length = self.lengths[level];
            let parts = (end - start) / length;
            let part = |it: i64| (level, start + it * length, start + (it + 1) * length);
            self.slots.splice(at..at, (0..parts).map(part));
        }
    }

    pub fn roll(&mut self, now: Time) {
        // Slots are used up one by one.
        while self.slots[0].2 <= now {
            if self.slots.len() == 1 {
                self.grow();
            }
            self.slots.remove(0);
            self.split();
        }
        let jobs: Vec<u32> = self.jobs.keys().copied().collect();
        for job in jobs {
            let held = self.jobs[&job];
            self.reach(held.to);
            let (from, to) = self.whole_slots(held.start, held.start + held.demand.length, held);
            self.jobs.insert(job, Held { from, to, ..held });
        }
    }

    /// Grows until there is a slot that ends at `end` or later.
    pub fn reach(&mut self, end: Time) {
        while self.slots.last().unwrap().2 < end {
            self.grow();
        }
    }

    /// Beginning and end of the slots that meet `start..end`; the past keeps its slots.
    fn whole_slots(&self, start: Time, end: Time, held: Held) -> (Time, Time) {
        let begin = self.slots[0].1;
        let meets = |it: &&(usize, Time, Time)| it.1 < end && it.2 > start;
        let met: Vec<_> = self.slots.iter().filter(meets).collect();
        let from = if start < begin { held.from } else { met.first().map_or(start, |it| it.1) };
        // Past time consisted of finest slots in the end.
        let length = self.lengths[0];
        let finest_end = (end + length - 1).div_euclid(length) * length;
        (from, met.last().map_or(finest_end, |it| it.2))
    }

    pub fn free(&self, (_, start, end): (usize, Time, Time), but: Option<u32>) -> u32 {
        let has = |it: &Held| it.from <= start && end <= it.to;
        let others = self.jobs.iter().filter(|(job, it)| Some(**job) != but && has(it));
        self.nodes - others.map(|(_, it)| it.demand.nodes).sum::<u32>()
    }

    fn fits(&self, slot: (usize, Time, Time), nodes: u32, but: Option<u32>) -> bool {
        let free = self.free(slot, but);
        if slot.0 == 0 {
            return free >= nodes;
        }
        // A job keeps its own nodes.
        let own = but.and_then(|job| self.jobs.get(&job));
        if own.is_some_and(|it| it.from <= slot.1 && slot.2 <= it.to) {
            return true;
        }
        // Committed to several jobs up to the limit, or to one alone.
        let limit = self.limits[slot.0 - 1];
        free == self.nodes && nodes > limit || self.nodes - free + nodes <= limit
    }

    /// The first slot from which the nodes are free in all slots that are needed.
    pub fn earliest(&mut self, demand: Demand, ready: Time, but: Option<u32>) -> Option<Held> {
        if demand.nodes > self.nodes {
            return None;
        }
        let held = |start, from, to| Held { demand, start, from, to };
        if demand.fixed {
            let length = self.lengths[0];
            let start = (ready + length - 1).div_euclid(length) * length;
            self.reach(start + demand.length);
            let meets = |it: &&(usize, Time, Time)| it.1 < start + demand.length && it.2 > start;
            let met: Vec<_> = self.slots.iter().copied().filter(|it| meets(&it)).collect();
            if met.iter().all(|&it| self.fits(it, demand.nodes, but)) {
                return Some(held(start, met[0].1, met[met.len() - 1].2));
            }
        }
        for first in 0.. {
            self.reach(ready);
            while first >= self.slots.len() {
                self.grow();
            }
            let start = self.slots[first].1;
            if start < ready {
                continue;
            }
            self.reach(start + demand.length);
            let met = self.slots[first..].iter().take_while(|it| it.1 < start + demand.length);
            let met: Vec<_> = met.copied().collect();
            if met.iter().all(|&it| self.fits(it, demand.nodes, but)) {
                return Some(held(start, start, met[met.len() - 1].2));
            }
        }
        None
    }

    /// Gives back the slots that begin at `now` or later; the occupied part of the present one stays
    /// blocked, used by no job.
    pub fn end(&mut self, job: u32, now: Time) {
        let held = self.jobs[&job];
        let to = self.slots.iter().find(|it| it.1 < now && now < it.2).map_or(now, |it| it.2).min(held.to);
        let length = (to - held.start).max(0);
        let demand = Demand { length, ..held.demand };
        self.jobs.insert(job, Held { demand, to, ..held });
    }
}
