//! What can be asked of a job.

use super::Start;
use scheduling::criteria::job_figures::{bounded_slowdown, flow_time, has_run, wait};
use scheduling::engine::{Outcome, Run, Status};
use workload::Job;

/// A number that a job has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Job,
    User,
    Group,
    Queue,
    Provider,
    Size,
    Wait,
    Run,
    Limit,
    Flow,
    Slowdown,
}

impl Field {
    const ALL: [Self; 11] = [
        Self::Job,
        Self::User,
        Self::Group,
        Self::Queue,
        Self::Provider,
        Self::Size,
        Self::Wait,
        Self::Run,
        Self::Limit,
        Self::Flow,
        Self::Slowdown,
    ];

    /// The field of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// What it is called in queries.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Job => "job",
            Self::User => "user",
            Self::Group => "group",
            Self::Queue => "queue",
            Self::Provider => "provider",
            Self::Size => "size",
            Self::Wait => "wait",
            Self::Run => "run",
            Self::Limit => "limit",
            Self::Flow => "flow",
            Self::Slowdown => "slowdown",
        }
    }

    /// All names, for whoever wrote another.
    pub(super) fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
    }

    /// Whether it is a time, which may have a unit.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Wait | Self::Run | Self::Limit | Self::Flow)
    }

    /// How it can be used.
    pub(super) fn example(self) -> String {
        let name = self.name();
        match self {
            Self::Size => format!("{name} > 64"),
            Self::Slowdown => format!("{name} >= 10"),
            _ if self.is_time() => format!("{name} > 1 d"),
            _ => format!("{name} 12"),
        }
    }

    /// The number of a job; none where it has none: of a value that the log does not know it is −1.
    pub(super) fn value(self, job: &Job, outcome: &Outcome, run: &Run) -> Option<f64> {
        let of_a_run = |value: f64| has_run(outcome).then_some(value);
        match self {
            Self::Job => Some(f64::from(job.id)),
            Self::User => Some(job.logged.user as f64),
            Self::Group => Some(job.logged.group as f64),
            Self::Queue => Some(job.logged.queue as f64),
            Self::Provider => of_a_run(f64::from(outcome.provider) + 1.0),
            Self::Size => Some(f64::from(job.processors)),
            Self::Limit => Some(run.tick.seconds(job.requested_time)),
            Self::Run => of_a_run(run.tick.seconds(outcome.ran)),
            Self::Wait => of_a_run(run.tick.seconds(wait(job, outcome))),
            Self::Flow => of_a_run(run.tick.seconds(flow_time(job, outcome))),
            Self::Slowdown => of_a_run(bounded_slowdown(
                job,
                outcome,
                run.slowdown_threshold_in_ticks(),
            )),
        }
    }
}

/// What a job can be, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Batch,
    Reservation,
    Started(Start),
    Ended(Status),
    Late,
}

impl Word {
    const ALL: [(&str, Self); 8] = [
        ("batch", Self::Batch),
        ("reservation", Self::Reservation),
        ("backfilled", Self::Started(Start::Backfilled)),
        ("reserved", Self::Started(Start::Reserved)),
        ("done", Self::Ended(Status::Done)),
        ("killed", Self::Ended(Status::Killed)),
        ("rejected", Self::Ended(Status::Rejected)),
        ("late", Self::Late),
    ];

    /// The meaning of a word; `in turn` is two.
    pub(super) fn of(name: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(word, _)| *word == name);
        found.map(|&(_, word)| word)
    }

    /// All words.
    pub(super) fn names() -> String {
        Self::ALL.map(|(word, _)| word).join(", ") + ", in turn"
    }

    pub(super) fn holds(self, job: &Job, outcome: &Outcome, start: Option<Start>) -> bool {
        match self {
            Self::Batch => !job.is_reservation(),
            Self::Reservation => job.is_reservation(),
            Self::Started(how) => start == Some(how),
            Self::Ended(status) => outcome.status == status,
            Self::Late => {
                let late = scheduling::criteria::job_figures::tardiness(job, outcome);
                has_run(outcome) && late.is_some_and(|seconds| seconds > 0)
            }
        }
    }
}
