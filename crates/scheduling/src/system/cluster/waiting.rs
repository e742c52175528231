//! The jobs that wait, by what they ask for.

use std::collections::BTreeSet;

use super::requests::Asked;
use crate::policy::local::turns::{Shape, Span, Turn, Turns};
use crate::policy::local::{Arrival, Sizes};
use workload::Time;

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
