//! Moving forward jobs that wait (Hollingsworth and Maneewongvatana 1999, Sect. 2.3).

use super::super::{Assignment, Refine};
use super::finding::Found;
use super::{CalendarSimulation, Part};
use crate::availability::calendar::{CalendarPlace, Demand};
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
