//! Small workflows, scheduled by hand after the papers' rules.

use crate::policy::workflow::{Allocation, FirstAssignment, dls, fcp, fcp_by_finish, hybrid_bmct};
use workload::workflow::{Dag, from_json};

/// Tasks with their costs on two machines between which a unit of data takes a second, and edges with their data.
pub(super) fn dag(tasks: &str, edges: &str) -> Dag {
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
