//! Hybrid.BMCT: groups of tasks that do not wait for one another, each balanced over the machines.

use serde::{Deserialize, Serialize};

use super::heft::{by_rank, upward_ranks};
use super::{Allocation, Decided, Stays, Step, Tried, first_least, ready_everywhere};
use base::ordering::sort_by;
use base::setting::setting;
use workload::workflow::{Dag, Placed};

setting! {
    /// Where each task of a group goes at first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum FirstAssignment {
        /// To the machine that takes the least time for it, as published implementations of the heuristic have it.
        #[default]
        ExecutionTime {
            key: "execution_time",
            name: "Execution time",
            about: "Each task of a group goes first to the machine that takes the least time for it.",
        }
        /// To the machine on which it would complete first, were it alone there.
        CompletionTime {
            key: "completion_time",
            name: "Completion time",
            about: "Each task of a group goes first to the machine on which it would complete first, were it alone there.",
        }
    }
}

/// The hybrid heuristic with balanced minimum completion time (Sakellariou and Zhao 2004, Figs. 2 and 3).
///
/// Tasks by upward rank from the greatest down are cut into groups: a new one begins at each task that waits for one
/// of the present group. In a group each task first goes where `first` says. Then, repeatedly, the machine that is
/// done last gives a task away, in order of its mean earliest start, if it is done earlier without it and another
/// machine with it is done before that machine is now: to the one that is done first. A machine runs its tasks of a
/// group in order of their earliest starts there. Ties go to the task that was placed first, at the beginning by
/// rank, and to the first machine.
///
/// For a group of g tasks each move costs O(g·m); every move lowers when the machines are done.
pub fn hybrid_bmct(dag: &Dag, first: FirstAssignment) -> Allocation {
    balance_all(dag, first, |_| {})
}

/// Places all tasks, group by group; `tell` is called for each assignment, each move and the end of each
/// group.
pub(super) fn balance_all(dag: &Dag, first: FirstAssignment, mut tell: impl FnMut(&dyn Fn() -> Step)) -> Allocation {
    let ranks = upward_ranks(dag);
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut done = vec![0.0; dag.machines()];
    for (number, tasks) in groups(dag, &ranks).into_iter().enumerate() {
        let mut group = Group::new(dag, &placed, (&done, number), tasks);
        for at in 0..group.tasks.len() {
            let machine = group.assign(at, first);
            tell(&|| group.assigned(at, machine, ranks[group.tasks[at]]));
        }
        while group.moves_one(&mut tell) {}
        let run_on = |machine: usize| {
            group.run(machine, &group.on[machine], |at, it| {
                placed[group.tasks[at]] = it;
            })
        };
        done = (0..dag.machines()).map(run_on).collect();
    }
    Allocation { placed }
}

/// Tasks that do not wait for one another, by rank, cut where the next one waits for one of them.
fn groups(dag: &Dag, ranks: &[f64]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut of_task = vec![usize::MAX; dag.tasks()];
    for task in by_rank(dag, ranks) {
        let present = groups.len().wrapping_sub(1);
        let waits = dag.predecessors(task).iter().any(|it| of_task[it.task] == present);
        if groups.is_empty() || waits {
            groups.push(Vec::new());
        }
        let last = groups.len() - 1;
        of_task[task] = last;
        groups[last].push(task);
    }
    groups
}

