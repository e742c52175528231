//! Backfilling that examines only jobs near changed slots.
//!
//! The rule of [`Refine::AtDivision`]. A job is given the first place with room when it is submitted, in whole slots of
//! whatever level, and is a member of the slot in which it starts. A pass of backfilling looks
//!
//! - where a slot has been divided, at its members in every cluster, and where a job has ended early, at the members of
//!   the slots that it gives back in its clusters;
//! - behind both at the members of the next slot in that cluster that has any;
//! - where the pass moves a job forward, at the members of the slots that it leaves, and of the slot right behind them,
//!   as far as their turn is still to come.
//!
//! The highest manager's are looked at first, those of each in order of submission, and each gets the first place
//! that is earlier than its own. No other job is looked at: a job far off waits until a slot near it changes. Since a
//! member has its whole slot and no job is moved back, every job starts at the beginning of the slot that it was
//! given when it was submitted, or earlier.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::super::Refine;
use super::{CalendarSimulation, Part};
use workload::Time;

/// For each cluster, the jobs that wait and may be moved, by their start; empty under another rule.
#[derive(Default)]
pub struct Members {
    of_clusters: Vec<BTreeSet<(Time, u32)>>,
}

/// Slots of a cluster in which something has changed at an instant.
#[derive(Clone, Copy)]
pub struct Stretch {
    cluster: usize,
    from: Time,
    to: Time,
}

/// The turn of a job: its manager, its place in the order of arrival, and its index.
type Turn = (Reverse<usize>, u32, u32);

/// The jobs still to be looked at: the highest manager's first.
type Turns = BTreeSet<Turn>;

impl Members {
    /// No members yet, for `clusters` clusters.
    pub fn new(refine: Refine, clusters: usize) -> Self {
        let count = match refine {
            Refine::AtSubmission => 0,
            Refine::AtDivision => clusters,
        };
        Self { of_clusters: vec![BTreeSet::new(); count] }
    }

    /// A job that may be moved has a place.
    pub fn insert(&mut self, parts: &[Part], start: Time, job: u32) {
        for part in parts {
            if let Some(members) = self.of_clusters.get_mut(part.cluster) {
                members.insert((start, job));
            }
        }
    }

    /// It has it no more.
    pub fn remove(&mut self, parts: &[Part], start: Time, job: u32) {
        for part in parts {
            if let Some(members) = self.of_clusters.get_mut(part.cluster) {
                members.remove(&(start, job));
            }
        }
    }

    /// The jobs that start in a stretch, or with the slot right behind it.
    fn within(&self, it: Stretch) -> impl Iterator<Item = u32> {
        self.of_clusters
            .get(it.cluster)
            .map(|all| all.range((it.from, 0)..=(it.to, u32::MAX)))
            .into_iter()
            .flatten()
            .map(|&(_, job)| job)
    }

    /// When the first starts of those that start then or later.
    fn next(&self, cluster: usize, from: Time) -> Option<Time> {
        let members = self.of_clusters.get(cluster)?;
        members.range((from, 0)..).next().map(|&(start, _)| start)
    }
}

impl CalendarSimulation {
    /// Slots of all clusters have been divided, since levels end elsewhere than `before`.
    pub(super) fn note_divided(&mut self, before: &[Time]) {
        let moved = before.iter().zip(self.clusters[0].calendar.grid().ends());
        for (&from, &to) in moved.filter(|(before, after)| before < after) {
            let stretch = |cluster: usize| Stretch { cluster, from, to };
            self.touched.extend((0..self.clusters.len()).map(stretch));
        }
    }

    /// A job that ends gives back its nodes of a cluster after the present slot.
    pub(super) fn note_given_back(&mut self, job: u32, cluster: usize) {
        if let Some(booking) = self.clusters[cluster].booking(job) {
            let grid = self.grid();
            let (from, to) = (grid.boundary(self.now), grid.boundary(booking.end()));
            if from < to {
                self.touched.push(Stretch { cluster, from, to });
            }
        }
    }

    /// The pass.
    pub(super) fn refine(&mut self) {
        let mut turns = Turns::new();
        for stretch in std::mem::take(&mut self.touched) {
            self.call(&mut turns, self.members.within(stretch));
            if let Some(start) = self.members.next(stretch.cluster, stretch.to) {
                let slot = self.grid().slot_at(start);
                let behind = Stretch { from: slot.start, to: slot.end - 1, ..stretch };
                self.call(&mut turns, self.members.within(behind));
            }
        }
        while let Some(turn) = turns.pop_first() {
            let (Reverse(manager), _, job) = turn;
            let leaves = self.stretches_of(job);
            if self.move_forward(manager, job) {
                for stretch in leaves {
                    let behind = |&it: &u32| self.turn(it) > turn;
                    self.call(&mut turns, self.members.within(stretch).filter(behind));
                }
            }
        }
    }

    fn turn(&self, job: u32) -> Turn {
        let manager = self.managers[job as usize] as usize;
        (Reverse(manager), self.arrivals.number(job), job)
    }

    fn call(&self, turns: &mut Turns, jobs: impl Iterator<Item = u32>) {
        turns.extend(jobs.map(|job| self.turn(job)));
    }

    /// The slots that a job has.
    fn stretches_of(&self, job: u32) -> Vec<Stretch> {
        let parts = self.parts[job as usize].iter();
        let stretch = |part: &Part| {
            let booking = self.clusters[part.cluster].booking(job)?;
            Some(Stretch { cluster: part.cluster, from: booking.start, to: self.grid().boundary(booking.end()) })
        };
        parts.filter_map(stretch).collect()
    }

    /// When a slot is next divided.
    pub(super) fn next_division(&self) -> Option<Time> {
        let grid = self.grid();
        grid.ends().iter().enumerate().filter_map(|(level, &end)| grid.slot_since(end, level)).min()
    }
}
