//! How the last watched pass went, for the explanations.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::policy::local::{Standing, Waiting};
use crate::policy::order_values::{OrderText, OrderValue, OrderValues};
use workload::Time;

/// The turns of a pass and what it promised, by the indices of the jobs.
#[derive(Clone, Debug, Default)]
pub struct Told {
    turns: BTreeMap<u32, i64>,
    /// The values of the jobs, by their turns.
    pub values: OrderValues,
    /// The start of each job that used up a promise; `None` where no time was found for it.
    promised: BTreeMap<u32, Option<Time>>,
    /// The job at which a strict pass ended.
    ended_by: Option<u32>,
}

impl Told {
    /// Before a pass by this order, and by that order of backfilling where it is another.
    pub fn new(order: OrderText, backfill_order: Option<OrderText>) -> Self {
        let values = OrderValues { order, backfill_order, jobs: Vec::new() };
        Self { values, ..Self::default() }
    }

    /// A job has its turn, by that value, after those before; a job that had it already keeps it.
    pub fn turn(&mut self, job: u32, value: impl FnOnce() -> OrderValue) {
        let next = self.turns.len() as i64;
        if let Entry::Vacant(place) = self.turns.entry(job) {
            place.insert(next);
            self.values.jobs.push(value());
        }
    }

    /// A job used up a promise.
    pub fn promised(&mut self, job: u32, start: Option<Time>) {
        self.promised.insert(job, start);
    }

    /// The pass ended at this job.
    pub fn ended_by(&mut self, job: u32) {
        self.ended_by = Some(job);
    }

    /// The turn of a job; after all others for one that arrived since.
    pub fn turn_of(&self, job: u32) -> i64 {
        self.turns.get(&job).copied().unwrap_or(i64::MAX)
    }

    /// How the job at this place of the queue stands.
    pub fn standing(&self, queue: &[Waiting], place: usize) -> Standing {
        let job = queue[place].job;
        if let Some(ahead) = self.ended_by.filter(|&ahead| ahead != job) {
            let ahead = queue.iter().position(|it| it.job == ahead);
            return ahead.map_or(Standing::Open, |place| Standing::Behind { place });
        }
        match self.promised.get(&job) {
            Some(start) => Standing::Promised { start: start.unwrap_or(Time::MAX) },
            None if self.promised.values().any(Option::is_some) => Standing::BehindPromises,
            None => Standing::Open,
        }
    }
}
