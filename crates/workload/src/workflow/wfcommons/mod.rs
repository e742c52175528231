//! Workflows of the WfCommons collection: JSON, schema 1.0 to 1.6.
//!
//! Since 1.5 an instance has a specification, and an execution if it ran. Before, each of its `tasks` (until 1.2
//! `jobs`) has both. Source: WfFormat's schemas, and its program that migrates instances.

mod before;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::Deserialize;

use super::file::{self, Files};
use super::file::{Names, amount, check_size, data};
use super::{Edge, Fault, Repair, Task, Workflow};

#[derive(Deserialize)]
struct Instance {
    workflow: Parts,
}

#[derive(Deserialize)]
struct Parts {
    specification: Option<Specification>,
    execution: Option<Execution>,
    #[serde(alias = "jobs")]
    tasks: Option<Vec<before::Task>>,
}

#[derive(Default, Deserialize)]
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

#[derive(Default, Deserialize)]
struct Execution {
    tasks: Vec<Executed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Executed {
    id: String,
    runtime_in_seconds: Option<f64>,
    core_count: Option<f64>,
}

/// Reads an instance. The costs of its tasks are their run times when it was executed, on a machine of
/// speed 1; the data from a task to one that waits for it are the bytes that the one writes and the other
/// reads. It names no machines to choose from. A file that is handed on without a size counts as empty, tasks of an
/// instance that was not executed take [`Task::UNKNOWN_COST`] each, and a machine runs a task whatever cores it had;
/// each is stated.
///
/// # Errors
///
/// Of several faults the first. A task without a measured run time is one if others have one.
pub fn from_wfcommons(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let instance: Instance = serde_json::from_str(text).map_err(|why| Fault::Json(why.to_string()))?;
    let Parts { specification, execution, tasks } = instance.workflow;
    let (specification, executed) = match (specification, tasks) {
        (Some(specification), _) => (specification, execution.unwrap_or_default().tasks),
        (None, Some(tasks)) => before::parts(tasks)?,
        (None, None) => {
            let why = "workflow has neither specification (schema 1.5) nor tasks (before)";
            return Err(Fault::Json(why.to_owned()));
        }
    };
    let specified = &specification.tasks;
    check_size(specified.len(), 1)?;
    let names = Names::of("task", specified.iter().map(|it| &it.id))?;
    let (tasks, mut repairs) = costs(specified, &executed)?;
    let (edges, without_size) = edges(&specification, &names)?;
    let workflow = Workflow { tasks, edges, ..Workflow::default() };
    repairs.extend((without_size > 0).then_some(Repair::NoSize(without_size)));
    Ok((workflow, repairs))
}

fn costs(specified: &[Specified], executed: &[Executed]) -> Result<(Vec<Task>, Vec<Repair>), Fault> {
    let mut run_times: HashMap<&str, f64> = HashMap::new();
    for it in executed {
        if let Some(run_time) = it.runtime_in_seconds {
            run_times.insert(&it.id, run_time);
        }
    }
    let task = |it: &Specified| {
        let place = || format!("the run time of task {}", it.id);
        let cost = match run_times.get(it.id.as_str()) {
            Some(run_time) => amount(*run_time, place)?,
            None if run_times.is_empty() => Task::UNKNOWN_COST,
            None => return Err(Fault::NoRunTime(it.id.clone())),
        };
        Ok(Task::of(&it.id, cost))
    };
    let tasks: Vec<Task> = specified.iter().map(task).collect::<Result<_, _>>()?;
    let unknown = run_times.is_empty().then_some(Repair::NoRunTime(tasks.len()));
    let has_several = |it: &&Executed| it.core_count.is_some_and(|cores| cores > 1.0);
    let several = executed.iter().filter(has_several).count();
    let several = (several > 0).then_some(Repair::Cores(several));
    Ok((tasks, unknown.into_iter().chain(several).collect()))
}

/// The precedence of tasks, from parents or children, and the number of files without a size that are
/// handed on.
fn edges<'a>(specification: &'a Specification, names: &Names<'_>) -> Result<(Vec<Edge>, usize), Fault> {
    let tasks = &specification.tasks;
    let mut pairs = Vec::new();
    for (at, task) in tasks.iter().enumerate() {
        for parent in &task.parents {
            pairs.push((at, names.place(parent, || format!("parents of task {}", task.id))?));
        }
        for child in &task.children {
            pairs.push((names.place(child, || format!("children of task {}", task.id))?, at));
        }
    }
    let mut files = Files::default();
    for file in &specification.files {
        let place = || format!("the size of file {}", file.id);
        let size = data(file.size_in_bytes, place)?;
        files.sizes.insert(file.id.as_str(), size);
    }
    for task in tasks {
        let of = |files: &'a [String]| files.iter().map(String::as_str).collect();
        files.reads.push(of(&task.input_files));
        files.writes.push(of(&task.output_files));
    }
    Ok(file::edges_of_files(pairs, &files))
}
