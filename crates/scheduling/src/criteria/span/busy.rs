//! How many processor-seconds jobs ran within a span.

use super::Span;
use crate::criteria::job_figures::has_run;
use crate::criteria::ratio;
use crate::engine::{Bar, Run};
use workload::Time;

/// The share of its processors that each kind of job ran on, as the mean over providers: batch jobs,
/// then reservations. O(jobs + bars).
pub(super) fn utilization(run: &Run, span: Span) -> [f64; 2] {
    let providers = run.platform.len().max(1) as f64;
    let shares = shares(run, span);
    [0, 1].map(|kind| shares.iter().map(|it| it[kind]).sum::<f64>() / providers)
}

/// The share of its processors that jobs ran on, of each provider. O(jobs + bars).
pub(in crate::criteria) fn utilizations(run: &Run, span: Span) -> Vec<f64> {
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
