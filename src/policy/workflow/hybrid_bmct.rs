//! Hybrid.BMCT: groups of tasks that do not wait for one another, each balanced over the machines.

use serde::{Deserialize, Serialize};

use super::ranks::{by_rank, upward_ranks};
use super::{Allocation, first_least, ready_everywhere};
use crate::ordering::sort_by;
use crate::workload::workflow::{Dag, Placed};

/// Where each task of a group goes at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstAssignment {
    /// To the machine that takes the least time for it, as published implementations of the heuristic have it.
    #[default]
    ExecutionTime,
    /// To the machine on which it would complete first, were it alone there.
    CompletionTime,
}

impl FirstAssignment {
    /// Both of them, the default first.
    pub const ALL: [Self; 2] = [Self::ExecutionTime, Self::CompletionTime];
}

/// The hybrid heuristic with balanced minimum completion time (Sakellariou and Zhao 2004, Figs. 2 and 3).
///
/// Tasks by upward rank from the greatest down are cut into groups: a new one begins at each task that waits
/// for one of the present group. In a group each task first goes where `first` says. Then, again and again, the machine that is done last gives a task away, in
/// order of its mean earliest start, if it is done earlier without it and another machine with it is done
/// before that machine is now: to the one that is done first. A machine runs its tasks of a group in order
/// of their earliest starts there. Ties go to who was there first, at the beginning by rank, and to the first
/// machine.
///
/// For a group of g tasks each move costs O(g·m); every move lowers when the machines are done.
pub fn hybrid_bmct(dag: &Dag, first: FirstAssignment) -> Allocation {
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut done = vec![0.0; dag.machines()];
    for tasks in groups(dag) {
        let group = Group::balanced(dag, &placed, &done, (tasks, first));
        let run_on = |machine: usize| {
            group.run(machine, &group.on[machine], |at, start, finish| {
                placed[group.tasks[at]] = Placed {
                    machine,
                    start,
                    finish,
                };
            })
        };
        done = (0..dag.machines()).map(run_on).collect();
    }
    Allocation { placed }
}

/// Tasks that do not wait for one another, by rank, cut where the next one waits for one of them.
fn groups(dag: &Dag) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut of_task = vec![usize::MAX; dag.tasks()];
    for task in by_rank(dag, &upward_ranks(dag)) {
        let present = groups.len().wrapping_sub(1);
        let waits = dag
            .predecessors(task)
            .iter()
            .any(|it| of_task[it.task] == present);
        if groups.is_empty() || waits {
            groups.push(Vec::new());
        }
        let last = groups.len() - 1;
        of_task[task] = last;
        groups[last].push(task);
    }
    groups
}

/// A group in the making. Tasks are told by their places in it.
struct Group<'a> {
    dag: &'a Dag,
    /// When each machine is done with the groups before.
    done: &'a [f64],
    /// By rank.
    tasks: Vec<usize>,
    /// Earliest start of each task on each machine, whatever else is in the group.
    earliest: Vec<Vec<f64>>,
    /// The tasks of each machine in the order in which it runs them.
    on: Vec<Vec<usize>>,
}

impl<'a> Group<'a> {
    fn balanced(
        dag: &'a Dag,
        placed: &[Placed],
        done: &'a [f64],
        (tasks, first): (Vec<usize>, FirstAssignment),
    ) -> Self {
        let machines = 0..dag.machines();
        let of_task = |&task: &usize| {
            let mut earliest = Vec::new();
            ready_everywhere(dag, placed, task, &mut earliest);
            for (earliest, &done) in earliest.iter_mut().zip(done) {
                *earliest = earliest.max(done);
            }
            earliest
        };
        let mut group = Self {
            dag,
            done,
            earliest: tasks.iter().map(of_task).collect(),
            on: vec![Vec::new(); dag.machines()],
            tasks,
        };
        for at in 0..group.tasks.len() {
            let time = |&machine: &usize| {
                let cost = dag.cost(group.tasks[at], machine);
                match first {
                    FirstAssignment::ExecutionTime => cost,
                    FirstAssignment::CompletionTime => group.earliest[at][machine] + cost,
                }
            };
            let machine = first_least(machines.clone(), time).unwrap_or(0);
            group.on[machine] = group.with(machine, at);
        }
        while group.moves_one() {}
        group
    }

    /// The tasks of a machine and one more, by their earliest starts; behind those that could start at once
    /// with it.
    fn with(&self, machine: usize, task: usize) -> Vec<usize> {
        let mut tasks = self.on[machine].clone();
        let start = |at: usize| self.earliest[at][machine];
        let place = tasks.partition_point(|&it| start(it) <= start(task));
        tasks.insert(place, task);
        tasks
    }

    /// The tasks of a machine without one.
    fn without(&self, machine: usize, task: usize) -> Vec<usize> {
        let others = self.on[machine].iter().copied();
        others.filter(|&it| it != task).collect()
    }

    /// Runs tasks on a machine one after the other: when it is done.
    fn run(&self, machine: usize, tasks: &[usize], mut place: impl FnMut(usize, f64, f64)) -> f64 {
        tasks.iter().fold(self.done[machine], |done, &at| {
            let start = done.max(self.earliest[at][machine]);
            let finish = start + self.dag.cost(self.tasks[at], machine);
            place(at, start, finish);
            finish
        })
    }

    /// When a machine is done with tasks.
    fn end(&self, machine: usize, tasks: &[usize]) -> f64 {
        self.run(machine, tasks, |_, _, _| ())
    }

    /// Moves a task away from the machine that is done last, if that helps.
    fn moves_one(&mut self) -> bool {
        let machines = 0..self.dag.machines();
        let ends: Vec<f64> = machines
            .clone()
            .map(|machine| self.end(machine, &self.on[machine]))
            .collect();
        let Some(last) = first_least(machines.clone(), |&it| -ends[it]) else {
            return false;
        };
        for task in self.by_mean_start(last) {
            let rest = self.without(last, task);
            if self.end(last, &rest) >= ends[last] {
                continue;
            }
            let others = machines
                .clone()
                .filter(|&it| it != last)
                .map(|machine| {
                    let tasks = self.with(machine, task);
                    (self.end(machine, &tasks), machine, tasks)
                })
                .filter(|(end, ..)| *end < ends[last]);
            if let Some((_, machine, tasks)) = first_least(others, |(end, ..)| *end) {
                self.on[last] = rest;
                self.on[machine] = tasks;
                return true;
            }
        }
        false
    }

    /// The tasks of a machine by their earliest starts in the mean over all machines.
    fn by_mean_start(&self, machine: usize) -> Vec<usize> {
        let mut tasks = self.on[machine].clone();
        let sum = |at: usize| self.earliest[at].iter().sum::<f64>();
        sort_by(&mut tasks, |&one, &other| sum(one).total_cmp(&sum(other)));
        tasks
    }
}
