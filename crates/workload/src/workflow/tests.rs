//! The content of a workflow's file, and the workflows read from it.

use super::{Dag, Fault, FileKind, Link, Repair, from_json, from_wfcommons, read, to_json};
use crate::testing::{assert_told, changed, graph, rows};

/// A diamond on two machines, with its own schedule.
const DIAMOND: &str = r#"{
    "machines": ["m0", "m1"],
    "tasks": [
        {"name": "a", "costs": [1, 2]}, {"name": "b", "costs": [3.5, 4]},
        {"name": "c", "costs": [5, 6]}, {"name": "d", "costs": [7, 8]}
    ],
    "edges": [
        {"from": "a", "to": "b", "data": 2}, {"from": "a", "to": "c"},
        {"from": "b", "to": "d", "data": 0.5}, {"from": "c", "to": "d", "data": 3}
    ],
    "communication": [[0, 2], [4, 0]]
}"#;

#[test]
fn a_file_is_read_and_written_as_the_same() {
    let read = from_json(DIAMOND).expect("a workflow");
    assert_eq!(from_json(&to_json(&read)).expect("a workflow"), read);
    let dag = Dag::of(&read).expect("no circle");
    assert_eq!((dag.tasks(), dag.machines()), (4, 2));
    assert_eq!(dag.cost(1, 0), 3.5);
    assert_eq!(dag.mean_cost(3), 7.5);
    assert_eq!(dag.transfer(0.5, 1, 0), 2.0);
    assert_eq!(dag.mean_communication(), 3.0);
    assert_eq!(dag.predecessors(3), [link(1, 0.5), link(2, 3.0)]);
    assert_eq!(dag.successors(0), [link(1, 2.0), link(2, 0.0)]);
    assert_eq!(dag.order(), [0, 1, 2, 3]);
}

fn link(task: usize, data: f64) -> Link {
    Link { task, data }
}

