//! A run at one moment: the jobs that wait, run and have booked.

use super::spans::{Span, Spans};
use crate::engine::{Run, Status};
use base::ordering::sort_by_key;
use workload::Time;

#[cfg(test)]
mod tests;

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
        let stints = run.schedule.earlier_stints(index).iter();
        let stints = stints.map(|stint| (stint.suspended, run.schedule.bars_of_stint(stint)));
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
