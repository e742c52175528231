//! HEFT by its rule, with a look at every task that is placed already.

use proptest::prelude::*;

use crate::policy::workflow::heft;
use crate::policy::workflow::testing::any_dag;
use workload::workflow::{Dag, Placed};

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

fn naive(dag: &Dag) -> Vec<Placed> {
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
        prop_assert_eq!(heft(&dag).placed, naive(&dag));
    }
}