#[test]
fn the_unit_of_costs_is_written_as_it_was_read() {
    let counted = DIAMOND.replacen('{', r#"{"flops": true,"#, 1);
    let read = from_json(&counted).expect("a workflow");
    assert!(read.flops && !from_json(DIAMOND).expect("a workflow").flops);
    assert_eq!(from_json(&to_json(&read)).expect("a workflow"), read);
    assert!(!to_json(&from_json(DIAMOND).expect("a workflow")).contains("flops"));
}

#[test]
fn two_edges_between_the_same_tasks_carry_the_data_of_both() {
    let doubled = DIAMOND
        .replace(r#"{"from": "a", "to": "c"}"#, r#"{"from": "a", "to": "b", "data": 5}, {"from": "a", "to": "c"}"#);
    let dag = Dag::of(&from_json(&doubled).expect("a workflow")).expect("no circle");
    assert_eq!(dag.successors(0), [link(1, 7.0), link(2, 0.0)]);
}

#[test]
fn what_is_wrong_is_told_by_name() {
    for [piece, other, why] in rows(
        "\"from\": \"a\", \"to\": \"c\" | \"from\": \"a\", \"to\": \"x\" | edge 2: there is no task x
        \"b\", \"costs\" | \"a\", \"costs\" | two tasks are called a
        [\"m0\", \"m1\"] | [\"m0\", \"m0\"] | two machines are called m0
        [3.5, 4] | [3.5] | task b has 1 costs for 2 machines: one for each is needed
        [3.5, 4] | [3.5, -4] | a cost of task b: -4; it is 0 to 100000000000
        [[0, 2], [4, 0]] | [[0, 2], [4]] | communication has 2 rows and 1 columns for 2 machines
        [[0, 2], [4, 0]] | [[0, 2], [4, 1]] | communication: within machine m1 a unit of data takes 1 s; it takes 0
        \"from\": \"a\", \"to\": \"c\" | \"from\": \"d\", \"to\": \"b\" | \
        tasks wait for one another in a circle: b → d → b
        \"from\": \"a\", \"to\": \"c\" | \"from\": \"a\", \"to\": \"a\" | \
        tasks wait for one another in a circle: a → a
        \"edges\" | \"arcs\" | not a workflow: unknown field `arcs`…",
    ) {
        let read = from_json(&changed(DIAMOND, &piece, &other)).and_then(|it| Dag::of(&it));
        assert_told(read.expect_err("it is wrong"), &why, &other);
    }
    assert_eq!(from_json(r#"{"tasks": []}"#).expect_err("no tasks"), Fault::NoTasks);
}

#[test]
fn several_first_and_last_tasks_are_told() {
    let apart = r#"{"machines": ["m"], "tasks": [
        {"name": "a", "costs": [1]}, {"name": "b", "costs": [2]},
        {"name": "exit", "costs": [3]}, {"name": "alone", "costs": [4]}
    ], "edges": [{"from": "a", "to": "exit"}, {"from": "b", "to": "exit"}]}"#;
    let repairs = |text: &str| Repair::of(&from_json(text).expect("a workflow"));
    assert_eq!(repairs(apart), [Repair::Entry(3), Repair::Exit(2)]);
    assert_eq!(repairs(DIAMOND), []);
}

/// An instance with a task that writes two files, one of which is read, and one said only by its child.
const INSTANCE: &str = r#"{"name": "small", "schemaVersion": "1.5", "workflow": {
    "specification": {
        "tasks": [
            {"name": "a", "id": "a1", "parents": [], "children": ["b1"],
             "inputFiles": ["in"], "outputFiles": ["x", "y"]},
            {"name": "b", "id": "b1", "parents": ["a1"], "children": [],
             "inputFiles": ["x", "in"], "outputFiles": ["z"]},
            {"name": "c", "id": "c1", "parents": ["b1"], "inputFiles": ["z"]}
        ],
        "files": [{"id": "in", "sizeInBytes": 7}, {"id": "x", "sizeInBytes": 100},
            {"id": "y", "sizeInBytes": 50}, {"id": "z", "sizeInBytes": 8}]
    },
    "execution": {"makespanInSeconds": 9, "tasks": [
        {"id": "b1", "runtimeInSeconds": 2.5}, {"id": "a1", "runtimeInSeconds": 1.25},
        {"id": "c1", "runtimeInSeconds": 4}
    ]}
}}"#;

#[test]
fn an_instance_of_wfcommons_is_read() {
    let kind = |text: &str| FileKind::of(text.as_bytes());
    assert_eq!(kind(INSTANCE), Some(FileKind::WfCommons));
    assert_eq!(kind(DIAMOND), Some(FileKind::Json));
    let (read, repairs) = from_wfcommons(INSTANCE).expect("a workflow");
    assert_eq!(repairs, []);
    assert_eq!(graph(&read), "a1=1.25, b1=2.5, c1=4, 0>1=100, 1>2=8");
    assert_eq!(read.machines.len(), 0);
}

#[test]
fn a_faulty_instance_is_told_by_name() {
    for [piece, other, why] in rows(
        "\"parents\": [\"a1\"] | \"parents\": [\"a9\"] | parents of task b1: there is no task a9
        {\"id\": \"a1\", \"runtimeInSeconds\": 1.25}, | | task a1 has no measured run time: its cost is not known
        \"sizeInBytes\": 100 | \"sizeInBytes\": -1 | the size of file x: -1; it is 0 to 1000000000000000",
    ) {
        let read = from_wfcommons(&changed(INSTANCE, &piece, &other));
        assert_eq!(read.expect_err("it is wrong").to_string(), why);
    }
}

/// Real instances, where they are at hand.
#[test]
#[ignore = "needs the real workflows: SLOTSCOPE_WORKFLOWS"]
fn real_workflows_are_read() {
    let folder = std::env::var("SLOTSCOPE_WORKFLOWS").expect("the folder of the real workflows");
    let instance = |name: &str| {
        let path = std::path::Path::new(&folder).join(name);
        let text = std::fs::read_to_string(path).expect("a file");
        read(FileKind::WfCommons, text.as_bytes()).expect("a workflow")
    };
    let (montage, repairs) = instance("montage-chameleon-dss-05d-001.json");
    assert_eq!(repairs, [Repair::Entry(12), Repair::Exit(4)]);
    assert_eq!(montage.tasks.len(), 58);
    let (epigenomics, repairs) = instance("epigenomics-chameleon-hep-1seq-100k-001.json");
    assert_eq!((epigenomics.tasks.len(), repairs), (41, vec![]));
    let (fork_join, repairs) = instance("helloworld-forkjoin-10-chameleon.json");
    assert_eq!((fork_join.tasks.len(), repairs), (10, vec![]));
}
