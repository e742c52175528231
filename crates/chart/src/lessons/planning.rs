//! The workflow's plan of a lesson's chart.

use crate::task_slots::PlanSteps;
use experiment::lesson::{self, Planning};

/// A workflow's plan in the making; nothing if the workflow is none, which a checked lesson's is not.
pub fn planned(show: &Planning) -> Option<PlanSteps> {
    let workflow = lesson::workflow(&show.workflow).ok()?;
    let steps = match show.deadline {
        None => PlanSteps::placing(&workflow, show.scheduler, show.first_assignment),
        Some(deadline) => PlanSteps::sharing(&workflow, deadline, show.variant),
    };
    steps.ok()
}
