//! Instances before schema 1.5, as what 1.5 makes of them.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::{Executed, Sized, Specification, Specified};
use crate::workflow::Fault;

/// A task with its files and its run time. Instances that were migrated can have the words of two versions.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Task {
    name: String,
    id: Option<String>,
    #[serde(default)]
    parents: Vec<String>,
    #[serde(default)]
    children: Vec<String>,
    #[serde(default)]
    files: Vec<File>,
    runtime: Option<f64>,
    runtime_in_seconds: Option<f64>,
    cores: Option<f64>,
}

/// A file of a task. `size` is in KB by the schemas; the instances have bytes, and WfFormat's own migration takes them
/// as bytes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    link: String,
    name: String,
    size: Option<f64>,
    size_in_bytes: Option<f64>,
}

/// The parts of an instance of schema 1.5. A task is called by its name if all names differ, otherwise by its id; tasks
/// name their parents and children by either.
pub(super) fn parts(tasks: Vec<Task>) -> Result<(Specification, Vec<Executed>), Fault> {
    let called = called(&tasks)?;
    let by_either = by_either(&tasks);
    let resolved = |names: Vec<String>, what: &str, of: &str| {
        let one = |name: String| match by_either.get(&name) {
            Some(&place) => Ok(called[place].clone()),
            None => Err(Fault::Unknown { what: "task", name, place: format!("{what} of task {of}") }),
        };
        names.into_iter().map(one).collect::<Result<Vec<_>, _>>()
    };
    let (mut specification, mut executed) = (Specification::default(), Vec::new());
    let mut sized = HashSet::new();
    for (task, id) in tasks.into_iter().zip(&called) {
        let parents = resolved(task.parents, "parents", id)?;
        let children = resolved(task.children, "children", id)?;
        let (mut input_files, mut output_files) = (Vec::new(), Vec::new());
        for file in task.files {
            if let Some(size) = file.size_in_bytes.or(file.size)
                && sized.insert(file.name.clone())
            {
                specification.files.push(Sized { id: file.name.clone(), size_in_bytes: size });
            }
            if file.link.eq_ignore_ascii_case("input") {
                input_files.push(file.name)
            } else {
                output_files.push(file.name)
            }
        }
        executed.push(Executed {
            id: id.clone(),
            runtime_in_seconds: task.runtime_in_seconds.or(task.runtime),
            core_count: task.cores,
        });
        specification.tasks.push(Specified { id: id.clone(), parents, children, input_files, output_files });
    }
    Ok((specification, executed))
}

fn called(tasks: &[Task]) -> Result<Vec<String>, Fault> {
    let mut names = HashSet::new();
    let differ = tasks.iter().all(|it| names.insert(&it.name));
    let name = |it: &Task| match (&it.id, differ) {
        (_, true) => Ok(it.name.clone()),
        (Some(id), false) => Ok(id.clone()),
        (None, false) => Err(Fault::Duplicate { what: "task", name: it.name.clone() }),
    };
    tasks.iter().map(name).collect()
}

/// The places of tasks by their names and ids; of one that several have, by the id of the first, or its name.
fn by_either(tasks: &[Task]) -> HashMap<String, usize> {
    let mut places = HashMap::new();
    for (place, task) in tasks.iter().enumerate() {
        if let Some(id) = &task.id {
            places.entry(id.clone()).or_insert(place);
        }
    }
    for (place, task) in tasks.iter().enumerate() {
        places.entry(task.name.clone()).or_insert(place);
    }
    places
}
