//! The index against looking at every job, and against the bars.

use proptest::prelude::*;
use proptest::sample::select;

use super::{Standing, promises, promises_to, *};
use crate::system::System;
use crate::system::prelude::*;
use crate::system::testing::{jobs, run_of};
use workload::lublin::Lublin;
use workload::select::Selection;

fn run_of_text(text: &str) -> Run {
    let mut simulation = System::default().start(Input::of_jobs(&[4], jobs(text), 1)).expect("it runs");
    while !simulation.advance(10) {}
    simulation.finish()
}

#[test]
fn a_run_of_nothing_is_a_moment() {
    let nothing = Run::default();
    assert_eq!(span(&nothing), (0, 0));
    assert_eq!(middle((10, 21)), 15);
    assert_eq!(next_event(&nothing, 5, true), None);
}

#[test]
fn events_are_submissions_starts_and_releases() {
    let run = run_of_text("10 1 30 40");
    let released = run.schedule.outcomes[0].released;
    assert_eq!(span(&run), (10, released));
    for (at, is_later, expected) in [(9, true, 10), (10, true, released), (released, false, 10)] {
        assert_eq!(next_event(&run, at, is_later), Some(expected), "{at}");
    }
}

#[test]
fn the_busiest_moment_is_the_first_at_which_the_most_jobs_wait() {
    // The first one holds all until 100: from 30 on two wait.
    assert_eq!(busiest(&run_of_text("0 4 100 100, 20 4 50 50, 30 4 50 50, 400 4 10 10")), 30);
    // No job waits: at 70 two run.
    assert_eq!(busiest(&run_of_text("40 1 60 60, 70 1 60 60")), 70);
    assert_eq!(busiest(&Run::default()), 0);
}

proptest! {
    #[test]
    fn it_finds_what_looking_at_each_finds(
        intervals in proptest::collection::vec((0..60i64, 0..40i64), 0..80), now in -2..110i64
    ) {
        let spans: Vec<Span> = (0..)
            .zip(&intervals)
            .map(|(job, &(from, length))| Span { from, to: from + length, job })
            .collect();
        let mut expected: Vec<&Span> =
            spans.iter().filter(|it| it.from <= now && now < it.to).collect();
        expected.sort_by_key(|it| (it.from, it.job));
        let expected: Vec<u32> = expected.iter().map(|it| it.job).collect();
        prop_assert_eq!(Spans::of(spans.clone()).at(now), expected);
    }
}

/// The slow twin: looks at every job.
fn standing(run: &Run, now: Time) -> Standing {
    let mut standing = Standing::default();
    for (index, (job, outcome)) in run.jobs.iter().zip(&run.schedule.outcomes).enumerate() {
        // Jobs stand in order of submission.
        if job.submit > now {
            break;
        }
        match state_of(run, index, job, outcome, now) {
            JobState::Waiting => standing.waiting.push(index as u32),
            JobState::Suspended => standing.suspended.push(index as u32),
            JobState::Running => standing.running.push(index as u32),
            JobState::Booked => standing.booked.push(index as u32),
            JobState::Asking => standing.asking.push(index as u32),
            JobState::Ended => standing.ended += 1,
            JobState::Rejected => standing.rejected += 1,
        }
    }
    let outcome = |job: u32| &run.schedule.outcomes[job as usize];
    standing.running.sort_by_key(|&job| (outcome(job).start, job));
    standing.booked.sort_by_key(|&job| (outcome(job).promised_start, job));
    standing
}

enum JobState {
    Waiting,
    Suspended,
    Running,
    Booked,
    Asking,
    Ended,
    Rejected,
}

