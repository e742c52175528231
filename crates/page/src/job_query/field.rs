//! Fields and words of a query.

use super::Start;
use scheduling::criteria::job_fields::{JobField, ValueType};
use scheduling::criteria::job_figures::{has_run, tardiness};
use scheduling::engine::{Outcome, Run, Status};
use workload::Job;

/// A number that a job has and that queries have a name for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field(JobField);

impl Field {
    pub(super) fn of(name: &str) -> Option<Self> {
        JobField::of_filter(name).map(Self)
    }

    /// Its name in queries.
    pub(super) fn name(self) -> &'static str {
        self.0.row().filter.unwrap_or_default()
    }

    /// All names, for error messages.
    pub(super) fn names() -> String {
        let names: Vec<&str> = JobField::listed().filter_map(|it| it.row().filter).collect();
        names.join(", ")
    }

    /// Whether it is a time, which may have a unit.
    pub(super) fn is_time(self) -> bool {
        self.0.row().values.is_time()
    }

    /// How it can be used.
    pub(super) fn example(self) -> String {
        let name = self.name();
        match self.0.row().values {
            ValueType::Count => format!("{name} > 64"),
            ValueType::Factor => format!("{name} >= 10"),
            _ if self.is_time() => format!("{name} > 1 d"),
            _ => format!("{name} 12"),
        }
    }

    /// Whether the log may have names in place of its numbers.
    pub(super) fn has_names(self) -> bool {
        self.0 == JobField::Job || self.0.row().names.is_some()
    }

    /// Whether a word is a name there, even if it is a number: some job is called so, or the log has names of the kind.
    pub(super) fn takes_names(self, run: &Run, name: &str) -> bool {
        match (self.0.row().names, run.names()) {
            (Some(kind), Some(names)) => !names.all(kind).is_empty(),
            _ => (0..run.jobs.len()).any(|at| self.is_called(run, at, name)),
        }
    }

    /// Whether the log calls the value of a job so.
    pub(super) fn is_called(self, run: &Run, at: usize, name: &str) -> bool {
        match self.0 {
            JobField::Job => is_same(&run.job_name(at), name),
            field => field.name(run, at).is_some_and(|it| is_same(it, name)),
        }
    }

    /// The number of a job of a run; none where it has none: of a value that the log does not know it is −1.
    pub(super) fn value(self, run: &Run, at: usize) -> Option<f64> {
        self.0.number(run, at)
    }
}

/// Whether two names differ in upper and lower case at most.
fn is_same(one: &str, other: &str) -> bool {
    let is_ascii = one.is_ascii() && other.is_ascii();
    one.eq_ignore_ascii_case(other) || !is_ascii && one.to_lowercase() == other.to_lowercase()
}

/// Conditions of one word.
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
        Self::ALL.iter().find(|(word, _)| *word == name).map(|&(_, word)| word)
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
                let late = tardiness(job, outcome);
                has_run(outcome) && late.is_some_and(|seconds| seconds > 0)
            }
        }
    }
}
