//! The criteria of a schedule: Kurowski et al. 2011, Sect. 4.3, and the field's usual ones.

pub mod calibration;
pub mod class_means;
mod criterion;
pub mod distribution;
pub mod groups;
pub mod heaviest;
pub mod job_fields;
pub mod job_figures;
mod number;
pub mod population;
mod quantity;
pub mod span;
pub mod starts;
#[cfg(test)]
mod tests;
pub mod wait_parts;
pub mod wait_profile;
pub mod week;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::{Bar, Measures, Outcome, Run, Status, Tick};
pub use calibration::Calibration;
pub use criterion::{Criterion, FigureGroup, Of};
use distribution::{WAITS_AT, nearest_ranks};
use population::Population;
pub use quantity::{OfKind, QUANTITIES, Quantity};
use span::Span;
use wait_profile::WaitProfile;
use workload::select::Thinned;
use workload::{Job, Time};

/// The criteria of a run. Times are seconds; means and percentiles are over the jobs that ran, and NaN, in JSON `null`,
/// where none did. D is 0 where jobs ran and none of them is a reservation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Jobs taken from the workload, the rejected ones among them.
    pub jobs: usize,
    /// What the figures are over.
    #[serde(default)]
    pub population: Population,
    /// Mean resource utilization U (eq. 4): the mean over providers of processor seconds used over
    /// processor seconds there were from the first submission to the last completion. 0 to 1.
    pub mean_utilization: f64,
    /// Mean flow time F (eq. 2).
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_flow_time: f64,
    /// Mean tardiness D of the reservations (eq. 3).
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_tardiness: f64,
    /// Mean waiting time: start less ready time.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_waiting_time: f64,
    /// The least wait that half of the jobs do not exceed.
    #[serde(default, deserialize_with = "number::deserialize")]
    pub median_waiting_time: f64,
    /// The least wait that 90 % of the jobs do not exceed.
    #[serde(default, deserialize_with = "number::deserialize")]
    pub waiting_time_90: f64,
    /// The least wait that 99 % of the jobs do not exceed.
    #[serde(default, deserialize_with = "number::deserialize")]
    pub waiting_time_99: f64,
    /// Mean bounded slowdown (Feitelson 2001): of a job that was interrupted, its waiting time and
    /// interruptions count.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_bounded_slowdown: f64,
    /// From the first submission to the last completion, or to the end of a job that outlasts its
    /// reservation's; never beyond the last release.
    #[serde(with = "number")]
    pub makespan: f64,
    /// Jobs that never ran.
    pub rejected: usize,
    /// The rejected jobs by cause ([`engine::Cause`](crate::engine::Cause)), by its key.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rejections: BTreeMap<String, usize>,
    /// Jobs stopped at their limit.
    pub killed: usize,
    /// Whether the number of killed jobs is unknown, so that `killed` is 0 here and in all parts: for a log that
    /// does not record it.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub killed_unknown: bool,
    /// How often jobs were preempted or suspended, all together.
    pub interruptions: u64,
    /// Processor seconds that were run in vain: of preempted jobs that began anew.
    pub lost_work: f64,
    /// The criteria of the batch jobs alone.
    pub batch: KindReport,
    /// The criteria of the reservations alone.
    pub reservations: KindReport,
    /// Of a log the criteria of the jobs of each class of sizes alone, from one power of two to before the next, by the
    /// smallest size of the class. Sizes are the processors that jobs need.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by_size: BTreeMap<u32, KindReport>,
    /// The criteria of each provider alone, in platform order.
    pub providers: Vec<ProviderReport>,
    /// The system's own figures, by their keys.
    #[serde(default)]
    pub measures: Measures,
    /// How far the simulated waits are from those of the log, where that was asked for
    /// ([`experiment::report_beside_log`]) and the log has waits; none of the log itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Box<Calibration>>,
    /// The users and the work that stay where users leave to make the load lighter, if that was asked for
    /// ([`experiment::report_beside_log`]) and any leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinned: Option<Thinned>,
    /// How the jobs waited, class by class, where that was asked for ([`report_with_waits`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits: Option<Box<WaitProfile>>,
}

