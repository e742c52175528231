//! The columns of the Jobs table: those of the jobs file, and the user.

use crate::app::terms::{self, Term};
use crate::engine::{Nouns, Outcome, Status, Tick};
use crate::experiment::Run;
use crate::page::words;
use crate::workload::{Job, Time};

/// A column: what its head says, what its cells say, and by which number it is sorted.
pub struct Column {
    /// Its name in the jobs file.
    pub name: &'static str,
    pub title: &'static str,
    pub term: Term,
    pub class: &'static str,
    pub text: fn(&Run, usize) -> String,
    pub key: fn(&Run, usize) -> i64,
}

fn job(run: &Run, at: usize) -> &Job {
    &run.jobs[at]
}

fn outcome(run: &Run, at: usize) -> &Outcome {
    &run.schedule.outcomes[at]
}

fn ran(run: &Run, at: usize) -> bool {
    outcome(run, at).status != Status::Rejected
}

/// A time, or a dash where it never came.
fn time(known: bool, run: &Run, time: Time) -> String {
    if known {
        seconds(run, time)
    } else {
        "–".to_string()
    }
}

/// A time of a run in seconds, with as many decimals as its ticks have.
fn seconds(run: &Run, time: Time) -> String {
    match run.tick {
        Tick::SECOND => words::count(time),
        tick => words::decimal(tick.seconds(time), tick.per_second().ilog10() as usize),
    }
}

/// The processors a job used, as ranges: 0-15,32; those of a second provider as 2:0-7.
fn ranges(run: &Run, at: usize) -> String {
    let mut text = String::new();
    for bar in run.schedule.bars_of(at) {
        if !text.is_empty() {
            text.push(',');
        }
        if bar.provider != outcome(run, at).provider {
            text += &format!("{}:", bar.provider + 1);
        }
        text += &bar.first_processor.to_string();
        if bar.last_processor > bar.first_processor {
            text.push('-');
            text += &bar.last_processor.to_string();
        }
    }
    if text.is_empty() {
        "–".to_string()
    } else {
        text
    }
}

impl Column {
    /// What stands at its head: a workflow has tasks and machines, a task batch tasks and nodes.
    pub fn title_in(&self, run: &Run) -> String {
        match self.name {
            "job" => Nouns::title(run.nouns().job),
            "provider" => Nouns::title(run.nouns().provider),
            _ => self.title.to_owned(),
        }
    }
}

const NUMBER: &str = "n";

/// The columns that a run has something to say in, by their places: all tasks are reserved, and nobody
/// submitted them.
pub fn columns(run: &Run) -> impl Iterator<Item = (usize, &'static Column)> {
    let of_logs = ["kind", "user"];
    let is_of_log = run.is_of_log();
    let all = COLUMNS.iter().enumerate();
    all.filter(move |(_, column)| is_of_log || !of_logs.contains(&column.name))
}

