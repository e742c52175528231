//! `slotscope sweep submit`.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::folder::{Folder, SLURM, name};
use super::slurm::{Jobs, shell};
use super::trusted;
use crate::cli::{Failure, after_help, print, tell};
use crate::experiment::plan::{MOST_ELEMENTS, chunks, ranges, usual_chunk};

/// Makes a job array of the tasks that are missing or damaged, a chunk of tasks an element, and a job that gathers
/// when the array has ended: it writes the table to DIR/table.csv, and the file for Curves to DIR/curves.json. DIR
/// and this program must lie where all nodes see them. Elements that fail, or whose node is lost, are queued
/// again.
#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints the numbers of the jobs that were submitted, or with --dry-run their scripts.\n\n\
     Example: slotscope sweep submit plan --to slurm --time 1:00:00"
))]
pub struct Arguments {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The batch system
    #[arg(long, value_enum)]
    to: BatchSystem,
    /// Print the scripts, and submit nothing
    #[arg(long)]
    dry_run: bool,
    /// How many tasks an element of the array runs; otherwise 16, or more so that there are at most 1000 elements
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    chunk: Option<u64>,
    /// The processors of an element: this many of its tasks run at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    cpus: u16,
    /// The partition
    #[arg(long)]
    partition: Option<String>,
    /// How long an element may take, as the batch system writes times: 1:00:00
    #[arg(long)]
    time: Option<String>,
    /// The account that pays
    #[arg(long)]
    account: Option<String>,
}

/// The batch system that assigns jobs to nodes.
#[derive(Clone, Copy, clap::ValueEnum)]
enum BatchSystem {
    /// Slurm, by sbatch
    Slurm,
}

pub fn submit(arguments: &Arguments) -> Result<(), Failure> {
    let BatchSystem::Slurm = arguments.to;
    let folder = Folder::open(&arguments.folder)?;
    let gathered = folder.gathered();
    if gathered.is_complete() {
        let folder = shell(&folder.path);
        return print(&format!("all tasks have been run: slotscope sweep gather {folder}\n"));
    }
    let tasks = folder.plan.tasks();
    let usual = usual_chunk(tasks);
    let chunk = arguments.chunk.unwrap_or(usual).min(tasks);
    let absolute = absolute(&folder.path)?;
    let program = std::env::current_exe().map_err(|why| Failure::at("this program", why))?;
    let jobs = Jobs {
        folder: &absolute,
        name: format!("slotscope-{}", folder.digest.short()),
        program: &program,
        elements: chunks(gathered.lacking(), chunk),
        chunk,
        cpus: arguments.cpus,
        options: options(arguments)?,
    };
    if let Some(last) = jobs.elements.last().filter(|&&it| it >= MOST_ELEMENTS) {
        tell(format!(
            "--chunk {chunk}: the array has elements up to {last}, and Slurm takes them up to {MOST_ELEMENTS} unless its \
             MaxArraySize says otherwise; with --chunk {usual} there are fewer"
        ));
    }
    if arguments.dry_run {
        let (array, gather) = (jobs.array(), jobs.gather());
        return print(&format!("{array}\n{gather}"));
    }
    hand_over(&jobs)
}

/// The options that are passed on.
fn options(arguments: &Arguments) -> Result<Vec<(&'static str, String)>, Failure> {
    let all = [("partition", &arguments.partition), ("time", &arguments.time), ("account", &arguments.account)];
    let given = all.into_iter();
    let given: Vec<_> = given.filter_map(|(name, value)| Some((name, value.clone()?))).collect();
    // Each is a line of the script.
    match given.iter().find(|(_, value)| value.contains(char::is_control)) {
        Some((name, _)) => Err(Failure::at(&format!("--{name}"), "is one line of text")),
        None => Ok(given),
    }
}

/// The folder as the nodes know it.
fn absolute(folder: &Path) -> Result<PathBuf, Failure> {
    let absolute = std::fs::canonicalize(folder).map_err(|why| Failure::at(&name(folder), why))?;
    let is_text = |it: &str| !it.contains(char::is_control);
    if !absolute.to_str().is_some_and(is_text) {
        let why = "has a name that no script can contain: rename it";
        return Err(Failure::at(&name(folder), why));
    }
    Ok(absolute)
}

/// Submits both scripts on standard input: a file could be replaced between writing and reading.
fn hand_over(jobs: &Jobs) -> Result<(), Failure> {
    // The jobs' own output goes there, through whatever link it finds.
    let printed = jobs.folder.join(SLURM);
    trusted::create(&printed)?;
    trusted::check_holds_files(&printed)?;
    let array = sbatch(&[], &jobs.array())?;
    let after = format!("--dependency=afterany:{array}");
    let to_do = |Failure(why)| {
        let folder = shell(jobs.folder);
        Failure(format!(
            "{why}\nthe array is submitted as {array}, the job that gathers is not: once the array has ended, call \
             `slotscope sweep gather {folder}`; or take the array back with `scancel {array}`"
        ))
    };
    let gather = sbatch(&[&after], &jobs.gather()).map_err(to_do)?;
    print(&format!(
        "array   {array}: elements {} of {} tasks\ngather  {gather}\n",
        ranges(jobs.elements.iter().copied()),
        jobs.chunk
    ))
}

/// Submits a script; the number of its job.
fn sbatch(options: &[&str], script: &str) -> Result<String, Failure> {
    let output = sbatch_given(options, script).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::at(
            "sbatch",
            "is not installed here: call this where jobs are submitted, or see the script with --dry-run",
        ),
        _ => Failure::at("sbatch", error),
    })?;
    let told = String::from_utf8_lossy(&output.stdout);
    // `17`, or `17;cluster` where there are several.
    let number = told.trim().split(';').next().unwrap_or_default().to_owned();
    if !output.status.success() || number.is_empty() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::at("sbatch", why.trim()));
    }
    Ok(number)
}

/// Calls sbatch with a script on its standard input.
fn sbatch_given(options: &[&str], script: &str) -> std::io::Result<Output> {
    let mut child = Command::new("sbatch")
        .arg("--parsable")
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A program that has refused its options reads no input, and prints its own error.
        let _ = input.write_all(script.as_bytes());
    }
    child.wait_with_output()
}
