//! `slotscope sweep status`.

use std::fmt::Write;
use std::path::PathBuf;

use super::folder::{Folder, name};
use crate::cli::{Failure, after_help, print};
use crate::experiment::plan::{Gathered, ranges, slices_text};

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