/// A group under construction. Tasks are indexed by their places in it.
struct Group<'a> {
    dag: &'a Dag,
    /// Which it is, from 0 on.
    number: usize,
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
    fn new(dag: &'a Dag, placed: &[Placed], (done, number): (&'a [f64], usize), tasks: Vec<usize>) -> Self {
        let of_task = |&task: &usize| {
            let mut earliest = Vec::new();
            ready_everywhere(dag, placed, task, &mut earliest);
            for (earliest, &done) in earliest.iter_mut().zip(done) {
                *earliest = earliest.max(done);
            }
            earliest
        };
        Self {
            dag,
            number,
            done,
            earliest: tasks.iter().map(of_task).collect(),
            on: vec![Vec::new(); dag.machines()],
            tasks,
        }
    }

    /// Gives a task its first machine.
    fn assign(&mut self, at: usize, first: FirstAssignment) -> usize {
        let time = |&machine: &usize| {
            let cost = self.dag.cost(self.tasks[at], machine);
            match first {
                FirstAssignment::ExecutionTime => cost,
                FirstAssignment::CompletionTime => self.earliest[at][machine] + cost,
            }
        };
        let machine = first_least(0..self.dag.machines(), time).unwrap_or(0);
        self.on[machine] = self.with(machine, at);
        machine
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

    fn without(&self, machine: usize, task: usize) -> Vec<usize> {
        self.on[machine].iter().copied().filter(|&it| it != task).collect()
    }

    /// Runs tasks on a machine one after the other: when it is done.
    fn run(&self, machine: usize, tasks: &[usize], mut place: impl FnMut(usize, Placed)) -> f64 {
        tasks.iter().fold(self.done[machine], |done, &at| {
            let start = done.max(self.earliest[at][machine]);
            let finish = start + self.dag.cost(self.tasks[at], machine);
            place(at, Placed { machine, start, finish });
            finish
        })
    }

    /// When a machine is done with tasks.
    fn end(&self, machine: usize, tasks: &[usize]) -> f64 {
        self.run(machine, tasks, |_, _| ())
    }

    /// When each machine is done.
    fn ends(&self) -> Vec<f64> {
        let machines = 0..self.dag.machines();
        machines.map(|it| self.end(it, &self.on[it])).collect()
    }

    /// Moves a task away from the machine that is done last, if that helps.
    fn moves_one(&mut self, tell: &mut impl FnMut(&dyn Fn() -> Step)) -> bool {
        let ends = self.ends();
        let Some(last) = first_least(0..self.dag.machines(), |&it| -ends[it]) else {
            return false;
        };
        let in_turn = self.by_mean_start(last);
        for (turn, &task) in in_turn.iter().enumerate() {
            let rest = self.without(last, task);
            if self.end(last, &rest) >= ends[last] {
                continue;
            }
            let others = self.elsewhere(last, task).filter(|(end, ..)| *end < ends[last]);
            let Some((_, machine, tasks)) = first_least(others, |(end, ..)| *end) else {
                continue;
            };
            tell(&|| self.moved((last, &rest), (machine, &tasks), &in_turn[..=turn]));
            self.on[last] = rest;
            self.on[machine] = tasks;
            return true;
        }
        tell(&|| self.settled(last, &in_turn));
        false
    }

    /// When each machine but a task's own would be done with it, and the tasks that the machine
    /// would run then.
    fn elsewhere(&self, own: usize, task: usize) -> impl Iterator<Item = (f64, usize, Vec<usize>)> + '_ {
        (0..self.dag.machines()).filter(move |&it| it != own).map(move |machine| {
            let tasks = self.with(machine, task);
            (self.end(machine, &tasks), machine, tasks)
        })
    }

    /// The tasks of a machine by their earliest starts in the mean over all machines.
    fn by_mean_start(&self, machine: usize) -> Vec<usize> {
        let mut tasks = self.on[machine].clone();
        let sum = |at: usize| self.earliest[at].iter().sum::<f64>();
        sort_by(&mut tasks, |&one, &other| sum(one).total_cmp(&sum(other)));
        tasks
    }
}

impl Group<'_> {
    /// A task has got its first machine.
    fn assigned(&self, at: usize, machine: usize, rank: f64) -> Step {
        let alone = |machine: usize| {
            let start = self.earliest[at][machine];
            Placed { machine, start, finish: start + self.dag.cost(self.tasks[at], machine) }
        };
        Step {
            placed: self.placed(at, &[(machine, &self.on[machine])]),
            candidates: (0..self.dag.machines()).map(alone).collect(),
            what: Decided::Assigned { group: self.number, rank, size: self.tasks.len() },
        }
    }

    /// The machine that is done last is about to give a task away, the last of those tried: the tasks that it
    /// and the other machine run then.
    fn moved(&self, (from, rest): (usize, &[usize]), (to, tasks): (usize, &[usize]), tried: &[usize]) -> Step {
        let Some((&at, tried)) = tried.split_last() else {
            unreachable!("one is given away");
        };
        let ends = self.ends();
        let without = self.end(from, rest);
        let with: Vec<_> = self.elsewhere(from, at).collect();
        let here = |machine: usize, tasks: &[usize]| {
            let placed = self.placed(at, &[(machine, tasks)]);
            placed[0].1
        };
        let others = ends.iter().enumerate();
        let now =
            others.filter(|(machine, _)| ![from, to].contains(machine)).map(|(_, &end)| end).fold(without, f64::max);
        Step {
            placed: self.placed(at, &[(to, tasks), (from, rest)]),
            candidates: with.iter().map(|(_, it, tasks)| here(*it, tasks)).collect(),
            what: Decided::Moved {
                group: self.number,
                from,
                done: (ends[from], now.max(self.end(to, tasks))),
                without,
                with: with.iter().map(|(end, ..)| *end).collect(),
                tried: self.tried(from, tried),
            },
        }
    }

    /// No task helps elsewhere.
    fn settled(&self, last: usize, tried: &[usize]) -> Step {
        Step {
            placed: Vec::new(),
            candidates: Vec::new(),
            what: Decided::Settled {
                group: self.number,
                last,
                done: self.end(last, &self.on[last]),
                tried: self.tried(last, tried),
            },
        }
    }

    /// Where the tasks of some machines are, the given one first.
    fn placed(&self, first: usize, on: &[(usize, &[usize])]) -> Vec<(usize, Placed)> {
        let mut placed = Vec::new();
        for &(machine, tasks) in on {
            self.run(machine, tasks, |at, it| {
                let place = if at == first { 0 } else { placed.len() };
                placed.insert(place, (self.tasks[at], it));
            });
        }
        placed
    }

    /// Why tasks stay on a machine.
    fn tried(&self, own: usize, tasks: &[usize]) -> Vec<Tried> {
        let end = self.end(own, &self.on[own]);
        let of_task = |&at: &usize| {
            let why = if self.end(own, &self.without(own, at)) >= end {
                Stays::NoEarlier
            } else {
                let others = self.elsewhere(own, at).map(|(end, ..)| end);
                Stays::NoRoom(others.reduce(f64::min))
            };
            let task = self.tasks[at];
            Tried { task, why }
        };
        tasks.iter().map(of_task).collect()
    }
}
