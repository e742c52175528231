//! Schedulers against examples worked by hand and against invariants of all schedules.

use proptest::prelude::*;

use super::testing::{SCHEDULERS, any_allocation, any_dag};
use super::{
    Allocation, Decided, FirstAssignment, Scheduler, Stays, Step, Tried, dls, fcp, fcp_by_finish, heft, hybrid_bmct,
    ready, ready_everywhere, upward_ranks,
};
use workload::workflow::{Dag, Edge, Placed, Task, Workflow, from_json};

/// Tasks with their costs on two machines between which a unit of data takes a second, and edges with their data.
fn dag(tasks: &str, edges: &str) -> Dag {
    let tasks = tasks.split(", ").map(|it| {
        let [name, first, second] = words(it);
        format!(r#"{{"name": "{name}", "costs": [{first}, {second}]}}"#)
    });
    let edges = edges.split(", ").filter(|it| !it.is_empty()).map(|it| {
        let [from, to, data] = words(it);
        format!(r#"{{"from": "{from}", "to": "{to}", "data": {data}}}"#)
    });
    let file = format!(
        r#"{{"machines": ["m0", "m1"], "communication": [[0, 1], [1, 0]],
            "tasks": [{}], "edges": [{}]}}"#,
        tasks.collect::<Vec<_>>().join(", "),
        edges.collect::<Vec<_>>().join(", ")
    );
    Dag::of(&from_json(&file).expect("a workflow")).expect("no circle")
}

fn words(text: &str) -> [&str; 3] {
    text.split(' ').collect::<Vec<_>>().try_into().expect("three words")
}

/// Machine, start and finish of each task.
fn told(allocation: &Allocation) -> String {
    let placed: Vec<_> = allocation.placed.iter().map(|it| (it.machine, it.start, it.finish)).collect();
    format!("{placed:?}")
}

/// Medians are 3, 3 and 6, static levels 9, 3 and 6. First a has the level 9 − 0 + 1 on m0 and 9 − 0 − 1 on
/// m1. Then b has 3 − 2 − 1 and 3 − 3 + 1, c has 6 − 2 and 6 − 5: c goes to m0. Then b has 3 − 8 − 1 and
/// 3 − 3 + 1.
#[test]
fn dls_takes_the_highest_dynamic_level() {
    let dag = dag("a 2 4, b 4 2, c 6 6", "a b 1, a c 3");
    let expected = "[(0, 0.0, 2.0), (1, 3.0, 5.0), (0, 2.0, 8.0)]";
    assert_eq!(told(&dls(&dag)), expected);
}

/// After e, which is alone, x and y fill the sorted list of two; z waits behind it although it is the most
/// critical. So y is first: on m0, where its data are, at 1 (on m1, which is idle, at 3). Then z: on m0 it
/// would start at 4, on m1, which is idle first, at 3. Then x, whose two machines are both m0, at 4.
#[test]
fn fcp_sorts_few_tasks_and_looks_at_two_machines() {
    let dag = dag("e 1 1, x 2 2, y 3 3, z 4 4", "e x 2, e y 2, e z 2");
    let expected = "[(0, 0.0, 1.0), (0, 4.0, 6.0), (0, 1.0, 4.0), (1, 3.0, 7.0)]";
    assert_eq!(told(&fcp(&dag)), expected);
    // Every task takes as long on both machines.
    assert_eq!(told(&fcp_by_finish(&dag)), expected);
}

/// b can start at 2 on m0, where its data are, and is done at 12; on m1, which is idle, it starts at 6 and is
/// done at 9.
#[test]
fn fcp_looks_at_starts_or_at_finishes() {
    let dag = dag("a 2 4, b 10 3", "a b 4");
    assert_eq!(told(&fcp(&dag)), "[(0, 0.0, 2.0), (0, 2.0, 12.0)]");
    assert_eq!(told(&fcp_by_finish(&dag)), "[(0, 0.0, 2.0), (1, 6.0, 9.0)]");
}

