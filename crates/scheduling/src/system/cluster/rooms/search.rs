//! Whether a job has room now, and when it has the next time.

use super::{Place, Rooms};
use crate::policy::placement::{Gpus, Placement};
use crate::system::cluster::requests::Asked;
use workload::Time;

impl Rooms {
    /// The most chunks of a kind that running jobs leave room for now, in the partition where it is most. O(changes since
    /// the last call).
    pub fn chunks_now(&mut self, kind: u32) -> u64 {
        let mut most = 0;
        for at in 0..self.requests.kinds[kind as usize].shapes.len() {
            let shape = self.requests.kinds[kind as usize].shapes[at];
            self.update(shape);
            most = most.max(self.indexes[shape as usize].total);
        }
        most
    }

    /// Whether a job that starts now has room until its limit.
    pub fn fits(&mut self, asked: Asked, now: Time, limit: Time) -> bool {
        let mut shapes = 0..self.requests.kinds[asked.kind as usize].shapes.len();
        shapes.any(|at| {
            let shape = self.requests.kinds[asked.kind as usize].shapes[at];
            self.shape_fits(shape, asked.count, now, limit)
        })
    }

    /// The place of a job that starts now, in the first of its partitions with room; `job` is its index.
    pub fn place_now(&mut self, asked: Asked, job: u32, now: Time, limit: Time) -> Option<Place> {
        let interval = (now, now.saturating_add(limit));
        (0..self.requests.kinds[asked.kind as usize].shapes.len()).find_map(|at| {
            let shape = self.requests.kinds[asked.kind as usize].shapes[at];
            let fits = self.shape_fits(shape, asked.count, now, limit);
            fits.then(|| self.place(shape, asked.count, job, interval))?
        })
    }

    /// The earliest time after `now` at which a job has room for its limit, and its place then: of several partitions the
    /// first with the earliest time. `None` where it would have to wait for jobs without a limit.
    pub fn place_later(&mut self, asked: Asked, job: u32, limit: Time) -> Option<(Time, Place)> {
        let mut earliest: Option<(Time, Place)> = None;
        for at in 0..self.requests.kinds[asked.kind as usize].shapes.len() {
            let shape = self.requests.kinds[asked.kind as usize].shapes[at];
            let found = if self.needs_trials(shape, asked.count) {
                self.earliest_by_trials(shape, asked.count, job, limit)
            } else {
                self.earliest_by_count(shape, asked.count, job, limit)
            };
            if let Some((time, place)) = found
                && earliest.as_ref().is_none_or(|it| time < it.0)
            {
                earliest = Some((time, place));
            }
        }
        earliest
    }

    /// Whether a number of chunks does not tell if a policy finds places for all of them: where shares of GPUs go, with
    /// promises of whole ones about, decides how many more there is room for.
    pub fn needs_trials(&self, shape: u32, count: u32) -> bool {
        let is_share = matches!(self.requests.shapes[shape as usize].chunk.gpus, Gpus::Share(_));
        let by_rating = self.rules.placement != Placement::FirstFit;
        is_share && by_rating && count > 1 && !self.special.is_empty()
    }

    /// Whether one of some nodes has room for a chunk of a kind throughout a limit, now or at some time until `last`.
    /// O(nodes × their jobs and promises).
    pub fn any_has_room_until(&mut self, nodes: &[u32], kind: u32, limit: Time, last: Time) -> bool {
        (0..self.requests.kinds[kind as usize].shapes.len()).any(|at| {
            let number = self.requests.kinds[kind as usize].shapes[at];
            self.update(number);
            let shape = &self.requests.shapes[number as usize];
            let index = &mut self.indexes[number as usize];
            index.plan(shape, &self.loads);
            nodes.iter().any(|&node| {
                let node = node as usize;
                // As far as running jobs go.
                let mut steps = index.steps_of(node).iter();
                if !steps.any(|it| it.0 <= last && it.1 > 0) {
                    return false;
                }
                let load = &self.loads[node];
                load.windows(shape, node, self.now, limit).iter().any(|it| it.0 <= last && it.1 > 0)
            })
        })
    }

