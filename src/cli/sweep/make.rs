//! `slotscope sweep … --plan DIR`.

use std::fs;
use std::path::Path;

use super::Swept;
use super::folder::{Folder, PLAN, TASKS, log_path, name, write_whole};
use crate::cli::{Failure, print};
use crate::experiment::plan::{File, Plan};
use crate::experiment::start;

/// More tasks than these ask much of the file systems that clusters share.
const MANY: u64 = 100_000;

/// Writes a plan. One that is there already is left as it is, if it is the same.
pub fn make(swept: &Swept, folder: &Path) -> Result<(), Failure> {
    let (scenario, log, bytes) = swept.inputs.read_with_bytes()?;
    let plan = Plan {
        scenario,
        varied: swept.vary.clone(),
        seeds: swept.seeds,
        log: File::of(&log.name, &bytes),
        runs_per_task: swept.runs_per_task,
    };
    plan.check_size().map_err(|why| Failure::at("sweep", why))?;
    plan.check_values()
        .map_err(|why| Failure::at("sweep", why))?;
    let first = plan.scenario(0).and_then(|scenario| start(&scenario, &log));
    first.map_err(|why| Failure::at("sweep", why))?;
    let json = plan.to_json();
    if folder.join(PLAN).exists() {
        if Folder::open(folder)?.plan != plan {
            let why = "holds another plan: choose a folder that does not exist yet";
            return Err(Failure::at(&name(folder), why));
        }
    } else {
        check_empty(folder)?;
    }
    write_whole(&log_path(folder, plan.log.sha256), &bytes)?;
    write_whole(&folder.join(TASKS), plan.table_of_tasks().as_bytes())?;
    write_whole(&folder.join(PLAN), json.as_bytes())?;
    tell(&plan, folder)
}

/// A folder with something else in it would be littered.
fn check_empty(folder: &Path) -> Result<(), Failure> {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return Ok(());
    };
    // What a plan that was broken off has left is written again.
    let is_ours = |entry: &std::io::Result<fs::DirEntry>| {
        let ours = |it: &fs::DirEntry| it.file_name() == "logs" || it.file_name() == TASKS;
        entry.as_ref().is_ok_and(ours)
    };
    if entries.all(|entry| is_ours(&entry)) {
        return Ok(());
    }
    let why = "is not empty: choose a folder that does not exist yet";
    Err(Failure::at(&name(folder), why))
}

fn tell(plan: &Plan, folder: &Path) -> Result<(), Failure> {
    let tasks = plan.tasks();
    if tasks > MANY {
        let each = tasks.div_ceil(MANY / 10) * u64::from(plan.runs_per_task);
        eprintln!(
            "{}: {tasks} tasks make as many small files; with --runs-per-task {each} there would be fewer",
            name(folder)
        );
    }
    let folder = folder.display();
    print(&format!(
        "{folder}: {tasks} tasks, {} runs\n\
         slotscope sweep run {folder} --tasks 1-{tasks}\n\
         slotscope sweep gather {folder}\n",
        plan.runs()
    ))
}
