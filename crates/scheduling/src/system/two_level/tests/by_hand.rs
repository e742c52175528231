//! Small schedules, worked out on paper and drawn: a row a processor, a column a second, a letter
//! a job (`a` the first submitted), `.` idle, capital letters reservations, `-` a reservation's
//! processors while its job does not run.

mod best_effort;
mod completion;
mod fair_share;
mod fixed_slots;
mod instants;
mod ordered;
mod preemption;
mod queues;
mod reservations;
mod static_binding;
mod table_1;

use super::random::run;
use crate::engine::Status;
use crate::system::two_level::*;
use workload::testing::of_user;
use workload::{Flexibility, Job, ReservationRequest};

/// (submit, processors, run time, limit)
type Batch = (i64, u32, i64, i64);

fn batch((submit, processors, run_time, requested_time): Batch) -> Job {
    Job { id: 0, submit, processors, run_time, requested_time, logged_wait: Some(0), ..Job::default() }
}

fn reservation(batch_like: Batch, ready: i64, deadline: i64) -> Job {
    Job {
        reservation: Some(ReservationRequest { ready, deadline, flexibility: Flexibility::Rigid, is_listed: false }),
        ..batch(batch_like)
    }
}

/// Jobs of these users.
fn of_users<const N: usize>(jobs: [(i64, Batch); N]) -> [Job; N] {
    jobs.map(|(user, job)| of_user(user, batch(job)))
}

fn local(queue: QueuePolicy) -> TwoLevel {
    TwoLevel { local: Local { queue, ..Local::default() }, ..TwoLevel::default() }
}

fn draw(settings: &TwoLevel, processors: u32, jobs: &[Job], column: i64) -> String {
    settings.validate(1).expect("settings that can be run");
    assert!(jobs.is_sorted_by_key(|job| job.submit));
    let run = run(settings, &[processors], jobs);
    let ends = run.schedule.bars.iter().map(|bar| bar.end);
    let columns = ends.max().unwrap_or(0) / column;
    let mut rows = vec![vec![b'.'; columns as usize]; processors as usize];
    for bar in &run.schedule.bars {
        let (job, outcome) = (bar.job as usize, &run.schedule.outcomes[bar.job as usize]);
        let is_reservation = run.jobs[job].is_reservation();
        let letter = if is_reservation { b'A' } else { b'a' } + job as u8;
        assert!(bar.start % column == 0 && bar.end % column == 0);
        for row in &mut rows[bar.first_processor as usize..=bar.last_processor as usize] {
            for place in bar.start / column..bar.end / column {
                let runs = (outcome.start..outcome.end).contains(&(place * column));
                row[place as usize] = if runs || !is_reservation { letter } else { b'-' };
            }
        }
    }
    let lines = rows.into_iter().map(|row| String::from_utf8(row).unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_draws(settings: &TwoLevel, processors: u32, jobs: &[Job], expected: &[&str]) {
    assert_eq!(draw(settings, processors, jobs, 1), expected.join("\n"));
}

/// The letters of the jobs that were stopped before they were done, and of those that never ran.
fn killed_and_rejected(settings: &TwoLevel, processors: u32, jobs: &[Job]) -> (String, String) {
    let run = run(settings, &[processors], jobs);
    let with = |status: Status| -> String {
        let jobs = run.jobs.iter().zip(&run.schedule.outcomes).zip(0u8..);
        let jobs = jobs.filter(|((_, outcome), _)| outcome.status == status);
        jobs.map(|((job, _), index)| char::from(if job.is_reservation() { b'A' } else { b'a' } + index)).collect()
    };
    (with(Status::Killed), with(Status::Rejected))
}
