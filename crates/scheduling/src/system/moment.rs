//! A run at one moment: the promises of a provider, and its offer to a reservation that is submitted
//! then.

mod promises;
#[cfg(test)]
mod tests;

use crate::availability::{Carts, Commitment};
use crate::system::prelude::*;

pub use promises::{Holder, Promise, promises, promises_to};
pub(super) use promises::{PromiseTime, promises_at};

/// The CARTS slots that these promises leave of a provider.
pub fn slots(processors: u32, promises: &[Promise]) -> Carts {
    let commitments: Vec<Commitment> = promises.iter().map(|it| it.commitment).collect();
    Carts::generate(processors, &commitments)
}

/// From the first submission to the last release.
pub fn span(run: &Run) -> (Time, Time) {
    let first = run.jobs.iter().map(|job| job.submit).min().unwrap_or(0);
    let last = run.schedule.outcomes.iter().map(|it| it.released).max();
    (first, last.unwrap_or(first).max(first))
}

/// The next moment before or after `now` at which a job becomes eligible, starts or ends.
pub fn next_event(run: &Run, now: Time, forward: bool) -> Option<Time> {
    let times =
        run.schedule.outcomes.iter().filter(|it| it.start >= 0).flat_map(|it| [it.allocated, it.start, it.released]);
    let times = times.chain(run.jobs.iter().map(Job::eligible));
    if forward { times.filter(|&time| time > now).min() } else { times.filter(|&time| time < now).max() }
}

/// The first of the moments at which the most jobs wait or have booked, and of these the most run; the first submission if
/// no job ever did. O(n log n).
pub fn busiest(run: &Run) -> Time {
    let mut changes: Vec<(Time, i64, i64)> = Vec::new();
    for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
        if outcome.status == Status::Rejected || outcome.start == NEVER {
            continue;
        }
        let since = if job.is_reservation() { outcome.allocated } else { job.eligible() };
        let (from, to) = (outcome.held_from, outcome.released);
        if since < from {
            changes.extend([(since, 1, 0), (from, -1, 0)]);
        }
        if from < to {
            changes.extend([(from, 0, 1), (to, 0, -1)]);
        }
    }
    sort_by_key(&mut changes, |it| it.0);
    let (mut here, mut most, mut moment) = ((0, 0), (0, 0), None);
    for at_once in changes.chunk_by(|a, b| a.0 == b.0) {
        let sum = |all: (i64, i64), it: &(Time, i64, i64)| (all.0 + it.1, all.1 + it.2);
        here = at_once.iter().fold(here, sum);
        if here > most {
            (most, moment) = (here, Some(at_once[0].0));
        }
    }
    moment.unwrap_or(span(run).0)
}

/// The middle of a span of time.
pub fn middle((first, last): (Time, Time)) -> Time {
    first + (last - first) / 2
}

/// An interval in the life of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    pub from: Time,
    /// Until before when.
    pub to: Time,
    /// Index of the job.
    pub job: u32,
}

/// Intervals that are asked which of them contain a moment: sorted by their beginnings, with the
/// latest end within each block of a binary tree, so that blocks that are over are passed at once.
#[derive(Clone, Debug, Default)]
struct Spans {
    sorted: Vec<Span>,
    /// The latest end below each node, the root first: node `i` has the children `2 i + 1` and
    /// `2 i + 2`, and the leaves are the intervals.
    latest: Vec<Time>,
    /// How many leaves there are: a power of two.
    leaves: usize,
}

impl Spans {
    /// The index of these intervals; empty ones are left out. O(n log n).
    pub fn of(mut spans: Vec<Span>) -> Self {
        spans.retain(|span| span.from < span.to);
        sort_by_key(&mut spans, |span| (span.from, span.job));
        let leaves = spans.len().next_power_of_two();
        let mut latest = vec![Time::MIN; 2 * leaves - 1];
        for (leaf, span) in spans.iter().enumerate() {
            latest[leaves - 1 + leaf] = span.to;
        }
        for node in (0..leaves - 1).rev() {
            latest[node] = latest[2 * node + 1].max(latest[2 * node + 2]);
        }
        Self { sorted: spans, latest, leaves }
    }

    /// The jobs whose intervals contain `now`, by their beginnings. O(log n) for each of them.
    pub fn at(&self, now: Time) -> Vec<u32> {
        let begun = self.sorted.partition_point(|span| span.from <= now);
        let mut found = Vec::new();
        if begun > 0 {
            self.collect(0, (0, self.leaves), begun, now, &mut found);
        }
        found
    }

    /// Collects the jobs below a node that has the leaves `first..end`.
    fn collect(&self, node: usize, (first, end): (usize, usize), begun: usize, now: Time, found: &mut Vec<u32>) {
        if first >= begun || self.latest[node] <= now {
            return;
        }
        if end - first == 1 {
            return found.push(self.sorted[first].job);
        }
        let middle = first + (end - first) / 2;
        self.collect(2 * node + 1, (first, middle), begun, now, found);
        self.collect(2 * node + 2, (middle, end), begun, now, found);
    }
}

