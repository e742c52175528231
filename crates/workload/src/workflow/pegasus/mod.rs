//! Workflows of Pegasus 5: YAML, or JSON, which is YAML as well.

#[cfg(test)]
mod tests;
mod tree;

use tree::Node;

use super::file::{self, Names, amount, check_size, data};
use super::handed_on::{self, Files};
use super::{Fault, Repair, Task, Workflow};

/// Reads a workflow of Pegasus 5. Its tasks cost their profile `runtime` of Pegasus, in seconds, on a machine of
/// speed 1; or else `runtime` of their metadata. `jobDependencies` give the precedence of tasks. The data between two
/// tasks are the bytes of the files that the one has as `output` and the other as `input` (`inout` is both). It names no
/// machines to choose from. Workflows in the place of a job are read as one.
///
/// A run time is a hint that a job need not have: it counts as [`Task::UNKNOWN_COST`] then. A file that is handed on
/// without a `size` counts as empty, and a machine runs a task whatever cores it asks for. All are stated.
///
/// # Errors
///
/// Of several faults the first, with its line. Aliases of YAML are one.
pub fn from_pegasus(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let file = tree::read(text)?;
    if file.get("jobs").is_none() {
        let why = "this file of Pegasus has no jobs: it is a catalog or other part, not a workflow";
        return Err(Fault::Json(why.to_owned()));
    }
    let jobs = Node::list(file.get("jobs"), "jobs")?;
    check_size(jobs.len(), 1)?;
    let names = Names::of_jobs(jobs.iter().map(|job| Ok((id(job)?, job.at))), |at| at)?;
    let pairs = pairs(&file, &names)?;
    let (edges, without_size) = handed_on::edges(pairs, &files(jobs)?);
    let mut tasks = Vec::with_capacity(jobs.len());
    let (mut unknown, mut several) = (0, 0);
    for job in jobs {
        let cost = run_time(job)?;
        unknown += usize::from(cost.is_none());
        several += usize::from(has_several_cores(job));
        tasks.push(Task::of(id(job)?, cost.unwrap_or(Task::UNKNOWN_COST)));
    }
    let workflow = Workflow { tasks, edges, ..Workflow::default() };
    let repairs = [
        (unknown > 0).then_some(Repair::NoRunTime(unknown)),
        (several > 0).then_some(Repair::Cores(several)),
        (without_size > 0).then_some(Repair::NoSize(without_size)),
    ];
    Ok((workflow, repairs.into_iter().flatten().collect()))
}

fn id(node: &Node) -> Result<&str, Fault> {
    let found = node.get("id").and_then(Node::word);
    found.ok_or_else(|| Fault::at(node.at, "there is no id"))
}

/// The jobs that wait, each with one that it waits for.
fn pairs(file: &Node, names: &Names) -> Result<Vec<(usize, usize)>, Fault> {
    let place = |node: &Node, id: &str, what: &str| names.place(id, || format!("{}: {what}", node.at));
    let mut pairs = Vec::new();
    for parent in Node::list(file.get("jobDependencies"), "jobDependencies")? {
        let from = place(parent, id(parent)?, "id")?;
        for child in Node::list(parent.get("children"), "children")? {
            pairs.push((place(child, child.word().unwrap_or_default(), "child")?, from));
        }
    }
    Ok(pairs)
}

/// Of two places where a job has a value the first.
fn value<'a>(job: &'a Node, key: &str) -> Option<&'a Node> {
    let profile = job.get("profiles").and_then(|it| it.get("pegasus"));
    let within = |it: &'a Node| it.get(key);
    let of_metadata = || job.get("metadata").and_then(within);
    profile.and_then(within).or_else(of_metadata)
}

fn number(node: &Node, what: &str) -> Result<f64, Fault> {
    file::number(node.word().unwrap_or_default(), what, || node.at)
}

fn run_time(job: &Node) -> Result<Option<f64>, Fault> {
    let Some(node) = value(job, "runtime") else {
        return Ok(None);
    };
    let place = || format!("{}: the runtime of a job", node.at);
    amount(number(node, "runtime")?, place).map(Some)
}

fn has_several_cores(job: &Node) -> bool {
    let cores = value(job, "cores").and_then(Node::word);
    cores.and_then(|it| it.trim().parse().ok()).is_some_and(|cores: f64| cores > 1.0)
}

/// The files that are read and written. Where sizes differ, the first one counts.
fn files(jobs: &[Node]) -> Result<Files<'_>, Fault> {
    let mut files = Files::default();
    for job in jobs {
        let mut uses = Vec::new();
        for used in Node::list(job.get("uses"), "uses")? {
            let Some(name) = used.get("lfn").and_then(Node::word) else {
                return Err(Fault::at(used.at, "a file of uses has no lfn"));
            };
            uses.push((name, used.get("type").and_then(Node::word).unwrap_or_default()));
            let of_metadata = || used.get("metadata").and_then(|it| it.get("size"));
            if let Some(node) = used.get("size").or_else(of_metadata) {
                let place = || format!("{}: the size of file {name}", node.at);
                let size = data(number(node, "size")?, place)?;
                files.sizes.entry(name).or_insert(size);
            }
        }
        files.add(&uses);
    }
    Ok(files)
}
