//! Hybrid.BMCT by its rule: after every decision all machines are run anew.

use crate::policy::workflow::{Decided, FirstAssignment, Stays, Step, Tried, upward_ranks};
use workload::workflow::{Dag, Placed};

/// The machines of the present group: each with its tasks, in the order in which they came to it.
type On = Vec<Vec<usize>>;

/// The groups that are done, with the present one's earliest starts.
struct Present<'a> {
    dag: &'a Dag,
    number: usize,
    /// Tasks of groups that are done.
    before: &'a [Option<Placed>],
}

impl Present<'_> {
    /// When a machine is done with the groups before.
    fn done(&self, machine: usize) -> f64 {
        let there = self.before.iter().flatten();
        there.filter(|it| it.machine == machine).map(|it| it.finish).fold(0.0, f64::max)
    }

    fn earliest(&self, task: usize, machine: usize) -> f64 {
        let data = self.dag.predecessors(task).iter().map(|it| {
            let from = self.before[it.task].expect("a group before");
            from.finish + self.dag.transfer(it.data, from.machine, machine)
        });
        data.fold(self.done(machine), f64::max)
    }

    /// The tasks of a machine in the order in which it runs them: those that came first before others that
    /// could start at once with them.
    fn sorted(&self, machine: usize, tasks: &[usize]) -> Vec<usize> {
        let mut tasks = tasks.to_vec();
        let start = |task: &usize| self.earliest(*task, machine);
        tasks.sort_by(|one, other| start(one).total_cmp(&start(other)));
        tasks
    }

    fn run(&self, machine: usize, tasks: &[usize]) -> Vec<(usize, Placed)> {
        let mut free = self.done(machine);
        let mut run = Vec::new();
        for task in self.sorted(machine, tasks) {
            let start = free.max(self.earliest(task, machine));
            free = start + self.dag.cost(task, machine);
            let finish = free;
            run.push((task, Placed { machine, start, finish }));
        }
        run
    }

    fn end(&self, machine: usize, tasks: &[usize]) -> f64 {
        let last = self.run(machine, tasks).pop();
        last.map_or(self.done(machine), |(_, it)| it.finish)
    }

    /// Where the tasks of some machines are, one of them first.
    fn places(&self, on: &On, machines: &[usize], first: usize) -> Vec<(usize, Placed)> {
        let mut all: Vec<_> = machines.iter().flat_map(|&it| self.run(it, &on[it])).collect();
        all.sort_by_key(|(task, _)| *task != first);
        all
    }

    /// The next decision for the present machines: a move, or that there is none.
    fn decide(&self, on: &mut On) -> Step {
        let machines = on.len();
        let ends: Vec<f64> = (0..machines).map(|it| self.end(it, &on[it])).collect();
        let latest = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let last = ends.iter().position(|it| *it == latest).expect("machines");
        let mut in_turn = self.sorted(last, &on[last]);
        let mean = |task: &usize| (0..machines).map(|it| self.earliest(*task, it)).sum::<f64>();
        in_turn.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
        let mut tried = Vec::new();
        for task in in_turn {
            let moved_to = |to: usize| {
                let mut on = on.clone();
                on[last].retain(|it| *it != task);
                on[to].push(task);
                on
            };
            let others: Vec<usize> = (0..machines).filter(|it| *it != last).collect();
            let with: Vec<f64> = others.iter().map(|&it| self.end(it, &moved_to(it)[it])).collect();
            let least = with.iter().copied().reduce(f64::min);
            let mut rest = on[last].clone();
            rest.retain(|it| *it != task);
            let without = self.end(last, &rest);
            let why = match least {
                _ if without >= latest => Stays::NoEarlier,
                Some(end) if end < latest => {
                    let to = others[with.iter().position(|it| *it == end).expect("it")];
                    let candidates = others.iter().map(|&it| self.places(&moved_to(it), &[it], task)[0].1);
                    let candidates = candidates.collect();
                    *on = moved_to(to);
                    let now = (0..machines).map(|it| self.end(it, &on[it]));
                    let done = (latest, now.fold(0.0, f64::max));
                    let what = Decided::Moved { group: self.number, from: last, done, without, with, tried };
                    return Step { placed: self.places(on, &[to, last], task), candidates, what };
                }
                least => Stays::NoRoom(least),
            };
            tried.push(Tried { task, why });
        }
        let what = Decided::Settled { group: self.number, last, done: latest, tried };
        Step { placed: Vec::new(), candidates: Vec::new(), what }
    }
}

/// All decisions.
pub(super) fn naive(dag: &Dag, first: FirstAssignment) -> Vec<Step> {
    let ranks = upward_ranks(dag);
    let mut left = dag.order().to_vec();
    left.sort_by(|&one, &other| ranks[other].total_cmp(&ranks[one]));
    let mut before = vec![None; dag.tasks()];
    let mut steps = Vec::new();
    for number in 0.. {
        // As many as do not wait for one another.
        let waits = |task: usize| dag.predecessors(task).iter().any(|it| before[it.task].is_none());
        let size = left.iter().take_while(|it| !waits(**it)).count();
        if size == 0 {
            break;
        }
        let present = Present { dag, number, before: &before };
        let mut on: On = vec![Vec::new(); dag.machines()];
        for task in left.drain(..size) {
            let alone: Vec<Placed> = (0..dag.machines()).map(|it| present.run(it, &[task])[0].1).collect();
            let figure = |machine: usize| match first {
                FirstAssignment::ExecutionTime => dag.cost(task, machine),
                FirstAssignment::CompletionTime => alone[machine].finish,
            };
            let least = (0..dag.machines()).map(figure).fold(f64::INFINITY, f64::min);
            let machine = (0..dag.machines()).find(|&it| figure(it) == least).expect("a machine");
            on[machine].push(task);
            steps.push(Step {
                placed: present.places(&on, &[machine], task),
                candidates: alone,
                what: Decided::Assigned { group: number, rank: ranks[task], size },
            });
        }
        loop {
            let step = present.decide(&mut on);
            let is_done = step.placed.is_empty();
            steps.push(step);
            if is_done {
                break;
            }
        }
        let placed: Vec<_> = (0..dag.machines()).flat_map(|it| present.run(it, &on[it])).collect();
        for (task, place) in placed {
            before[task] = Some(place);
        }
    }
    steps
}
