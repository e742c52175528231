//! Whether a run that comes from elsewhere points nowhere beyond itself.

use super::messages;
use crate::engine::{Bar, Outcome, Schedule, Status, Stint, Task, TaskEdge, Tasks};
use crate::experiment::Run;

/// Whether every index of the run is within its bounds, so that no later code checks again.
pub(super) fn points_somewhere(run: &Run) -> bool {
    let Schedule {
        outcomes,
        bars,
        earlier,
    } = &run.schedule;
    let providers = run.platform.len();
    let rows = run.rows();
    let are_bars =
        |first: u32, count: u32| u64::from(first) + u64::from(count) <= bars.len() as u64;
    let outcome_holds = |it: &Outcome| {
        are_bars(it.first_bar, it.bar_count)
            && (it.status == Status::Rejected || (it.provider as usize) < providers)
    };
    let bar_holds = |bar: &Bar| {
        let known = (bar.job as usize) < outcomes.len() && (bar.provider as usize) < providers;
        known
            && bar.first_processor <= bar.last_processor
            && bar.last_processor < rows[bar.provider as usize]
    };
    let stint_holds = |stint: &Stint| {
        (stint.job as usize) < outcomes.len() && are_bars(stint.first_bar, stint.bar_count)
    };
    let Tasks {
        machines,
        tasks,
        edges,
        costs,
        communication,
    } = &run.tasks;
    let all_or_none = |count: usize, all: usize| count == 0 || count == all;
    let edge_holds = |edge: &TaskEdge| edge.from.max(edge.to) < tasks.len() as u32;
    let task_holds = |task: &Task| (task.machine as usize) < providers;
    all_or_none(tasks.len(), run.jobs.len())
        && all_or_none(machines.len(), providers)
        && tasks.iter().all(task_holds)
        && edges.iter().all(edge_holds)
        && all_or_none(costs.len(), tasks.len() * machines.len())
        && all_or_none(communication.len(), machines.len() * machines.len())
        && outcomes.iter().all(outcome_holds)
        && bars.iter().all(bar_holds)
        && earlier.iter().all(stint_holds)
        && earlier.is_sorted()
        && messages::points_somewhere(&run.batch, &run.messages, (run.jobs.len(), providers))
}
