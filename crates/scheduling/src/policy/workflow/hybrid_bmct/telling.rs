//! Reports a group's decisions as steps.

use super::Group;
use crate::policy::workflow::{Decided, Stays, Step, Tried};
use workload::workflow::Placed;

impl Group<'_> {
    /// A task has got its first machine.
    pub(super) fn assigned(&self, at: usize, machine: usize, rank: f64) -> Step {
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
    pub(super) fn moved(
        &self,
        (from, rest): (usize, &[usize]),
        (to, tasks): (usize, &[usize]),
        tried: &[usize],
    ) -> Step {
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
    pub(super) fn settled(&self, last: usize, tried: &[usize]) -> Step {
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
