//! `slotscope sweep run`.

use std::path::PathBuf;

use super::folder::{Folder, name};
use super::threads;
use crate::cli::{Failure, print};
use crate::criteria::report;
use crate::experiment::plan::{Found, Outcome, Slice, Task};
use crate::experiment::sweep::Figures;
use crate::experiment::{self, ScenarioError};
use crate::workload::Workload;

/// What has been run whole is not run again, so that the same command goes on where it was broken off. Every
/// result is written whole or not at all, and is the same wherever it was made; two that run the same tasks at
/// once do no harm.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Which tasks, by their first and last number, e.g. 17-32; all if none are named
    #[arg(long, value_name = "FIRST-LAST")]
    tasks: Option<Slice>,
    /// How many to run at once; as many as there are processors if nothing is said
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What became of a task that was to be run.
enum Done {
    Before,
    Now,
    /// It cannot be run; others may be.
    Refused(u64, ScenarioError),
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let folder = Folder::open(&arguments.folder)?;
    let tasks = folder.plan.tasks();
    let all = Slice {
        first: 1,
        last: tasks,
    };
    let slice = arguments.tasks.unwrap_or(all);
    let numbers: Vec<u64> = slice.of(tasks).collect();
    if numbers.is_empty() {
        let why = format!("--tasks {slice}: the plan has {tasks} tasks");
        return Err(Failure::at(&name(&folder.path), why));
    }
    let log = folder.log()?;
    let one = |number| match folder.plan.task(number) {
        Some(task) => one(&folder, &log, &task),
        None => Ok(Done::Before),
    };
    let threads = arguments.threads.map(usize::from);
    let done = threads::each(&numbers, threads, one)?;
    tell(&folder, slice, &done)
}

/// Runs a task unless it has been run.
fn one(folder: &Folder, log: &Workload, task: &Task) -> Result<Done, Failure> {
    if matches!(folder.find(task)?, Found::Whole(_)) {
        return Ok(Done::Before);
    }
    let figures = |run| {
        let run = experiment::run(&folder.plan.scenario(run)?, log)?;
        Ok(Figures::from(&report(&run)))
    };
    let made: Result<Vec<Figures>, ScenarioError> = task.runs.clone().map(figures).collect();
    match made {
        Ok(made) => folder.keep(task, &Outcome(made)).map(|()| Done::Now),
        Err(why) => Ok(Done::Refused(task.number, why)),
    }
}

fn tell(folder: &Folder, slice: Slice, done: &[Done]) -> Result<(), Failure> {
    let count = |is: fn(&Done) -> bool| done.iter().filter(|it| is(it)).count();
    let now = count(|it| matches!(it, Done::Now));
    let before = count(|it| matches!(it, Done::Before));
    let name = name(&folder.path);
    print(&format!(
        "{name}: tasks {slice}: {now} run, {before} were there\n"
    ))?;
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
