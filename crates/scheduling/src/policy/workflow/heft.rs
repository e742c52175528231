//! HEFT: the task that is furthest from the end first, where it finishes first.

use super::ranks::{by_rank, upward_ranks};
use super::timelines::Timelines;
use super::{Allocation, Decided, Step, first_least, ready_everywhere};
use workload::workflow::{Dag, Placed};

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
