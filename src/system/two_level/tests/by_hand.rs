//! Small schedules, worked out on paper and drawn: a row a processor, a column a second, a letter
//! a job (`a` the first submitted), `.` idle, capital letters reservations.

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

/// Five jobs on four processors: `b` needs the whole machine, `c` would delay it, `d` would not,
/// `e` is wide and short.
fn five_jobs() -> Vec<Job> {
    [
        (0, 2, 4, 4),
        (1, 4, 2, 2),
        (1, 1, 6, 6),
        (1, 1, 2, 3),
        (2, 2, 1, 1),
    ]
    .map(batch)
    .to_vec()
}

#[test]
fn strict_fcfs_lets_nobody_overtake() {
    let expected = [
        "aaaabbcccccc", //
        "aaaabbdd....",
        "....bbe.....",
        "....bbe.....",
    ];
    assert_draws(&local(QueuePolicy::Fcfs), 4, &five_jobs(), &expected);
}

#[test]
fn fcfs_with_backfilling_starts_whatever_fits_and_makes_the_wide_job_wait() {
    let expected = [
        "aaaae..bb", //
        "aaaae..bb",
        ".ccccccbb",
        ".dd....bb",
    ];
    assert_draws(
        &local(QueuePolicy::FcfsBackfilling),
        4,
        &five_jobs(),
        &expected,
    );
}

#[test]
fn easy_backfills_only_what_does_not_delay_the_head() {
    let expected = [
        "aaaabbcccccc", //
        "aaaabb......",
        ".ddebb......",
        "...ebb......",
    ];
    assert_draws(&local(QueuePolicy::Easy), 4, &five_jobs(), &expected);
}

#[test]
fn conservative_moves_everybody_up_when_a_job_ends_early() {
    // `a` asks for 8 and runs 4: `b`, `c` and `d` are promised 8 and later, and move up at 4.
    let jobs = [(0, 4, 4, 8), (1, 3, 2, 2), (1, 2, 3, 3), (1, 1, 2, 2)].map(batch);
    let expected = [
        "aaaabbccc", //
        "aaaabbccc",
        "aaaabb...",
        "aaaadd...",
    ];
    assert_draws(&local(QueuePolicy::Conservative), 4, &jobs, &expected);
}

#[test]
fn lsf_waits_for_its_period_and_takes_the_largest_first() {
    let mut settings = local(QueuePolicy::Lsf);
    settings.local.period = 3;
    let jobs = [(1, 1, 3, 3), (2, 3, 3, 3), (4, 4, 1, 1)].map(batch);
    let expected = [
        "...bbbc", //
        "...bbbc", "...bbbc", "...aaac",
    ];
    assert_draws(&settings, 4, &jobs, &expected);
}

#[test]
fn sjf_takes_the_shortest_limit_first() {
    let jobs = [(0, 4, 2, 2), (1, 3, 5, 5), (1, 2, 2, 2), (1, 2, 1, 1)].map(batch);
    // `d` is shortest and leaves room for `c`; `b` fits once both are done.
    let expected = [
        "aad.bbbbb", //
        "aad.bbbbb",
        "aaccbbbbb",
        "aacc.....",
    ];
    assert_draws(&local(QueuePolicy::Sjf), 4, &jobs, &expected);
}

#[test]
fn batch_jobs_keep_out_of_the_way_of_a_reservation_by_their_limits() {
    // `B` is booked from 4 to 8. `a` may last until 4; `c` fits beside `B`; `d`, which needs all
    // four, waits for `B` to end.
    let jobs = [
        batch((0, 2, 3, 4)),
        reservation((0, 2, 2, 4), 4, 8),
        batch((1, 2, 5, 6)),
        batch((3, 4, 1, 1)),
    ];
    let expected = [
        "aaa.BBBB", //
        "aaa.BBBB", ".ccccc..", ".ccccc..",
    ];
    let expected: Vec<String> = expected.iter().map(|row| format!("{row}d")).collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    assert_draws(&local(QueuePolicy::FcfsBackfilling), 4, &jobs, &expected);
}

#[test]
fn a_reservation_that_ends_with_its_job_frees_its_processors() {
    let jobs = [reservation((0, 4, 2, 6), 1, 7), batch((2, 4, 1, 1))];
    let held = [".AAAAAAb"; 4];
    assert_draws(&TwoLevel::default(), 4, &jobs, &held);
    let settings = TwoLevel {
        reservation_end: ReservationEnd::JobEnd,
        ..TwoLevel::default()
    };
    assert_draws(&settings, 4, &jobs, &[".AAb"; 4]);
}

#[test]
fn over_the_limit_is_killed_or_runs_on() {
    let jobs = [(0, 1, 5, 3), (0, 1, 2, 2)].map(batch);
    let mut settings = TwoLevel::default();
    assert_draws(&settings, 1, &jobs, &["aaabb"]);
    settings.local.over_limit = OverLimit::Ignore;
    assert_draws(&settings, 1, &jobs, &["aaaaabb"]);
}

#[test]
fn a_reservation_held_up_for_long_takes_no_instant_a_second() {
    let year = 366 * 86_400;
    let mut settings = local(QueuePolicy::Lsf);
    settings.local.period = 1;
    settings.local.over_limit = OverLimit::Ignore;
    let jobs = [
        batch((0, 1, year, 1)),
        reservation((0, 1, 5, 5), 3, 8),
        batch((4, 1, 1, 1)),
    ];
    let mut simulation = Simulation::new(&settings, &[1], jobs.to_vec(), 1);
    assert!(!simulation.advance(20), "it is over after a few instants");
    let starts = simulation
        .finish()
        .1
        .outcomes
        .into_iter()
        .map(|it| it.start);
    assert_eq!(starts.collect::<Vec<_>>(), [0, year, year + 5]);
}
