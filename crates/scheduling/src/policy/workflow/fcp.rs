//! FCP: the most critical of a few ready tasks, on one of two machines.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::heft::upward_ranks;
use super::scheduler::Timelines;
use super::{Allocation, Decided, Step, first_least, ready};
use workload::workflow::{Dag, Placed};

/// Fast critical path (Radulescu and van Gemund 2002, Sect. 3.1).
///
/// Ready tasks stand in a list sorted by the longest way to the end, which holds as many tasks as there are
/// machines; the others wait for a place in it, first come first served. The first of the list goes to the
/// one of two machines on which it starts earlier: its enabling machine, from which its last message comes,
/// and the one that is idle first. The original has homogeneous machines, and looks at starts, not at ends;
/// here a way is measured by mean costs and mean communication. Ties: the enabling machine; equal tasks in
/// their own order, equal machines as well.
///
/// O(n·log m + e) beside the ranks, and for the machine that is idle first a look at all m.
pub fn fcp(dag: &Dag) -> Allocation {
    place_all(dag, |_, _, start| start, |_| {})
}

/// Fast critical path where a task goes to the one of the two machines on which it finishes earlier. On
/// machines that take equally long for every task it is [`fcp`]; the paper does not say which of the two it
/// means on others.
pub fn fcp_by_finish(dag: &Dag) -> Allocation {
    place_all(dag, |task, machine, start| start + dag.cost(task, machine), |_| {})
}

/// `figure` is the value by which the two machines are compared: of a task, a machine and the start there.
/// `tell` is called for each task before it is placed.
pub(super) fn place_all(
    dag: &Dag,
    figure: impl Fn(usize, usize, f64) -> f64,
    mut tell: impl FnMut(&dyn Fn() -> Step),
) -> Allocation {
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut timelines = Timelines::new(dag.machines());
    let mut list = ReadyList::new(dag);
    while let Some(task) = list.next() {
        let on = |machine: usize| {
            let idle = timelines.end(machine);
            let start = idle.max(ready(dag, &placed, task, machine));
            Placed { machine, start, finish: start + dag.cost(task, machine) }
        };
        let Some(idle_first) = first_least(0..dag.machines(), |&it| timelines.end(it)) else {
            unreachable!("a DAG has machines");
        };
        let of_machine = |machine: usize| figure(task, machine, on(machine).start);
        let enabling = enabling(dag, &placed, task);
        let best = on(match enabling {
            Some(it) if of_machine(it) <= of_machine(idle_first) => it,
            _ => idle_first,
        });
        tell(&|| {
            let other = Some(idle_first).filter(|it| Some(*it) != enabling);
            Step {
                placed: vec![(task, best)],
                candidates: enabling.into_iter().chain(other).map(on).collect(),
                what: Decided::OneOfTwo {
                    rank: list.ranks[task],
                    enabling,
                    idle_first,
                    others: (list.sorted.len(), list.waiting.len()),
                },
            }
        });
        timelines.book(&best);
        placed[task] = best;
        list.is_placed(dag, task);
    }
    Allocation { placed }
}

/// The machine of the predecessor whose data would arrive last if they had to be transferred; `None` for a
/// first task.
fn enabling(dag: &Dag, placed: &[Placed], task: usize) -> Option<usize> {
    let per_unit = dag.mean_communication();
    let last = first_least(dag.predecessors(task).iter(), |link| -(placed[link.task].finish + link.data * per_unit));
    last.map(|link| placed[link.task].machine)
}

/// The tasks whose predecessors are all placed.
struct ReadyList {
    ranks: Vec<f64>,
    /// How many may be sorted.
    size: usize,
    /// By rank from the greatest down, then by number.
    sorted: BinaryHeap<(Rank, Reverse<usize>)>,
    waiting: VecDeque<usize>,
    /// Predecessors that are not placed yet, task by task.
    waits_for: Vec<usize>,
}

impl ReadyList {
    fn new(dag: &Dag) -> Self {
        let mut list = Self {
            ranks: upward_ranks(dag),
            size: dag.machines(),
            sorted: BinaryHeap::new(),
            waiting: VecDeque::new(),
            waits_for: (0..dag.tasks()).map(|it| dag.predecessors(it).len()).collect(),
        };
        for task in 0..dag.tasks() {
            if list.waits_for[task] == 0 {
                list.add(task);
            }
        }
        list
    }

    fn add(&mut self, task: usize) {
        if self.sorted.len() < self.size {
            self.sorted.push((Rank(self.ranks[task]), Reverse(task)));
        } else {
            self.waiting.push_back(task);
        }
    }

    /// Takes the most critical task out of the sorted list; one that waits gets its place.
    fn next(&mut self) -> Option<usize> {
        let (_, Reverse(task)) = self.sorted.pop()?;
        if let Some(waiting) = self.waiting.pop_front() {
            self.add(waiting);
        }
        Some(task)
    }

    fn is_placed(&mut self, dag: &Dag, task: usize) {
        for link in dag.successors(task) {
            self.waits_for[link.task] -= 1;
            if self.waits_for[link.task] == 0 {
                self.add(link.task);
            }
        }
    }
}

/// A rank that can be ordered.
#[derive(Clone, Copy, PartialEq)]
struct Rank(f64);

impl Eq for Rank {}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
