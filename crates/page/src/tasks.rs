//! The tasks that the page gives to its pool of workers, and their outcomes.

#[cfg(test)]
pub(crate) mod tests;

use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::history::WorkloadKey;
use experiment::lesson::Question;
use experiment::{ReplicateAt, Run, Scenario};
use reproduction::{Findings, Options, Plan};
use scheduling::criteria::Report;
use workload::replicate::Replication;

/// Names a task within its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the question that the task helps to answer. The next question has another number, so that a late
    /// answer is recognized and dropped.
    pub question: u32,
    /// The place of the task among those of its question, from 0.
    pub place: usize,
}

/// A task for a worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// Returns with the outcome.
    pub mark: Mark,
    /// The workload that the task needs.
    pub workload: WorkloadKey,
    /// The work.
    pub job: Job,
}

/// The work of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Run a scenario.
    Run {
        scenario: Box<Scenario>,
        /// The parts of the run that return.
        wanted: Wanted,
        /// The replicate of the workload on which it is made, with its place; none for the workload itself. Of a run on
        /// a replicate only the report can return.
        replicate: Option<(Replication, u32)>,
    },
    /// Ask the question of a lesson that was asked this often before ([`Question::variant`]). Only a worker for papers does
    /// this.
    Ask(Rc<Question>, u32),
    /// Plan the runs of an item of a paper. Only a worker for papers does this.
    Plan(Order),
    /// Conclude from the reports of such a plan's runs, in the plan's order. Only a worker for papers does this.
    Conclude(Order, Vec<Rc<Report>>),
}

/// The parts of a run that a worker returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    Report,
    /// The report with the waits of the jobs.
    Waits,
    /// The report and the whole run.
    Run,
}

/// An item of a paper to reproduce, and the options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The key of the paper.
    pub paper: String,
    /// The key of the item.
    pub item: String,
    /// Which jobs, how many seeds, which readings.
    pub options: Options,
}

impl Task {
    /// A run whose report is wanted.
    pub fn run(mark: Mark, workload: WorkloadKey, scenario: Scenario) -> Self {
        Self::run_for(Wanted::Report, mark, workload, scenario)
    }

    /// A run all of which is wanted.
    pub fn whole_run(mark: Mark, workload: WorkloadKey, scenario: Scenario) -> Self {
        Self::run_for(Wanted::Run, mark, workload, scenario)
    }

    /// Whether every worker does it: the others are for a worker for papers.
    pub fn is_run(&self) -> bool {
        matches!(self.job, Job::Run { .. })
    }

    /// A run of which these parts are wanted.
    pub fn run_for(wanted: Wanted, mark: Mark, workload: WorkloadKey, scenario: Scenario) -> Self {
        let scenario = Box::new(scenario);
        Self { mark, workload, job: Job::Run { scenario, wanted, replicate: None } }
    }

    /// The same, a run for its report, on a replicate of its workload if one is given.
    pub fn on_replicate(mut self, on: Option<ReplicateAt>) -> Self {
        if let Job::Run { replicate, .. } = &mut self.job {
            *replicate = on.map(|(replication, place)| (*replication, place));
        }
        self
    }
}

/// The result of a task.
#[derive(Debug)]
pub enum Outcome {
    /// The report of a run.
    Report(Box<Report>),
    /// A whole run and its report.
    Run(Box<Run>, Box<Report>),
    /// A question of a lesson with its values and its answer.
    Asked(Box<Question>),
    /// The plan of an item of a paper.
    Plan(Box<Plan>),
    /// The findings of an item of a paper.
    Findings(Box<Findings>),
}

/// Why a task has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum NotMade {
    /// The task cannot be done; the reason.
    Refused(String),
    /// The task was lost with its worker and may succeed at another attempt; the reason.
    Lost(String),
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Refused(why) | Self::Lost(why)) = self;
        f.write_str(why)
    }
}

/// A finished task: its mark, and its result or the reason why it has none.
pub type Made = (Mark, Result<Outcome, NotMade>);

/// The report of a task that asked for one.
///
/// # Errors
///
/// In words, if the task has no result, or a result of another kind.
pub fn report(made: Result<Outcome, NotMade>) -> Result<Report, String> {
    match made {
        Ok(Outcome::Report(report)) => Ok(*report),
        Ok(_) => Err("the worker answered something else".to_string()),
        Err(why) => Err(why.to_string()),
    }
}
