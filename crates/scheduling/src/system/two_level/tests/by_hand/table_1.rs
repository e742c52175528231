//! Table 1 of Kurowski et al. 2011, "Comparison of advance reservation capabilities of local
//! schedulers": a file a row, a test a cell. "Input to query about AR" does not show in a schedule.
//!
//! The same jobs are drawn under all four systems, a column a minute unless a file says otherwise.

mod batch_jobs_and_creation;
mod binding;
mod granularity;
mod reservation_end;
mod running_batch_jobs;
mod waiting_batch_jobs;

use super::*;

const MINUTE: i64 = 60;

fn system(system: LocalSystem) -> TwoLevel {
    let mut settings = TwoLevel::default();
    settings.local.systems = vec![system];
    settings
}

/// A batch job without a limit in its log: the selection filled one in.
fn without_limit(job: Batch) -> Job {
    Job { limit_known: false, ..batch(job) }
}

/// The jobs with their times in units of `unit` seconds.
fn in_units(unit: i64, jobs: &[Job]) -> Vec<Job> {
    let mut jobs = jobs.to_vec();
    for job in &mut jobs {
        job.submit *= unit;
        job.run_time *= unit;
        job.requested_time *= unit;
        if let Some(request) = &mut job.reservation {
            request.ready *= unit;
            request.deadline *= unit;
        }
    }
    jobs
}

/// Draws jobs whose times are in units of `unit` seconds, a column a unit.
#[track_caller]
fn assert_draws_in(unit: i64, named: LocalSystem, jobs: &[Job], expected: &[&str]) {
    let jobs = in_units(unit, jobs);
    let drawn = draw(&system(named), expected.len() as u32, &jobs, unit);
    assert_eq!(drawn, expected.join("\n"));
}

#[track_caller]
fn assert_killed(named: LocalSystem, processors: u32, jobs: &[Job], letters: &str) {
    let jobs = in_units(MINUTE, jobs);
    let (killed, _) = killed_and_rejected(&system(named), processors, &jobs);
    assert_eq!(killed, letters);
}
