//! Static binding: which processors are promised to which job (Kurowski et al. 2011, Sect. 3.2).

use std::collections::BTreeMap;

use crate::availability::{CartsSr, ProcessorSet, Request};
use crate::workload::Time;

/// The named processors of one provider over time, and whose they are.
pub struct Names {
    /// Who is free when.
    pub slots: CartsSr,
    /// The processors of each reservation from its acceptance on, and of each running batch job.
    pub of: BTreeMap<u32, ProcessorSet>,
}

impl Names {
    /// A provider with nothing promised.
    pub fn new(capacity: u32, granularity: Time) -> Self {
        Self {
            slots: CartsSr::new(capacity, granularity),
            of: BTreeMap::new(),
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
    }

    /// A reservation's interval moves; its processors stay the same.
    pub fn shift(&mut self, job: u32, old: (Time, Time), new: (Time, Time)) {
        if let Some(bound) = self.of.get(&job) {
            self.slots.release(old.0, old.1, bound);
            self.slots.reserve(new.0, new.1, bound);
        }
    }

    /// A job is done with its processors at `now`, which were promised to it until `until`.
    pub fn free(&mut self, job: u32, now: Time, until: Time) {
        if let Some(bound) = self.of.remove(&job) {
            self.slots.release(now, until, &bound);
        }
    }
}
