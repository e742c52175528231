//! What waits for what once tasks are on machines.

use super::Slot;
use crate::policy::workflow::Allocation;
use crate::workload::workflow::Dag;

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
    successors: Vec<Vec<Delay>>,
    predecessors: Vec<Vec<Delay>>,
    /// Every task after its predecessors.
    order: Vec<usize>,
}

impl ScheduleGraph {
    /// Of an allocation, in time linear in the DAG's size beside sorting the tasks.
    pub fn of(dag: &Dag, allocation: &Allocation) -> Self {
        let placed = &allocation.placed;
        let mut successors: Vec<Vec<Delay>> = (0..dag.tasks())
            .map(|task| {
                let from = placed[task].machine;
                let links = dag.successors(task).iter();
                links
                    .map(|link| Delay {
                        task: link.task,
                        seconds: dag.transfer(link.data, from, placed[link.task].machine),
                    })
                    .collect()
            })
            .collect();
        for tasks in allocation.by_machine(dag) {
            for pair in tasks.windows(2) {
                let here = &mut successors[pair[0]];
                if here.iter().all(|it| it.task != pair[1]) {
                    let task = pair[1];
                    here.push(Delay { task, seconds: 0.0 });
                }
            }
        }
        let mut predecessors = vec![Vec::new(); dag.tasks()];
        for (task, delays) in successors.iter().enumerate() {
            for &Delay { task: to, seconds } in delays {
                predecessors[to].push(Delay { task, seconds });
            }
        }
        Self {
            machine: placed.iter().map(|it| it.machine).collect(),
            estimates: placed.iter().map(|it| it.finish - it.start).collect(),
            order: order(dag, allocation),
            successors,
            predecessors,
        }
    }

    /// How many tasks there are.
    pub fn tasks(&self) -> usize {
        self.estimates.len()
    }

    /// Estimated run times on the machines that were chosen, task by task, in seconds.
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// Who waits for a task.
    pub fn successors(&self, task: usize) -> &[Delay] {
        &self.successors[task]
    }

    /// For whom a task waits.
    pub fn predecessors(&self, task: usize) -> &[Delay] {
        &self.predecessors[task]
    }

    /// All tasks, each after its predecessors.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The slots of estimates made longer by so many seconds each: every one begins as early as its
    /// predecessors' slots, and their data, allow.
    pub fn slots(&self, extensions: &[f64]) -> Vec<Slot> {
        let mut slots = vec![Slot::default(); self.tasks()];
        for &task in &self.order {
            let arrivals = self.predecessors[task].iter();
            let start = arrivals
                .map(|it| slots[it.task].reserved_until + it.seconds)
                .fold(0.0, f64::max);
            let finish = start + self.estimates[task];
            slots[task] = Slot {
                machine: self.machine[task],
                start,
                finish,
                reserved_until: finish + extensions[task],
            };
        }
        slots
    }

    /// How long each task could go on after its estimated finish without a successor's starting later; the
    /// last one until the end of the last slot (Sect. 2: "the maximal delay that a task can afford").
    pub fn spare_times(&self, slots: &[Slot]) -> Vec<f64> {
        let end = last_end(slots);
        let spare = |task: usize| {
            let successors = self.successors[task].iter();
            let next = successors.map(|it| slots[it.task].start - it.seconds);
            next.fold(end, f64::min) - slots[task].finish
        };
        (0..self.tasks()).map(spare).collect()
    }

    /// How late each task may end so that all behind it, if they take as long as estimated, end by the
    /// deadline, in seconds.
    pub fn latest_ends(&self, deadline: f64) -> Vec<f64> {
        let mut ends = vec![deadline; self.tasks()];
        for &task in self.order.iter().rev() {
            let successors = self.successors[task].iter();
            let latest = successors.map(|it| ends[it.task] - self.estimates[it.task] - it.seconds);
            ends[task] = latest.fold(deadline, f64::min);
        }
        ends
    }
}

/// When the last slot ends, in seconds.
pub(super) fn last_end(slots: &[Slot]) -> f64 {
    slots.iter().map(|it| it.reserved_until).fold(0.0, f64::max)
}

/// By start, then by finish: a predecessor ends by the start of what waits for it. Tasks without cost are
/// at one instant, where the DAG's order decides.
fn order(dag: &Dag, allocation: &Allocation) -> Vec<usize> {
    let mut tasks = dag.order().to_vec();
    tasks.sort_by(|&one, &other| {
        let (one, other) = (&allocation.placed[one], &allocation.placed[other]);
        let starts = one.start.total_cmp(&other.start);
        starts.then(one.finish.total_cmp(&other.finish))
    });
    tasks
}
