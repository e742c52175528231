//! HEFT: the task that is furthest from the end first, where it finishes first.

use super::ranks::{by_rank, upward_ranks};
use super::timelines::Timelines;
use super::{Allocation, first_least, ready_everywhere};
use crate::workload::workflow::{Dag, Placed};

/// Heterogeneous earliest finish time (Topcuoglu, Hariri and Wu 2002, Fig. 2): tasks by upward rank from the
/// greatest down; each goes to the machine on which it finishes first, between tasks that are there already
/// if it fits. Ties go to the first machine.
///
/// O(e·m) for the data of e edges on m machines, and for each task and machine a search of its gaps.
pub fn heft(dag: &Dag) -> Allocation {
    place_all(dag, &upward_ranks(dag), |_, _, _| {})
}

/// One task that HEFT places.
#[derive(Clone, Debug, PartialEq)]
pub struct HeftStep {
    pub task: usize,
    /// Its upward rank, in seconds.
    pub rank: f64,
    /// Where it could go: on each machine the earliest time.
    pub candidates: Vec<Placed>,
    /// Where it goes.
    pub chosen: Placed,
}

/// [`heft`] task by task, with the places that each could have had, to be looked at.
pub fn heft_steps(dag: &Dag) -> Vec<HeftStep> {
    let ranks = upward_ranks(dag);
    let mut steps = Vec::with_capacity(dag.tasks());
    place_all(dag, &ranks, |task, on, chosen| {
        steps.push(HeftStep {
            task,
            rank: ranks[task],
            candidates: (0..dag.machines()).map(on).collect(),
            chosen,
        });
    });
    steps
}

/// Places all tasks; `tell` hears of each before it is placed: where it would go on a machine, and where it
/// goes.
fn place_all(
    dag: &Dag,
    ranks: &[f64],
    mut tell: impl FnMut(usize, &dyn Fn(usize) -> Placed, Placed),
) -> Allocation {
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut timelines = Timelines::new(dag.machines());
    let mut ready = Vec::new();
    for task in by_rank(dag, ranks) {
        ready_everywhere(dag, &placed, task, &mut ready);
        let on = |machine: usize| {
            let cost = dag.cost(task, machine);
            let start = timelines.earliest(machine, ready[machine], cost);
            Placed {
                machine,
                start,
                finish: start + cost,
            }
        };
        let Some(best) = first_least((0..dag.machines()).map(on), |it| it.finish) else {
            unreachable!("a DAG has machines");
        };
        tell(task, &on, best);
        timelines.book(&best);
        placed[task] = best;
    }
    Allocation { placed }
}
