//! The criteria of a span of time within a run.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::job_figures::{bounded_slowdown, flow_time, has_run, tardiness, wait};
use super::{mean, mean_tardiness, number, ratio};
use crate::availability::idle_periods::ServerSet;
use crate::engine::{Bar, Outcome, Run, Tick};
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
        let utilization = utilization(run, span);
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

/// The share of its processors that each kind of job ran on, as the mean over providers: batch jobs,
/// then reservations. O(jobs + bars).
fn utilization(run: &Run, span: Span) -> [f64; 2] {
    let providers = run.platform.len().max(1) as f64;
    let shares = shares(run, span);
    [0, 1].map(|kind| shares.iter().map(|it| it[kind]).sum::<f64>() / providers)
}

/// The share of its processors that jobs ran on, of each provider. O(jobs + bars).
pub(super) fn utilizations(run: &Run, span: Span) -> Vec<f64> {
    shares(run, span).into_iter().map(|[batch, reservations]| batch + reservations).collect()
}

/// The same by provider and by kind.
fn shares(run: &Run, span: Span) -> Vec<[f64; 2]> {
    let mut work = vec![[0i128; 2]; run.platform.len()];
    for (at, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        if !has_run(outcome) {
            continue;
        }
        let kind = usize::from(job.is_reservation());
        for_each_stretch(run, at, |provider, processors, from, to| {
            let within = to.min(span.to) - from.max(span.from);
            work[provider as usize][kind] += i128::from(processors) * i128::from(within.max(0));
        });
    }
    let shares = work.iter().zip(&run.platform).map(|(work, &processors)| {
        let there = span.seconds() as f64 * f64::from(processors);
        work.map(|it| ratio(it as f64, there))
    });
    shares.collect()
}

/// Calls `visit` with provider, processors, start and end of every stretch that a job ran and that was
/// not in vain.
fn for_each_stretch(run: &Run, job: usize, mut visit: impl FnMut(u32, u32, Time, Time)) {
    let outcome = &run.schedule.outcomes[job];
    let stints = run.schedule.earlier_stints(job);
    if stints.is_empty() {
        let bars = run.schedule.bars_of(job);
        if bars.iter().all(|bar| bar.provider == outcome.provider) {
            let (from, to) = (outcome.start, outcome.end);
            return visit(outcome.provider, outcome.processors, from, to);
        }
    }
    // A preempted job that began anew lost all earlier work.
    let last_preempted = stints.iter().rposition(|it| !it.suspended);
    let kept = match last_preempted {
        Some(at) if outcome.lost > 0 => at + 1,
        _ => 0,
    };
    let mut visit_bars = |bars: &[Bar], end: Time| {
        for bar in bars {
            let processors = bar.last_processor - bar.first_processor + 1;
            let from = bar.start.max(outcome.start);
            visit(bar.provider, processors, from, bar.end.min(end));
        }
    };
    for stint in &stints[kept..] {
        visit_bars(run.schedule.bars_of_stint(stint), Time::MAX);
    }
    visit_bars(run.schedule.bars_of(job), outcome.end);
}

/// The processors of each provider that no bar of the run holds at any time of the span (Castillo,
/// Rouskas and Harfoush 2009, Sect. 4.2, asks it of idle periods, before the jobs that come later).
/// O(n log n) for the n bars that begin before its end.
pub fn free_throughout(run: &Run, span: Span) -> Vec<ServerSet> {
    let mut held: Vec<Vec<ServerSet>> = vec![Vec::new(); run.platform.len()];
    let begun = run.schedule.bars.partition_point(|bar| bar.start < span.to);
    let bars = run.schedule.bars[..begun].iter();
    // A job of length 0 occupies nothing.
    for bar in bars.filter(|bar| bar.end > span.from.max(bar.start)) {
        let processors = ServerSet::run(bar.first_processor, bar.last_processor);
        held[bar.provider as usize].push(processors);
    }
    let free = run.platform.iter().zip(held).map(|(&processors, held)| {
        let all = ServerSet::first(processors);
        all.parted_by(&ServerSet::union(held.iter())).1
    });
    free.collect()
}
