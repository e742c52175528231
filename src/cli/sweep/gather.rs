//! `slotscope sweep gather`.

use std::path::PathBuf;

use super::folder::{Folder, name};
use super::slurm::shell;
use super::status::lacks;
use super::write_curves;
use crate::cli::output::{self, is_standard, write_provenance, write_with_provenance};
use crate::cli::{Failure, after_help, print, tell};
use crate::experiment::{LogMark, Provenance};
use crate::export::curves_file::CurvesFile;

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
    let provenance = Provenance::new(&plan.scenario, log);
    let provenance = provenance.swept(&plan.varied, plan.seeds, plan.replicate);
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
