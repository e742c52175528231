//! The folder of a plan: which file holds what.
//!
//! ```text
//! plan.json            what is swept; written last, so that a folder without it is no plan
//! tasks.csv            a line for each task, for people and their scripts
//! logs/9f86d0…         the log as it was given, under its SHA-256
//! results/0000/17.txt  what has come of task 17, a thousand tasks to a folder
//! slurm/               what `sweep submit` wrote, and what its jobs said
//! ```

use std::convert::Infallible;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cli::Failure;
use crate::experiment::each;
use crate::experiment::plan::{Damage, Digest, Found, Gathered, Outcome, Plan, Task};
use crate::workload::{self, Workload};

/// What holds the plan itself.
pub const PLAN: &str = "plan.json";
/// The table of tasks.
pub const TASKS: &str = "tasks.csv";

/// How many results share a folder.
const TOGETHER: u64 = 1_000;

/// A plan in its folder.
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What it says.
    pub plan: Plan,
    /// What it is told from others by.
    pub digest: Digest,
}

impl Folder {
    /// Opens the folder of a plan.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let file = path.join(PLAN);
        let bytes = fs::read(&file).map_err(|error| {
            let what = "is no folder of a plan; `slotscope sweep … --plan DIR` makes one";
            match error.kind() {
                ErrorKind::NotFound => Failure::at(&name(path), what),
                _ => Failure::at(&name(&file), error),
            }
        })?;
        let plan = Plan::from_json(&bytes).map_err(|why| Failure::at(&name(&file), why))?;
        Ok(Self {
            path: path.to_owned(),
            plan,
            digest: Digest::of(&bytes),
        })
    }

    /// Where a log lies.
    pub fn log_path(&self) -> PathBuf {
        log_path(&self.path, self.plan.log.sha256)
    }

    /// Reads the log. What could not be read of it was told when the plan was made.
    pub fn log(&self) -> Result<Workload, Failure> {
        let path = self.log_path();
        let bytes = fs::read(&path).map_err(|error| Failure::at(&name(&path), error))?;
        if Digest::of(&bytes) != self.plan.log.sha256 {
            let why = format!(
                "this is not the log that the plan was made with, by its digest: copy {} here again",
                self.plan.log.name
            );
            return Err(Failure::at(&name(&path), why));
        }
        let reading = workload::read(&self.plan.log.name, &bytes);
        let reading = reading.map_err(|error| Failure::at(&name(&path), error.kind))?;
        Ok(reading.workload)
    }

    /// Where the result of a task lies, or will.
    pub fn result_path(&self, number: u64) -> PathBuf {
        let shelf = (number - 1) / TOGETHER;
        let results = self.path.join("results").join(format!("{shelf:04}"));
        results.join(format!("{number}.txt"))
    }

    /// What there is of a task.
    pub fn find(&self, task: &Task) -> Found {
        let path = self.result_path(task.number);
        match fs::read(&path) {
            Ok(bytes) => {
                let read = Outcome::read(&bytes, self.digest, task);
                read.map_or_else(Found::Damaged, Found::Whole)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Found::Missing,
            Err(error) => Found::Damaged(Damage::Unreadable(error.to_string())),
        }
    }

    /// What there is of all tasks.
    pub fn gathered(&self) -> Gathered<'_> {
        let find = |index| {
            let task = self.plan.task(index as u64 + 1);
            Ok::<_, Infallible>(task.map(|task| (task.clone(), self.find(&task))))
        };
        let Ok(found) = each(self.plan.tasks() as usize, None, find, |_| ());
        Gathered::of(&self.plan, found.into_iter().flatten())
    }

    /// Keeps what has come of a task.
    pub fn keep(&self, task: &Task, outcome: &Outcome) -> Result<(), Failure> {
        let text = outcome.write(self.digest, task);
        write_whole(&self.result_path(task.number), text.as_bytes())
    }
}

/// Where a log lies in the folder of a plan.
pub fn log_path(folder: &Path, digest: Digest) -> PathBuf {
    folder.join("logs").join(digest.to_string())
}

/// What a path is called in messages.
pub fn name(path: &Path) -> String {
    path.display().to_string()
}

/// Writes a file whole or not at all, with the folders that it lies in: under another name first, which then
/// takes the place of whatever was there. Whoever writes the same at the same time does no harm.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let temporary = temporary(path);
    let written = write_new(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        Failure::at(&name(path), format!("could not be written: {error}"))
    })
}

/// A name beside a file that nobody else has: not on this machine by the process, not on another by the time.
fn temporary(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.map_or(0, |it| it.as_nanos());
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{file}.{}-{next}-{now}.tmp", std::process::id()))
}

/// Whether a name is that of such a file beside one of this name.
pub fn is_temporary(name: &str, beside: &str) -> bool {
    let rest = name
        .strip_prefix('.')
        .and_then(|it| it.strip_prefix(beside));
    rest.is_some_and(|it| it.starts_with('.') && it.ends_with(".tmp"))
}

fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let open = || fs::File::create_new(path);
    let mut file = match open() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            open()?
        }
        opened => opened?,
    };
    file.write_all(bytes)?;
    // Otherwise a machine that loses its power may keep the new name and not what belongs to it.
    file.sync_all()
}