/// Where the jobs of a run stand at one moment, after all that happens at it. Indices of jobs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Batch jobs that were submitted and hold no processors, in order of submission. Among them
    /// those that were preempted.
    pub waiting: Vec<u32>,
    /// Batch jobs that were suspended, in order of submission: they keep their remaining
    /// processors.
    pub suspended: Vec<u32>,
    /// Jobs on processors, in order of their start; a reservation also while it only holds them.
    pub running: Vec<u32>,
    /// Reservations that were accepted and have not begun, in order of the start they were promised.
    pub booked: Vec<u32>,
    /// Reservations that were submitted and wait for the grid scheduler's period.
    pub asking: Vec<u32>,
    /// How many jobs have ended, killed ones among them.
    pub ended: usize,
    /// How many were submitted and have been rejected.
    pub rejected: usize,
}

impl Standing {
    /// The jobs that hold processors and those that have booked some: only they are promised any.
    pub fn holders(&self) -> impl Iterator<Item = u32> + Clone {
        self.running.iter().chain(&self.booked).copied()
    }
}

/// Where the jobs of a run stand at any moment: an index, made once a run.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    waiting: Spans,
    suspended: Spans,
    running: Spans,
    booked: Spans,
    asking: Spans,
    /// When each job that ran was done with its processors, ascending.
    ended: Vec<Time>,
    /// When each job that was rejected was submitted, ascending.
    rejected: Vec<Time>,
    /// The start of each job, and the one that it was promised, by which lists are ordered.
    starts: Vec<(Time, Time)>,
}

/// The intervals of each kind.
#[derive(Default)]
struct Kinds {
    waiting: Vec<Span>,
    suspended: Vec<Span>,
    running: Vec<Span>,
    booked: Vec<Span>,
    asking: Vec<Span>,
}

impl Standings {
    /// The index of a run. O(n log n) in its jobs and stints.
    pub fn of(run: &Run) -> Self {
        let mut kinds = Kinds::default();
        let (mut ended, mut rejected) = (Vec::new(), Vec::new());
        for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
            if outcome.status == Status::Rejected {
                rejected.push(job.submit);
            } else {
                kinds.add(run, index);
                ended.push(outcome.released.max(outcome.held_from).max(job.submit));
            }
        }
        ended.sort_unstable();
        rejected.sort_unstable();
        let outcomes = run.schedule.outcomes.iter();
        Self {
            waiting: Spans::of(kinds.waiting),
            suspended: Spans::of(kinds.suspended),
            running: Spans::of(kinds.running),
            booked: Spans::of(kinds.booked),
            asking: Spans::of(kinds.asking),
            ended,
            rejected,
            starts: outcomes.map(|it| (it.start, it.promised_start)).collect(),
        }
    }

    /// Where the jobs stand at `now`. O(k log n) for the k jobs that have not ended.
    pub fn at(&self, now: Time) -> Standing {
        let by_submission = |spans: &Spans| {
            let mut jobs = spans.at(now);
            jobs.sort_unstable();
            jobs
        };
        let mut standing = Standing {
            waiting: by_submission(&self.waiting),
            suspended: by_submission(&self.suspended),
            running: self.running.at(now),
            booked: self.booked.at(now),
            asking: by_submission(&self.asking),
            ended: self.ended.partition_point(|&end| end <= now),
            rejected: self.rejected.partition_point(|&submit| submit <= now),
        };
        let starts = |job: u32| self.starts[job as usize];
        sort_by_key(&mut standing.running, |&job| (starts(job).0, job));
        sort_by_key(&mut standing.booked, |&job| (starts(job).1, job));
        standing
    }
}

impl Kinds {
    /// The life of a job that ran.
    fn add(&mut self, run: &Run, index: usize) {
        let (job, outcome) = (&run.jobs[index], &run.schedule.outcomes[index]);
        let span = |from: Time, to: Time| Span { from: from.max(job.submit), to, job: index as u32 };
        let stints =
            run.schedule.earlier_stints(index).iter().map(|stint| (stint.suspended, run.schedule.bars_of_stint(stint)));
        // The first bar of a stint begins with it; the last one ends with it.
        let stints: Vec<(bool, Time, Time)> = stints
            .map_while(|(suspended, bars)| {
                let end = bars.iter().map(|bar| bar.end).max();
                Some((suspended, bars.first()?.start, end?))
            })
            .collect();
        let first = stints.first().map_or(outcome.held_from, |stint| stint.1);
        if job.is_reservation() {
            self.asking.push(span(job.submit, outcome.allocated.min(first)));
            self.booked.push(span(outcome.allocated, first));
        } else {
            self.waiting.push(span(job.eligible(), first));
        }
        for (place, &(suspended, start, end)) in stints.iter().enumerate() {
            let next = stints.get(place + 1).map_or(outcome.held_from, |it| it.1);
            self.running.push(span(start, end.min(next)));
            if suspended { self.suspended.push(span(end, next)) } else { self.waiting.push(span(end, next)) }
        }
        self.running.push(span(outcome.held_from, outcome.released));
    }
}

/// The moments at which the state of a job changes, ascending: it is submitted, gets processors,
/// gives them back. O(n log n).
pub fn instants(run: &Run) -> Vec<Time> {
    let own = run.jobs.iter().zip(&run.schedule.outcomes).flat_map(|(job, outcome)| {
        let ran = outcome.status != Status::Rejected;
        let its = [job.eligible(), outcome.allocated, outcome.end];
        its.into_iter().take(if ran { 3 } else { 1 })
    });
    let bars = run.schedule.bars.iter().flat_map(|bar| [bar.start, bar.end]);
    let mut instants: Vec<Time> = own.chain(bars).collect();
    instants.sort_unstable();
    instants.dedup();
    instants
}