fn state_of(run: &Run, index: usize, job: &Job, outcome: &Outcome, now: Time) -> JobState {
    if outcome.status == Status::Rejected {
        return JobState::Rejected;
    }
    if outcome.released <= now && outcome.held_from <= now {
        return JobState::Ended;
    }
    if outcome.held_from <= now {
        return JobState::Running;
    }
    // Only before its last stint can it stand otherwise.
    let schedule = &run.schedule;
    let stints = schedule.earlier_stints(index).iter();
    let begun = stints
        .map(|stint| (stint.suspended, schedule.bars_of_stint(stint)))
        .take_while(|(_, bars)| bars.first().is_some_and(|bar| bar.start <= now));
    if let Some((suspended, bars)) = begun.last() {
        return match (bars.iter().any(|bar| now < bar.end), suspended) {
            (true, _) => JobState::Running,
            (false, true) => JobState::Suspended,
            (false, false) => JobState::Waiting,
        };
    }
    match (job.is_reservation(), outcome.allocated <= now) {
        (false, _) => JobState::Waiting,
        (true, true) => JobState::Booked,
        (true, false) => JobState::Asking,
    }
}

/// Checks that every job is listed once, and that the running jobs are those with a bar there.
fn check(run: &Run, standings: &Standings, now: Time) {
    let found = standings.at(now);
    assert_eq!(found, standing(run, now), "at {now}");
    let mut running = found.running.clone();
    running.sort_unstable();
    let mut held: Vec<u32> =
        run.schedule.bars.iter().filter(|bar| bar.start <= now && now < bar.end).map(|bar| bar.job).collect();
    held.sort_unstable();
    held.dedup();
    assert_eq!(running, held, "at {now}");
    let submitted = run.jobs.iter().filter(|job| job.submit <= now).count();
    let listed = [&found.waiting, &found.suspended, &found.running, &found.booked, &found.asking];
    let listed: usize = listed.iter().map(|list| list.len()).sum();
    assert_eq!(listed + found.ended + found.rejected, submitted);
    for &job in &found.waiting {
        assert!(!run.jobs[job as usize].is_reservation());
    }
    for &job in found.booked.iter().chain(&found.asking) {
        let outcome = &run.schedule.outcomes[job as usize];
        assert!(run.jobs[job as usize].is_reservation() && outcome.held_from > now);
    }
}

#[test]
fn at_every_instant_every_job_has_one_state() {
    let workload = Lublin { jobs: 150, ..Lublin::default() };
    let workload = workload.generate().unwrap();
    for queue in ["fcfs", "easy", "pppd"] {
        let json = format!(
            r#"{{"two_level":{{"grid":{{"period":600,"reservation_queue":"fcfs"}},"local":{{"queue":"{queue}"}}}}}}"#
        );
        let made = run_of(&json, &[64], (&workload, &Selection::default()), 1);
        let (instants, standings) = (instants(&made), Standings::of(&made));
        assert!(instants.windows(2).all(|pair| pair[0] < pair[1]));
        for &now in &instants {
            check(&made, &standings, now);
            check(&made, &standings, now - 1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(24)))]

    #[test]
    fn the_index_tells_what_looking_at_every_job_tells(
        seed in 0..1000u64, percent in 0..100u32,
        queue in select(&["fcfs_backfilling", "easy", "conservative", "pppd", "sjf"][..]),
        system in select(&["model", "platform_lsf"][..]),
        grid in select(&[r#""period":0"#, r#""period":900,"reservation_queue":"fcfs""#][..]),
    ) {
        // Conservative backfilling counts on limits, which that system does not.
        let system = if queue == "pppd" || queue == "sjf" { system } else { "model" };
        let workload = Lublin { jobs: 80, ..Lublin::default() }.generate().unwrap();
        let json = format!(
            r#"{{"two_level":{{"grid":{{{grid}}},"local":{{"queue":"{queue}","systems":["{system}"]}}}}}}"#
        );
        let mut selection = Selection::of_all();
        selection.reservations.percent = f64::from(percent);
        let made = run_of(&json, &[40, 64], (&workload, &selection), seed);
        let standings = Standings::of(&made);
        for &now in &instants(&made) {
            for now in [now, now - 1] {
                let found = standings.at(now);
                prop_assert_eq!(&found, &standing(&made, now));
                for provider in 0..2 {
                    let few = promises_to(&made, provider, now, found.holders());
                    prop_assert_eq!(few, promises(&made, provider, now));
                }
            }
        }
    }
}