impl Report {
    /// The report as indented JSON, a line break at its end: the same bytes on every platform.
    pub fn to_json(&self) -> String {
        // Numbers and vectors of them cannot fail to be written.
        let json = serde_json::to_string_pretty(self).unwrap_or_default();
        json + "\n"
    }
}

/// Criteria of the jobs of one kind, or of one class of sizes. Means as in [`Report`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct KindReport {
    /// How many, the rejected ones among them.
    pub jobs: usize,
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_flow_time: f64,
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_waiting_time: f64,
    /// The least wait that half of them do not exceed.
    #[serde(default, deserialize_with = "number::deserialize")]
    pub median_waiting_time: f64,
    /// The least wait that 90 % of them do not exceed.
    #[serde(default, deserialize_with = "number::deserialize")]
    pub waiting_time_90: f64,
    /// The least wait that 99 % of them do not exceed.
    #[serde(default, deserialize_with = "number::deserialize")]
    pub waiting_time_99: f64,
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_bounded_slowdown: f64,
    /// How many never ran.
    pub rejected: usize,
    /// How many were stopped at their limit.
    pub killed: usize,
}

/// Criteria of one provider's jobs. Means as in [`Report`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ProviderReport {
    pub processors: u32,
    /// Jobs sent to it.
    pub jobs: usize,
    /// Utilization U_l over the run's span.
    pub utilization: f64,
    /// Mean flow time of its jobs.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_flow_time: f64,
    /// Mean tardiness of its reservations.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_tardiness: f64,
    /// Mean waiting time of its jobs.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_waiting_time: f64,
    /// Mean bounded slowdown of its jobs.
    #[serde(deserialize_with = "number::deserialize")]
    pub mean_bounded_slowdown: f64,
    /// From the run's first submission to its own last completion.
    #[serde(with = "number")]
    pub makespan: f64,
    /// Its jobs that were stopped at their limit.
    pub killed: usize,
}

/// Reports are equal if they are written equal, so that a mean over no jobs equals another one.
macro_rules! equal_as_written {
    ($($report:ty),+) => {$(
        impl PartialEq for $report {
            fn eq(&self, other: &Self) -> bool {
                let written = |it| serde_json::to_string(it).unwrap_or_default();
                written(self) == written(other)
            }
        }

        impl Eq for $report {}
    )+};
}

equal_as_written!(Report, KindReport, ProviderReport, span::SpanReport, span::SpanFigures);

/// The criteria of a run. O(jobs).
///
/// Utilization counts processing time: a reservation that outlasts its job adds nothing, nor does time
/// that a job lost when it was preempted and restarted. Its span is that of the whole run for every
/// provider, from the first submission to the last completion: counted from time 0 it does not
/// reproduce the paper's Table 2.
pub fn report(run: &Run) -> Report {
    report_of_jobs(run, |_| true)
}

