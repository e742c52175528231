//! What comes of each change.

use proptest::prelude::*;

use super::{MOST_MACHINES, MOST_TASKS, WorkflowEdit, can_be_edited, edited};
use workload::workflow::{Dag, Workflow, from_json, to_json};

/// a sends 3 units to b and c, c sends 1 to b.
fn small() -> Workflow {
    let json = "{ 'machines': ['m0', 'm1'],
        'tasks': [{ 'name': 'a', 'costs': [1, 2] }, { 'name': 'b', 'costs': [3, 4] }, { 'name': 'c', 'costs': [5, 6] }],
        'edges': [{ 'from': 'a', 'to': 'b', 'data': 3 }, { 'from': 'a', 'to': 'c', 'data': 3 },
            { 'from': 'c', 'to': 'b', 'data': 1 }],
        'communication': [[0, 2], [2, 0]],
        'schedule': [{ 'task': 'a', 'machine': 'm0', 'start': 0, 'finish': 1 },
            { 'task': 'b', 'machine': 'm0', 'start': 6, 'finish': 9 },
            { 'task': 'c', 'machine': 'm0', 'start': 1, 'finish': 6 }] }";
    from_json(&json.replace('\'', "\"")).expect(json)
}

fn after(edit: &WorkflowEdit) -> Workflow {
    edited(&small(), edit).unwrap()
}

fn refused(edit: &WorkflowEdit) -> String {
    edited(&small(), edit).expect_err("it cannot be so")
}

#[test]
fn numbers_and_names_are_set() {
    let cost = WorkflowEdit::Cost { task: 1, machine: 1, seconds: 4.5 };
    assert_eq!(after(&cost).tasks[1].costs, [3.0, 4.5]);
    let data = WorkflowEdit::Data { edge: 2, data: 7.0 };
    assert_eq!(after(&data).edges[2].data, 7.0);
    let both_ways = WorkflowEdit::Communication { from: 0, to: 1, seconds: 0.5 };
    assert_eq!(after(&both_ways).communication, [vec![0.0, 0.5], vec![0.5, 0.0]]);
    let name = |name: &str| WorkflowEdit::Name { task: 0, name: name.to_owned() };
    assert_eq!(after(&name(" first ")).tasks[0].name, "first");
    assert_eq!(refused(&name("b")), "there is a task b already");
    assert_eq!(refused(&name(" ")), "a task needs a name");
    // The schedule was of the workflow as it had been.
    assert!(small().schedule.is_some() && after(&name("a")).schedule.is_none());
}

#[test]
fn a_task_goes_with_its_edges() {
    let without = after(&WorkflowEdit::RemoveTask(0));
    let edges: Vec<_> = without.edges.iter().map(|it| (it.from, it.to)).collect();
    assert_eq!((without.tasks.len(), edges), (2, vec![(1, 0)]));
    let with = after(&WorkflowEdit::AddTask);
    assert_eq!((with.tasks[3].name.as_str(), &with.tasks[3].costs), ("t4", &vec![10.0; 2]));
}

#[test]
fn edges_that_cannot_be_are_refused_in_words() {
    let edge = |from, to| WorkflowEdit::AddEdge { from, to };
    assert_eq!(refused(&edge(0, 0)), "a cannot wait for itself");
    assert_eq!(refused(&edge(0, 1)), "b waits for a already");
    // b waits for c, which would wait for b.
    assert!(refused(&edge(1, 2)).contains('b'), "{}", refused(&edge(1, 2)));
    assert_eq!(after(&WorkflowEdit::RemoveEdge(1)).edges.len(), 2);
}

#[test]
fn machines_come_and_go_with_their_columns() {
    let more = after(&WorkflowEdit::AddMachine);
    assert_eq!(more.machines, ["m0", "m1", "m2"]);
    assert_eq!(more.tasks[2].costs, [5.0, 6.0, 6.0]);
    assert_eq!(more.communication[2], [2.0, 2.0, 0.0]);
    let less = after(&WorkflowEdit::RemoveMachine(0));
    assert_eq!((less.machines, less.communication), (vec!["m1".to_owned()], vec![vec![0.0]]));
    assert_eq!(less.tasks[2].costs, [6.0]);
    let last = edited(&after(&WorkflowEdit::RemoveMachine(0)), &WorkflowEdit::RemoveMachine(0));
    assert_eq!(last.expect_err("the last"), "a workflow needs at least one machine");
}

fn any_edit() -> impl Strategy<Value = WorkflowEdit> {
    let at = 0..6_usize;
    let amount = prop_oneof![Just(-1.0), Just(f64::NAN), 0.0..99.0_f64];
    prop_oneof![
        (at.clone(), at.clone(), amount.clone())
            .prop_map(|(task, machine, seconds)| { WorkflowEdit::Cost { task, machine, seconds } }),
        (at.clone(), "[ab ]{0,2}").prop_map(|(task, name)| WorkflowEdit::Name { task, name }),
        (at.clone(), amount.clone()).prop_map(|(edge, data)| WorkflowEdit::Data { edge, data }),
        (at.clone(), at.clone(), amount)
            .prop_map(|(from, to, seconds)| { WorkflowEdit::Communication { from, to, seconds } }),
        Just(WorkflowEdit::AddTask),
        at.clone().prop_map(WorkflowEdit::RemoveTask),
        (at.clone(), at.clone()).prop_map(|(from, to)| WorkflowEdit::AddEdge { from, to }),
        at.clone().prop_map(WorkflowEdit::RemoveEdge),
        Just(WorkflowEdit::AddMachine),
        at.prop_map(WorkflowEdit::RemoveMachine),
    ]
}

proptest! {
    /// Whatever is done one after the other: what is left is a workflow that its file gives back.
    #[test]
    fn a_workflow_stays_one(edits in proptest::collection::vec(any_edit(), 0..60)) {
        let mut workflow = small();
        for edit in edits {
            if let Ok(next) = edited(&workflow, &edit) {
                workflow = next;
            }
        }
        prop_assert!(Dag::of(&workflow).is_ok());
        prop_assert!(workflow.tasks.len() <= MOST_TASKS && workflow.machines.len() <= MOST_MACHINES);
        prop_assert!(can_be_edited(&workflow));
        prop_assert_eq!(from_json(&to_json(&workflow)).unwrap(), workflow);
    }
}
