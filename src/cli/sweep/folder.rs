//! The folder of a plan: the content of its files.
//!
//! ```text
//! plan.json            the plan; written last, so that a folder without it is no plan
//! tasks.csv            a line for each task, for people and their scripts
//! logs/9f86d0…         the log as it was given, under its SHA-256
//! results/0000/17.txt  the result of task 17, a thousand tasks to a folder
//! slurm/               the output of the jobs of `sweep submit`
//! ```

use std::convert::Infallible;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::trusted;
use crate::cli::input::{is_temporary, read_file, remove_temporaries, write_whole};
use crate::cli::output::place;
use crate::cli::{Failure, after_help, print};
use crate::experiment::each;
use crate::experiment::plan::{Damage, Digest, Found, Gathered, Outcome, Plan, Slice, Task, ranges, slices_text};
use crate::workload;
use crate::workload::Workload;

/// The file of the plan itself.
pub const PLAN: &str = "plan.json";
/// The table of tasks.
pub const TASKS: &str = "tasks.csv";
/// The folder of the log.
pub const LOGS: &str = "logs";
/// The folder of results.
const RESULTS: &str = "results";
/// The folder for the output of Slurm's jobs.
pub const SLURM: &str = "slurm";

/// How many results share a folder.
const TOGETHER: u64 = 1_000;

/// No plan is larger: one of a thousand values and a hundred thousand requests takes a tenth.
const MOST_PLAN_BYTES: u64 = 64 << 20;

/// No figures of a run take more, as text.
const MOST_RUN_BYTES: u64 = 16 << 10;

/// A plan in its folder.
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Its content.
    pub plan: Plan,
    /// Its digest, which identifies it.
    pub digest: Digest,
}

impl Folder {
    /// Opens the folder of a plan, if only its owner changes it.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        trusted::check(path)?;
        let file = path.join(PLAN);
        let bytes = read_file(&file, MOST_PLAN_BYTES).map_err(|error| {
            let what = "is no folder of a plan; `slotscope sweep … --plan DIR` makes one";
            match error.kind() {
                ErrorKind::NotFound => Failure::at(&name(path), what),
                _ => Failure::at(&name(&file), error),
            }
        })?;
        let plan = Plan::from_json(&bytes).map_err(|why| Failure::at(&name(&file), why))?;
        for inner in [LOGS, RESULTS, SLURM] {
            trusted::check(&path.join(inner))?;
        }
        Ok(Self { path: path.to_owned(), plan, digest: Digest::of(&bytes) })
    }

    /// Where a log lies.
    pub fn log_path(&self) -> PathBuf {
        log_path(&self.path, self.plan.log.sha256)
    }

    /// Reads the log. Lines that could not be read were reported when the plan was made.
    pub fn log(&self) -> Result<Workload, Failure> {
        let path = self.log_path();
        let bytes = read_file(&path, self.plan.log.bytes).map_err(|error| Failure::at(&name(&path), error))?;
        if Digest::of(&bytes) != self.plan.log.sha256 {
            let why = format!(
                "this is not the log that the plan was made with, by its digest: copy {} here again",
                self.plan.log.name
            );
            return Err(Failure::at(&name(&path), why));
        }
        let reading = workload::read_as(&self.plan.log.name, &bytes, self.plan.columns.as_ref())
            .map_err(|error| Failure::at(&name(&path), error.kind))?;
        Ok(reading.workload)
    }

    /// Where the result of a task lies, or will.
    pub fn result_path(&self, number: u64) -> PathBuf {
        self.shelf((number - 1) / TOGETHER).join(format!("{number}.txt"))
    }

    /// The folder of a thousand results, counted from 0.
    fn shelf(&self, at: u64) -> PathBuf {
        self.path.join(RESULTS).join(format!("{at:04}"))
    }

    /// The result of a task, as far as there is one.
    pub fn find(&self, task: &Task) -> Found {
        let path = self.result_path(task.number);
        let runs = task.runs.end - task.runs.start;
        match read_file(&path, (runs + 1) * MOST_RUN_BYTES) {
            Ok(bytes) => {
                let read = Outcome::read(&bytes, self.digest, task);
                read.map_or_else(Found::Damaged, Found::Whole)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Found::Missing,
            Err(error) => Found::Damaged(Damage::Unreadable(error.to_string())),
        }
    }

    /// The results of all tasks. O(results that are there, and a thousandth of the tasks).
    pub fn gathered(&self) -> Gathered<'_> {
        let shelves = self.plan.tasks().div_ceil(TOGETHER);
        let of_shelf = |at: usize| Ok::<_, Infallible>(self.found_on(at as u64));
        let Ok(found) = each(shelves as usize, None, of_shelf, |_| ());
        Gathered::of(&self.plan, found.into_iter().flatten())
    }

    /// The results of the tasks of a shelf, without the missing ones.
    fn found_on(&self, shelf: u64) -> Vec<(Task, Found)> {
        // Links are not followed, and a path that cannot be examined may hold results.
        let is_missing =
            std::fs::symlink_metadata(self.shelf(shelf)).is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if is_missing {
            return Vec::new();
        }
        let all = Slice { first: shelf * TOGETHER + 1, last: (shelf + 1) * TOGETHER };
        let tasks = all.of(self.plan.tasks());
        tasks
            .filter_map(|number| self.plan.task(number))
            .map(|task| (task.clone(), self.find(&task)))
            .filter(|(_, found)| *found != Found::Missing)
            .collect()
    }

    /// Refuses to write a result over a file of the plan.
    pub fn check_is_no_part(&self, option: &str, path: &Path) -> Result<(), Failure> {
        let is_part = || {
            let folder = std::fs::canonicalize(&self.path).ok()?;
            let place = place(path).ok()?;
            let inner = place.strip_prefix(folder).ok()?.iter().next()?;
            Some([PLAN, TASKS, LOGS, RESULTS, SLURM].contains(&inner.to_str()?))
        };
        if is_part().unwrap_or(false) {
            let why = "is part of the plan: name another file";
            return Err(Failure::at(&format!("{option} {}", name(path)), why));
        }
        Ok(())
    }

    /// Removes what killed runners of these tasks have left of results.
    pub fn remove_temporaries(&self, slice: Slice) {
        let numbers = slice.of(self.plan.tasks());
        let is_one = |name: &str| {
            let number = name.split('.').nth(1).and_then(|it| it.parse::<u64>().ok());
            number.is_some_and(|it| numbers.contains(&it) && is_temporary(name, &format!("{it}.txt")))
        };
        let shelf = |number: u64| (number - 1) / TOGETHER;
        for at in shelf(*numbers.start())..=shelf(*numbers.end()) {
            remove_temporaries(&self.shelf(at), is_one);
        }
    }

    /// Stores the result of a task.
    pub fn keep(&self, task: &Task, outcome: &Outcome) -> Result<(), Failure> {
        let text = outcome.write(self.digest, task);
        let path = self.result_path(task.number);
        trusted::create(&self.path.join(RESULTS))?;
        trusted::create(&self.shelf((task.number - 1) / TOGETHER))?;
        write_whole(&path, text.as_bytes(), None)
    }
}