    fn earliest_by_count(&mut self, shape: u32, count: u32, job: u32, limit: Time) -> Option<(Time, Place)> {
        let time = self.earliest(shape, count, self.now, limit)?;
        let place = self.place(shape, count, job, (time, time.saturating_add(limit)));
        Some((time, place?))
    }

    /// Tries one end of something held after the other. O(ends × nodes).
    fn earliest_by_trials(&mut self, shape: u32, count: u32, job: u32, limit: Time) -> Option<(Time, Place)> {
        self.update(shape);
        let mut ends: Vec<Time> = self.loads.iter().flat_map(|it| it.ends(self.now)).collect();
        ends.retain(|&it| it < Time::MAX);
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().find_map(|time| {
            let interval = (time, time.saturating_add(limit));
            Some((time, self.place(shape, count, job, interval)?))
        })
    }

    /// O(changes since the last call), and O(nodes with promises) where these decide.
    fn shape_fits(&mut self, number: u32, count: u32, now: Time, limit: Time) -> bool {
        self.update(number);
        let (shape, index) = (&self.requests.shapes[number as usize], &self.indexes[number as usize]);
        let needed = u64::from(count);
        if index.total < needed {
            return false;
        }
        if self.needs_trials(number, count) {
            // The draws of a job do not decide whether it has room.
            let interval = (now, now.saturating_add(limit));
            return self.place(number, count, 0, interval).is_some();
        }
        let its = |node: &u32| u64::from(index.now[*node as usize]);
        let mut sum = index.total - self.special.iter().map(its).sum::<u64>();
        let until = now.saturating_add(limit);
        let mut special = self.special.iter().filter(|node| its(node) > 0);
        loop {
            if sum >= needed {
                return true;
            }
            let Some(&node) = special.next() else {
                return false;
            };
            let node = node as usize;
            sum += u64::from(self.loads[node].chunks_throughout(shape, node, now, until));
        }
    }

    /// The earliest time after `now` at which a shape has room for that many chunks.
    ///
    /// The room of a plain node only grows, at times that the index knows; that of the others changes at their turning
    /// points. Room grows nowhere but at the end of something held.
    fn earliest(&mut self, number: u32, count: u32, now: Time, limit: Time) -> Option<Time> {
        self.update(number);
        let shape = &self.requests.shapes[number as usize];
        self.indexes[number as usize].plan(shape, &self.loads);
        let index = &self.indexes[number as usize];
        let mut changes: Vec<(Time, i64)> = Vec::new();
        let mut sum = index.total as i64;
        for &node in &self.special {
            let node = node as usize;
            let (load, steps) = (&self.loads[node], index.steps_of(node));
            if steps.is_empty() {
                continue;
            }
            for pair in steps.windows(2) {
                changes.push((pair[1].0, i64::from(pair[0].1) - i64::from(pair[1].1)));
            }
            let mut before = 0;
            for (place, (at, room)) in load.windows(shape, node, now, limit).into_iter().enumerate() {
                let room = i64::from(room);
                if place == 0 {
                    sum += room - i64::from(steps[0].1);
                } else if room != before {
                    changes.push((at, room - before));
                }
                before = room;
            }
        }
        changes.sort_unstable_by_key(|it| it.0);
        let mut changes = changes.into_iter().peekable();
        let mut increases = index.increases().peekable();
        loop {
            let (of_plain, of_special) = (increases.peek(), changes.peek());
            let at = of_plain.map(|it| it.0).into_iter().chain(of_special.map(|it| it.0)).min()?;
            while let Some(it) = increases.next_if(|it| it.0 == at) {
                sum += it.1 as i64;
            }
            while let Some(it) = changes.next_if(|it| it.0 == at) {
                sum += it.1;
            }
            // What a job without a limit holds is never free again.
            if at == Time::MAX {
                return None;
            }
            if at > now && sum >= i64::from(count) {
                return Some(at);
            }
        }
    }
}
