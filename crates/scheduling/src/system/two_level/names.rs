//! Static binding: which processors are promised to which job (Kurowski et al. 2011, Sect. 3.2).

use std::collections::BTreeMap;

use crate::availability::{CartsSr, ProcessorSet, Request};
use workload::Time;

/// The named processors of one provider over time, and the jobs that have them.
pub struct Names {
    /// Free processors over time.
    pub slots: CartsSr,
    /// The processors of each reservation from its acceptance on, and of each running batch job.
    pub of: BTreeMap<u32, ProcessorSet>,
    /// For when they are promised to each reservation.
    reservations: BTreeMap<u32, (Time, Time)>,
    /// Whether some reservation began late: it may reach over the time of another one then.
    a_reservation_was_late: bool,
}

impl Names {
    /// A provider without promises.
    pub fn new(capacity: u32, granularity: Time) -> Self {
        Self {
            slots: CartsSr::new(capacity, granularity),
            of: BTreeMap::new(),
            reservations: BTreeMap::new(),
            a_reservation_was_late: false,
        }
    }

    /// The earliest start at which the request fits.
    pub fn earliest_fit(&self, request: &Request) -> Option<Time> {
        let (start, _) = self.slots.earliest_fit(request)?;
        Some(start)
    }

    /// How many of the same processors are free throughout.
    pub fn room(&self, from: Time, to: Time) -> u32 {
        self.slots.free_throughout(from, to).count()
    }

    /// Gives a reservation those of lowest number that are free throughout. There must be enough.
    pub fn bind(&mut self, job: u32, from: Time, to: Time, processors: u32) {
        let free = self.slots.free_throughout(from, to);
        let bound = free.lowest(processors);
        self.slots.reserve(from, to, &bound);
        self.of.insert(job, bound);
        self.reservations.insert(job, (from, to));
    }

    /// A reservation's interval moves; its processors stay the same.
    pub fn shift(&mut self, job: u32, old: (Time, Time), new: (Time, Time)) {
        self.a_reservation_was_late = true;
        self.reservations.remove(&job);
        if let Some(bound) = self.of.get(&job).cloned() {
            self.release(old, &bound);
            self.slots.reserve(new.0, new.1, &bound);
            self.reservations.insert(job, new);
        }
    }

    /// A job is done with its processors at `now`, which were promised to it until `until`.
    pub fn free(&mut self, job: u32, now: Time, until: Time) {
        self.reservations.remove(&job);
        if let Some(bound) = self.of.remove(&job) {
            self.release((now, until), &bound);
        }
    }

    /// Gives processors back, except those that are promised to another reservation as well.
    fn release(&mut self, (from, to): (Time, Time), bound: &ProcessorSet) {
        self.slots.release(from, to, bound);
        if !self.a_reservation_was_late {
            return;
        }
        for (job, &(from, to)) in &self.reservations {
            let mut shared = self.of[job].clone();
            shared.keep(bound);
            self.slots.reserve(from, to, &shared);
        }
    }
}