/// All three would complete first on m0, which is done at 9. It gives a away: m1 is done at 5 then, and m0
/// as well. Neither b nor c would be done before 5 behind a.
#[test]
fn hybrid_bmct_gives_tasks_of_the_busiest_machine_away() {
    let dag = dag("a 4 5, b 3 4, c 2 4", "");
    let expected = "[(1, 0.0, 5.0), (0, 0.0, 3.0), (0, 3.0, 5.0)]";
    assert_eq!(told(&hybrid_bmct(&dag, FirstAssignment::CompletionTime)), expected);
}

/// By rank a (8), b (6), c (3), d (1): b waits for a and begins a group, c does not wait for b and joins it,
/// d waits for c. In the second group both complete first on m0, which is done at 10 with them. It gives b
/// away, whose mean earliest start is 2 and that of c 2.5: m1 is done at 8 then.
#[test]
fn hybrid_bmct_begins_a_group_where_a_task_waits_for_one_of_it() {
    let dag = dag("a 2 2, b 6 6, c 2 2, d 1 1", "a b 0, a c 1, c d 0");
    let expected = "[(0, 0.0, 2.0), (1, 2.0, 8.0), (0, 2.0, 4.0), (0, 4.0, 5.0)]";
    assert_eq!(told(&hybrid_bmct(&dag, FirstAssignment::CompletionTime)), expected);
}

