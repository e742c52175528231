//! Precedence of tasks once they are on machines.

use super::Slot;
use super::{OnMachines, binding};
use crate::policy::workflow::Allocation;
use base::ordering::sort_by;
use workload::workflow::Dag;

/// A task that waits for another, and how long its data takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Delay {
    pub task: usize,
    /// Seconds from the end of the one to the start of the other, at least.
    pub seconds: f64,
}

/// The tasks of an allocation with all their successors: those of the DAG, and the next one on the same
/// machine (Sect. 2: "both on the DAG or on the same machine").
#[derive(Clone, Debug)]
pub struct ScheduleGraph {
    machine: Vec<usize>,
    estimates: Vec<f64>,
    successors: Neighbours,
    predecessors: Neighbours,
    /// The predecessors and successors that decide when slots begin.
    binding: (Neighbours, Neighbours),
    /// Every task after its predecessors.
    order: Vec<usize>,
}

impl ScheduleGraph {
    /// The graph of an allocation, in time linear in the DAG's size beside sorting the tasks.
    pub fn of(dag: &Dag, allocation: &Allocation) -> Self {
        let placed = &allocation.placed;
        let orders = allocation.by_machine(dag);
        let mut runs_before = vec![None; dag.tasks()];
        for pair in orders.iter().flat_map(|tasks| tasks.windows(2)) {
            runs_before[pair[1]] = Some(pair[0]);
        }
        let mut predecessors = Neighbours::default();
        for (to, before) in runs_before.into_iter().enumerate() {
            let links = dag.predecessors(to);
            let delays = links.iter().map(|link| Delay {
                task: link.task,
                seconds: dag.transfer(link.data, placed[link.task].machine, placed[to].machine),
            });
            let is_new = |task: &usize| links.binary_search_by_key(task, |it| it.task).is_err();
            let machine = before.filter(is_new).map(|task| Delay { task, seconds: 0.0 });
            predecessors.push_task(delays.chain(machine));
        }
        let machine: Vec<usize> = placed.iter().map(|it| it.machine).collect();
        let estimates: Vec<f64> = placed.iter().map(|it| it.finish - it.start).collect();
        let of = OnMachines { machine: &machine, estimates: &estimates, orders: &orders, finish: allocation.finish() };
        Self {
            binding: binding(&of, &predecessors),
            successors: predecessors.turned(),
            predecessors,
            order: order(dag, allocation),
            machine,
            estimates,
        }
    }

    pub fn tasks(&self) -> usize {
        self.estimates.len()
    }

    /// Estimated run times on the machines that were chosen, task by task, in seconds.
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// The tasks that wait for a task.
    pub fn successors(&self, task: usize) -> &[Delay] {
        self.successors.of_task(task)
    }

    /// The tasks for which a task waits.
    pub fn predecessors(&self, task: usize) -> &[Delay] {
        self.predecessors.of_task(task)
    }

    /// The tasks for which a task waits, without those that never decide when it begins.
    pub(super) fn binding_predecessors(&self, task: usize) -> &[Delay] {
        self.binding.0.of_task(task)
    }

    /// The tasks that wait for a task, without those that never decide until when it may run.
    pub(super) fn binding_successors(&self, task: usize) -> &[Delay] {
        self.binding.1.of_task(task)
    }

    /// All tasks, each after its predecessors.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The slots of the estimates plus these extensions in seconds: every one begins as early as
    /// its predecessors' slots, and their data, allow.
    pub fn slots(&self, extensions: &[f64]) -> Vec<Slot> {
        let mut slots = vec![Slot::default(); self.tasks()];
        for &task in &self.order {
            let start = self
                .binding_predecessors(task)
                .iter()
                .map(|it| slots[it.task].reserved_until + it.seconds)
                .fold(0.0, f64::max);
            let finish = start + self.estimates[task];
            slots[task] =
                Slot { machine: self.machine[task], start, finish, reserved_until: finish + extensions[task] };
        }
        slots
    }

    /// Until when a task may run without delaying another one: a successor's data, its machine, or the
    /// deadline. Never before the end of its slot.
    pub fn limit(&self, slots: &[Slot], task: usize, deadline: f64) -> f64 {
        self.successors(task)
            .iter()
            .map(|it| slots[it.task].start - it.seconds)
            .fold(deadline, f64::min)
            .max(slots[task].reserved_until)
    }

