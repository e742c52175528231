//! The idle periods of a pool at a moment, from a finished run.

use crate::availability::BEGINNING;
use crate::availability::idle_periods::{FOREVER, IdlePeriod};
use crate::system::prelude::*;

/// The idle periods after all that happens at time `now`, those that are over left out: by server, then
/// by start. A booking counts from the job's submission on, to its end as it was booked, or until its
/// servers were given back if that has happened. O(b log b) for the servers of b bars.
pub fn idle_at(run: &Run, now: Time) -> Vec<IdlePeriod> {
    idle(run, now, run.jobs.len(), |_| true)
}

/// The idle periods among which the request of a job, by its place in the run, is placed: those that the
/// requests before it leave. O(b log b) for the servers of b bars.
pub fn idle_before(run: &Run, job: usize) -> Vec<IdlePeriod> {
    let now = run.jobs[job].submit;
    // All requests of an instant are placed before any of their jobs starts.
    idle(run, now, job, |start| start < now)
}

/// The idle periods that the first `placed` requests leave at `now`; of the jobs that have given their
/// servers back by then those are over that `is_over` names by their start.
fn idle(run: &Run, now: Time, placed: usize, is_over: impl Fn(Time) -> bool) -> Vec<IdlePeriod> {
    let servers = run.platform.iter().sum::<u32>() as usize;
    let mut idle_since = vec![BEGINNING; servers];
    let mut booked: Vec<Vec<(Time, Time)>> = vec![Vec::new(); servers];
    for (job, it) in run.jobs.iter().enumerate().take(placed) {
        let outcome = &run.schedule.outcomes[job];
        if it.submit > now || outcome.start == NEVER {
            continue;
        }
        for bar in run.schedule.bars_of(job) {
            for server in bar.first_processor..=bar.last_processor {
                let server = server as usize;
                if outcome.released <= now && is_over(outcome.start) {
                    idle_since[server] = idle_since[server].max(outcome.released)
                } else {
                    booked[server].push((outcome.held_from, outcome.held_until))
                }
            }
        }
    }
    let mut periods = Vec::new();
    for (server, (mut start, mut booked)) in (0..).zip(idle_since.into_iter().zip(booked)) {
        booked.sort_unstable();
        for (from, to) in booked.into_iter().chain([(FOREVER, FOREVER)]) {
            if start < from && from > now {
                periods.push(IdlePeriod { start, end: from, server });
            }
            start = to;
        }
    }
    periods
}