/// By rank y comes before x. By execution time both first go to m1, where they can start at 3: it is done at 8,
/// and gives y away, with which m0 is done at 5. By completion time both first go to m0, where they can start at
/// 1: it is done at 8, and gives y away, with which m1 is done at 6.
#[test]
fn hybrid_bmct_begins_with_the_execution_or_the_completion_time() {
    let dag = dag("e 1 9, x 3 2, y 4 3", "e x 2, e y 2");
    let by = |first| told(&hybrid_bmct(&dag, first));
    assert_eq!(by(FirstAssignment::ExecutionTime), "[(0, 0.0, 1.0), (1, 3.0, 5.0), (0, 1.0, 5.0)]");
    assert_eq!(by(FirstAssignment::CompletionTime), "[(0, 0.0, 1.0), (0, 1.0, 4.0), (1, 3.0, 6.0)]");
}

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
                    let candidates = others.iter().map(|&it| self.places(&moved_to(it), &[it], task)[0].1).collect();
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
fn naive_bmct(dag: &Dag, first: FirstAssignment) -> Vec<Step> {
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

/// The longest way to the end by means, by recursion (eq. 6).
fn rank(dag: &Dag, task: usize) -> f64 {
    let machines = dag.machines();
    let mean_cost = (0..machines).map(|it| dag.cost(task, it)).sum::<f64>() / machines as f64;
    let mean_transfer = |data: f64| {
        let apart: Vec<_> = (0..machines)
            .flat_map(|from| (0..machines).map(move |to| (from, to)))
            .filter(|(from, to)| from != to)
            .collect();
        let sum: f64 = apart.iter().map(|&(from, to)| dag.transfer(1.0, from, to)).sum();
        data * if apart.is_empty() { 0.0 } else { sum / apart.len() as f64 }
    };
    let longest = dag.successors(task).iter().map(|it| mean_transfer(it.data) + rank(dag, it.task));
    mean_cost + longest.fold(0.0, f64::max)
}

fn naive_heft(dag: &Dag) -> Vec<Placed> {
    let mut placed: Vec<Option<Placed>> = vec![None; dag.tasks()];
    let ranks: Vec<f64> = (0..dag.tasks()).map(|it| rank(dag, it)).collect();
    let mut tasks = dag.order().to_vec();
    tasks.sort_by(|&one, &other| ranks[other].total_cmp(&ranks[one]));
    for task in tasks {
        let mut best: Option<Placed> = None;
        for machine in 0..dag.machines() {
            let cost = dag.cost(task, machine);
            let arrivals = dag.predecessors(task).iter().map(|it| {
                let from = placed[it.task].expect("predecessors have a greater rank");
                from.finish + dag.transfer(it.data, from.machine, machine)
            });
            let ready = arrivals.fold(0.0, f64::max);
            let there: Vec<Placed> = placed.iter().flatten().filter(|it| it.machine == machine).copied().collect();
            // A task starts when its data are there, or when another one ends.
            let starts = there.iter().map(|it| it.finish).chain([ready]);
            let fits =
                |&start: &f64| start >= ready && there.iter().all(|it| it.finish <= start || start + cost <= it.start);
            let start = starts.filter(fits).fold(f64::INFINITY, f64::min);
            if best.is_none_or(|it| start + cost < it.finish) {
                best = Some(Placed { machine, start, finish: start + cost });
            }
        }
        placed[task] = best;
    }
    placed.into_iter().flatten().collect()
}

proptest! {
    #[test]
    fn heft_is_what_its_rule_says(dag in any_dag(14, 4)) {
        prop_assert_eq!(heft(&dag).placed, naive_heft(&dag));
    }
}

proptest! {
    #[test]
    fn machines_looked_at_together_are_as_one_by_one((dag, allocation) in any_allocation(20, 6)) {
        let mut together = vec![7.0];
        for task in 0..dag.tasks() {
            ready_everywhere(&dag, &allocation.placed, task, &mut together);
            let each = 0..dag.machines();
            let each: Vec<f64> = each.map(|it| ready(&dag, &allocation.placed, task, it)).collect();
            prop_assert_eq!(&together, &each);
        }
    }
}

/// All schedulers that decide by themselves, with their first assignment.
fn schedulers() -> impl Iterator<Item = (Scheduler, FirstAssignment)> {
    let of = |scheduler| FirstAssignment::ALL.map(|first| (scheduler, first));
    Scheduler::ALL.into_iter().flat_map(of).filter(|(it, _)| *it != Scheduler::Given)
}

/// Where tasks are after the last decision.
fn last_places(dag: &Dag, steps: &[Step]) -> Vec<Option<Placed>> {
    let mut places = vec![None; dag.tasks()];
    for &(task, place) in steps.iter().flat_map(|it| &it.placed) {
        places[task] = Some(place);
    }
    places
}

fn at(machine: usize, start: f64, finish: f64) -> Placed {
    Placed { machine, start, finish }
}

proptest! {
    #[test]
    fn the_last_step_is_the_schedule(dag in any_dag(40, 6)) {
        for (scheduler, first) in schedulers() {
            let steps = scheduler.steps(&dag, first);
            let schedule = scheduler.schedule(&dag, first).expect("it decides by itself");
            let placed: Vec<_> = schedule.placed.into_iter().map(Some).collect();
            prop_assert_eq!(last_places(&dag, &steps), placed, "{:?}", scheduler);
        }
    }

    /// Each task goes where it ends first, of all machines, and the ranks fall.
    #[test]
    fn heft_chooses_the_first_finish(dag in any_dag(40, 6)) {
        let steps = Scheduler::Heft.steps(&dag, FirstAssignment::default());
        prop_assert_eq!(steps.len(), dag.tasks());
        let mut before = f64::INFINITY;
        for step in steps {
            let Decided::FirstFinish { rank } = step.what else { panic!("{step:?}") };
            prop_assert!(rank <= before);
            before = rank;
            prop_assert_eq!(step.candidates.len(), dag.machines());
            let first = step.candidates.iter().map(|it| it.finish).fold(f64::INFINITY, f64::min);
            prop_assert_eq!(step.placed[0].1.finish, first);
        }
    }

    /// The chosen pair has the highest level of its task's pairs, and no other task has a higher one.
    #[test]
    fn dls_chooses_the_highest_level(dag in any_dag(30, 5)) {
        for step in Scheduler::Dls.steps(&dag, FirstAssignment::default()) {
            let chosen = step.placed[0].1;
            let Decided::HighestLevel { dynamic, second, ready, .. } = step.what else { panic!("{step:?}") };
            prop_assert_eq!(dynamic.len(), dag.machines());
            let highest = dynamic.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert_eq!(dynamic[chosen.machine], highest);
            prop_assert_eq!(step.candidates[chosen.machine], chosen);
            prop_assert_eq!(second.is_some(), ready > 1);
            prop_assert!(second.is_none_or(|(.., level)| level <= highest));
        }
    }

    /// Of one or two places the one that begins first, and no more tasks sorted than there are machines.
    #[test]
    fn fcp_chooses_one_of_two(dag in any_dag(30, 5)) {
        for step in Scheduler::Fcp.steps(&dag, FirstAssignment::default()) {
            let chosen = step.placed[0].1;
            let Decided::OneOfTwo { others, .. } = step.what else { panic!("{step:?}") };
            prop_assert!((1..=2).contains(&step.candidates.len()));
            prop_assert!(step.candidates.contains(&chosen));
            prop_assert!(step.candidates.iter().all(|it| chosen.start <= it.start));
            prop_assert!(others.0 <= dag.machines());
        }
    }

    #[test]
    fn hybrid_bmct_is_what_its_rule_says(dag in any_dag(18, 4)) {
        for first in FirstAssignment::ALL {
            prop_assert_eq!(Scheduler::HybridBmct.steps(&dag, first), naive_bmct(&dag, first));
        }
    }
}

/// By rank a (8), b (6), c (3), d (1), in the groups a, then b and c, then d.
#[test]
fn hybrid_bmct_by_hand_step_by_step() {
    let dag = dag("a 2 2, b 6 6, c 2 2, d 1 1", "a b 0, a c 1, c d 0");
    let assigned = |group, rank, size| Decided::Assigned { group, rank, size };
    let stays = |task, end| Tried { task, why: Stays::NoRoom(Some(end)) };
    let settled = |group, last, done, tried| Step {
        placed: Vec::new(),
        candidates: Vec::new(),
        what: Decided::Settled { group, last, done, tried },
    };
    let expected = vec![
        Step {
            placed: vec![(0, at(0, 0.0, 2.0))],
            candidates: vec![at(0, 0.0, 2.0), at(1, 0.0, 2.0)],
            what: assigned(0, 8.0, 1),
        },
        settled(0, 0, 2.0, vec![stays(0, 2.0)]),
        Step {
            placed: vec![(1, at(0, 2.0, 8.0))],
            candidates: vec![at(0, 2.0, 8.0), at(1, 2.0, 8.0)],
            what: assigned(1, 6.0, 2),
        },
        // c could start at 2 as well, and comes behind b; its data are on m1 at 3.
        Step {
            placed: vec![(2, at(0, 8.0, 10.0)), (1, at(0, 2.0, 8.0))],
            candidates: vec![at(0, 2.0, 4.0), at(1, 3.0, 5.0)],
            what: assigned(1, 3.0, 2),
        },
        // b, whose mean earliest start is 2 and that of c 2.5, is tried first.
        Step {
            placed: vec![(1, at(1, 2.0, 8.0)), (2, at(0, 2.0, 4.0))],
            candidates: vec![at(1, 2.0, 8.0)],
            what: Decided::Moved {
                group: 1,
                from: 0,
                done: (10.0, 8.0),
                without: 4.0,
                with: vec![8.0],
                tried: Vec::new(),
            },
        },
        settled(1, 1, 8.0, vec![stays(1, 10.0)]),
        Step {
            placed: vec![(3, at(0, 4.0, 5.0))],
            candidates: vec![at(0, 4.0, 5.0), at(1, 8.0, 9.0)],
            what: assigned(2, 1.0, 1),
        },
        // m1 is done with b at 8, and has no task of this group.
        settled(2, 1, 8.0, Vec::new()),
    ];
    for first in FirstAssignment::ALL {
        assert_eq!(Scheduler::HybridBmct.steps(&dag, first), expected);
    }
}

/// After e on m0 until 1 and f on m1 until 9, x has m0 from 1 to 2, and y from 10, when its data are there, to
/// 12: without x m0 is done no earlier. y would be done on m1 at 24.
#[test]
fn a_task_that_does_not_help_stays_with_the_reason() {
    let dag = dag("e 1 90, f 90 9, x 1 50, y 2 15", "e x 0, f y 1");
    let steps = Scheduler::HybridBmct.steps(&dag, FirstAssignment::ExecutionTime);
    let settled = Decided::Settled {
        group: 1,
        last: 0,
        done: 12.0,
        tried: vec![Tried { task: 2, why: Stays::NoEarlier }, Tried { task: 3, why: Stays::NoRoom(Some(24.0)) }],
    };
    assert_eq!(steps.last().map(|it| &it.what), Some(&settled));
}

const EDGES: [(usize, usize, f64); 15] = [
    (1, 2, 18.0),
    (1, 3, 12.0),
    (1, 4, 9.0),
    (1, 5, 11.0),
    (1, 6, 14.0),
    (2, 8, 19.0),
    (2, 9, 16.0),
    (3, 7, 23.0),
    (4, 8, 27.0),
    (4, 9, 23.0),
    (5, 9, 13.0),
    (6, 8, 15.0),
    (7, 10, 17.0),
    (8, 10, 11.0),
    (9, 10, 13.0),
];

fn example(costs: [Vec<f64>; 10]) -> Dag {
    let machines = costs[0].len();
    let between = |from: usize, to: usize| if from == to { 0.0 } else { 1.0 };
    let row = |from: usize| (0..machines).map(|to| between(from, to)).collect();
    let task = |(at, costs): (usize, Vec<f64>)| Task { name: format!("n{}", at + 1), costs };
    let edge = |&(from, to, data): &(usize, usize, f64)| Edge { from: from - 1, to: to - 1, data };
    Dag::of(&Workflow {
        machines: (1..=machines).map(|it| format!("p{it}")).collect(),
        tasks: costs.into_iter().enumerate().map(task).collect(),
        edges: EDGES.iter().map(edge).collect(),
        communication: (0..machines).map(row).collect(),
        flops: false,
        schedule: None,
    })
    .expect("no circle")
}

fn printed() -> Dag {
    example(
        [
            [14, 16, 9],
            [13, 19, 18],
            [11, 13, 19],
            [13, 8, 17],
            [12, 13, 10],
            [13, 16, 9],
            [7, 15, 11],
            [5, 11, 14],
            [18, 12, 20],
            [21, 7, 16],
        ]
        .map(|it| it.map(f64::from).to_vec()),
    )
}

#[test]
fn upward_ranks_are_those_of_table_2() {
    let expected = [108.0, 77.0, 80.0, 80.0, 69.0, 63.33, 42.67, 35.67, 44.33, 14.67];
    for (task, (rank, expected)) in upward_ranks(&printed()).iter().zip(expected).enumerate() {
        assert!((rank - expected).abs() < 0.005, "n{}: {rank}", task + 1);
    }
}

#[test]
fn heft_takes_80() {
    let allocation = heft(&printed());
    assert_eq!(allocation.finish(), 80.0);
    // Fig. 3a: n9 and n10 end up on the second processor.
    assert_eq!(allocation.placed[9].machine, 1);
    assert_eq!(allocation.placed[9].start, 73.0);
}

/// The same edges on processors of speeds 1, 2, 4 and 4: both take 98 in an independent implementation.
#[test]
fn heft_and_hybrid_bmct_take_98_on_four_speeds() {
    let work = [64.0, 76.0, 52.0, 32.0, 56.0, 64.0, 60.0, 44.0, 48.0, 28.0];
    let dag = example(work.map(|it| [1.0, 2.0, 4.0, 4.0].map(|speed| it / speed).to_vec()));
    assert_eq!(heft(&dag).finish(), 98.0);
    assert_eq!(hybrid_bmct(&dag, FirstAssignment::CompletionTime).finish(), 98.0);
}

proptest! {
    #[test]
    fn precedence_communication_and_machines_are_kept(dag in any_dag(40, 6)) {
        for (name, scheduler) in SCHEDULERS {
            let placed = scheduler(&dag).placed;
            for (task, here) in placed.iter().enumerate() {
                prop_assert_eq!(here.finish, here.start + dag.cost(task, here.machine));
                for link in dag.predecessors(task) {
                    let from = placed[link.task];
                    let arrival = from.finish + dag.transfer(link.data, from.machine, here.machine);
                    prop_assert!(here.start >= arrival, "{name}: task {task} before its data");
                }
                for (other, there) in placed.iter().enumerate() {
                    let apart = here.finish <= there.start || there.finish <= here.start;
                    prop_assert!(
                        task == other || here.machine != there.machine || apart,
                        "{name}: {task} and {other} at once"
                    );
                }
            }
        }
    }
}
