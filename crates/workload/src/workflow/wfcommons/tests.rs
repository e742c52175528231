use crate::workflow::{FileKind, Repair, Workflow, from_wfcommons};

/// Names and costs of tasks, and edges with their data.
type TasksAndEdges = (Vec<(String, f64)>, Vec<(usize, usize, f64)>);

fn told(text: &str) -> (TasksAndEdges, Vec<Repair>) {
    assert_eq!(FileKind::of(text.as_bytes()), Some(FileKind::WfCommons));
    let (workflow, repairs) = from_wfcommons(text).unwrap();
    let Workflow { tasks, edges, .. } = workflow;
    let tasks = tasks.into_iter().map(|it| (it.name, it.costs[0]));
    let edges = edges.iter().map(|it| (it.from, it.to, it.data));
    ((tasks.collect(), edges.collect()), repairs)
}

fn named(tasks: &[(&str, f64)]) -> Vec<(String, f64)> {
    let named = tasks.iter().map(|(name, cost)| ((*name).to_owned(), *cost));
    named.collect()
}

/// The second waits for the first, by names or by ids, and reads its 100 bytes.
fn before(version: &str, list: &str, parent: &str, run_time: &str, size: &str) -> String {
    format!(
        r#"{{"schemaVersion": "{version}", "workflow": {{"{list}": [
            {{"name": "split_ID1", "id": "ID1", "type": "compute", "parents": [], "{run_time}": 10.5, "cores": 1,
              "files": [{{"link": "output", "name": "f", "{size}": 100}}]}},
            {{"name": "join_ID2", "id": "ID2", "type": "compute", "parents": ["{parent}"], "{run_time}": 19.5, "cores": 4,
              "files": [{{"link": "input", "name": "f", "{size}": 100}}, {{"link": "output", "name": "g"}}]}}
        ]}}}}"#
    )
}

#[test]
fn instances_of_schemas_before_1_5_are_read() {
    for (version, list, parent, run_time, size) in [
        ("1.2", "jobs", "split_ID1", "runtime", "size"),
        ("1.3", "tasks", "split_ID1", "runtime", "size"),
        ("1.4", "tasks", "ID1", "runtimeInSeconds", "sizeInBytes"),
    ] {
        let (found, repairs) = told(&before(version, list, parent, run_time, size));
        let tasks = named(&[("split_ID1", 10.5), ("join_ID2", 19.5)]);
        assert_eq!(found, (tasks, vec![(0, 1, 100.0)]), "{version}");
        assert_eq!(repairs, [Repair::Cores(1)]);
    }
    // Migrated instances have the words of both.
    let text = before("1.4", "tasks", "ID1", "runtime", "size");
    let text = text.replace("\"runtime\": 10.5", "\"runtime\": 1, \"runtimeInSeconds\": 10.5");
    assert_eq!(told(&text).0.0[0].1, 10.5);
}

#[test]
fn tasks_of_one_name_are_called_by_their_ids() {
    let text = r#"{"schemaVersion": "1.3", "workflow": {"tasks": [
        {"name": "work", "id": "1", "runtime": 1}, {"name": "work", "id": "2", "parents": ["1"], "runtime": 2}]}}"#;
    let tasks = named(&[("1", 1.0), ("2", 2.0)]);
    assert_eq!(told(text).0, (tasks, vec![(0, 1, 0.0)]));
    let without = text.replace(r#""id": "2", "#, "");
    assert_eq!(from_wfcommons(&without).unwrap_err().to_string(), "two tasks are called work");
    let unknown = text.replace(r#"["1"]"#, r#"["3"]"#);
    assert_eq!(from_wfcommons(&unknown).unwrap_err().to_string(), "parents of task 2: there is no task 3");
}

const NOT_EXECUTED: &str = r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
    {"name": "a", "id": "1", "children": ["2"], "outputFiles": ["f"]}, {"name": "b", "id": "2", "inputFiles": ["f", "big"]}],
    "files": [{"id": "f", "sizeInBytes": 250000000000}, {"id": "big", "sizeInBytes": 1e15}]}}}"#;

#[test]
fn an_instance_that_was_not_executed_has_tasks_of_one_second() {
    let ((tasks, edges), repairs) = told(NOT_EXECUTED);
    assert_eq!(tasks, named(&[("1", 1.0), ("2", 1.0)]));
    assert_eq!(edges, [(0, 1, 250e9)]);
    assert_eq!(repairs, [Repair::NoRunTime(2)]);
    assert_eq!(repairs[0].words(), "the run times of 2 tasks are not in the file: each counts as 1 s");
    // Of an execution every task must have one.
    let half = NOT_EXECUTED
        .replace("]}}}", r#"]}, "execution": {"tasks": [{"id": "1", "runtimeInSeconds": 5, "coreCount": 2}]}}}"#);
    assert_eq!(
        from_wfcommons(&half).unwrap_err().to_string(),
        "task 2 has no measured run time: its cost is not known"
    );
}

#[test]
fn an_instance_without_tasks_says_so() {
    let told = |text: &str| from_wfcommons(text).unwrap_err().to_string();
    assert_eq!(
        told(r#"{"schemaVersion": "1.5", "workflow": {}}"#),
        "not a workflow: workflow has neither specification (schema 1.5) nor tasks (before)"
    );
    assert_eq!(told(r#"{"schemaVersion": "1.3", "workflow": {"tasks": []}}"#), "a workflow without tasks");
}
