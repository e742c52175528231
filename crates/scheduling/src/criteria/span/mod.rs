//! The criteria of a span of time within a run.

mod busy;
mod free;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::job_figures::{bounded_slowdown, flow_time, has_run, tardiness, wait};
use super::{mean, mean_tardiness, number};
use crate::engine::{Outcome, Run, Tick};
pub(super) use busy::utilizations;
pub use free::free_throughout;
use workload::{Job, Time};

/// A span of time, in seconds of the log: from `from` until before `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "(Time, Time)", into = "(Time, Time)")]
pub struct Span {
    /// The first second that belongs to it.
    pub from: Time,
    /// The first second after it.
    pub to: Time,
}

impl From<(Time, Time)> for Span {
    fn from((from, to): (Time, Time)) -> Self {
        Self { from, to }
    }
}

impl From<Span> for (Time, Time) {
    fn from(span: Span) -> Self {
        (span.from, span.to)
    }
}

impl Span {
    /// Between two times, in either order; at least a second.
    pub fn between(a: Time, b: Time) -> Self {
        let from = a.min(b);
        let to = a.max(b).max(from.saturating_add(1));
        Self { from, to }
    }

    /// Whether a time lies in it.
    pub fn holds(self, time: Time) -> bool {
        (self.from..self.to).contains(&time)
    }

    /// How long it is, in seconds.
    pub fn seconds(self) -> Time {
        self.to.saturating_sub(self.from)
    }
}

/// The criteria of a span, or of a whole run in the same terms.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SpanReport {
    /// The figures of all jobs.
    pub all: SpanFigures,
    /// Of the batch jobs alone.
    pub batch: SpanFigures,
    /// Of the reservations alone.
    pub reservations: SpanFigures,
}

/// The criteria of some jobs over a span. Means as in [`super::Report`].
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct SpanFigures {
    /// Jobs submitted in the span, those that never ran among them.
    pub submitted: usize,
    /// Jobs whose (first) start lies in the span, whenever they were submitted.
    pub started: usize,
    /// Jobs that ended in the span, done or killed.
    pub ended: usize,
    /// Mean utilization U (eq. 4) of the span: the mean over providers of the processor-seconds that
    /// these jobs ran in it over those that the provider has in it, 0 to 1. Every job counts with
    /// its seconds in the span, without lost work.
    pub mean_utilization: f64,
    /// Mean flow time F (eq. 2) of the jobs submitted in the span that ran, in seconds, including
    /// time after the span.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_flow_time: f64,
    /// Mean tardiness D (eq. 3) of the reservations submitted in the span that ran, in seconds.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_tardiness: f64,
    /// Mean waiting time of the jobs submitted in the span that ran, in seconds.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_waiting_time: f64,
    /// Mean bounded slowdown of the jobs submitted in the span that ran.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_bounded_slowdown: f64,
}

impl SpanReport {
    /// The figures of a span of a run. O(jobs + bars).
    pub fn of(run: &Run, span: Span) -> Self {
        Self::new(run, span, |time| span.holds(time))
    }

    /// The figures of a whole run, over all its jobs: U is counted from the first submission to the
    /// last completion, as in [`super::Report`]. O(jobs + bars).
    pub fn whole(run: &Run) -> Self {
        let from = run.jobs.iter().map(|job| job.submit).min().unwrap_or(0);
        let to = from + run.tick.ticks(super::report(run).makespan);
        Self::new(run, Span { from, to }, |_| true)
    }

    fn new(run: &Run, span: Span, counts: impl Fn(Time) -> bool) -> Self {
        let utilization = busy::utilization(run, span);
        let none = Sums { tick: run.tick, slowdown_threshold: run.slowdown_threshold_in_ticks(), ..Sums::default() };
        let (mut batch, mut reservations) = (none.clone(), none);
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let sums = if job.is_reservation() { &mut reservations } else { &mut batch };
            sums.add(job, outcome, &counts);
        }
        let all = batch.and(&reservations);
        Self {
            all: all.figures(utilization.iter().sum()),
            batch: batch.figures(utilization[0]),
            reservations: reservations.figures(utilization[1]),
        }
    }
}

/// Sums over some jobs. Whole ticks, so that their order does not matter.
#[derive(Clone, Default)]
struct Sums {
    tick: Tick,
    slowdown_threshold: Time,
    submitted: usize,
    started: usize,
    ended: usize,
    /// Of the jobs submitted in the span: those that ran, and of these the reservations.
    ran: usize,
    reservations_ran: usize,
    flow: i128,
    wait: i128,
    tardiness: i128,
    bounded_slowdown: f64,
}

impl Sums {
    fn add(&mut self, job: &Job, outcome: &Outcome, counts: &impl Fn(Time) -> bool) {
        let is_submitted = counts(job.submit);
        self.submitted += usize::from(is_submitted);
        if !has_run(outcome) {
            return;
        }
        self.started += usize::from(counts(outcome.start));
        self.ended += usize::from(counts(outcome.end));
        if !is_submitted {
            return;
        }
        self.ran += 1;
        self.flow += i128::from(flow_time(job, outcome));
        self.wait += i128::from(wait(job, outcome));
        self.bounded_slowdown += bounded_slowdown(job, outcome, self.slowdown_threshold);
        if let Some(tardiness) = tardiness(job, outcome) {
            self.reservations_ran += 1;
            self.tardiness += i128::from(tardiness);
        }
    }

    fn and(&self, other: &Self) -> Self {
        Self {
            tick: self.tick,
            slowdown_threshold: self.slowdown_threshold,
            submitted: self.submitted + other.submitted,
            started: self.started + other.started,
            ended: self.ended + other.ended,
            ran: self.ran + other.ran,
            reservations_ran: self.reservations_ran + other.reservations_ran,
            flow: self.flow + other.flow,
            wait: self.wait + other.wait,
            tardiness: self.tardiness + other.tardiness,
            bounded_slowdown: self.bounded_slowdown + other.bounded_slowdown,
        }
    }

    fn figures(&self, mean_utilization: f64) -> SpanFigures {
        let ran = self.ran;
        let seconds = |sum: i128| self.tick.in_seconds(mean(sum as f64, ran));
        SpanFigures {
            submitted: self.submitted,
            started: self.started,
            ended: self.ended,
            mean_utilization,
            mean_flow_time: seconds(self.flow),
            mean_tardiness: mean_tardiness(self.tick, self.tardiness, (ran, self.reservations_ran)),
            mean_waiting_time: seconds(self.wait),
            mean_bounded_slowdown: mean(self.bounded_slowdown, ran),
        }
    }
}
