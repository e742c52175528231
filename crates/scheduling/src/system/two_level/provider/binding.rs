//! Binding of jobs to processors.

use super::Provider;
use crate::availability::ProcessorSet;
use crate::policy::local::Waiting;
use crate::system::two_level::suspensions::Suspensions;

impl Provider {
    /// Whether a reservation can have its processors now.
    pub fn can_begin(&self, job: u32, processors: u32) -> bool {
        match (&self.suspensions, self.bound_to(job)) {
            (Some(_), _) => true,
            (None, Some(bound)) => self.processors.has_free(bound),
            (None, None) => processors <= self.processors.free(),
        }
    }

    fn bound_to(&self, job: u32) -> Option<&ProcessorSet> {
        self.names.as_ref()?.of.get(&job)
    }

    /// Takes a reservation's processors, and calls `tell` with their ranges. Returns the batch jobs
    /// that have to be suspended for it.
    pub fn take_for_reservation(&mut self, job: u32, processors: u32, tell: &mut dyn FnMut(u32, u32)) -> Vec<u32> {
        let Some(bound) = self.bound_to(job).cloned() else {
            self.processors.take(processors, tell);
            return Vec::new();
        };
        bound.ranges().for_each(|(first, last)| tell(first, last));
        let mut idle = bound;
        let suspended = self.suspensions.as_mut().map_or_else(Vec::new, |it| it.lend(&mut idle));
        self.processors.take_set(&idle);
        suspended
    }

    /// Takes a batch job's processors, those that the pass named or the lowest, and calls `tell`
    /// with their ranges.
    pub fn take_for_batch_job(&mut self, job: Waiting, named: Option<ProcessorSet>, tell: &mut dyn FnMut(u32, u32)) {
        let bound = match (named, &self.suspensions) {
            (None, None) => return self.processors.take(job.processors, tell),
            (Some(bound), _) => bound,
            (None, Some(_)) => self.processors.free_set().lowest(job.processors),
        };
        bound.ranges().for_each(|(first, last)| tell(first, last));
        self.processors.take_set(&bound);
        if let Some(suspensions) = &mut self.suspensions {
            suspensions.runs_on(job.job, bound);
        } else if let Some(names) = &mut self.names {
            names.of.insert(job.job, bound);
        }
    }

    /// Frees these ranges of processors, which `job` held.
    pub fn give(&mut self, job: u32, is_reservation: bool, ranges: impl Iterator<Item = (u32, u32)>) {
        let Some(suspensions) = &mut self.suspensions else {
            return ranges.for_each(|(first, last)| self.processors.give(first, last));
        };
        let mut processors = ProcessorSet::none(self.calendar.capacity());
        ranges.for_each(|(first, last)| processors.insert(first, last));
        if is_reservation {
            suspensions.give_back(&mut processors);
        } else {
            suspensions.ends(job, &mut processors);
        }
        self.processors.give_set(&processors);
    }

    /// The reservation on these ranges of processors is over, and its job waits for them now.
    pub fn outlast(&mut self, job: u32, ranges: impl Iterator<Item = (u32, u32)>) {
        if let Some(suspensions) = &mut self.suspensions {
            let mut own = ProcessorSet::none(self.calendar.capacity());
            ranges.for_each(|(first, last)| own.insert(first, last));
            suspensions.outlast(job, own);
        }
    }

    /// The suspended batch jobs that have all their processors again and can resume.
    pub fn take_resumable(&mut self) -> Vec<(u32, ProcessorSet)> {
        let resumed = self.suspensions.as_mut().map_or_else(Vec::new, Suspensions::resume);
        // A resumed job can be preempted: the queue, from which no job could start before, may
        // start one now.
        self.changed |= !resumed.is_empty() && self.policy.preempts();
        resumed
    }
}
