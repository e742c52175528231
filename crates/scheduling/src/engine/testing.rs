//! Runs to draw: made by hand, at random, or by a plain first-fit scheduler.

use proptest::prelude::*;

use super::{Bar, Outcome, Run, Schedule, Status};
use workload::{Flexibility, Job, ReservationRequest, Time, testing};

/// An ordinary batch job.
pub fn job(id: u64, submit: Time, processors: u32, run_time: Time) -> Job {
    Job { logged_wait: Some(0), ..testing::job(id, submit, processors, run_time, run_time.max(1)) }
}

/// A run of batch jobs, one for each (job, provider, first and last processor, start, end).
pub fn bar_run(platform: &[u32], bars: &[(u32, u32, u32, u32, Time, Time)]) -> Run {
    let mut run = Run { platform: platform.to_vec(), ..Run::default() };
    for (at, &(id, provider, first, last, start, end)) in bars.iter().enumerate() {
        let size = last.saturating_sub(first) + 1;
        let mut job = job(id.into(), start, size, end.saturating_sub(start));
        job.submit = start;
        run.jobs.push(job);
        let bar = Bar { job: at as u32, provider, first_processor: first, last_processor: last, start, end };
        run.schedule.outcomes.push(outcome(&bar, end, at));
        run.schedule.bars.push(bar);
    }
    run
}

/// Of a job whose only bar is the one at `index`, done at `end`.
fn outcome(bar: &Bar, end: Time, index: usize) -> Outcome {
    Outcome {
        status: Status::Done,
        provider: bar.provider,
        processors: bar.last_processor.saturating_sub(bar.first_processor) + 1,
        allocated: bar.start,
        promised_start: bar.start,
        start: bar.start,
        end,
        ran: end.saturating_sub(bar.start),
        held_from: bar.start,
        held_until: bar.end,
        released: bar.end,
        completion: bar.end,
        first_bar: index as u32,
        bar_count: 1,
        ..Outcome::UNSEEN
    }
}

/// First fit on neighbouring processors in order of submission, each job as early as it can start
/// there. Every third job is a reservation, of which every other ends before its reservation does.
pub fn first_fit(platform: &[u32], jobs: &[(Time, u32, Time)]) -> Run {
    let mut free_from: Vec<Vec<Time>> = platform.iter().map(|&p| vec![0; p as usize]).collect();
    let mut placed = Vec::new();
    let mut all = Vec::new();
    for (at, &(submit, size, length)) in jobs.iter().enumerate() {
        let mut best: Option<(Time, usize, usize)> = None;
        for (provider, free) in free_from.iter().enumerate() {
            for (first, window) in free.windows(size as usize).enumerate() {
                let start = window.iter().copied().fold(submit, Time::max);
                if best.is_none_or(|(earliest, ..)| start < earliest) {
                    best = Some((start, provider, first));
                }
            }
        }
        let mut job = job(at as u64 + 1, submit, size, length);
        let Some((start, provider, first)) = best else {
            continue;
        };
        let mut released = start + length;
        if at % 3 == 2 {
            if at % 2 == 0 {
                released += length / 2;
                job.requested_time = released - start;
            }
            job.reservation = Some(ReservationRequest {
                ready: start,
                deadline: released,
                flexibility: Flexibility::Rigid,
                is_listed: false,
            });
        }
        let last = first + size as usize - 1;
        free_from[provider][first..=last].fill(released);
        placed.push((all.len(), provider, first, last, start, start + length, released));
        all.push(job);
    }
    let mut schedule = Schedule::default();
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by_key(|&at| placed[at].4);
    schedule.outcomes = vec![Outcome::UNSEEN; placed.len()];
    for (position, at) in order.into_iter().enumerate() {
        let (job, provider, first, last, start, end, released) = placed[at];
        let bar = Bar {
            job: job as u32,
            provider: provider as u32,
            first_processor: first as u32,
            last_processor: last as u32,
            start,
            end: released,
        };
        schedule.outcomes[job] = outcome(&bar, end, position);
        schedule.bars.push(bar);
    }
    Run { platform: platform.to_vec(), jobs: all, schedule, ..Run::default() }
}

/// Small runs of every shape.
pub fn random_run() -> impl Strategy<Value = Run> {
    let platform = prop::collection::vec(1u32..40, 1..4);
    let jobs = prop::collection::vec((0i64..1000, 1u32..12, 1i64..200), 0..60);
    (platform, jobs).prop_map(|(platform, mut jobs)| {
        jobs.sort();
        first_fit(&platform, &jobs)
    })
}
