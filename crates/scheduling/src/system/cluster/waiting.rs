//! The jobs that wait, by what they ask for.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Cluster;
use super::requests::Asked;
use crate::policy::formula::{Bound, Formula, Quantity};
use crate::policy::local::turns::{Shape, Span, Turn, Turns};
use crate::policy::local::{Arrival, Facts, Instant, Known, NamesOfJobs, Rule, Sizes, Waiting};
use crate::policy::usage::{OwnerUsage, owners_of};
use workload::{Job, LogNames, Time};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingJob {
    /// Its index.
    pub job: u32,
    /// Its place in the order of arrival.
    pub arrival: Arrival,
    pub asked: Asked,
    /// Its limit, in seconds.
    pub limit: Time,
}

/// The jobs that wait: in the order in which a pass walks them, and of each kind of request in the order of backfilling.
#[derive(Clone, Debug)]
pub struct WaitingJobs {
    /// By arrival; `None` for one that waits no longer, or has not come.
    of_arrival: Vec<Option<WaitingJob>>,
    /// In the order of the walk, if that stays the same as long as a job waits.
    heads: BTreeSet<Turn>,
    /// By kind of request.
    kinds: Vec<Turns>,
    /// The kinds of which jobs wait, with their number.
    counts: Vec<u32>,
    waiting_kinds: BTreeSet<u32>,
    count: usize,
}

/// The keys of a job in the two orders; 0 in one that changes while it waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// In the order of the walk.
    pub walk: i64,
    /// In the order of backfilling.
    pub backfill: i64,
}

impl WaitingJobs {
    /// None of `jobs` jobs, with that many kinds of requests.
    pub fn new(jobs: usize, kinds: usize) -> Self {
        Self {
            of_arrival: vec![None; jobs],
            heads: BTreeSet::new(),
            kinds: vec![Turns::new(Sizes::USUAL); kinds],
            counts: vec![0; kinds],
            waiting_kinds: BTreeSet::new(),
            count: 0,
        }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn add(&mut self, job: WaitingJob, keys: Keys) {
        let kind = job.asked.kind;
        self.of_arrival[job.arrival.0 as usize] = Some(job);
        self.heads.insert((keys.walk, job.arrival));
        self.kinds[kind as usize].add((keys.backfill, job.arrival), shape(&job));
        self.counts[kind as usize] += 1;
        self.waiting_kinds.insert(kind);
        self.count += 1;
    }

    /// A job waits no longer.
    pub fn remove(&mut self, job: &WaitingJob, keys: Keys) {
        let kind = job.asked.kind;
        self.of_arrival[job.arrival.0 as usize] = None;
        self.heads.remove(&(keys.walk, job.arrival));
        self.kinds[kind as usize].remove((keys.backfill, job.arrival), shape(job));
        self.counts[kind as usize] -= 1;
        if self.counts[kind as usize] == 0 {
            self.waiting_kinds.remove(&kind);
        }
        self.count -= 1;
    }

    pub fn of(&self, arrival: Arrival) -> Option<&WaitingJob> {
        self.of_arrival.get(arrival.0 as usize)?.as_ref()
    }

    /// In the order of the walk, after a turn.
    pub fn next_head(&self, after: Option<Turn>) -> Option<Turn> {
        use std::ops::Bound::{Excluded, Unbounded};
        let from = after.map_or(Unbounded, Excluded);
        self.heads.range((from, Unbounded)).next().copied()
    }

    /// All jobs, in order of the walk's keys.
    pub fn all(&self) -> impl Iterator<Item = &WaitingJob> {
        self.heads.iter().filter_map(|it| self.of(it.1))
    }

    pub fn has(&self, kind: u32) -> bool {
        self.counts[kind as usize] > 0
    }

    pub fn waiting_kinds(&self) -> impl Iterator<Item = u32> + '_ {
        self.waiting_kinds.iter().copied()
    }

    /// The first job of a kind in the order of backfilling, after a turn, for which `fits` holds; it has at most `chunks`
    /// chunks. Where a job fits, `fits` must say so of every one of its kind with fewer chunks and a shorter limit.
    pub fn first_of(
        &self,
        kind: u32,
        after: Option<Turn>,
        chunks: u64,
        mut fits: impl FnMut(Asked, Time) -> bool,
    ) -> Option<Turn> {
        let span = Span { after, below: None };
        let chunks = u32::try_from(chunks).unwrap_or(u32::MAX);
        self.kinds[kind as usize].first_of(&span, chunks, |it| {
            let count = it.processors;
            fits(Asked { kind, count }, it.limit)
        })
    }
}

fn shape(job: &WaitingJob) -> Shape {
    Shape { processors: job.asked.count, limit: job.limit }
}

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
        let usage = [owners_of(jobs.iter().map(|it| it.logged.user)), owners_of(jobs.iter().map(|it| it.logged.group))]
            .map(|owners| OwnerUsage::new(owners, HALF_LIFE));
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
