//! A policy's view of named processors, under static binding.

use std::collections::BTreeMap;

use crate::availability::{CartsSr, ProcessorSet};
use workload::Time;

/// Named processors over time: a batch job starts only on processors that are idle and not promised
/// before its limit.
pub struct Named<'a> {
    /// Free processors over time.
    pub slots: &'a mut CartsSr,
    /// The processors of the running jobs.
    pub of: &'a BTreeMap<u32, ProcessorSet>,
    /// The idle processors, less those of the jobs started in this pass.
    pub idle: ProcessorSet,
}

impl Named<'_> {
    /// The idle processors that are free throughout.
    pub fn idle_throughout(&self, from: Time, to: Time) -> ProcessorSet {
        let mut free = self.slots.free_throughout(from, to);
        free.keep(&self.idle);
        free
    }

    /// Takes the idle ones of lowest number that are free throughout. There must be enough.
    pub fn bind(&mut self, from: Time, to: Time, processors: u32) -> ProcessorSet {
        let bound = self.idle_throughout(from, to).lowest(processors);
        self.slots.reserve(from, to, &bound);
        self.idle.remove(&bound);
        bound
    }

    /// Reserves the ones of lowest number that are free throughout, idle now or not.
    pub fn reserve(&mut self, from: Time, to: Time, processors: u32) -> ProcessorSet {
        let bound = self.slots.free_throughout(from, to).lowest(processors);
        self.slots.reserve(from, to, &bound);
        bound
    }

    /// A running job loses its processors.
    pub fn free(&mut self, job: u32, now: Time, until: Time) {
        if let Some(bound) = self.of.get(&job) {
            self.slots.release(now, until, bound);
            self.idle.add(bound);
        }
    }

    /// It keeps them after all.
    pub fn take_back(&mut self, job: u32, now: Time, until: Time) {
        if let Some(bound) = self.of.get(&job) {
            self.slots.reserve(now, until, bound);
            self.idle.remove(bound);
        }
    }
}
