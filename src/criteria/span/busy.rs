//! How many processor-seconds jobs ran within a span.

use super::Span;
use crate::criteria::job_figures::has_run;
use crate::criteria::ratio;
use crate::engine::{Bar, Run};
use crate::workload::Time;

/// The share of its processors that each kind of job ran on, as the mean over providers: batch jobs,
/// then reservations. O(jobs + bars).
pub(super) fn utilization(run: &Run, span: Span) -> [f64; 2] {
    let mut work = vec![[0i128; 2]; run.platform.len()];
    for (at, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        if !has_run(outcome) {
            continue;
        }
        let mut processor_seconds = 0;
        for_each_stretch(run, at, |processors, from, to| {
            let within = to.min(span.to) - from.max(span.from);
            processor_seconds += i128::from(processors) * i128::from(within.max(0));
        });
        work[outcome.provider as usize][usize::from(job.is_reservation())] += processor_seconds;
    }
    let providers = run.platform.len().max(1) as f64;
    [0, 1].map(|kind| {
        let shares = work.iter().zip(&run.platform).map(|(work, &processors)| {
            let there = span.seconds() as f64 * f64::from(processors);
            ratio(work[kind] as f64, there)
        });
        shares.sum::<f64>() / providers
    })
}

/// Calls `visit` with processors, start and end of every stretch that a job ran and that was not in
/// vain.
fn for_each_stretch(run: &Run, job: usize, mut visit: impl FnMut(u32, Time, Time)) {
    let outcome = &run.schedule.outcomes[job];
    let stints = run.schedule.earlier_stints(job);
    if stints.is_empty() {
        return visit(outcome.processors, outcome.start, outcome.end);
    }
    // A preempted job that began anew threw away whatever it had done before.
    let last_preempted = stints.iter().rposition(|it| !it.suspended);
    let kept = match last_preempted {
        Some(at) if outcome.lost > 0 => at + 1,
        _ => 0,
    };
    let mut visit_bars = |bars: &[Bar], end: Time| {
        for bar in bars {
            let processors = bar.last_processor - bar.first_processor + 1;
            visit(processors, bar.start, bar.end.min(end));
        }
    };
    for stint in &stints[kept..] {
        visit_bars(run.schedule.bars_of_stint(stint), Time::MAX);
    }
    visit_bars(run.schedule.bars_of(job), outcome.end);
}
