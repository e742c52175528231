//! A run of a workflow as workflow files.

#[cfg(test)]
mod tests;

use experiment::Run;
use scheduling::engine::Tasks;
use workload::workflow::{Edge, Executed, Placed, Task, Workflow, to_json, to_wfcommons};

/// Why a run cannot be exported as a workflow.
const NO_WORKFLOW: &str = "this run is of a log: only the run of a workflow can be exported as one";

/// The workflow of a run in the project's own JSON, with its initial schedule, which it is run by where the
/// scheduler is `given`. All numbers are exact. O(tasks × machines + edges).
///
/// # Errors
///
/// If the run is of a log, or of a workflow so large that its costs were not kept with it.
pub fn workflow_json(run: &Run) -> Result<String, String> {
    Ok(to_json(&workflow_with_costs(run)?) + "\n")
}

/// The workflow of a run with its costs on all machines, and its initial schedule.
///
/// # Errors
///
/// As [`workflow_json`].
pub fn workflow_with_costs(run: &Run) -> Result<Workflow, String> {
    let workflow = workflow_of(run)?;
    let lacks_costs = workflow.tasks.iter().any(|it| it.costs.is_empty());
    if lacks_costs {
        Err(format!("the workflow has more than {} costs, which are not kept with its run", Tasks::MOST_COSTS))
    } else {
        Ok(workflow)
    }
}

/// The workflow of a run as an instance of WfCommons, with the run as its execution ([`to_wfcommons`]):
/// each task started with its reservation, on its machine, and has its real run time; a task that never ran
/// has no start, and its estimate. `name` is the workflow's, `words` the scenario's.
///
/// # Errors
///
/// If the run is of a log.
pub fn workflow_wfcommons(run: &Run, name: &str, words: &str) -> Result<String, String> {
    let workflow = workflow_of(run)?;
    let executed: Vec<Executed> =
        run.tasks().iter().zip(&workflow.tasks).map(|(ran, task)| executed(ran, task)).collect();
    Ok(to_wfcommons(&workflow, name, words, &executed))
}

fn executed(ran: &scheduling::engine::Task, task: &Task) -> Executed {
    let estimate = estimate(ran, task);
    let rounding = 1e-9 * ran.finish;
    let run_time = match ran.ended {
        Some(ended) if (ended - ran.start - estimate).abs() > rounding => ended - ran.start,
        _ => estimate,
    };
    Executed { run_time, machine: Some(ran.machine as usize), start: ran.ended.map(|_| ran.start) }
}

/// How long a task was planned to take, in seconds: its cost on its machine, to the last digit, unless the
/// file's own schedule differs.
fn estimate(ran: &scheduling::engine::Task, task: &Task) -> f64 {
    let planned = ran.planned_finish - ran.planned_start;
    let cost = task.costs.get(ran.machine as usize);
    let rounding = 1e-9 * ran.planned_finish;
    let is_it = |cost: &&f64| (**cost - planned).abs() <= rounding;
    cost.filter(is_it).copied().unwrap_or(planned)
}

/// The run's knowledge of its workflow. Where costs were not kept, tasks have none.
fn workflow_of(run: &Run) -> Result<Workflow, String> {
    let of_run = run.workflow().ok_or(NO_WORKFLOW)?;
    let count = of_run.machines.len();
    let task = |(at, it): (usize, &scheduling::engine::Task)| Task {
        name: it.name.clone(),
        costs: of_run.costs.get(at * count..(at + 1) * count).unwrap_or_default().to_vec(),
    };
    let edge = |it: &scheduling::engine::TaskEdge| Edge { from: it.from as usize, to: it.to as usize, data: it.data };
    let placed = |it: &scheduling::engine::Task| Placed {
        machine: it.machine as usize,
        start: it.planned_start,
        finish: it.planned_finish,
    };
    Ok(Workflow {
        machines: of_run.machines.clone(),
        tasks: of_run.tasks.iter().enumerate().map(task).collect(),
        edges: of_run.edges.iter().map(edge).collect(),
        communication: of_run.communication.chunks(count.max(1)).map(<[f64]>::to_vec).collect(),
        flops: false,
        schedule: Some(of_run.tasks.iter().map(placed).collect()),
    })
}
