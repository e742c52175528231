//! Questions about a run (why a job waited, why processors are idle) and their answers.

use std::rc::Rc;

use crate::history::Experiment;
use experiment::{Explanation, Watch};
use scheduling::engine::decisions::{Decision, Entry, Gap, Reason};
use workload::Time;

/// A question to a worker about a run of the scenario in front.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The experiment of the run.
    pub experiment: Rc<Experiment>,
    /// The job, gap or moment in question.
    pub watch: Watch,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    pub question: Question,
    /// The answer, or why there is none.
    pub told: Result<Explanation, String>,
}

/// The subject of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// A job, by its index in the run.
    Job(usize),
    /// Idle processors at a time.
    Gap(Time, Gap),
    /// All decisions at a time.
    Moment(Time),
}

impl Subject {
    /// The job or moment that a run has to watch.
    pub fn watch(self) -> Watch {
        match self {
            Self::Job(job) => Watch::Job(job as u32),
            Self::Gap(time, _) | Self::Moment(time) => Watch::Moment(time),
        }
    }
}

impl Question {
    /// Whether the answer to this one answers the other too: runs are deterministic.
    pub fn is_about(&self, other: &Self) -> bool {
        let same = Rc::ptr_eq(&self.experiment, &other.experiment) || self.experiment.runs_as(&other.experiment);
        same && self.watch == other.watch
    }
}

impl Explained {
    /// The answer, if it is to the question of a card about `subject`.
    pub fn to(&self, experiment: &Rc<Experiment>, subject: Subject) -> Option<&Self> {
        let asked = Question { experiment: experiment.clone(), watch: subject.watch() };
        self.question.is_about(&asked).then_some(self)
    }

    /// The jobs in the way, by their indices: of a job as it waited at the cursor, or last; of idle
    /// processors the jobs that keep the first waiting jobs from them.
    pub fn blockers(&self, subject: Subject, cursor: Option<Time>) -> Vec<u32> {
        let Ok(told) = &self.told else {
            return Vec::new();
        };
        let mut blockers = match subject {
            Subject::Job(_) => entry_at(&told.entries, cursor)
                .map(|at| &told.entries[at])
                .and_then(reason)
                .map_or_else(Vec::new, Reason::blockers),
            Subject::Gap(_, gap) => told
                .moment
                .iter()
                .flat_map(|it| &it.providers)
                .skip(gap.provider as usize)
                .take(1)
                .flat_map(|it| it.queue.iter().take(3))
                .filter_map(|it| Some(&it.waits.as_ref()?.reason))
                .flat_map(Reason::blockers)
                .collect(),
            Subject::Moment(_) => Vec::new(),
        };
        blockers.sort_unstable();
        blockers.dedup();
        blockers
    }
}

/// The place of the entry that says why a job waits at the cursor; where it does not wait then, or
/// there is no cursor, of the last one that says why it waited.
pub fn entry_at(entries: &[Entry], cursor: Option<Time>) -> Option<usize> {
    let waits = |entry: &Entry| reason(entry).is_some();
    let by_then = cursor.map_or(entries.len(), |cursor| entries.partition_point(|entry| entry.first <= cursor));
    let before = entries[..by_then].iter().rposition(waits);
    before.or_else(|| entries.iter().position(waits))
}

fn reason(entry: &Entry) -> Option<&Reason> {
    match &entry.decision {
        Decision::Waits(waits) => Some(&waits.reason),
        _ => None,
    }
}
