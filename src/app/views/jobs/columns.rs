//! The columns of the Jobs table: those of the jobs file, and the user.

use crate::app::terms::{self, Term};
use slotscope::chart::Origin;
use slotscope::chart::time_axis::time_label;
use slotscope::engine::{Outcome, Status, Tick};
use slotscope::experiment::Run;
use slotscope::page::words;
use slotscope::text::capital;
use slotscope::workload::{Job, Time};

/// A column: what its head says, what its cells say, and by which number it is sorted.
pub struct Column {
    /// Its name in the jobs file.
    pub name: &'static str,
    pub title: &'static str,
    pub term: Term,
    pub class: &'static str,
    pub text: fn(&Run, usize, Origin) -> String,
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

/// What is told, or a dash where there is nothing to tell.
fn or_dash(known: bool, told: impl FnOnce() -> String) -> String {
    match known {
        true => told(),
        false => "–".to_string(),
    }
}

/// A length of time of a run in seconds, with as many decimals as its ticks have.
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
            "job" => capital(run.nouns().job),
            "provider" => capital(run.nouns().provider),
            _ => self.title.to_owned(),
        }
    }
}

const NUMBER: &str = "n";

/// Times, as long as a date and a time of day.
const TIME: &str = "n time";

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
        text: |run, at, _| run.job_name(at),
        key: |run, at| job(run, at).id.into(),
    },
    Column {
        name: "kind",
        title: "Kind",
        term: terms::RESERVATION,
        class: "kind",
        text: |run, at, _| {
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
        text: |run, at, _| job(run, at).logged.user.to_string(),
        key: |run, at| job(run, at).logged.user,
    },
    Column {
        name: "provider",
        title: "Provider",
        term: terms::PROVIDER,
        class: NUMBER,
        text: |run, at, _| {
            if ran(run, at) {
                let provider = outcome(run, at).provider as usize;
                match run.is_of_workflow() {
                    true => run.provider_name(provider),
                    false => (provider + 1).to_string(),
                }
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
        text: |run, at, _| ranges(run, at),
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
        term: "When it was submitted, as a date where the log says when it began, else counted from its start.",
        class: TIME,
        text: |run, at, origin| time_label(job(run, at).submit, origin),
        key: |run, at| job(run, at).submit,
    },
    Column {
        name: "ready",
        title: "Ready r",
        term: "The earliest start it asked for; of a batch job its submission.",
        class: TIME,
        text: |run, at, origin| time_label(job(run, at).ready(), origin),
        key: |run, at| job(run, at).ready(),
    },
    Column {
        name: "deadline",
        title: "Deadline d",
        term: "When a reservation should have ended.",
        class: TIME,
        text: |run, at, origin| {
            let request = job(run, at).reservation;
            request.map_or("–".to_string(), |it| time_label(it.deadline, origin))
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
        term: "When it started, as a date where the log says when it began, else counted from its start.",
        class: TIME,
        text: |run, at, origin| {
            or_dash(ran(run, at), || time_label(outcome(run, at).start, origin))
        },
        key: |run, at| outcome(run, at).start,
    },
    Column {
        name: "end",
        title: "End",
        term: "When it ended, as a date where the log says when it began, else counted from its start.",
        class: TIME,
        text: |run, at, origin| or_dash(ran(run, at), || time_label(outcome(run, at).end, origin)),
        key: |run, at| outcome(run, at).end,
    },
    Column {
        name: "wait",
        title: "Wait, s",
        term: terms::WAIT,
        class: NUMBER,
        text: |run, at, _| {
            let wait = outcome(run, at).start - job(run, at).ready();
            or_dash(ran(run, at), || seconds(run, wait))
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
        text: |run, at, _| words::count(job(run, at).processors.into()),
        key: |run, at| job(run, at).processors.into(),
    },
    Column {
        name: "run_time",
        title: "Run p, s",
        term: "How long it runs if nobody stops it, in seconds.",
        class: NUMBER,
        text: |run, at, _| seconds(run, job(run, at).run_time),
        key: |run, at| job(run, at).run_time,
    },
    Column {
        name: "requested_time",
        title: "Limit c, s",
        term: "Its processing time limit, in seconds: what schedulers plan with.",
        class: NUMBER,
        text: |run, at, _| seconds(run, job(run, at).requested_time),
        key: |run, at| job(run, at).requested_time,
    },
    Column {
        name: "status",
        title: "Status",
        term: "Done, killed at its limit, or rejected.",
        class: "status",
        text: |run, at, _| outcome(run, at).status.word().to_string(),
        key: |run, at| outcome(run, at).status as i64,
    },
    Column {
        name: "interruptions",
        title: "Interrupted",
        term: "How often it was preempted by a job of higher priority, or suspended for a reservation.",
        class: NUMBER,
        text: |run, at, _| words::count(outcome(run, at).interruptions.into()),
        key: |run, at| outcome(run, at).interruptions.into(),
    },
];
