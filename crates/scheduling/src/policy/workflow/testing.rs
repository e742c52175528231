//! Workflows for tests.

use proptest::collection::vec;
use proptest::prelude::*;

use super::{Allocation, FirstAssignment, dls, fcp, fcp_by_finish, heft, hybrid_bmct};
use workload::workflow::{Dag, Edge, Task, Workflow};

/// A scheduler of workflows.
pub(crate) type Scheduler = fn(&Dag) -> Allocation;

/// All that decide by themselves.
pub(crate) const SCHEDULERS: [(&str, Scheduler); 6] = [
    ("heft", heft),
    ("hybrid_bmct by execution time", |dag| hybrid_bmct(dag, FirstAssignment::ExecutionTime)),
    ("hybrid_bmct by completion time", |dag| hybrid_bmct(dag, FirstAssignment::CompletionTime)),
    ("fcp", fcp),
    ("fcp by finish times", fcp_by_finish),
    ("dls", dls),
];

/// Any workflow of up to `most_tasks` tasks on up to `most_machines` machines; some tasks cost nothing,
/// some edges carry no data.
pub(crate) fn any_dag(most_tasks: usize, most_machines: usize) -> impl Strategy<Value = Dag> {
    let amount = prop_oneof![1 => Just(0.0), 6 => 0.1..50.0_f64, 3 => (1..9_u8).prop_map(f64::from)];
    (1..=most_tasks, 1..=most_machines).prop_flat_map(move |(tasks, machines)| {
        (
            vec(vec(amount.clone(), machines), tasks),
            vec((0..tasks, 0..tasks, amount.clone()), 0..=2 * tasks),
            vec(vec(0.0..3.0_f64, machines), machines),
            Just((0..tasks).collect::<Vec<_>>()).prop_shuffle(),
        )
            .prop_map(|(mut costs, pairs, communication, numbers)| {
                costs[0][0] += 1.0;
                dag(costs, &pairs, communication, &numbers)
            })
    })
}

/// Any workflow, with the allocation of any of the schedulers.
pub(crate) fn any_allocation(most_tasks: usize, most_machines: usize) -> impl Strategy<Value = (Dag, Allocation)> {
    let of_dag = |(dag, (_, scheduler)): (Dag, (&str, Scheduler))| {
        let allocation = scheduler(&dag);
        (dag, allocation)
    };
    (any_dag(most_tasks, most_machines), prop::sample::select(SCHEDULERS.to_vec()))
        .prop_map(of_dag)
        .prop_filter("a schedule takes time", |(_, it)| it.finish() > 0.0)
}

/// Edges go from the smaller to the greater of two places; `numbers` mixes places up, so that tasks do not
/// stand in a file in the order of the DAG.
fn dag(costs: Vec<Vec<f64>>, pairs: &[(usize, usize, f64)], communication: Vec<Vec<f64>>, numbers: &[usize]) -> Dag {
    let machines = communication.len();
    let edge = |&(one, other, data): &(usize, usize, f64)| Edge {
        from: numbers[one.min(other)],
        to: numbers[one.max(other)],
        data,
    };
    let apart = pairs.iter().filter(|(one, other, _)| one != other);
    let row = |(from, row): (usize, Vec<f64>)| -> Vec<f64> {
        let value = |(to, value)| if to == from { 0.0 } else { value };
        row.into_iter().enumerate().map(value).collect()
    };
    let task = |(at, costs): (usize, Vec<f64>)| Task { name: at.to_string(), costs };
    let workflow = Workflow {
        machines: (0..machines).map(|it| format!("m{it}")).collect(),
        tasks: costs.into_iter().enumerate().map(task).collect(),
        edges: apart.map(edge).collect(),
        communication: communication.into_iter().enumerate().map(row).collect(),
        flops: false,
        schedule: None,
    };
    Dag::of(&workflow).expect("edges go one way")
}
