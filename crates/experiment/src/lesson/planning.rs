//! The workflow of a chart.

use serde_json::Value;

use super::format::Planning;
use scheduling::policy::workflow::Scheduler;
use workload::Workload;
use workload::workflow::{self, Dag, Workflow};

/// The most tasks and machines of a lesson's workflow: more is a file, not a blackboard.
const MOST_TASKS: usize = 60;
const MOST_MACHINES: usize = 12;

/// A workflow as a lesson writes it.
///
/// # Errors
///
/// A sentence that says why it is invalid.
pub fn workflow(written: &Value) -> Result<Workflow, String> {
    let read = workflow::from_json(&written.to_string());
    let read = read.map_err(|why| format!("workflow: {why}"))?;
    Dag::of(&read).map_err(|why| format!("workflow: {why}"))?;
    if read.machines.is_empty() {
        return Err("workflow.machines: there is none".to_owned());
    }
    let (tasks, machines) = (read.tasks.len(), read.machines.len());
    if tasks > MOST_TASKS || machines > MOST_MACHINES {
        Err(format!(
            "workflow: {tasks} tasks on {machines} machines; a lesson has up to {MOST_TASKS} on {MOST_MACHINES}"
        ))
    } else {
        Ok(read)
    }
}

/// The written workflow as a workload.
pub(super) fn workload(written: &Value) -> Result<Workload, String> {
    Ok(Workload::of_workflow("lesson", workflow(written)?))
}

pub(super) fn check(planning: &Planning) -> Result<(), String> {
    workflow(&planning.workflow)?;
    if planning.scheduler == Scheduler::Given {
        return Err("scheduler: given; a schedule that a file brings along has no steps".to_owned());
    }
    if planning.deadline.is_some() && planning.scheduler != Scheduler::Heft {
        return Err("scheduler: with a deadline, it is HEFT's schedule or the file's".to_owned());
    }
    match planning.deadline {
        Some(deadline) if !(0.0..=1e9).contains(&deadline) => {
            Err(format!("deadline: {deadline} s; take 0 to 1000000000"))
        }
        _ => Ok(()),
    }
}
