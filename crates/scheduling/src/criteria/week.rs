//! Waits over the week: the mean of each hour of submission of each day.

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::job_figures::{has_run, logged_wait, wait};
use super::span::Span;
use crate::engine::Run;
use base::slices::{self, AtOnce, Pace, at_once, rest};
use workload::Time;
use workload::clock::Clock;

/// The days, in order of the rows.
pub const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The hours of a day.
pub const HOURS: usize = 24;

/// The jobs submitted in an hour of the week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Hour {
    pub jobs: usize,
    /// Their mean wait in seconds; 0 of none.
    pub mean_wait: f64,
}

/// A mean for each hour of the week.
pub type Hours = [[Hour; HOURS]; DAYS.len()];

/// Waits over the week, by the day and hour of submission.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Week {
    /// Of the jobs that ran, from the ready time to the first start.
    pub simulated: Hours,
    /// Of the jobs whose wait and run time the log gives, from when they were eligible, of reservations from the
    /// submission; `None` if the log was not asked for.
    pub logged: Option<Hours>,
}

/// Sums of ticks over the jobs of each hour.
type Sums = [[(usize, i128); HOURS]; DAYS.len()];

impl Week {
    /// Waits of a run over the week; of a span those of the jobs submitted in it. Days and
    /// hours are those of the log's `clock`. `with_log`: whether the
    /// waits of the log are told as well. O(n) for n jobs.
    pub fn new(run: &Run, span: Option<Span>, clock: Clock, with_log: bool) -> Self {
        at_once(Self::in_slices(run, span, clock, with_log, &AtOnce))
    }

    /// The same in slices, for a page that has to react in between.
    pub async fn in_slices(run: &Run, span: Option<Span>, clock: Clock, with_log: bool, pace: &dyn Pace) -> Self {
        let per_second = Time::from(run.tick.per_second());
        let mut simulated = Sums::default();
        let mut logged = Sums::default();
        let outcomes = run.schedule.outcomes.chunks(slices::ITEMS);
        for (jobs, outcomes) in run.jobs.chunks(slices::ITEMS).zip(outcomes) {
            for (job, outcome) in jobs.iter().zip(outcomes) {
                if span.is_some_and(|span| !span.holds(job.submit)) {
                    continue;
                }
                let (day, hour) = hour_of(job.submit.div_euclid(per_second), clock);
                if has_run(outcome) {
                    add(&mut simulated[day][hour], wait(job, outcome));
                }
                if let Some(wait) = logged_wait(job, run).filter(|_| with_log) {
                    add(&mut logged[day][hour], wait);
                }
            }
            rest(pace).await;
        }
        Self { simulated: means(run, &simulated), logged: with_log.then(|| means(run, &logged)) }
    }
}

fn add(sum: &mut (usize, i128), wait: Time) {
    sum.0 += 1;
    sum.1 += i128::from(wait);
}

fn means(run: &Run, sums: &Sums) -> Hours {
    sums.map(|day| {
        day.map(|(jobs, sum)| Hour { jobs, mean_wait: run.tick.in_seconds(super::ratio(sum as f64, jobs as f64)) })
    })
}

/// The day of the week, from 0 on Monday, and the hour of a second of the log.
fn hour_of(second: Time, clock: Clock) -> (usize, usize) {
    let second = clock.local(second).0;
    // 1970 began on a Thursday.
    let day = (second.div_euclid(86_400) + 3).rem_euclid(7);
    (day as usize, (second.rem_euclid(86_400) / 3_600) as usize)
}