    /// How long each task could continue after its estimated finish without delaying a successor; the last
    /// one until the end of the last slot (Sect. 2: "the maximal delay that a task can afford").
    pub fn spare_times(&self, slots: &[Slot]) -> Vec<f64> {
        let end = last_end(slots);
        let spare = |task: usize| {
            self.binding_successors(task).iter().map(|it| slots[it.task].start - it.seconds).fold(end, f64::min)
                - slots[task].finish
        };
        (0..self.tasks()).map(spare).collect()
    }

    /// How late each task may end so that all behind it, if they take as long as estimated, end by the
    /// deadline, in seconds.
    pub fn latest_ends(&self, deadline: f64) -> Vec<f64> {
        let mut ends = vec![deadline; self.tasks()];
        for &task in self.order.iter().rev() {
            let latest =
                self.binding_successors(task).iter().map(|it| ends[it.task] - self.estimates[it.task] - it.seconds);
            ends[task] = latest.fold(deadline, f64::min);
        }
        ends
    }
}

/// The delays at every task, one row after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    delays: Vec<Delay>,
    /// Where each task's row ends.
    ends: Vec<usize>,
}

impl Neighbours {
    /// The row of a task.
    pub fn of_task(&self, task: usize) -> &[Delay] {
        let begin = task.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.delays[begin..self.ends[task]]
    }

    /// Appends the row of the next task.
    pub fn push_task(&mut self, delays: impl Iterator<Item = Delay>) {
        self.delays.extend(delays);
        self.ends.push(self.delays.len());
    }

    /// The delays, listed at the tasks at their other ends, ascending. Linear.
    pub fn turned(&self) -> Self {
        let tasks = self.ends.len();
        // Where the next delay of each task goes.
        let mut next = vec![0; tasks + 1];
        for it in &self.delays {
            next[it.task + 1] += 1;
        }
        for task in 0..tasks {
            next[task + 1] += next[task];
        }
        let none = Delay { task: 0, seconds: 0.0 };
        let mut delays = vec![none; self.delays.len()];
        for task in 0..tasks {
            for it in self.of_task(task) {
                delays[next[it.task]] = Delay { task, ..*it };
                next[it.task] += 1;
            }
        }
        next.truncate(tasks);
        Self { delays, ends: next }
    }
}

/// When the last slot ends, in seconds.
pub(super) fn last_end(slots: &[Slot]) -> f64 {
    slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max)
}

/// By start, then by finish: a predecessor ends by the start of the tasks that wait for it. Tasks without
/// cost are at one instant, where the DAG's order decides.
fn order(dag: &Dag, allocation: &Allocation) -> Vec<usize> {
    let mut tasks = dag.order().to_vec();
    sort_by(&mut tasks, |&one, &other| {
        let (one, other) = (&allocation.placed[one], &allocation.placed[other]);
        let starts = one.start.total_cmp(&other.start);
        starts.then(one.finish.total_cmp(&other.finish))
    });
    tasks
}

/// All paths of a schedule's graph from tasks that wait for none to tasks for which none waits. Counts, as
/// far as a number of 53 bits is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paths {
    pub count: f64,
    /// The number of their tasks in total, which the enumeration of Sect. 3.4 visits.
    pub tasks: f64,
}

/// Counts the paths, in one pass over the graph.
pub fn paths(graph: &ScheduleGraph) -> Paths {
    let mut to = vec![Paths::default(); graph.tasks()];
    let mut whole = Paths::default();
    for &task in graph.order() {
        let before = graph.predecessors(task);
        let mut here = Paths::default();
        if before.is_empty() {
            here.count = 1.0;
        }
        for near in before {
            here.count += to[near.task].count;
            here.tasks += to[near.task].tasks;
        }
        here.tasks += here.count;
        to[task] = here;
        if graph.successors(task).is_empty() {
            whole.count += here.count;
            whole.tasks += here.tasks;
        }
    }
    whole
}

/// The paths themselves, the first `most` of them, by the order of their tasks in the graph.
pub fn first_paths(graph: &ScheduleGraph, most: usize) -> Vec<Vec<usize>> {
    let entries = graph.order().iter().rev();
    let mut begun: Vec<Vec<usize>> =
        entries.filter(|&&task| graph.predecessors(task).is_empty()).map(|&task| vec![task]).collect();
    let mut whole = Vec::new();
    while let Some(path) = begun.pop()
        && whole.len() < most
    {
        let Some(&last) = path.last() else {
            continue;
        };
        let next = graph.successors(last);
        if next.is_empty() {
            whole.push(path);
            continue;
        }
        begun.extend(next.iter().rev().map(|it| {
            let mut longer = path.clone();
            longer.push(it.task);
            longer
        }));
    }
    whole
}
