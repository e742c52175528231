//! The estimates of run times of a run, each fixed when its job is submitted.

use std::collections::BTreeMap;

use super::{Estimate, Local, TurnBy};
use workload::{Job, Time, UNKNOWN};

/// The estimates of the jobs of a run, and what they are made of.
pub struct Estimates {
    by: Estimate,
    /// Of each job that was submitted. Empty where all are limits.
    of: Vec<Time>,
    /// The jobs of each user that ended last, two at the most: when, which, and for how long they ran.
    last: BTreeMap<i64, Vec<(Time, u32, Time)>>,
}

impl Estimates {
    /// Before any of `jobs` is submitted.
    pub fn new(settings: &Local, jobs: usize) -> Self {
        let by = if settings.takes_turns_by(&[TurnBy::Formula]) { settings.estimate } else { Estimate::Limit };
        Self { by, of: vec![0; if by.is_limit() { 0 } else { jobs }], last: BTreeMap::new() }
    }

    pub fn submitted(&mut self, index: u32, job: &Job) {
        if let Some(estimate) = self.of.get_mut(index as usize) {
            let last_two = self.last.get(&job.logged.user).and_then(|it| match it.as_slice() {
                [a, b] => Some([a.2, b.2]),
                _ => None,
            });
            *estimate = self.by.of(job, last_two);
        }
    }

    /// A job has ended at `now` after it ran for `ran` seconds. The jobs of unknown users tell nothing of one another.
    pub fn ended(&mut self, index: u32, job: &Job, now: Time, ran: Time) {
        let user = job.logged.user;
        if self.by != Estimate::UserMean || user == UNKNOWN {
            return;
        }
        let last = self.last.entry(user).or_default();
        last.push((now, index, ran));
        last.sort_unstable();
        if last.len() > 2 {
            last.remove(0);
        }
    }

    /// The estimate of a submitted job; `None` where all are limits.
    pub fn of(&self, index: u32) -> Option<Time> {
        self.of.get(index as usize).copied()
    }
}
