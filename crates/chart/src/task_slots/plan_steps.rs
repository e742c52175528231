//! A plan in the making, step by step: tasks that are placed, or spare time that is shared out.

use super::{Placing, Sharing, TaskSlots};
use crate::table::Table;
use scheduling::policy::spare_time::{ScheduleGraph, THRESHOLD, Variant};
use scheduling::policy::workflow::{FirstAssignment, Scheduler, given, heft};
use workload::workflow::{Dag, Fault, Workflow};

/// A plan in the making.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanSteps {
    /// A scheduler, a decision at each step.
    Placing(Placing),
    /// The spare time of an initial schedule, a round at each step.
    Sharing(Sharing),
}

impl PlanSteps {
    /// A scheduler on a workflow that names its machines, Hybrid.BMCT with this first assignment.
    ///
    /// # Errors
    ///
    /// As [`Dag::of`].
    pub fn placing(workflow: &Workflow, scheduler: Scheduler, first: FirstAssignment) -> Result<Self, Fault> {
        Placing::of(workflow, scheduler, first).map(Self::Placing)
    }

    /// The spare time of the schedule that a workflow brings along, or of HEFT's, up to a deadline in seconds;
    /// one before the schedule's end leaves nothing to share out.
    ///
    /// # Errors
    ///
    /// As [`Dag::of`] and [`given`].
    pub fn sharing(workflow: &Workflow, deadline: f64, variant: Variant) -> Result<Self, Fault> {
        let dag = Dag::of(workflow)?;
        let allocation = match workflow.schedule {
            Some(_) => given(workflow, &dag)?,
            None => heft(&dag),
        };
        let graph = ScheduleGraph::of(&dag, &allocation);
        let names = workflow.tasks.iter().map(|it| it.name.clone()).collect();
        let names = (names, workflow.machines.clone());
        let deadline = deadline.max(allocation.finish());
        Ok(Self::Sharing(Sharing::of(&graph, names, (deadline, THRESHOLD), variant)))
    }

    pub fn count(&self) -> usize {
        match self {
            Self::Placing(it) => it.steps.len(),
            Self::Sharing(it) => it.rounds.len(),
        }
    }

    pub fn machines(&self) -> usize {
        match self {
            Self::Placing(it) => it.machines(),
            Self::Sharing(it) => it.machines(),
        }
    }

    /// The picture after this many steps.
    pub fn view(&self, shown: usize) -> TaskSlots {
        match self {
            Self::Placing(it) => it.view(shown),
            Self::Sharing(it) => it.view(shown),
        }
    }

    /// The last of this many steps in words.
    pub fn words(&self, shown: usize) -> String {
        match self {
            Self::Placing(it) => it.words(shown),
            Self::Sharing(it) => it.words(shown),
        }
    }

    /// The tasks after this many steps.
    pub fn table(&self, shown: usize) -> Table {
        match self {
            Self::Placing(it) => it.table(shown),
            Self::Sharing(it) => it.table(shown),
        }
    }
}
