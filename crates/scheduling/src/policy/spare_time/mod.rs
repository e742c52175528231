//! Spare time: how the time left until a deadline is shared out to the reservations of a workflow's tasks.
//!
//! Zhao and Sakellariou 2007, Sect. 3: an allocation says where and when each task runs by the estimates;
//! the application spare time, from its finish to the deadline, makes the tasks' reservation slots longer.
//! Everything that waits is a successor: for data, by the DAG's edges, or for the machine.

mod critical_path;
mod recursive;
mod schedule_graph;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::workflow::Allocation;
use base::setting::setting;
use schedule_graph::Neighbours;
use workload::workflow::Dag;

pub use critical_path::{CriticalShare, critical_path};
pub use recursive::{Iteration, Recursive, THRESHOLD};
pub use schedule_graph::{Delay, Paths, ScheduleGraph, first_paths, paths};

/// The slot that is reserved for a task. Times are seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slot {
    pub machine: usize,
    pub start: f64,
    /// When the task ends if it takes as long as estimated.
    pub finish: f64,
    /// When the reservation ends.
    pub reserved_until: f64,
}

setting! {
    /// A way to share spare time out. The names are the paper's (Sect. 4.1).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Variant {
        /// `r_even_time`: in rounds, the same time to each task, less the spare time that it has
        /// already.
        #[default]
        REvenTime {
            key: "r_even_time",
            name: "r_even_time",
            about: "Equal spare time for every task, minus the spare time that it has already, in rounds.",
            tried: true,
        }
        /// `r_even_percent1`: again and again the same percentage of its estimate to each task.
        REvenPercent1 {
            key: "r_even_percent1",
            name: "r_even_percent1",
            about: "Spare time in equal percentages of the estimates for every task, in rounds.",
            tried: true,
        }
        /// `r_cp_first`: the same, at first only to tasks on the critical path.
        RCpFirst {
            key: "r_cp_first",
            name: "r_cp_first",
            about: "Spare time in equal percentages of the estimates for every task, in rounds; in the first round only for tasks on the critical path.",
            tried: true,
        }
        /// `r_even_percent2`: in rounds, the same percentage to each task, less the spare time that
        /// it has already.
        REvenPercent2 {
            key: "r_even_percent2",
            name: "r_even_percent2",
            about: "Spare time in equal percentages of the estimates for every task, minus the spare time that it has already, in rounds.",
            tried: true,
        }
        /// `cp_even_time`: the same time to each task on the critical path, then the rest to the others.
        CpEvenTime {
            key: "cp_even_time",
            name: "cp_even_time",
            about: "Equal spare time for every task on the critical path; the others get what their paths leave.",
            tried: true,
        }
        /// `cp_even_percent`: the same percentage to each task on the critical path, then to the others.
        CpEvenPercent {
            key: "cp_even_percent",
            name: "cp_even_percent",
            about: "Spare time in equal percentages of the estimates for every task on the critical path; the others get what their paths leave.",
            tried: true,
        }
        /// `dag_reserve`, the paper's `DAG_Reserve`: no spare time is shared out. Every machine that is
        /// used is reserved from the start to the deadline for the DAG as a whole.
        DagReserve {
            key: "dag_reserve",
            name: "dag_reserve",
            about: "No reservations for tasks: all machines that are used are reserved until the deadline, and tasks start when they can.",
            tried: false,
        }
    }
}

impl Variant {
    /// The six that share spare time out to the tasks.
    pub const SHARED: [Self; 6] = [
        Self::REvenTime,
        Self::REvenPercent1,
        Self::RCpFirst,
        Self::REvenPercent2,
        Self::CpEvenTime,
        Self::CpEvenPercent,
    ];

    /// Whether it shares out again and again (Sect. 3.3), and not along the critical path (Sect. 3.4).
    pub const fn is_recursive(self) -> bool {
        !matches!(self, Self::CpEvenTime | Self::CpEvenPercent | Self::DagReserve)
    }

