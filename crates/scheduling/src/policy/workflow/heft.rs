//! HEFT: the task that is furthest from the end first, where it finishes first.

use super::scheduler::Timelines;
use super::{Allocation, Decided, Step, first_least, ready, ready_everywhere};
use base::ordering::sort_by;
use workload::workflow::{Dag, Fault, Placed, Workflow};

/// Heterogeneous earliest finish time (Topcuoglu, Hariri and Wu 2002, Fig. 2): tasks by upward rank from the
/// greatest down; each goes to the machine on which it finishes first, between tasks that are there already
/// if it fits. Ties go to the first machine.
///
/// O(e·m) for the data of e edges on m machines, and for each task and machine a search of its gaps.
pub fn heft(dag: &Dag) -> Allocation {
    place_all(dag, |_| {})
}

/// Places all tasks; `tell` is called for each before it is placed.
pub(super) fn place_all(dag: &Dag, mut tell: impl FnMut(&dyn Fn() -> Step)) -> Allocation {
    let ranks = upward_ranks(dag);
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut timelines = Timelines::new(dag.machines());
    let mut ready = Vec::new();
    for task in by_rank(dag, &ranks) {
        ready_everywhere(dag, &placed, task, &mut ready);
        let on = |machine: usize| {
            let cost = dag.cost(task, machine);
            let start = timelines.earliest(machine, ready[machine], cost);
            Placed { machine, start, finish: start + cost }
        };
        let Some(best) = first_least((0..dag.machines()).map(on), |it| it.finish) else {
            unreachable!("a DAG has machines");
        };
        tell(&|| Step {
            placed: vec![(task, best)],
            candidates: (0..dag.machines()).map(on).collect(),
            what: Decided::FirstFinish { rank: ranks[task] },
        });
        timelines.book(&best);
        placed[task] = best;
    }
    Allocation { placed }
}

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

/// Upward ranks: the longest way from each task to the end, its own cost included, by mean costs and mean
/// communication (Topcuoglu, Hariri and Wu 2002, eq. 6). Linear in the DAG's size.
pub fn upward_ranks(dag: &Dag) -> Vec<f64> {
    let per_unit = dag.mean_communication();
    longest(dag, |task| dag.mean_cost(task), |data| data * per_unit)
}

/// Static levels: the longest way from each task to the end by costs alone (Sih and Lee 1993, Sect. III-A).
pub fn static_levels(dag: &Dag, cost: impl Fn(usize) -> f64) -> Vec<f64> {
    longest(dag, cost, |_| 0.0)
}

fn longest(dag: &Dag, cost: impl Fn(usize) -> f64, transfer: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut way = vec![0.0; dag.tasks()];
    for &task in dag.order().iter().rev() {
        let behind = dag.successors(task).iter().map(|link| transfer(link.data) + way[link.task]).fold(0.0, f64::max);
        way[task] = cost(task) + behind;
    }
    way
}

/// The tasks by a rank from the greatest down, equal ones in the DAG's order: a predecessor, whose rank is
/// never less, stays in front.
pub(super) fn by_rank(dag: &Dag, ranks: &[f64]) -> Vec<usize> {
    let mut tasks = dag.order().to_vec();
    sort_by(&mut tasks, |&one, &other| ranks[other].total_cmp(&ranks[one]));
    tasks
}
