//! Moving forward whoever waits (Hollingsworth and Maneewongvatana 1999, Sect. 2.3).

use super::Run;
use crate::availability::calendar::Place;
use crate::workload::Time;

impl Run {
    /// Moves forward whoever waits where nodes were freed: the jobs of the highest manager first, of each
    /// in order of submission. A job stays in its clusters.
    pub(super) fn backfill(&mut self, freed: &mut [bool]) {
        for manager in (0..self.movable.len()).rev() {
            let clusters = &self.tree.manager(manager).clusters;
            if !clusters.iter().any(|&it| freed[it]) {
                continue;
            }
            let waiting: Vec<u32> = self.movable[manager].iter().copied().collect();
            for job in waiting {
                let parts = &self.parts[job as usize];
                if parts.iter().any(|it| freed[it.cluster]) && self.move_forward(manager, job) {
                    let parts = &self.parts[job as usize];
                    parts.iter().for_each(|it| freed[it.cluster] = true);
                }
            }
        }
    }

    fn move_forward(&mut self, manager: usize, job: u32) -> bool {
        let before = self.start_of(job);
        let moved = match self.parts[job as usize][..] {
            [part] => {
                let cluster = &mut self.clusters[part.cluster];
                let moved = cluster.move_forward(job, self.now);
                let changes = cluster.calendar.take_changes();
                self.shadows.tell(part.cluster, manager, self.now, changes);
                moved
            }
            _ => self.move_group(manager, job),
        };
        if moved && let (Some(before), Some(after)) = (before, self.start_of(job)) {
            self.starts.remove(&(before, job));
            self.starts.insert((after, job));
            self.placed[job as usize] = self.now;
        }
        moved
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
                let place = Place::at(calendar.grid(), start, booking.demand.length);
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
                calendar
                    .earlier(job, latest)
                    .is_some_and(|it| it.start == latest)
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