    /// Whether tasks on the critical path are treated in another way than all others.
    pub const fn has_critical_path(self) -> bool {
        matches!(self, Self::RCpFirst | Self::CpEvenTime | Self::CpEvenPercent)
    }
}

/// The tasks' slots up to a deadline, in seconds, which must not be before the allocation's finish.
///
/// No slot is shorter than its task's estimate, none ends after the deadline, and each begins as early as
/// its predecessors' slots allow. Where the whole DAG is reserved ([`Variant::DagReserve`]) tasks have no
/// slots of their own: each begins as early as its predecessors' estimates allow, and has its machine until
/// the next one begins there, the last one until the deadline.
pub fn reserve(dag: &Dag, allocation: &Allocation, deadline: f64, variant: Variant) -> Vec<Slot> {
    reserve_on(&ScheduleGraph::of(dag, allocation), deadline, variant, THRESHOLD)
}

/// As [`reserve`], for an allocation whose graph is known; the recursive variants go on until less than this
/// part of the deadline is left, [`THRESHOLD`] in the paper's example.
pub fn reserve_on(graph: &ScheduleGraph, deadline: f64, variant: Variant, threshold: f64) -> Vec<Slot> {
    let (extensions, _) = extensions(graph, deadline, variant, threshold);
    let mut slots = graph.slots(&extensions);
    if variant == Variant::DagReserve {
        hold_machines(&mut slots, graph.order(), |_| true, deadline);
    }
    slots
}

/// As [`reserve_on`], for the critical path based strategy, where the tasks off the critical path share
/// the rest of their paths by a rule of their own. Sect. 3.4 has its second formula for the tasks of the
/// critical path alone: in [`Variant::CpEvenPercent`] of ours the other tasks get the same percentage.
pub fn reserve_beside(
    graph: &ScheduleGraph,
    deadline: f64,
    (critical, others): (CriticalShare, CriticalShare),
) -> Vec<Slot> {
    let (extensions, _) = critical_path::extensions(graph, deadline, critical, others);
    graph.slots(&extensions)
}

/// How many passes over the tasks and edges of the graph it takes to share spare time out.
pub fn passes(graph: &ScheduleGraph, deadline: f64, variant: Variant) -> usize {
    let (_, passes) = extensions(graph, deadline, variant, THRESHOLD);
    passes
}

/// The extension of each slot beyond the estimate, and the number of passes.
fn extensions(graph: &ScheduleGraph, deadline: f64, variant: Variant, threshold: f64) -> (Vec<f64>, usize) {
    match variant {
        Variant::CpEvenTime => {
            let time = CriticalShare::Time;
            critical_path::extensions(graph, deadline, time, time)
        }
        Variant::CpEvenPercent => {
            let percent = CriticalShare::Percent;
            critical_path::extensions(graph, deadline, percent, percent)
        }
        Variant::DagReserve => (vec![0.0; graph.tasks()], 0),
        _ => {
            let mut recursive = Recursive::new(graph, deadline, variant).leaving(threshold);
            while recursive.iterate().is_some() {}
            let passes = recursive.passes();
            (recursive.into_extensions(), passes)
        }
    }
}

/// Until when each task may run without delaying another one ([`ScheduleGraph::limit`]); where the whole
/// DAG is reserved, until its successors can just be done by the deadline.
pub fn limits(graph: &ScheduleGraph, slots: &[Slot], deadline: f64, variant: Variant) -> Vec<f64> {
    match variant {
        Variant::DagReserve => graph.latest_ends(deadline),
        _ => (0..slots.len()).map(|task| graph.limit(slots, task, deadline)).collect(),
    }
}

/// Delays that are covered by less than this part of the schedule's length may matter once slots are
/// added up with rounding, and stay.
const ROUNDING: f64 = 1e-6;

