//! Figures of one job, as all sums and charts count them.

use crate::engine::{Outcome, Run, Status};
use workload::{Job, Time};

/// Whether it ran at all.
pub fn has_run(outcome: &Outcome) -> bool {
    outcome.status != Status::Rejected
}

/// Waiting time of a job that ran: first start less ready time, in the run's ticks.
pub fn wait(job: &Job, outcome: &Outcome) -> Time {
    outcome.start - job.ready()
}

/// Waiting time of a job in the logged system, from when it was eligible, of a reservation from its submission; in the
/// run's ticks. `None` if the log does not give its wait or its run time, or it did not run.
pub fn logged_wait(job: &Job, run: &Run) -> Option<Time> {
    let wait = job.logged_wait.filter(|_| job.run_time_known && job.run_time > 0)?;
    // Logs count in seconds, whatever the ticks are.
    let wait = wait.saturating_mul(Time::from(run.tick.per_second()));
    Some(wait.saturating_sub(job.eligible_after.into()).max(0))
}

/// Flow time of a job that ran: end time C less ready time, in the run's ticks (Kurowski et al. 2011, eq. 2).
pub fn flow_time(job: &Job, outcome: &Outcome) -> Time {
    outcome.completion - job.ready()
}

/// Bounded slowdown of a job that ran (Feitelson 2001): at least 1. `threshold` is that of its run, in ticks
/// ([`crate::engine::Run::slowdown_threshold_in_ticks`]). Interruptions count as waiting.
pub fn bounded_slowdown(job: &Job, outcome: &Outcome, threshold: Time) -> f64 {
    let in_system = outcome.end - job.ready();
    (in_system as f64 / outcome.ran.max(threshold) as f64).max(1.0)
}

/// How late a reservation that ran ended: end time C less deadline, at least 0, in the run's ticks (eq. 3);
/// `None` of a batch job.
pub fn tardiness(job: &Job, outcome: &Outcome) -> Option<Time> {
    let request = job.reservation?;
    Some((outcome.completion - request.deadline).max(0))
}

/// Work of a job that ran, in processors times ticks, without lost work.
pub fn work(outcome: &Outcome) -> i128 {
    i128::from(outcome.ran) * i128::from(outcome.processors)
}