/// Where a log lies in the folder of a plan.
pub fn log_path(folder: &Path, digest: Digest) -> PathBuf {
    folder.join(LOGS).join(digest.to_string())
}

/// The name of a path in messages.
pub fn name(path: &Path) -> String {
    path.display().to_string()
}

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints the plan's digest and how many tasks there are, are done, missing and damaged, then their numbers.\n\n\
     Example: slotscope sweep status plan"
))]
pub struct Arguments {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn status(arguments: &Arguments) -> Result<(), Failure> {
    let folder = Folder::open(&arguments.folder)?;
    let gathered = folder.gathered();
    let tasks = folder.plan.tasks();
    let missing = gathered.missing_count();
    let done = tasks - missing - gathered.damaged.len() as u64;
    let mut text = format!(
        "plan     {}\ntasks    {tasks}\ndone     {done}\nmissing  {missing}\ndamaged  {}\n",
        folder.digest.short(),
        gathered.damaged.len()
    );
    for line in lacks(&folder, &gathered) {
        let _ = writeln!(text, "{line}");
    }
    print(&text)
}

/// The most damaged files that are listed one by one.
const TOLD: usize = 10;

/// The most letters of a list that are shown.
const WIDTH: usize = 200;

/// The missing and the damaged tasks, in lines.
pub fn lacks(folder: &Folder, gathered: &Gathered) -> Vec<String> {
    let mut lines = Vec::new();
    if !gathered.missing.is_empty() {
        let list = shortened(slices_text(&gathered.missing));
        lines.push(format!("missing: tasks {list}"));
    }
    for (number, why) in gathered.damaged.iter().take(TOLD) {
        let path = name(&folder.result_path(*number));
        lines.push(format!("damaged: task {number}, {path}: {why}"));
    }
    let more = gathered.damaged.len().saturating_sub(TOLD);
    if more > 0 {
        let rest = gathered.damaged[TOLD..].iter().map(|it| it.0);
        let list = shortened(ranges(rest));
        lines.push(format!("damaged: {more} more, tasks {list}"));
    }
    lines
}

/// A list that a screen has room for.
fn shortened(list: String) -> String {
    match list.get(..WIDTH).and_then(|start| start.rfind(',')) {
        Some(end) if list.len() > WIDTH => format!("{}, …", &list[..end]),
        _ => list,
    }
}
