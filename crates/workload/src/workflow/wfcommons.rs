//! Workflows of the WfCommons collection: JSON, schema 1.4 and 1.5.

use std::collections::HashMap;

use serde::Deserialize;

use super::file::{Names, amount, check_size};
use super::handed_on::{self, Files};
use super::{Edge, Fault, Repair, Task, Workflow};

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

/// Reads an instance. The costs of its tasks are their run times when it was executed, on a machine of
/// speed 1; the data from a task to one that waits for it are the bytes that the one writes and the other
/// reads. It names no machines to choose from. A file that is handed on without a size counts as empty,
/// which is stated.
///
/// # Errors
///
/// Of several faults the first. A task without a measured run time is one.
pub fn from_wfcommons(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
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
    let tasks = specified.iter().map(task).collect::<Result<_, _>>()?;
    let (edges, without_size) = edges(&specification, &names)?;
    let workflow = Workflow {
        tasks,
        edges,
        ..Workflow::default()
    };
    let repair = (without_size > 0).then_some(Repair::NoSize(without_size));
    Ok((workflow, repair.into_iter().collect()))
}

/// The precedence of tasks, from parents or children, and the number of files without a size that are
/// handed on.
fn edges<'a>(
    specification: &'a Specification,
    names: &Names<'_>,
) -> Result<(Vec<Edge>, usize), Fault> {
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
    let mut files = Files::default();
    for file in &specification.files {
        let place = || format!("the size of file {}", file.id);
        let size = amount(file.size_in_bytes, place)?;
        files.sizes.insert(file.id.as_str(), size);
    }
    for task in tasks {
        let of = |files: &'a [String]| files.iter().map(String::as_str).collect();
        files.reads.push(of(&task.input_files));
        files.writes.push(of(&task.output_files));
    }
    Ok(handed_on::edges(pairs, &files))
}