/// The criteria of those jobs of a run that `is_counted` names: the others, such as those of a warm-up, took their
/// processors and count in no figure but utilization, which is that of all jobs from the first counted submission to
/// the last counted completion. The system's own measures are those of the whole run. O(jobs).
pub fn report_of_jobs(run: &Run, is_counted: impl Fn(&Job) -> bool) -> Report {
    let counted: Vec<bool> = run.jobs.iter().map(is_counted).collect();
    let first = run.jobs.iter().zip(&counted).filter(|it| *it.1).map(|it| it.0.submit).min().unwrap_or(0);
    let none = Sums::new(first, run);
    let mut all = WithWaits::new(&none);
    let (mut batch, mut reservations) = (all.clone(), all.clone());
    let mut by_size: BTreeMap<u32, WithWaits> = BTreeMap::new();
    let mut providers = vec![none.clone(); run.platform.len()];
    for (at, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        if !counted[at] {
            continue;
        }
        let kind = if job.is_reservation() { &mut reservations } else { &mut batch };
        kind.add(job, outcome);
        all.add(job, outcome);
        if matches!(run.of, crate::engine::Of::Log(_)) {
            let size = by_size.entry(smallest_of_class(job.processors)).or_insert_with(|| WithWaits::new(&none));
            size.add(job, outcome);
        }
        if outcome.status != Status::Rejected {
            providers[outcome.provider as usize].add(job, outcome);
            share_out(&mut providers, outcome, run.schedule.bars_of(at));
        }
    }
    let WithWaits { sums, .. } = &all;
    let mut providers: Vec<ProviderReport> =
        providers.iter().zip(&run.platform).map(|(it, &processors)| it.of_provider(processors, sums.span())).collect();
    if counted.contains(&false) {
        let span = Span { from: first, to: first + sums.span() };
        for (provider, share) in providers.iter_mut().zip(span::utilizations(run, span)) {
            provider.utilization = share;
        }
    }
    let utilization: f64 = providers.iter().map(|provider| provider.utilization).sum();
    let report = Report {
        jobs: sums.jobs,
        population: Population::of(run, |at| counted[at]),
        mean_utilization: utilization / providers.len().max(1) as f64,
        mean_flow_time: sums.mean(sums.flow),
        mean_tardiness: sums.mean_tardiness(),
        mean_waiting_time: sums.mean(sums.wait),
        mean_bounded_slowdown: sums.mean_bounded_slowdown(),
        makespan: sums.makespan(),
        rejected: sums.rejected,
        rejections: run.causes.counts_of(&run.schedule.outcomes, |at| counted[at]),
        killed: sums.killed,
        killed_unknown: run.killed_unknown(),
        interruptions: sums.interruptions,
        lost_work: sums.tick.in_seconds(sums.lost_work as f64),
        batch: batch.of_kind(),
        reservations: reservations.of_kind(),
        by_size: by_size.into_iter().map(|(smallest, it)| (smallest, it.of_kind())).collect(),
        providers,
        measures: run.measures.clone(),
        ..Report::default()
    };
    let [median_waiting_time, waiting_time_90, waiting_time_99] = all.percentiles();
    Report { median_waiting_time, waiting_time_90, waiting_time_99, ..report }
}

/// The smallest size of the class to which a size belongs: the power of two that it reaches. A job of no processors
/// counts as one of 1.
fn smallest_of_class(processors: u32) -> u32 {
    1 << processors.max(1).ilog2()
}

/// Adds the work of a job that runs on several providers at once to each of them, by its processors.
/// O(bars).
fn share_out(providers: &mut [Sums], outcome: &Outcome, bars: &[Bar]) {
    for bar in bars.iter().filter(|it| it.provider != outcome.provider) {
        let work = i128::from(outcome.ran) * i128::from(bar.last_processor - bar.first_processor + 1);
        providers[outcome.provider as usize].work -= work;
        let there = &mut providers[bar.provider as usize];
        there.work += work;
        there.last_completion = there.last_completion.max(outcome.end);
    }
}

/// The criteria of a run, with how its jobs waited. O(jobs).
pub fn report_with_waits(run: &Run) -> Report {
    Report { waits: Some(Box::new(WaitProfile::new(run))), ..report(run) }
}

/// Sums over some of a run's jobs. Whole ticks, so that their order does not matter.
#[derive(Clone)]
struct Sums {
    tick: Tick,
    /// In ticks.
    slowdown_threshold: Time,
    first_submission: Time,
    last_completion: Time,
    jobs: usize,
    rejected: usize,
    killed: usize,
    reservations_run: usize,
    flow: i128,
    wait: i128,
    tardiness: i128,
    work: i128,
    lost_work: i128,
    interruptions: u64,
    bounded_slowdown: f64,
}

impl Sums {
    fn new(first_submission: Time, run: &Run) -> Self {
        Self {
            tick: run.tick,
            slowdown_threshold: run.slowdown_threshold_in_ticks(),
            first_submission,
            last_completion: first_submission,
            jobs: 0,
            rejected: 0,
            killed: 0,
            reservations_run: 0,
            flow: 0,
            wait: 0,
            tardiness: 0,
            work: 0,
            lost_work: 0,
            interruptions: 0,
            bounded_slowdown: 0.0,
        }
    }

