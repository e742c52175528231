//! Moving forward jobs that wait (Hollingsworth and Maneewongvatana 1999, Sect. 2.3).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::finding::Found;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::{CalendarPlace, Demand};
use crate::system::imprecise_calendar::{Assignment, Refine};
use workload::Time;

impl CalendarSimulation {
    /// Moves forward jobs that wait where nodes were freed: those of the highest manager first, of each
    /// in order of submission. A job stays in its clusters, unless its manager assigns late.
    pub(super) fn backfill(&mut self, freed: &mut [bool]) {
        for manager in (0..self.movable.len()).rev() {
            let clusters = &self.tree.manager(manager).clusters;
            if !clusters.iter().any(|&it| freed[it]) {
                continue;
            }
            let is_late = self.assigns_late(manager);
            let mut waiting: Vec<u32> = self.movable[manager].iter().copied().collect();
            waiting.sort_by_key(|&job| self.arrivals.number(job));
            for job in waiting {
                let before = self.parts[job as usize].clone();
                let has_chance = is_late || before.iter().any(|it| freed[it.cluster]);
                if has_chance && self.move_forward(manager, job) {
                    before.iter().for_each(|it| freed[it.cluster] = true);
                }
            }
        }
    }

    /// Whether a manager may assign a job that waits to other clusters.
    fn assigns_late(&self, manager: usize) -> bool {
        self.settings.assignment == Assignment::Late && manager >= self.clusters.len()
    }

    pub(super) fn move_forward(&mut self, manager: usize, job: u32) -> bool {
        let before = self.start_of(job);
        let former = match self.settings.refine {
            Refine::AtDivision => self.parts[job as usize].clone(),
            Refine::AtSubmission => Vec::new(),
        };
        let moved = match self.parts[job as usize][..] {
            _ if self.assigns_late(manager) => self.assign_anew(manager, job),
            [part] => {
                let is_late_fit = self.late_fits.remove(&job);
                let cluster = &mut self.clusters[part.cluster];
                let moved = if is_late_fit {
                    cluster.move_anywhere(job, self.now)
                } else {
                    cluster.move_forward(job, self.now)
                };
                let changes = cluster.calendar.take_changes();
                self.shadows.tell(part.cluster, manager, self.now, changes);
                if moved {
                    self.tell_shared(part.cluster, manager, job);
                }
                moved
            }
            _ if !self.settings.one_job_per_slot => self.move_shared_group(manager, job),
            _ => self.move_group(manager, job),
        };
        if moved && let (Some(before), Some(after)) = (before, self.start_of(job)) {
            self.starts.remove(&(before, job));
            self.starts.insert((after, job));
            self.members.remove(&former, before, job);
            self.members.insert(&self.parts[job as usize], after, job);
            self.placed[job as usize] = self.now;
        }
        moved
    }

    /// A job gets the earliest place that its manager finds in any cluster, if that is earlier than its own.
    fn assign_anew(&mut self, manager: usize, job: u32) -> bool {
        let (Some(start), Ok(demand)) = (self.start_of(job), self.demand(&self.jobs[job as usize])) else {
            return false;
        };
        let demand = Demand { ready: demand.ready.max(self.now), ..demand };
        let parts = self.take_back(manager, job);
        let found = self.find(job, manager, &demand);
        let earlier = found.filter(|found| found.start < start);
        match &earlier {
            Some(found) => self.assign(manager, job, &demand, found, &parts),
            None => {
                self.book(job, manager, &demand, start, &parts);
                self.parts[job as usize] = parts;
            }
        }
        earlier.is_some()
    }

    /// Cancels the booking of a waiting job. Returns its parts.
    pub(super) fn take_back(&mut self, manager: usize, job: u32) -> Vec<Part> {
        let parts = std::mem::take(&mut self.parts[job as usize]);
        for part in &parts {
            let cluster = &mut self.clusters[part.cluster];
            cluster.cancel(job, self.now);
            let changes = cluster.calendar.take_changes();
            self.shadows.tell(part.cluster, manager, self.now, changes);
            self.tell_shared(part.cluster, manager, job);
        }
        parts
    }

    /// Gives a job that waits another place, in place of `before`.
    fn assign(&mut self, manager: usize, job: u32, demand: &Demand, found: &Found, before: &[Part]) {
        self.book(job, manager, demand, found.start, &found.parts);
        self.note_reserve((job, manager), found);
        let home = self.homes[job as usize] as usize;
        self.trade.add(home, before, -demand.length);
        self.trade.add(home, &found.parts, demand.length);
        let allocated = self.recorder.schedule().outcomes[job as usize].allocated;
        let first = found.parts[0].cluster;
        self.recorder.allocate(job, first, demand.nodes, allocated);
        if found.parts != before {
            self.tell_offers(job, self.now, found);
        }
        self.parts[job as usize].clone_from(&found.parts);
    }

    /// All parts of a group move to the earliest start that all of them can have.
    fn move_group(&mut self, manager: usize, job: u32) -> bool {
        let Some(start) = self.common_start(job) else {
            return false;
        };
        let parts = std::mem::take(&mut self.parts[job as usize]);
        for part in &parts {
            let calendar = &mut self.clusters[part.cluster].calendar;
            if let Some(booking) = calendar.booking(job).copied() {
                calendar.cancel(job, booking.place.from);
                let place = CalendarPlace::at(calendar.grid(), start, booking.demand.length);
                calendar.book(job, &booking.demand, place);
            }
            let changes = calendar.take_changes();
            self.shadows.tell(part.cluster, manager, self.now, changes);
        }
        self.parts[job as usize] = parts;
        true
    }

    fn common_start(&self, job: u32) -> Option<Time> {
        let mut start = self.now;
        loop {
            let mut latest = start;
            for part in &self.parts[job as usize] {
                let calendar = &self.clusters[part.cluster].calendar;
                latest = latest.max(calendar.earlier(job, start)?.start);
            }
            // All of them begin there, and not one later.
            let agrees = self.parts[job as usize].iter().all(|part| {
                let calendar = &self.clusters[part.cluster].calendar;
                calendar.earlier(job, latest).is_some_and(|it| it.start == latest)
            });
            if agrees {
                return Some(latest);
            }
            start = latest.max(start + 1);
        }
    }

    /// When a job that has a place starts.
    pub(super) fn start_of(&self, job: u32) -> Option<Time> {
        let first = self.parts[job as usize].first()?;
        Some(self.clusters[first.cluster].booking(job)?.start)
    }
}

// Backfilling that examines only jobs near changed slots.
//
// The rule of [`Refine::AtDivision`]. A job is given the first place with room when it is submitted, in whole slots of
// whatever level, and is a member of the slot in which it starts. A pass of backfilling looks
//
// - where a slot has been divided, at its members in every cluster, and where a job has ended early, at the members of
//   the slots that it gives back in its clusters;
// - behind both at the members of the next slot in that cluster that has any;
// - where the pass moves a job forward, at the members of the slots that it leaves, and of the slot right behind them,
//   as far as their turn is still to come.
//
// The highest manager's are looked at first, those of each in order of submission, and each gets the first place
// that is earlier than its own. No other job is looked at: a job far off waits until a slot near it changes. Since a
// member has its whole slot and no job is moved back, every job starts at the beginning of the slot that it was
// given when it was submitted, or earlier.

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
