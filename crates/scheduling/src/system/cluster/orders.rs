//! The two orders of waiting jobs, and what their formulas read.

use std::sync::Arc;

use super::Cluster;
use super::waiting::{Keys, WaitingJob};
use crate::policy::formula::{Bound, Formula, Quantity};
use crate::policy::local::{Facts, Instant, Known, NamesOfJobs, Rule, Waiting};
use crate::policy::usage::{OwnerUsage, owners_of};
use workload::{Job, LogNames, Time};

/// Seconds after which the usage of a user or group counts half.
const HALF_LIFE: Time = 7 * 86_400;

/// The order of the walk and that of backfilling.
pub struct Orders {
    /// The rule of the pass.
    pub rule: Rule,
    walk: Order,
    backfill: Order,
    facts: Facts,
    /// Of each job.
    sizes: Vec<u32>,
}

struct Order {
    /// The smallest value goes first.
    by: Bound,
    /// Whether the value of a job stays the same as long as it waits.
    is_constant: bool,
}

impl Order {
    fn of(formula: &Formula, facts: &Facts) -> Self {
        Self { by: formula.bind(facts.names()), is_constant: formula.is_constant() }
    }
}

impl Orders {
    /// The orders of the settings, before any of `jobs` has arrived, on that many cores.
    pub fn new(
        settings: &Cluster,
        jobs: &[Job],
        names: Option<&LogNames>,
        asked: Vec<[f64; Quantity::OF_NODES.len()]>,
        cores: u32,
    ) -> Self {
        let rule = settings.rule();
        let usage = [owners_of(jobs.iter().map(|it| it.logged.user)), owners_of(jobs.iter().map(|it| it.logged.group))];
        let usage = usage.map(|owners| OwnerUsage::new(owners, HALF_LIFE));
        let mut facts = Facts::new(Arc::new(NamesOfJobs::new(jobs, names)), usage);
        facts.processors = cores;
        facts.asked = asked;
        Self {
            walk: Order::of(&rule.order, &facts),
            backfill: Order::of(rule.rest(), &facts),
            rule,
            facts,
            sizes: jobs.iter().map(|it| it.processors).collect(),
        }
    }

    /// Whether the order of the walk stays the same.
    pub fn walk_is_constant(&self) -> bool {
        self.walk.is_constant
    }

    /// Whether the order of backfilling stays the same.
    pub fn backfill_is_constant(&self) -> bool {
        self.backfill.is_constant
    }

    pub fn arrived(&mut self, job: u32, known: Known) {
        self.facts.arrived(job, known);
    }

    /// A job starts at `now` on that many cores.
    pub fn began(&mut self, now: Time, job: u32, cores: u32) {
        self.facts.began(now, job, cores);
    }

    pub fn ended(&mut self, now: Time, job: u32, cores: u32) {
        self.facts.ended(now, job, cores);
    }

    /// The keys of a job that stay the same as long as it waits.
    pub fn keys(&self, job: &WaitingJob) -> Keys {
        let at = Instant::default();
        let key =
            |order: &Order| if order.is_constant { order.by.turn(&self.facts.of(&self.seen(job), &at)) } else { 0 };
        Keys { walk: key(&self.walk), backfill: key(&self.backfill) }
    }

    /// The key of a job in the order of the walk, or of backfilling, at an instant.
    pub fn key(&self, job: &WaitingJob, backfills: bool, at: &Instant) -> i64 {
        let order = if backfills { &self.backfill } else { &self.walk };
        order.by.turn(&self.facts.of(&self.seen(job), at))
    }

    fn seen(&self, job: &WaitingJob) -> Waiting {
        Waiting { job: job.job, arrival: job.arrival, processors: self.sizes[job.job as usize], limit: job.limit }
    }
}
