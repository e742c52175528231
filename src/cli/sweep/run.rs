//! `slotscope sweep run`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::folder::{Folder, name};
use crate::cli::{Failure, Threads, after_help, print};
use crate::experiment::plan::{Found, Outcome, Slice, Task};
use crate::experiment::sweep::Figures;
use crate::experiment::{ScenarioError, each, report_on};
use crate::workload::Workload;

/// Tasks with a complete result are not run again, so that the same command goes on where it was interrupted.
/// Every result is written completely or not at all, and is the same wherever it was made; two processes that
/// run the same tasks at once do no harm.
#[derive(clap::Args)]
#[command(after_help = after_help!("Example: slotscope sweep run plan --tasks 17-32"))]
pub struct Arguments {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Which tasks, by their first and last number, e.g. 17-32; all if none are named
    #[arg(long, value_name = "FIRST-LAST")]
    tasks: Option<Slice>,
    #[command(flatten)]
    threads: Threads,
}

/// The outcome of a task that was to be run.
enum Done {
    Before,
    /// With how long it took, and how much of that its runs.
    Now(Duration, Duration),
    /// It cannot be run; others may be.
    Refused(u64, ScenarioError),
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = Folder::open(&arguments.folder)?;
    let tasks = folder.plan.tasks();
    let all = Slice { first: 1, last: tasks };
    let slice = arguments.tasks.unwrap_or(all);
    let numbers: Vec<u64> = slice.of(tasks).collect();
    if numbers.is_empty() {
        let why = format!("--tasks {slice}: the plan has {tasks} tasks");
        return Err(Failure::at(&name(&folder.path), why));
    }
    folder.remove_temporaries(slice);
    let log = folder.log()?;
    let one = |index: usize| match folder.plan.task(numbers[index]) {
        Some(task) => one(&folder, &log, &task),
        None => Ok(Done::Before),
    };
    let done = each(numbers.len(), arguments.threads.count(), one, |_| ())?;
    tell(&folder, slice, &done)
}

/// Runs a task unless it has been run.
fn one(folder: &Folder, log: &Workload, task: &Task) -> Result<Done, Failure> {
    let begun = Instant::now();
    if matches!(folder.find(task), Found::Whole(_)) {
        return Ok(Done::Before);
    }
    let figures = |run| {
        let scenario = folder.plan.scenario(run)?;
        let report = report_on(&scenario, log, folder.plan.replicate_of(run))?;
        Ok(Figures::of(&report, &folder.plan.criteria))
    };
    let running = Instant::now();
    let made: Result<Vec<Figures>, ScenarioError> = task.runs.clone().map(figures).collect();
    let ran = running.elapsed();
    match made {
        Ok(made) => {
            folder.keep(task, &Outcome(made))?;
            Ok(Done::Now(begun.elapsed(), ran))
        }
        Err(why) => Ok(Done::Refused(task.number, why)),
    }
}

fn tell(folder: &Folder, slice: Slice, done: &[Done]) -> Result<(), Failure> {
    let count = |is: fn(&Done) -> bool| done.iter().filter(|it| is(it)).count();
    let now = count(|it| matches!(it, Done::Now(..)));
    let before = count(|it| matches!(it, Done::Before));
    let name = name(&folder.path);
    print(&format!("{name}: tasks {slice}: {now} run, {before} were there{}\n", times(done)))?;
    let refused = done.iter().find_map(|it| match it {
        Done::Refused(number, why) => Some((number, why)),
        _ => None,
    });
    let Some((number, why)) = refused else {
        return Ok(());
    };
    let count = done.len() - now - before;
    let why = format!("{count} cannot be run; the first is task {number}: {why}");
    Err(Failure::at(&name, why))
}

/// The mean time of a task, as a help in choosing the number of tasks of a chunk.
fn times(done: &[Done]) -> String {
    let times = done.iter().filter_map(|it| match it {
        Done::Now(all, runs) => Some([all.as_secs_f64(), runs.as_secs_f64()]),
        _ => None,
    });
    let times: Vec<[f64; 2]> = times.collect();
    let mean = |at: usize| {
        let sum: f64 = times.iter().map(|it| it[at]).sum();
        1e3 * sum / times.len() as f64
    };
    if times.is_empty() {
        String::new()
    } else {
        format!("; a task took {:.2} ms, {:.2} ms of it beside its runs", mean(0), mean(0) - mean(1))
    }
}
