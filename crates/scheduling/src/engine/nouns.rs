//! The nouns for the parts of a run.

use super::{Of, Run};
use workload::WorkloadKind;

/// The nouns for the jobs and providers of a run, for use within a sentence. Jobs and tasks are treated alike,
/// but have different names.
#[derive(Debug, PartialEq, Eq)]
pub struct Nouns {
    pub job: &'static str,
    pub jobs: &'static str,
    pub reservation: &'static str,
    pub reservations: &'static str,
    /// Time that is reserved, but in which no job runs.
    pub held: &'static str,
    pub provider: &'static str,
}

/// The nouns for a log.
static JOBS: Nouns = Nouns {
    job: "job",
    jobs: "jobs",
    reservation: "advance reservation",
    reservations: "advance reservations",
    held: "held, not running",
    provider: "provider",
};

/// The nouns for a workflow.
static TASKS: Nouns = Nouns {
    job: "task",
    jobs: "tasks",
    reservation: "reserved task",
    reservations: "reserved tasks",
    held: "spare time",
    provider: "machine",
};

/// The nouns for a task batch.
static BATCH: Nouns = Nouns {
    job: "task",
    jobs: "tasks",
    reservation: "reserved task",
    reservations: "reserved tasks",
    held: "held, not running",
    provider: "node",
};

impl Run {
    pub const fn is_of_workflow(&self) -> bool {
        matches!(self.of, Of::Workflow(_))
    }

    /// Whether it is of a log: of jobs, some of which may be advance reservations.
    pub const fn is_of_log(&self) -> bool {
        matches!(self.of, Of::Log(_))
    }

    /// The kind of its workload.
    pub const fn kind(&self) -> WorkloadKind {
        match self.of {
            Of::Log(_) => WorkloadKind::Log,
            Of::Workflow(_) => WorkloadKind::Workflow,
            Of::Batch(_) => WorkloadKind::TaskBatch,
        }
    }

    /// The nouns for its parts.
    pub const fn nouns(&self) -> &'static Nouns {
        match self.of {
            Of::Log(_) => &JOBS,
            Of::Workflow(_) => &TASKS,
            Of::Batch(_) => &BATCH,
        }
    }
}

impl Default for &'static Nouns {
    fn default() -> Self {
        &JOBS
    }
}

impl Nouns {
    pub fn is_of_workflow(&self) -> bool {
        *self == TASKS
    }

    pub fn is_of_log(&self) -> bool {
        *self == JOBS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{BatchNames, Tasks};

    #[test]
    fn a_run_of_a_workflow_is_of_tasks() {
        let mut run = Run::default();
        assert_eq!(run.nouns().jobs, "jobs");
        run.of = Of::Workflow(Tasks::default());
        assert_eq!(run.nouns().jobs, "tasks");
        assert_eq!(run.nouns().held, "spare time");
        assert!(run.nouns().is_of_workflow());
    }

    #[test]
    fn a_run_of_a_batch_is_of_tasks_on_nodes() {
        let run = Run { of: Of::Batch(BatchNames::default()), ..Run::default() };
        let nouns = run.nouns();
        assert_eq!((nouns.jobs, nouns.provider), ("tasks", "node"));
        assert_eq!(nouns.held, "held, not running");
        assert!(!nouns.is_of_workflow() && !nouns.is_of_log() && !run.is_of_log());
        assert!(Run::default().is_of_log() && Run::default().nouns().is_of_log());
    }
}
