//! `slotscope sweep … --plan DIR`.

use std::fs;
use std::path::Path;

use super::Swept;
use super::folder::{Folder, LOGS, PLAN, TASKS, log_path, name};
use super::slurm::shell;
use super::trusted;
use crate::cli::input::nothing_taken;
use crate::cli::whole_file::{is_temporary, read_file, remove_temporaries, write_whole};
use crate::cli::{Failure, print, tell};
use crate::experiment::plan::Plan;
use crate::experiment::{Scenario, start};
use crate::workload::select::select;
use crate::workload::{Workload, WorkloadKind};

/// More tasks than these ask much of the file systems that clusters share.
const MANY: u64 = 100_000;

/// Writes a plan. One that is there already is left as it is, if it is the same.
pub fn make(swept: &Swept, folder: &Path) -> Result<(), Failure> {
    let (loaded, bytes) = swept.inputs.read_with_bytes()?;
    let plan = swept.plan(&loaded, &bytes)?;
    let log = loaded.log;
    let first = plan.scenario(0).and_then(|scenario| start(&scenario, &log));
    first.map_err(|why| Failure::at("sweep", why))?;
    let first = plan.scenario(0).map_err(|why| Failure::at("sweep", why))?;
    check_replicates(&plan, &first, &log)?;
    if log.kind() == WorkloadKind::Log && select(&log, &first.workload, first.seed).is_empty() {
        return Err(nothing_taken(&first, &log, swept.inputs.log_name()));
    }
    let table = plan.table_of_tasks();
    let is_there = folder.join(PLAN).exists();
    if is_there {
        if Folder::open(folder)?.plan != plan {
            let why = "holds another plan: choose a folder that does not exist yet";
            return Err(Failure::at(&name(folder), why));
        }
    } else {
        check_empty(folder, &plan, &table)?;
    }
    trusted::create(folder)?;
    trusted::create(&folder.join(LOGS))?;
    remove_temporaries(folder, |it| is_temporary(it, PLAN) || is_temporary(it, TASKS));
    let digest = plan.log.sha256.to_string();
    remove_temporaries(&folder.join(LOGS), |it| is_temporary(it, &digest));
    // A copy must not open a file to others that its owner alone may read.
    let (of_log, of_scenario) = swept.inputs.permissions();
    let (log, tasks) = (log_path(folder, plan.log.sha256), folder.join(TASKS));
    if !holds(&log, &bytes) {
        write_whole(&log, &bytes, of_log)?;
    }
    if !tasks.exists() {
        write_whole(&tasks, table.as_bytes(), of_scenario.clone())?;
    }
    // Results belong to the very bytes of a plan.
    if !is_there {
        let json = plan.to_json();
        write_whole(&folder.join(PLAN), json.as_bytes(), of_scenario)?;
    }
    print_next_steps(&plan, folder)
}

/// Checks that every replicate of the first combination can be made.
fn check_replicates(plan: &Plan, first: &Scenario, log: &Workload) -> Result<(), Failure> {
    let Some(replicate) = &plan.replicate else {
        return Ok(());
    };
    let made = |place: u32| {
        let seed = first.seed.wrapping_add(place.into());
        replicate.replicate(log, &first.workload, (seed, place))
    };
    let fault = (0..replicate.count()).find_map(|place| made(place).err());
    fault.map_or(Ok(()), |why| Err(Failure::at("sweep", format!("--replicate: {why}"))))
}

/// Whether a file holds these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    read_file(path, bytes.len() as u64).is_ok_and(|there| there == bytes)
}

/// A folder with other files would be cluttered, or lose them.
fn check_empty(folder: &Path, plan: &Plan, table: &str) -> Result<(), Failure> {
    let log = plan.log.sha256.to_string();
    // Remains of an interrupted creation of the same plan.
    let is_log = |name: &str, _: &Path| name == log || is_temporary(name, &log);
    let is_ours = |name: &str, path: &Path| match name {
        LOGS => path.is_dir() && all(path, is_log),
        TASKS => holds(path, table.as_bytes()),
        _ => is_temporary(name, TASKS) || is_temporary(name, PLAN),
    };
    if !folder.exists() || all(folder, is_ours) {
        return Ok(());
    }
    let why = "is not empty: choose a folder that does not exist yet";
    Err(Failure::at(&name(folder), why))
}

/// Whether `is_so` is true for all entries of a folder, by name and path.
fn all(folder: &Path, is_so: impl Fn(&str, &Path) -> bool) -> bool {
    let is_so = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.map(|it| it.path()).unwrap_or_default();
        let name = path.file_name().and_then(|it| it.to_str());
        name.is_some_and(|name| is_so(name, &path))
    };
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(is_so))
}

fn print_next_steps(plan: &Plan, folder: &Path) -> Result<(), Failure> {
    let tasks = plan.tasks();
    if tasks > MANY {
        let each = tasks.div_ceil(MANY / 10) * u64::from(plan.runs_per_task);
        tell(format!(
            "{}: {tasks} tasks make as many small files; with --runs-per-task {each} there would be fewer",
            name(folder)
        ));
    }
    let (name, folder) = (name(folder), shell(folder));
    print(&format!(
        "{name}: {tasks} tasks, {} runs\n\
         slotscope sweep run {folder} --tasks 1-{tasks}\n\
         slotscope sweep gather {folder}\n",
        plan.runs()
    ))
}
