//! Small schedules, worked out on paper and drawn: a row a processor, a column a second, a letter
//! a job (`a` the first submitted), `.` idle, capital letters reservations, `-` a reservation's
//! processors while its job does not run. Behind the rows stand the jobs that were killed or rejected.

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

use super::random::{run, slower};
use crate::engine::Status;
use crate::system::testing::{job, jobs, settings};
use crate::system::two_level::*;
use workload::Job;

/// Draws jobs on as many processors as the drawing has rows.
#[track_caller]
fn assert_draws(settings: &str, jobs: &str, expected: &str) {
    assert_draws_in(1, settings, &self::jobs(jobs), expected);
}

/// Draws jobs whose times are in units of `unit` seconds, a column a unit.
#[track_caller]
fn assert_draws_in(unit: i64, settings: &str, jobs: &[Job], expected: &str) {
    let expected: Vec<&str> = expected.split_whitespace().collect();
    let processors = expected.iter().filter(|it| !it.contains(':')).count();
    let drawn = draw(&self::settings(settings), processors, &slower(unit, jobs.to_vec()), unit);
    assert_eq!(drawn.join("\n"), expected.join("\n"), "{settings}");
}

fn draw(settings: &TwoLevel, processors: usize, jobs: &[Job], column: i64) -> Vec<String> {
    settings.validate(1).expect("settings that can be run");
    assert!(jobs.is_sorted_by_key(|job| job.submit));
    let run = run(settings, &[processors as u32], jobs);
    let letter = |job: usize| if run.jobs[job].is_reservation() { b'A' } else { b'a' } + job as u8;
    let columns = run.schedule.bars.iter().map(|bar| bar.end).max().unwrap_or(0) / column;
    let mut rows = vec![vec![b'.'; columns as usize]; processors];
    for bar in &run.schedule.bars {
        let (job, outcome) = (bar.job as usize, &run.schedule.outcomes[bar.job as usize]);
        assert!(bar.start % column == 0 && bar.end % column == 0);
        for row in &mut rows[bar.first_processor as usize..=bar.last_processor as usize] {
            for place in bar.start / column..bar.end / column {
                let runs = (outcome.start..outcome.end).contains(&(place * column));
                row[place as usize] = if runs || !run.jobs[job].is_reservation() { letter(job) } else { b'-' };
            }
        }
    }
    for (name, status) in [("killed:", Status::Killed), ("rejected:", Status::Rejected)] {
        let of = (0..jobs.len()).filter(|&it| run.schedule.outcomes[it].status == status).map(letter);
        let line: Vec<u8> = name.bytes().chain(of).collect();
        rows.extend((line.len() > name.len()).then_some(line));
    }
    rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect()
}
