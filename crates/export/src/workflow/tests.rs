//! An exported workflow is read again, and is the same workflow.

use std::collections::HashSet;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::swf::tests::three_jobs;
use experiment::{Scenario, run};
use scheduling::system::System;
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::{FileKind, from_json, from_wfcommons, read};
use workload::{Workload, WorkloadKind};

/// A scenario of the system that takes workflows, with these settings, JSON.
fn scenario(settings: &str) -> Scenario {
    let system = System::for_kind(WorkloadKind::Workflow).expect("such a system");
    let key = system.model().key();
    Scenario::from_json(format!(r#"{{"system": {{"{key}": {settings}}}}}"#).as_bytes()).expect("a scenario")
}

fn run_of(workflow: &Workflow, settings: &str) -> Run {
    let workload = Workload::of_workflow("made up", workflow.clone());
    run(&scenario(settings), &workload).expect("a run")
}

/// A file of several names that ids may not have, and data with fractions.
const ODD: &str = r#"{"machines": ["m 0", "m1"],
    "tasks": [{"name": "a b", "costs": [1.5, 2]}, {"name": "a_b_1", "costs": [0.1, 0.2]},
        {"name": "ä", "costs": [3, 1]}, {"name": "", "costs": [0, 0]}],
    "edges": [{"from": "a b", "to": "a_b_1", "data": 2.6}, {"from": "a b", "to": "ä"},
        {"from": "a_b_1", "to": "", "data": 1e9}, {"from": "ä", "to": "", "data": 0.1}],
    "communication": [[0, 0.001], [0.002, 0]]}"#;

/// The rules of the schema, 1.5, as far as they are requirements: required members, names that are not empty,
/// characters of ids, whole sizes.
fn follows_the_schema(text: &str) -> Value {
    let instance: Value = serde_json::from_str(text).expect("JSON");
    let text_at = |value: &Value, key: &str| -> String {
        let text = value[key].as_str().unwrap_or_else(|| panic!("{key}: {value}"));
        assert!(!text.is_empty(), "{key}: {value}");
        text.to_owned()
    };
    let list = |value: &Value, key: &str| -> Vec<Value> {
        value[key].as_array().unwrap_or_else(|| panic!("{key}: {value}")).clone()
    };
    text_at(&instance, "name");
    assert_eq!(text_at(&instance, "schemaVersion"), "1.5");
    text_at(&instance["runtimeSystem"], "name");
    text_at(&instance["runtimeSystem"], "version");
    let specification = &instance["workflow"]["specification"];
    let tasks = list(specification, "tasks");
    assert!(!tasks.is_empty());
    let mut ids = HashSet::new();
    for task in &tasks {
        text_at(task, "name");
        assert!(ids.insert(text_at(task, "id")), "{task}");
        for key in ["parents", "children", "inputFiles", "outputFiles"] {
            let named = list(task, key);
            for it in &named {
                let it = it.as_str().expect("a text");
                let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
                assert!(!it.is_empty() && it.chars().all(fits), "{it}");
            }
            let different: HashSet<String> = named.iter().map(Value::to_string).collect();
            assert_eq!(different.len(), named.len(), "{task}");
        }
    }
    for file in list(specification, "files") {
        text_at(&file, "id");
        assert!(file["sizeInBytes"].is_u64(), "{file}");
    }
    let execution = &instance["workflow"]["execution"];
    assert!(execution["makespanInSeconds"].is_number());
    text_at(execution, "executedAt");
    let machines: HashSet<String> = list(execution, "machines").iter().map(|it| text_at(it, "nodeName")).collect();
    let ran = list(execution, "tasks");
    assert_eq!(ran.len(), tasks.len());
    for task in ran {
        assert!(ids.remove(&text_at(&task, "id")), "{task}");
        assert!(task["runtimeInSeconds"].as_f64().expect("a number") >= 0.0);
        for machine in list(&task, "machines") {
            assert!(machines.contains(machine.as_str().expect("a text")), "{task}");
        }
    }
    instance
}

/// The edges with their data, in whole units.
fn whole_edges(workflow: &Workflow) -> Vec<(usize, usize, f64)> {
    let edges = workflow.edges.iter();
    let mut edges: Vec<_> = edges.map(|it| (it.from, it.to, it.data.round())).collect();
    edges.sort_by_key(|it| (it.0, it.1));
    edges
}

#[test]
fn an_instance_tells_when_and_where_tasks_ran() {
    let workflow = from_json(ODD).expect("a workflow");
    let run = run_of(&workflow, r#"{"scheduler": "heft", "deadline_factor": 1}"#);
    let text = workflow_wfcommons(&run, "odd", "some words").expect("an instance");
    let instance = follows_the_schema(&text);
    assert_eq!(instance["description"], "some words");
    let specified = &instance["workflow"]["specification"]["tasks"];
    let ids: Vec<&str> = (0..4).map(|it| specified[it]["id"].as_str().expect("a text")).collect();
    assert_eq!(ids, ["a_b_1_", "a_b_1", "__3", "_4"]);
    assert_eq!(specified[0]["name"], "a b");
    assert_eq!(specified[3]["parents"], serde_json::json!(["a_b_1", "__3"]));
    let back = from_wfcommons(&text).expect("a workflow").0;
    assert_eq!(whole_edges(&back), whole_edges(&workflow));
    for (at, (task, ran)) in run.tasks().iter().zip(&back.tasks).enumerate() {
        assert_eq!(ran.costs, [workflow.tasks[at].costs[task.machine as usize]]);
        let executed = &instance["workflow"]["execution"]["tasks"][at];
        assert_eq!(executed["machines"][0], workflow.machines[task.machine as usize]);
        let seconds = format!("1970-01-01T00:00:{:06.3}Z", task.start % 60.0);
        if task.start < 60.0 {
            assert_eq!(executed["executedAt"], seconds.as_str());
        }
    }
}

#[test]
fn of_a_task_that_never_ran_there_is_the_estimate() {
    let chain = r#"{"machines": ["m"], "tasks": [{"name": "a", "costs": [10]}, {"name": "b", "costs": [5]}],
        "edges": [{"from": "a", "to": "b"}]}"#;
    let workload = Workload::of_workflow("chain", from_json(chain).expect("a workflow"));
    let mut scenario = scenario(r#"{"deadline_factor": 1, "qoi_percent": 50}"#);
    // A seed under which the first task takes longer than it may.
    let run = (1..50)
        .map(|seed| {
            scenario.seed = seed;
            run(&scenario, &workload).expect("a run")
        })
        .find(|run| run.tasks()[1].ended.is_none())
        .expect("one that fails");
    let text = workflow_wfcommons(&run, "", "").expect("an instance");
    let instance = follows_the_schema(&text);
    let ran = &instance["workflow"]["execution"]["tasks"];
    assert_eq!(ran[0]["runtimeInSeconds"], 10.0);
    assert_eq!(ran[1]["runtimeInSeconds"], 5.0);
    assert_eq!(ran[1].get("executedAt"), None);
    assert_eq!(instance["workflow"]["execution"]["makespanInSeconds"], 10.0);
}

#[test]
fn a_log_is_no_workflow() {
    let why = "this run is of a log: only the run of a workflow can be exported as one";
    assert_eq!(workflow_json(&three_jobs()), Err(why.to_owned()));
    assert_eq!(workflow_wfcommons(&three_jobs(), "", ""), Err(why.to_owned()));
}

fn made_up() -> impl Strategy<Value = Workflow> {
    let kind = prop::sample::select(Kind::ALL.to_vec());
    (kind, 4..40usize, any::<u64>()).prop_map(|(kind, tasks, seed)| generate(kind, tasks, &Amounts::USUAL, seed))
}

/// A task whose machine is taken as soon as it is done has its real run time, not its estimate.
#[test]
fn a_task_that_is_followed_at_once_has_its_run_time() {
    let workflow = generate(Kind::Montage, 40, &Amounts::MONTAGE, 3);
    for settings in [
        r#"{"variant": "dag_reserve", "qoi_percent": 30}"#,
        r#"{"on_early_end": "move_earlier", "qoi_percent": 30, "deadline_factor": 2}"#,
    ] {
        let run = run_of(&workflow, settings);
        let ends_at_once = |it: &scheduling::engine::Task| it.ended == Some(it.finish);
        assert!(run.tasks().iter().any(ends_at_once), "{settings}");
        let text = workflow_wfcommons(&run, "made up", "").expect("an instance");
        let (back, _) = read(FileKind::WfCommons, text.as_bytes()).expect("a workflow");
        for (ran, told) in run.tasks().iter().zip(&back.tasks) {
            let took = ran.ended.expect("it ran") - ran.start;
            assert!((told.costs[0] - took).abs() < 1e-6, "{ran:?} {told:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(48)))]

    /// Our own JSON is the workflow itself, and run by its schedule it gives the same run.
    #[test]
    fn our_own_json_gives_the_same_run(workflow in made_up(), scheduler in 0..4usize) {
        let scheduler = ["heft", "hybrid_bmct", "fcp", "dls"][scheduler];
        let first = run_of(&workflow, &format!(r#"{{"scheduler": "{scheduler}"}}"#));
        let back = from_json(&workflow_json(&first).expect("a file")).expect("a workflow");
        let plain = |it: &Workflow| {
            let mut it = it.clone();
            it.schedule = None;
            it.edges.sort_by_key(|it| (it.from, it.to));
            it
        };
        prop_assert_eq!(plain(&back), plain(&workflow));
        let second = run_of(&back, r#"{"scheduler": "given"}"#);
        prop_assert_eq!(second, first);
    }

    #[test]
    fn an_instance_reads_back_as_the_same_graph(workflow in made_up(), qoi in 0..60u32) {
        let run = run_of(&workflow, &format!(r#"{{"qoi_percent": {qoi}}}"#));
        let text = workflow_wfcommons(&run, "made up", "").expect("an instance");
        follows_the_schema(&text);
        prop_assert_eq!(FileKind::of(text.as_bytes()), Some(FileKind::WfCommons));
        let (back, _) = read(FileKind::WfCommons, text.as_bytes()).expect("a workflow");
        prop_assert_eq!(whole_edges(&back), whole_edges(&workflow));
        for (task, ran) in workflow.tasks.iter().zip(&back.tasks) {
            prop_assert_eq!(&task.name, &ran.name);
        }
        if qoi == 0 {
            for (task, ran) in run.tasks().iter().zip(&back.tasks) {
                let at = back.tasks.iter().position(|it| it.name == task.name).expect("a task");
                prop_assert_eq!(ran.costs[0], workflow.tasks[at].costs[task.machine as usize]);
            }
        }
    }
}
