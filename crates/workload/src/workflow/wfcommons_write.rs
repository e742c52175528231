//! Workflows as instances of WfCommons: JSON, schema 1.5.

use std::collections::HashSet;

use serde::Serialize;

use super::Workflow;
use crate::Time;
use crate::calendar::write_moment;

/// How a task ran.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Executed {
    /// In seconds.
    pub run_time: f64,
    /// On which machine, by its place among the workflow's.
    pub machine: Option<usize>,
    /// When it started, in seconds from the workflow's start.
    pub start: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Instance<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    schema_version: &'static str,
    runtime_system: RuntimeSystem,
    workflow: Parts<'a>,
}

#[derive(Serialize)]
struct RuntimeSystem {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Parts<'a> {
    specification: Specification<'a>,
    execution: Execution<'a>,
}

#[derive(Serialize)]
struct Specification<'a> {
    tasks: Vec<Specified<'a>>,
    files: Vec<Sized>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Specified<'a> {
    name: &'a str,
    id: &'a str,
    parents: Vec<&'a str>,
    children: Vec<&'a str>,
    input_files: Vec<String>,
    output_files: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sized {
    id: String,
    size_in_bytes: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Execution<'a> {
    makespan_in_seconds: f64,
    executed_at: String,
    tasks: Vec<Ran<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    machines: Vec<Node<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Ran<'a> {
    id: &'a str,
    runtime_in_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    executed_at: Option<String>,
    core_count: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    machines: Vec<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Node<'a> {
    node_name: &'a str,
}

/// A workflow with an execution as an instance of WfCommons.
///
/// A unit of data is a byte: the schema has whole ones, so that data are rounded to the nearest. Each edge
/// with data has a file of its own. A task's id is its name, where the schema allows that (letters, digits
/// and `-_.`), and made of it otherwise. `executedAt` counts from 1970-01-01: a schedule has no date.
/// O(tasks + edges).
///
/// # Panics
///
/// If `executed` is not parallel to the tasks.
pub fn to_wfcommons(workflow: &Workflow, name: &str, description: &str, executed: &[Executed]) -> String {
    assert_eq!(executed.len(), workflow.tasks.len());
    let ids = ids(workflow);
    let end = |it: &Executed| it.start.map(|start| start + it.run_time);
    let instance = Instance {
        // The schema has no empty names.
        name: if name.is_empty() { "workflow" } else { name },
        description,
        schema_version: "1.5",
        runtime_system: RuntimeSystem { name: "Slotscope", version: env!("CARGO_PKG_VERSION") },
        workflow: Parts {
            specification: specification(workflow, &ids),
            execution: Execution {
                makespan_in_seconds: executed.iter().filter_map(end).fold(0.0, f64::max),
                executed_at: moment(0.0),
                tasks: ran(workflow, &ids, executed),
                machines: workflow.machines.iter().map(|it| Node { node_name: it }).collect(),
            },
        },
    };
    serde_json::to_string_pretty(&instance).unwrap_or_default() + "\n"
}

fn specification<'a>(workflow: &'a Workflow, ids: &'a [String]) -> Specification<'a> {
    let task = |(at, id): (usize, &'a String)| Specified {
        name: match workflow.tasks[at].name.as_str() {
            "" => id,
            name => name,
        },
        id,
        parents: Vec::new(),
        children: Vec::new(),
        input_files: Vec::new(),
        output_files: Vec::new(),
    };
    let mut tasks: Vec<Specified<'_>> = ids.iter().enumerate().map(task).collect();
    let mut files = Vec::new();
    for (at, edge) in workflow.edges.iter().enumerate() {
        let (from, to) = (edge.from, edge.to);
        tasks[from].children.push(&ids[to]);
        tasks[to].parents.push(&ids[from]);
        if edge.data > 0.0 {
            let id = format!("data_{}", at + 1);
            tasks[from].output_files.push(id.clone());
            tasks[to].input_files.push(id.clone());
            let size_in_bytes = edge.data.round() as u64;
            files.push(Sized { id, size_in_bytes });
        }
    }
    for task in &mut tasks {
        // Two edges between the same tasks are two files and one dependency.
        for list in [&mut task.parents, &mut task.children] {
            let mut seen = HashSet::new();
            list.retain(|it| seen.insert(*it));
        }
    }
    Specification { tasks, files }
}

fn ran<'a>(workflow: &'a Workflow, ids: &'a [String], executed: &[Executed]) -> Vec<Ran<'a>> {
    let ran = |(id, it): (&'a String, &Executed)| Ran {
        id,
        runtime_in_seconds: it.run_time,
        executed_at: it.start.map(moment),
        core_count: 1,
        machines: it.machine.iter().map(|&at| workflow.machines[at].as_str()).collect(),
    };
    ids.iter().zip(executed).map(ran).collect()
}

/// A moment `seconds` seconds after 1970-01-01, with thousandths.
fn moment(seconds: f64) -> String {
    let thousandths = (seconds * 1000.0).round() as Time;
    let (whole, rest) = (thousandths.div_euclid(1000), thousandths.rem_euclid(1000));
    format!("{}.{rest:03}Z", write_moment(whole))
}

/// Each task's id: no two are the same.
fn ids(workflow: &Workflow) -> Vec<String> {
    let is_allowed = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    let names = workflow.tasks.iter().map(|it| it.name.as_str());
    let fits = |name: &&str| !name.is_empty() && name.chars().all(is_allowed);
    let mut taken: HashSet<String> = names.clone().filter(fits).map(str::to_owned).collect();
    let mut id = |(at, name): (usize, &str)| {
        if fits(&name) {
            return name.to_owned();
        }
        let kept: String = name.chars().map(|it| if is_allowed(it) { it } else { '_' }).collect();
        let mut id = format!("{kept}_{}", at + 1);
        while !taken.insert(id.clone()) {
            id.push('_');
        }
        id
    };
    names.enumerate().map(&mut id).collect()
}
