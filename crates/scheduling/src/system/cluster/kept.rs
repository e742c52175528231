//! Promises of earlier passes that would be made again as they are.
//!
//! A promise is the same as long as no node has changed that matters to it. The nodes that have changed since it was made are
//! those on which a job has started or ended, and those on which a promise to a job before it was made, or taken back. It is
//! made anew if one of its own nodes is among these, or if one of these has room for a chunk of it at any time until it begins.
//! Otherwise its time is still the earliest: on the other nodes room is as it was, and the changed ones have none; and the
//! policy sees the same nodes with room, so that it chooses the same.

use std::collections::VecDeque;

use super::rooms::{Place, Rooms};
use super::waiting::WaitingJob;
use workload::Time;

/// The promises of earlier passes.
#[derive(Clone, Debug, Default)]
pub struct KeptPromises {
    /// Looked at in this pass, in the order of the walk.
    of_this_pass: Vec<Kept>,
    /// Not yet looked at in this pass, in the order of the walk in which they were made.
    earlier: VecDeque<Kept>,
    /// The nodes of promises that were made or taken back, one after the other.
    moved: Vec<u32>,
    changed: ChangedNodes,
}

#[derive(Clone, Debug)]
struct Kept {
    job: u32,
    from: Time,
    place: Place,
    /// What it knew when it was made or looked at.
    knows: Seen,
}

/// How many changes of nodes, and how many nodes of moved promises, a promise takes into account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    changes: usize,
    moved: usize,
}

/// Nodes that have changed since a promise was made, each once.
#[derive(Clone, Debug, Default)]
struct ChangedNodes {
    since: Seen,
    until: Seen,
    nodes: Vec<u32>,
    has: Vec<bool>,
}

impl KeptPromises {
    /// A pass begins.
    pub fn begin(&mut self, rooms: &Rooms) {
        let moved = self.moved.len();
        // Promises made after one do not matter to it.
        self.of_this_pass.iter_mut().for_each(|it| it.knows.moved = moved);
        while let Some(last) = self.of_this_pass.pop() {
            self.earlier.push_front(last);
        }
        if moved > rooms.loads.len() {
            self.earlier.retain(|it| it.knows.moved == moved);
            self.earlier.iter_mut().for_each(|it| it.knows.moved = 0);
            self.moved.clear();
        }
        self.changed.forget(rooms.loads.len());
    }

    /// The promise to a job, which has its turn, if it would be made again as it is: then the job does not fit now.
    /// O(changed nodes), and O(promises) where jobs have left the queue or come in another order.
    pub fn still_good(&mut self, rooms: &mut Rooms, job: &WaitingJob) -> Option<(Time, Place)> {
        let place = self.earlier.iter().position(|it| it.job == job.job)?;
        for gone in self.earlier.drain(..place) {
            self.moved.extend(nodes_of(&gone.place));
        }
        let mut kept = self.earlier.pop_front()?;
        let is_known = self.changed.go_on(rooms, &self.moved, kept.knows);
        let is_good = is_known
            && kept.from > rooms.now
            && !rooms.needs_trials(kept.place.shape, job.asked.count)
            && !self.changed.matter(rooms, job, &kept);
        if !is_good {
            self.moved.extend(nodes_of(&kept.place));
            return None;
        }
        kept.knows = self.changed.until;
        let found = (kept.from, kept.place.clone());
        self.of_this_pass.push(kept);
        Some(found)
    }

    /// A promise is made anew.
    pub fn made(&mut self, rooms: &Rooms, job: u32, from: Time, place: &Place) {
        self.moved.extend(nodes_of(place));
        let knows = Seen { changes: rooms.changes(), moved: self.moved.len() };
        self.of_this_pass.push(Kept { job, from, place: place.clone(), knows });
    }
}

impl ChangedNodes {
    fn forget(&mut self, nodes: usize) {
        self.nodes.drain(..).for_each(|it| self.has[it as usize] = false);
        self.has.resize(nodes, false);
        (self.since, self.until) = Default::default();
    }

    /// Goes on to all changes since some; `false` if they are not known any more.
    fn go_on(&mut self, rooms: &Rooms, moved: &[u32], since: Seen) -> bool {
        if self.since != since {
            let nodes = self.has.len();
            self.forget(nodes);
            (self.since, self.until) = (since, since);
        }
        let Some(changed) = rooms.changed_since(self.until.changes) else {
            return false;
        };
        for &node in changed.iter().chain(&moved[self.until.moved..]) {
            if !std::mem::replace(&mut self.has[node as usize], true) {
                self.nodes.push(node);
            }
        }
        self.until = Seen { changes: rooms.changes(), moved: moved.len() };
        true
    }

    /// Whether one of them may change a promise.
    fn matter(&self, rooms: &mut Rooms, job: &WaitingJob, kept: &Kept) -> bool {
        nodes_of(&kept.place).any(|it| self.has[it as usize])
            || rooms.any_has_room_until(&self.nodes, job.asked.kind, job.limit, kept.from)
    }
}

fn nodes_of(place: &Place) -> impl Iterator<Item = u32> {
    place.pieces.iter().map(|it| it.node)
}
