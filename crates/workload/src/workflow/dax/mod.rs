//! Workflows of Pegasus: DAX, its XML up to version 3.

mod elements;
#[cfg(test)]
mod tests;

use elements::{Element, Job};

use super::file::{Names, amount, check_size, data};
use super::handed_on::{self, Files};
use super::{Fault, Repair, Task, TextPosition, Workflow};

/// Reads a DAX. Its tasks cost their `runtime` in seconds (or the profile `runtime` of Pegasus), on a machine
/// of speed 1. `child` and `parent` give the precedence of tasks. The data between two tasks are the bytes of
/// the files that the one has as `output` and the other as `input` (`inout` is both). It names no machines to
/// choose from. `dag` and `dax` in the place of a `job` are read as one.
///
/// A file that is handed on without a `size` counts as empty, and where no task has a run time each takes
/// [`Task::UNKNOWN_COST`]; both are stated.
///
/// # Errors
///
/// Of several faults the first, with its line. A task without a run time is one if others have one. A document type is one: no DAX has it, and it could hold
/// entities that grow without end.
pub fn from_dax(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let mut jobs = Vec::new();
    let mut waits = Vec::new();
    for element in elements::read(text)? {
        match element {
            Element::Job(job) => jobs.push(job),
            Element::Waits { child, parents } => waits.push((child, parents)),
        }
    }
    check_size(jobs.len(), 1)?;
    let position = |at: usize| TextPosition::of(text, at);
    let names = Names::of_jobs(jobs.iter().map(|job| Ok((job.id.as_str(), job.at))), position)?;
    let place = |(at, id): &(usize, String), what: &str| names.place(id, || format!("{}: {what}", position(*at)));
    let mut pairs = Vec::new();
    for (child, parents) in &waits {
        let to = place(child, "child")?;
        for parent in parents {
            pairs.push((to, place(parent, "parent")?));
        }
    }
    let (edges, without_size) = handed_on::edges(pairs, &files(text, &jobs)?);
    let is_unknown = jobs.iter().all(|job| job.run_time.is_none());
    let tasks =
        jobs.iter().map(|job| if is_unknown { Ok(Task::of(&job.id, Task::UNKNOWN_COST)) } else { task(text, job) });
    let workflow = Workflow { tasks: tasks.collect::<Result<_, _>>()?, edges, ..Workflow::default() };
    let unknown = is_unknown.then_some(Repair::NoRunTime(jobs.len()));
    let repair = (without_size > 0).then_some(Repair::NoSize(without_size));
    Ok((workflow, unknown.into_iter().chain(repair).collect()))
}

fn task(text: &str, job: &Job) -> Result<Task, Fault> {
    let Some(run_time) = job.run_time else {
        let why = format!("job {} has no runtime: its cost is not known", job.id);
        return Err(Fault::at(TextPosition::of(text, job.at), why));
    };
    let place = || format!("{}: the runtime of job {}", TextPosition::of(text, job.at), job.id);
    Ok(Task::of(&job.id, amount(run_time, place)?))
}

/// The files that are read and written. Where sizes differ, the first one counts that a job says that writes
/// the file, or else the first one at all.
fn files<'a>(text: &str, jobs: &'a [Job]) -> Result<Files<'a>, Fault> {
    let mut files = Files::default();
    for job in jobs {
        let uses: Vec<(&str, &str)> = job.uses.iter().map(|it| (it.file.as_str(), it.link.as_str())).collect();
        files.add(&uses);
    }
    let uses = |by_writers: bool| {
        let all = jobs.iter().flat_map(|job| &job.uses);
        all.filter(move |it| matches!(it.link.as_str(), "output" | "inout") == by_writers)
    };
    for it in uses(true).chain(uses(false)) {
        let Some(size) = it.size else { continue };
        let place = || format!("{}: the size of file {}", TextPosition::of(text, it.at), it.file);
        let size = data(size, place)?;
        files.sizes.entry(&it.file).or_insert(size);
    }
    Ok(files)
}
