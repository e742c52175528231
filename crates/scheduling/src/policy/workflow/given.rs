//! The allocation that a workflow's file brings along.

use super::{Allocation, ready};
use workload::workflow::{Dag, Fault, Workflow};

/// How much later than a task's start its data may arrive, in seconds: the rounding error of files that
/// are written with few digits.
const ROUNDING: f64 = 1e-6;

/// The file's own schedule, as it is.
///
/// # Errors
///
/// If there is none, if a task starts before its data are there, or two tasks run on one machine at once.
pub fn given(workflow: &Workflow, dag: &Dag) -> Result<Allocation, Fault> {
    let Some(placed) = workflow.schedule.clone() else {
        return Err(Fault::NoSchedule);
    };
    let allocation = Allocation { placed };
    let placed = &allocation.placed;
    let name = |task: usize| workflow.tasks[task].name.clone();
    for task in 0..dag.tasks() {
        let here = &placed[task];
        let since = ready(dag, placed, task, here.machine);
        if here.start < since - ROUNDING {
            return Err(Fault::TooEarly { task: name(task), start: here.start, ready: since });
        }
    }
    for tasks in allocation.by_machine(dag) {
        for pair in tasks.windows(2) {
            let (one, other) = (&placed[pair[0]], &placed[pair[1]]);
            if other.start < one.finish - ROUNDING {
                return Err(Fault::AtOnce {
                    machine: workflow.machines[one.machine].clone(),
                    tasks: [name(pair[0]), name(pair[1])],
                });
            }
        }
    }
    Ok(allocation)
}