    fn add(&mut self, job: &Job, outcome: &Outcome) {
        self.jobs += 1;
        match outcome.status {
            Status::Done => {}
            Status::Killed => self.killed += 1,
            Status::Rejected => {
                self.rejected += 1;
                return;
            }
        }
        // A job may run past the time that its C counts to, and C may be later than the release of
        // the processors. Only use within the span counts, or U could exceed 1, and none after the
        // last release, when no processor is in use.
        let last = outcome.completion.min(outcome.released).max(outcome.end);
        self.last_completion = self.last_completion.max(last);
        self.flow += i128::from(job_figures::flow_time(job, outcome));
        self.wait += i128::from(job_figures::wait(job, outcome));
        self.work += job_figures::work(outcome);
        self.lost_work += i128::from(outcome.lost) * i128::from(outcome.processors);
        self.interruptions += u64::from(outcome.interruptions);
        self.bounded_slowdown += job_figures::bounded_slowdown(job, outcome, self.slowdown_threshold);
        if let Some(tardiness) = job_figures::tardiness(job, outcome) {
            self.reservations_run += 1;
            self.tardiness += i128::from(tardiness);
        }
    }

    fn mean(&self, sum: i128) -> f64 {
        self.tick.in_seconds(mean(sum as f64, self.ran()))
    }

    fn ran(&self) -> usize {
        self.jobs - self.rejected
    }

    fn mean_tardiness(&self) -> f64 {
        mean_tardiness(self.tick, self.tardiness, (self.ran(), self.reservations_run))
    }

    fn mean_bounded_slowdown(&self) -> f64 {
        mean(self.bounded_slowdown, self.ran())
    }

    /// In ticks.
    fn span(&self) -> Time {
        self.last_completion - self.first_submission
    }

    /// In seconds.
    fn makespan(&self) -> f64 {
        self.tick.seconds(self.span())
    }

    fn of_provider(&self, processors: u32, span: Time) -> ProviderReport {
        ProviderReport {
            processors,
            jobs: self.jobs,
            utilization: ratio(self.work as f64, span as f64 * f64::from(processors)),
            mean_flow_time: self.mean(self.flow),
            mean_tardiness: self.mean_tardiness(),
            mean_waiting_time: self.mean(self.wait),
            mean_bounded_slowdown: self.mean_bounded_slowdown(),
            makespan: self.makespan(),
            killed: self.killed,
        }
    }
}

/// Sums over some of a run's jobs, and the waits of those that ran, in ticks.
#[derive(Clone)]
struct WithWaits {
    sums: Sums,
    waits: Vec<Time>,
}

impl WithWaits {
    fn new(none: &Sums) -> Self {
        Self { sums: none.clone(), waits: Vec::new() }
    }

    fn add(&mut self, job: &Job, outcome: &Outcome) {
        self.sums.add(job, outcome);
        if job_figures::has_run(outcome) {
            self.waits.push(job_figures::wait(job, outcome));
        }
    }

    /// The 50th, 90th and 99th percentile of the waits, in seconds; NaN of none.
    fn percentiles(&mut self) -> [f64; 3] {
        if self.waits.is_empty() {
            return [f64::NAN; 3];
        }
        nearest_ranks(&mut self.waits, WAITS_AT).map(|it| self.sums.tick.seconds(it))
    }

    fn of_kind(mut self) -> KindReport {
        let [median_waiting_time, waiting_time_90, waiting_time_99] = self.percentiles();
        let sums = &self.sums;
        KindReport {
            jobs: sums.jobs,
            mean_flow_time: sums.mean(sums.flow),
            mean_waiting_time: sums.mean(sums.wait),
            median_waiting_time,
            waiting_time_90,
            waiting_time_99,
            mean_bounded_slowdown: sums.mean_bounded_slowdown(),
            rejected: sums.rejected,
            killed: sums.killed,
        }
    }
}

/// NaN over no jobs.
fn mean(sum: f64, jobs: usize) -> f64 {
    if jobs > 0 { sum / jobs as f64 } else { f64::NAN }
}

/// D in seconds over jobs that ran and the reservations among them.
fn mean_tardiness(tick: Tick, sum: i128, (ran, reservations): (usize, usize)) -> f64 {
    tick.in_seconds(match ran {
        0 => f64::NAN,
        _ => ratio(sum as f64, reservations as f64),
    })
}

fn ratio(numerator: f64, denominator: f64) -> f64 {
    if denominator > 0.0 { numerator / denominator } else { 0.0 }
}
