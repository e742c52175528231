//! The idle periods of a pool at a moment, from what a run has left behind.

use crate::availability::BEGINNING;
use crate::availability::idle_periods::{FOREVER, IdlePeriod};
use crate::engine::{NEVER, Run};
use crate::workload::Time;

/// The idle periods after all that happens at time `now`, over or not begun by then left out: by
/// server, then by start. A booking counts from the job's submission on, to its end as it was booked,
/// or until its servers were given back if that has happened. O(b log b) for b bars.
pub fn idle_at(run: &Run, now: Time) -> Vec<IdlePeriod> {
    let servers = run.platform.iter().sum::<u32>() as usize;
    let mut booked: Vec<Vec<(Time, Time)>> = vec![Vec::new(); servers];
    for (job, it) in run.jobs.iter().enumerate() {
        let outcome = &run.schedule.outcomes[job];
        if it.submit > now || outcome.start == NEVER {
            continue;
        }
        let until = match outcome.released <= now {
            true => outcome.released,
            false => outcome.held_until,
        };
        for bar in run.schedule.bars_of(job) {
            for server in bar.first_processor..=bar.last_processor {
                booked[server as usize].push((outcome.held_from, until));
            }
        }
    }
    let periods = (0..).zip(booked).flat_map(|(server, mut booked)| {
        booked.sort_unstable();
        between(&booked)
            .map(move |(start, end)| IdlePeriod { start, end, server })
            .collect::<Vec<_>>()
    });
    periods.filter(|it| it.end > now).collect()
}

/// What lies before, between and behind intervals that do not overlap.
fn between(booked: &[(Time, Time)]) -> impl Iterator<Item = (Time, Time)> {
    let ends = booked.iter().map(|it| it.1);
    let starts = booked.iter().map(|it| it.0);
    let gaps = std::iter::once(BEGINNING)
        .chain(ends)
        .zip(starts.chain([FOREVER]));
    gaps.filter(|(from, to)| from < to)
}
