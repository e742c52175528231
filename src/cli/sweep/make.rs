//! `slotscope sweep … --plan DIR`.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::{Folder, LOGS, PLAN, TASKS, lacks, log_path, name};
use super::slurm::shell;
use super::{Swept, trusted, write_curves};
use crate::cli::input::nothing_taken;
use crate::cli::input::{is_temporary, read_file, remove_temporaries, write_whole};
use crate::cli::output::{is_standard, write_provenance, write_with_provenance};
use crate::cli::{Failure, after_help, output, print, tell};
use crate::experiment::plan::Plan;
use crate::experiment::{LogMark, Provenance, Scenario, start};
use crate::export::curves_file::CurvesFile;
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

/// While results are missing or damaged it prints no table, names them on standard error and fails: a mean
/// over the seeds that happen to be there would be another one.
#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Example: slotscope sweep gather plan --table table.csv --out curves.json"
))]
pub struct Arguments {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print the rows that are complete although others are not; it still fails
    #[arg(long)]
    partial: bool,
    /// Write the sweep here for the page as well: drop the file on Curves. `-` prints it in place of the table
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the table here instead of printing it, and FILE.provenance.json beside it
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

pub fn gather(arguments: &Arguments) -> Result<(), Failure> {
    let named = [("--out", &arguments.out), ("--table", &arguments.table)];
    let asked = named.iter().filter_map(|(option, path)| Some(((*option).to_owned(), path.as_deref()?)));
    let asked: Vec<_> = asked.collect();
    output::check(&[], &asked)?;
    let folder = Folder::open(&arguments.folder)?;
    for (option, path) in &asked {
        folder.check_is_no_part(option, path)?;
    }
    let gathered = folder.gathered();
    if !gathered.is_complete() {
        if arguments.partial {
            print(&gathered.table())?;
        }
        for line in lacks(&folder, &gathered) {
            tell(line);
        }
        let why = format!(
            "{} of {} results are missing and {} damaged; `slotscope sweep run {}` makes them",
            gathered.missing_count(),
            folder.plan.tasks(),
            gathered.damaged.len(),
            shell(&folder.path)
        );
        return Err(Failure::at(&name(&folder.path), why));
    }
    let plan = &folder.plan;
    let log = LogMark {
        name: plan.log.name.clone(),
        digest: Some(plan.log.sha256),
        columns: plan.columns.as_ref().map(|it| it.to_string().into()),
    };
    let provenance = Provenance::new(&plan.scenario, log).swept(&plan.varied, plan.seeds, plan.replicate);
    match (&arguments.table, &arguments.out) {
        (Some(path), _) => write_with_provenance(path, &gathered.table(), &provenance)?,
        (None, Some(out)) if is_standard(out) => {}
        (None, _) => print(&gathered.table())?,
    }
    if let (Some(path), Some(runs)) = (&arguments.out, gathered.into_figures()) {
        let curves = CurvesFile {
            scenario: folder.plan.scenario.clone(),
            varied: folder.plan.varied.clone(),
            seeds: folder.plan.seeds,
            replicate: folder.plan.replicate,
            log: folder.plan.log.name.clone(),
            kind: folder.plan.kind,
            runs,
        };
        write_curves(path, &curves)?;
        write_provenance(path, &provenance)?;
    }
    Ok(())
}