/// The data on tasks that [`binding`] needs to leave out delays.
struct OnMachines<'a> {
    pub machine: &'a [usize],
    pub estimates: &'a [f64],
    /// The tasks of each machine in the order in which it runs them.
    pub orders: &'a [Vec<usize>],
    /// When the last task ends, in seconds.
    pub finish: f64,
}

/// Predecessors and successors without delays that others cover, whatever the extensions of the slots: of
/// the tasks on one machine that a task waits for, an earlier one ends by the last one's end less the
/// estimates in between, and its data come no later if they do not take longer by as much. The same holds
/// for the tasks on one machine that wait for a task, and the first of them. So every slot begins when it
/// would with all delays, and has the same spare time.
///
/// A path over a delay that is left out has a longer one beside it, over the tasks in between: the least
/// that paths leave to their tasks does not change.
///
/// Linear. Of a wide DAG a twentieth is left.
fn binding(of: &OnMachines, predecessors: &Neighbours) -> (Neighbours, Neighbours) {
    let tasks = of.machine.len();
    let margin = ROUNDING * of.finish;
    let mut place = vec![0; tasks];
    let mut before = vec![0.0; tasks];
    for order in of.orders {
        let mut sum = 0.0;
        for (at, &task) in order.iter().enumerate() {
            (place[task], before[task]) = (at, sum);
            sum += of.estimates[task];
        }
    }
    // Data of the last predecessor on each machine cover those that come earlier.
    let mut kept = Sieve::new(of, |one, other| place[one] > place[other]);
    let ends = |it: &Delay| before[it.task] + of.estimates[it.task] + it.seconds;
    let predecessors = kept.sift(predecessors, |it, last| ends(it) + margin > ends(last));
    let successors = predecessors.turned();
    // The first successor on each machine covers those that can wait longer.
    let mut kept = Sieve::new(of, |one, other| place[one] < place[other]);
    let hurry = |it: &Delay| it.seconds - before[it.task];
    let successors = kept.sift(&successors, |it, first| hurry(it) + margin > hurry(first));
    (successors.turned(), successors)
}

/// Leaves out delays that one neighbour on each machine covers.
struct Sieve<'a, F> {
    machine: &'a [usize],
    /// The neighbour of the present task that comes first on each machine.
    first: Vec<Option<Delay>>,
    comes_first: F,
}

impl<'a, F: Fn(usize, usize) -> bool> Sieve<'a, F> {
    fn new(of: &OnMachines<'a>, comes_first: F) -> Self {
        Self { machine: of.machine, first: vec![None; of.orders.len()], comes_first }
    }

    /// Keeps the first on each machine and all others for which `matters` is true beside it.
    fn sift(&mut self, all: &Neighbours, matters: impl Fn(&Delay, &Delay) -> bool) -> Neighbours {
        let mut kept = Neighbours::default();
        for task in 0..self.machine.len() {
            self.first.fill(None);
            for it in all.of_task(task) {
                let first = &mut self.first[self.machine[it.task]];
                if first.is_none_or(|first| (self.comes_first)(it.task, first.task)) {
                    *first = Some(*it);
                }
            }
            let stays = |it: &&Delay| {
                let first = self.first[self.machine[it.task]];
                first.is_none_or(|first| first.task == it.task || matters(it, &first))
            };
            kept.push_task(all.of_task(task).iter().filter(stays).copied());
        }
        kept
    }
}

/// Extends each slot of a task that runs last until the next such task begins on its machine, the last
/// one until the deadline: no machine is given back before. `order` has every task behind those that its
/// machine runs before. Linear.
pub fn hold_machines(slots: &mut [Slot], order: &[usize], runs: impl Fn(usize) -> bool, deadline: f64) {
    let machines = slots.iter().map(|it| it.machine + 1).max().unwrap_or(0);
    let mut until = vec![deadline; machines];
    for &task in order.iter().rev().filter(|&&it| runs(it)) {
        let slot = &mut slots[task];
        slot.reserved_until = until[slot.machine];
        until[slot.machine] = slot.start;
    }
}
