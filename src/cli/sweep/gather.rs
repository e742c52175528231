//! `slotscope sweep gather`.

use std::path::PathBuf;

use super::folder::{Folder, name};
use super::slurm::shell;
use super::status::lacks;
use super::write_curves;
use crate::cli::{Failure, print};
use crate::export::curves_file::CurvesFile;

/// While results are missing or damaged it prints nothing, names them on standard error and fails: a mean over
/// the seeds that happen to be there would be another one.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print the rows that are complete although others are not; it still fails
    #[arg(long)]
    partial: bool,
    /// Write the sweep here, too, for the page: drop the file on Curves
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn gather(arguments: &Arguments) -> Result<(), Failure> {
    let folder = Folder::open(&arguments.folder)?;
    let gathered = folder.gathered();
    if !gathered.is_complete() {
        if arguments.partial {
            print(&gathered.table())?;
        }
        for line in lacks(&folder, &gathered) {
            eprintln!("{line}");
        }
        let why = format!(
            "{} of {} results are missing and {} damaged; `slotscope sweep run {}` makes them",
            gathered.missing.len(),
            folder.plan.tasks(),
            gathered.damaged.len(),
            shell(&folder.path)
        );
        return Err(Failure::at(&name(&folder.path), why));
    }
    print(&gathered.table())?;
    if let (Some(path), Some(runs)) = (&arguments.out, gathered.into_figures()) {
        let curves = CurvesFile {
            scenario: folder.plan.scenario.clone(),
            varied: folder.plan.varied.clone(),
            seeds: folder.plan.seeds,
            log: folder.plan.log.name.clone(),
            kind: folder.plan.kind,
            runs,
        };
        write_curves(path, &curves)?;
    }
    Ok(())
}
