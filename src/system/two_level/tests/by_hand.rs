//! Small schedules, worked out on paper and drawn: a row a processor, a column a second, a letter
//! a job (`a` the first submitted), `.` idle, capital letters reservations.

mod best_effort;
mod preemption;
mod queues;
mod reservations;
mod sge;
mod static_binding;

use super::random::run;
use crate::system::two_level::*;
use crate::workload::{Flexibility, Job, ReservationRequest, UNKNOWN};

/// (submit, processors, run time, limit)
type Batch = (i64, u32, i64, i64);

fn batch((submit, processors, run_time, requested_time): Batch) -> Job {
    Job {
        id: 0,
        submit,
        processors,
        run_time,
        requested_time,
        limit_known: true,
        logged_wait: 0,
        user: UNKNOWN,
        group: UNKNOWN,
        queue: UNKNOWN,
        reservation: None,
    }
}

fn reservation(batch_like: Batch, ready: i64, deadline: i64) -> Job {
    Job {
        reservation: Some(ReservationRequest {
            ready,
            deadline,
            flexibility: Flexibility::Rigid,
        }),
        ..batch(batch_like)
    }
}

fn local(queue: QueuePolicy) -> TwoLevel {
    TwoLevel {
        local: Local {
            queue,
            ..Local::default()
        },
        ..TwoLevel::default()
    }
}

fn draw(settings: &TwoLevel, processors: u32, jobs: &[Job]) -> String {
    let run = run(settings, &[processors], jobs);
    let last = run
        .schedule
        .bars
        .iter()
        .map(|bar| bar.end)
        .max()
        .unwrap_or(0);
    let mut rows = vec![vec![b'.'; last as usize]; processors as usize];
    for bar in &run.schedule.bars {
        let job = &run.jobs[bar.job as usize];
        let letter = if job.is_reservation() { b'A' } else { b'a' } + bar.job as u8;
        for row in &mut rows[bar.first_processor as usize..=bar.last_processor as usize] {
            row[bar.start as usize..bar.end as usize].fill(letter);
        }
    }
    let lines = rows.into_iter().map(|row| String::from_utf8(row).unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn assert_draws(settings: &TwoLevel, processors: u32, jobs: &[Job], expected: &[&str]) {
    assert_eq!(draw(settings, processors, jobs), expected.join("\n"));
}
