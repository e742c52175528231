//! The ten-task example of Topcuoglu, Hariri and Wu 2002 (Fig. 1, Table 2, Fig. 3a).

use crate::policy::workflow::{FirstAssignment, heft, hybrid_bmct, upward_ranks};
use workload::workflow::{Dag, Edge, Task, Workflow};

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
