use crate::testing::{changed, graph};
use crate::workflow::{FileKind, Repair, from_wfcommons};

fn told(text: &str) -> (String, Vec<Repair>) {
    assert_eq!(FileKind::of(text.as_bytes()), Some(FileKind::WfCommons));
    let (workflow, repairs) = from_wfcommons(text).unwrap();
    (graph(&workflow), repairs)
}

fn refusal(text: &str) -> String {
    from_wfcommons(text).unwrap_err().to_string()
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
    let expected = ("split_ID1=10.5, join_ID2=19.5, 0>1=100".to_owned(), vec![Repair::Cores(1)]);
    for (version, list, parent, run_time, size) in [
        ("1.2", "jobs", "split_ID1", "runtime", "size"),
        ("1.3", "tasks", "split_ID1", "runtime", "size"),
        ("1.4", "tasks", "ID1", "runtimeInSeconds", "sizeInBytes"),
    ] {
        assert_eq!(told(&before(version, list, parent, run_time, size)), expected, "{version}");
    }
    // Migrated instances have the words of both.
    let text = before("1.4", "tasks", "ID1", "runtime", "size");
    let text = changed(&text, "\"runtime\": 10.5", "\"runtime\": 1, \"runtimeInSeconds\": 10.5");
    assert!(told(&text).0.starts_with("split_ID1=10.5, "), "{text}");
}

#[test]
fn tasks_of_one_name_are_called_by_their_ids() {
    let text = r#"{"schemaVersion": "1.3", "workflow": {"tasks": [
        {"name": "work", "id": "1", "runtime": 1}, {"name": "work", "id": "2", "parents": ["1"], "runtime": 2}]}}"#;
    assert_eq!(told(text).0, "1=1, 2=2, 0>1=0");
    assert_eq!(refusal(&changed(text, r#""id": "2", "#, "")), "two tasks are called work");
    assert_eq!(refusal(&changed(text, r#"["1"]"#, r#"["3"]"#)), "parents of task 2: there is no task 3");
}

const NOT_EXECUTED: &str = r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
    {"name": "a", "id": "1", "children": ["2"], "outputFiles": ["f"]}, {"name": "b", "id": "2", "inputFiles": ["f", "big"]}],
    "files": [{"id": "f", "sizeInBytes": 250000000000}, {"id": "big", "sizeInBytes": 1e15}]}}}"#;

#[test]
fn an_instance_that_was_not_executed_has_tasks_of_one_second() {
    let (found, repairs) = told(NOT_EXECUTED);
    assert_eq!(found, "1=1, 2=1, 0>1=250000000000");
    assert_eq!(repairs, [Repair::NoRunTime(2)]);
    assert_eq!(repairs[0].words(), "the run times of 2 tasks are not in the file: each counts as 1 s");
    // Of an execution every task must have one.
    let half = r#"]}, "execution": {"tasks": [{"id": "1", "runtimeInSeconds": 5, "coreCount": 2}]}}}"#;
    let half = changed(NOT_EXECUTED, "]}}}", half);
    assert_eq!(refusal(&half), "task 2 has no measured run time: its cost is not known");
}

#[test]
fn an_instance_without_tasks_says_so() {
    assert_eq!(
        refusal(r#"{"schemaVersion": "1.5", "workflow": {}}"#),
        "not a workflow: workflow has neither specification (schema 1.5) nor tasks (before)"
    );
    assert_eq!(refusal(r#"{"schemaVersion": "1.3", "workflow": {"tasks": []}}"#), "a workflow without tasks");
}
