//! Workflows of the WfCommons collection: JSON, schema 1.4 and 1.5.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::file::{Names, amount, check_size};
use super::{Edge, Fault, Task, Workflow};

#[derive(Deserialize)]
struct Instance {
    workflow: Parts,
}

#[derive(Deserialize)]
struct Parts {
    specification: Specification,
    execution: Execution,
}

#[derive(Deserialize)]
struct Specification {
    tasks: Vec<Specified>,
    #[serde(default)]
    files: Vec<Sized>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Specified {
    id: String,
    #[serde(default)]
    parents: Vec<String>,
    #[serde(default)]
    children: Vec<String>,
    #[serde(default)]
    input_files: Vec<String>,
    #[serde(default)]
    output_files: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sized {
    id: String,
    size_in_bytes: f64,
}

#[derive(Deserialize)]
struct Execution {
    tasks: Vec<Executed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Executed {
    id: String,
    runtime_in_seconds: f64,
}

/// Reads an instance. Its tasks cost what they took when it was executed, on a machine of speed 1; the data
/// from a task to one that waits for it are the bytes that the one writes and the other reads. It names no
/// machines to choose from.
///
/// # Errors
///
/// Of several faults the first. A task without a measured run time is one.
pub fn from_wfcommons(text: &str) -> Result<Workflow, Fault> {
    let instance: Instance =
        serde_json::from_str(text).map_err(|why| Fault::Json(why.to_string()))?;
    let Parts {
        specification,
        execution,
    } = instance.workflow;
    let specified = &specification.tasks;
    check_size(specified.len(), 1)?;
    let names = Names::of("task", specified.iter().map(|it| &it.id))?;
    let run_times: HashMap<&str, f64> = execution
        .tasks
        .iter()
        .map(|it| (it.id.as_str(), it.runtime_in_seconds))
        .collect();
    let task = |it: &Specified| {
        let place = || format!("the run time of task {}", it.id);
        let run_time = run_times.get(it.id.as_str());
        let run_time = run_time.ok_or_else(|| Fault::NoRunTime(it.id.clone()))?;
        Ok(Task {
            name: it.id.clone(),
            costs: vec![amount(*run_time, place)?],
        })
    };
    Ok(Workflow {
        tasks: specified.iter().map(task).collect::<Result<_, _>>()?,
        edges: edges(&specification, &names)?,
        ..Workflow::default()
    })
}

/// Who waits for whom, as parents or children say it, each pair once: in the order of the tasks that wait,
/// then of those that they wait for.
fn edges(specification: &Specification, names: &Names<'_>) -> Result<Vec<Edge>, Fault> {
    let tasks = &specification.tasks;
    let mut pairs = Vec::new();
    for (at, task) in tasks.iter().enumerate() {
        for parent in &task.parents {
            pairs.push((
                at,
                names.place(parent, || format!("parents of task {}", task.id))?,
            ));
        }
        for child in &task.children {
            pairs.push((
                names.place(child, || format!("children of task {}", task.id))?,
                at,
            ));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let mut sizes = HashMap::new();
    for file in &specification.files {
        let place = || format!("the size of file {}", file.id);
        sizes.insert(file.id.as_str(), amount(file.size_in_bytes, place)?);
    }
    let edge = |(to, from): (usize, usize)| {
        let read: HashSet<&str> = tasks[to].input_files.iter().map(String::as_str).collect();
        let written = tasks[from].output_files.iter().map(String::as_str);
        let both = written.filter(|it| read.contains(it));
        Edge {
            from,
            to,
            data: both.filter_map(|it| sizes.get(it)).sum(),
        }
    };
    Ok(pairs.into_iter().map(edge).collect())
}
