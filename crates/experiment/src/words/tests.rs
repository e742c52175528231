//! Decisions in words: whole logs of a few jobs.

mod co_allocation;
mod imprecise_calendar;
mod scenarios;
mod sentences;

use super::Speaker;
use crate::{Scenario, Watch, explain};
use workload::select::select;
use workload::{Time, Workload, read};

/// A log of jobs (submission, size, run time, limit) for a machine of this size.
fn log(processors: u32, jobs: &[[i64; 4]]) -> Workload {
    let mut text = format!("; MaxProcs: {processors}\n");
    for (number, [submit, size, run, limit]) in (1..).zip(jobs) {
        text += &format!("{number} {submit} -1 {run} {size} -1 -1 {size} {limit} -1 1 1 1 -1 1 -1 -1 -1\n");
    }
    read("test.swf", text.as_bytes()).expect("a log").workload
}

/// A time of a log, `2 d 06:00:00`: without its day if that is the first, or also that of the time beside it.
fn clock(at: Time, beside: Option<Time>) -> String {
    const DAY: Time = 86_400;
    let (day, second) = (at.div_euclid(DAY), at.rem_euclid(DAY));
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    let is_said = day != 0 && beside.is_none_or(|it| it.div_euclid(DAY) != day);
    if is_said { format!("{day} d {time}") } else { time }
}

/// The log of one job, a line a decision.
fn told(scenario: &Scenario, log: &Workload, number: u64) -> Vec<String> {
    let jobs = select(log, &scenario.workload, scenario.seed);
    let index = jobs.iter().position(|job| job.id == number).expect("it");
    let told = explain(scenario, log, Watch::Job(index as u32)).expect("a run");
    let speaker = Speaker::new(&jobs, &clock).of_system(&scenario.system);
    let lines = told.entries.iter().map(|entry| {
        let words = speaker.text(&speaker.entry(entry));
        format!("{} {words}", speaker.when(entry))
    });
    lines.collect()
}

/// The log of one job is this text, a line a decision.
#[track_caller]
fn assert_tells(scenario: &Scenario, log: &Workload, number: u64, expected: &str) {
    assert_eq!(told(scenario, log, number), expected.lines().map(str::trim).collect::<Vec<_>>());
}
