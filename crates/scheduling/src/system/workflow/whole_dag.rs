//! How tasks run where all machines are reserved for the whole DAG.

use super::execution::{Execution, ROUNDING, Ran};
use super::plan::Plan;
use crate::policy::spare_time::hold_machines;

/// Carries a plan out whose machines are reserved until the deadline (the paper's `DAG_Reserve`, Sect. 4.2).
/// The paper gives no more details: here tasks run on the machines of the initial schedule, one after the
/// other in its order, each as soon as its data are there and its machine is done with the one before. A
/// task that runs at the deadline is killed; a task that could begin only then fails as well, and a task
/// that waits for either never runs.
pub(super) fn execute_whole(plan: &Plan, run_times: &[f64]) -> Execution {
    let graph = &plan.graph;
    let mut slots = plan.slots.clone();
    let mut ran = vec![Ran::default(); slots.len()];
    for &task in graph.order() {
        ran[task].run_time = run_times[task];
        let before = graph.predecessors(task);
        let ends = before.iter().map(|it| {
            let done = Some(&ran[it.task]).filter(|it| it.is_done());
            Some(done?.ended? + it.seconds)
        });
        let Some(ends) = ends.collect::<Option<Vec<f64>>>() else {
            continue;
        };
        let start = ends.into_iter().fold(0.0, f64::max);
        let end = start + run_times[task];
        ran[task].failed = end > plan.deadline + ROUNDING * plan.deadline;
        if ran[task].failed && start >= plan.deadline {
            continue;
        }
        ran[task].ended = Some(end.min(plan.deadline));
        slots[task].start = start;
        slots[task].finish = start + graph.estimates()[task];
    }
    hold_machines(&mut slots, graph.order(), |it| ran[it].ended.is_some(), plan.deadline);
    // An estimate that is longer than the task really had its machine is cut.
    for slot in &mut slots {
        slot.finish = slot.finish.min(slot.reserved_until);
    }
    Execution { ran, slots, moves: 0, forward: (0, 0.0) }
}