/// The columns, in the order of the jobs file.
pub const COLUMNS: &[Column] = &[
    Column {
        name: "job",
        title: "Job",
        term: "The job's number in the log, or the task's name.",
        class: NUMBER,
        text: Run::job_name,
        key: |run, at| job(run, at).id.into(),
    },
    Column {
        name: "kind",
        title: "Kind",
        term: terms::RESERVATION,
        class: "kind",
        text: |run, at| {
            match (job(run, at).is_reservation(), run.is_of_log()) {
                (true, false) => "reserved",
                (true, true) => "AR",
                (false, _) => "batch",
            }
            .to_string()
        },
        key: |run, at| job(run, at).is_reservation().into(),
    },
    Column {
        name: "user",
        title: "User",
        term: "Who submitted it, by the log's number.",
        class: NUMBER,
        text: |run, at| job(run, at).user.to_string(),
        key: |run, at| job(run, at).user,
    },
    Column {
        name: "provider",
        title: "Provider",
        term: terms::PROVIDER,
        class: NUMBER,
        text: |run, at| {
            if ran(run, at) {
                let provider = outcome(run, at).provider as usize;
                let machine = run.tasks.machines.get(provider).cloned();
                machine.unwrap_or_else(|| (provider + 1).to_string())
            } else {
                "–".to_string()
            }
        },
        key: |run, at| {
            if ran(run, at) {
                outcome(run, at).provider.into()
            } else {
                -1
            }
        },
    },
    Column {
        name: "processors_used",
        title: "On",
        term: "The processors that it used, counted from 0 within the provider: 2:0-7 for those of provider 2, if it runs on several.",
        class: "ranges",
        text: ranges,
        key: |run, at| {
            run.schedule
                .bars_of(at)
                .first()
                .map_or(-1, |bar| bar.first_processor.into())
        },
    },
    Column {
        name: "submit",
        title: "Submitted",
        term: "When it was submitted, in seconds of the log.",
        class: NUMBER,
        text: |run, at| seconds(run, job(run, at).submit),
        key: |run, at| job(run, at).submit,
    },
    Column {
        name: "ready",
        title: "Ready r",
        term: "The earliest start it asked for; of a batch job its submission.",
        class: NUMBER,
        text: |run, at| seconds(run, job(run, at).ready()),
        key: |run, at| job(run, at).ready(),
    },
    Column {
        name: "deadline",
        title: "Deadline d",
        term: "When a reservation should have ended.",
        class: NUMBER,
        text: |run, at| {
            job(run, at)
                .reservation
                .map_or("–".to_string(), |request| seconds(run, request.deadline))
        },
        key: |run, at| {
            job(run, at)
                .reservation
                .map_or(-1, |request| request.deadline)
        },
    },
    Column {
        name: "start",
        title: "Start",
        term: "When it started, in seconds of the log.",
        class: NUMBER,
        text: |run, at| time(ran(run, at), run, outcome(run, at).start),
        key: |run, at| outcome(run, at).start,
    },
    Column {
        name: "end",
        title: "End",
        term: "When it ended, in seconds of the log.",
        class: NUMBER,
        text: |run, at| time(ran(run, at), run, outcome(run, at).end),
        key: |run, at| outcome(run, at).end,
    },
    Column {
        name: "wait",
        title: "Wait",
        term: terms::WAIT,
        class: NUMBER,
        text: |run, at| {
            time(
                ran(run, at),
                run,
                outcome(run, at).start - job(run, at).ready(),
            )
        },
        key: |run, at| {
            if ran(run, at) {
                outcome(run, at).start - job(run, at).ready()
            } else {
                -1
            }
        },
    },
    Column {
        name: "processors",
        title: "Size s",
        term: terms::SIZE,
        class: NUMBER,
        text: |run, at| words::count(job(run, at).processors.into()),
        key: |run, at| job(run, at).processors.into(),
    },
    Column {
        name: "run_time",
        title: "Run p",
        term: "How long it runs if nobody stops it, in seconds.",
        class: NUMBER,
        text: |run, at| seconds(run, job(run, at).run_time),
        key: |run, at| job(run, at).run_time,
    },
    Column {
        name: "requested_time",
        title: "Limit c",
        term: "Its processing time limit, in seconds: what schedulers plan with.",
        class: NUMBER,
        text: |run, at| seconds(run, job(run, at).requested_time),
        key: |run, at| job(run, at).requested_time,
    },
    Column {
        name: "status",
        title: "Status",
        term: "Done, killed at its limit, or rejected.",
        class: "status",
        text: |run, at| outcome(run, at).status.word().to_string(),
        key: |run, at| outcome(run, at).status as i64,
    },
    Column {
        name: "interruptions",
        title: "Interrupted",
        term: "How often it was preempted by a job of higher priority, or suspended for a reservation.",
        class: NUMBER,
        text: |run, at| words::count(outcome(run, at).interruptions.into()),
        key: |run, at| outcome(run, at).interruptions.into(),
    },
];
