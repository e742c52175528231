//! `slotscope sweep`: on this machine, or as a plan on any number of them.

mod folder;
mod gather;
mod make;
mod run;
mod slurm;
mod status;
mod submit;

use std::path::PathBuf;

use clap::{ArgMatches, Subcommand};
use serde_json::Value;

use super::{Failure, input, print, write_file};
use crate::experiment::sweep::{Figures, Vary, product, table};
use crate::experiment::{Scenario, ScenarioError, draws, run_all};
use crate::export::curves_file::CurvesFile;
use crate::page::curves_given::GivenCurves;

/// Prints CSV: a row for each value, or each combination of values, and of U, F and D three columns each, the mean over the seeds
/// (`mean_flow_time`), the sample standard deviation (`..._deviation`), and half the length of the
/// mean's 95 % interval by Student's t (`..._half_width`); times in seconds. The system's own figures
/// follow in the same way. Where nothing is drawn, so that all seeds agree, and of a single seed, deviation and
/// half width are empty.
///
/// With --plan nothing is run: the sweep is written down as tasks, which any number of machines can run with
/// `sweep run`, and `sweep gather` then prints the very same table.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct Arguments {
    // First: the subcommand is taken out of what was typed.
    #[command(flatten)]
    swept: UnlessPlanned,
    #[command(subcommand)]
    planned: Option<Planned>,
}

/// What is swept, where nothing is done with a plan. Clap's own `Option` of several arguments is none as soon as
/// some of them come from elsewhere, like the inputs.
struct UnlessPlanned(Option<Box<Swept>>);

impl clap::FromArgMatches for UnlessPlanned {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        if matches.subcommand_name().is_some() {
            return Ok(Self(None));
        }
        let swept = Swept::from_arg_matches(matches)?;
        Ok(Self(Some(Box::new(swept))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for UnlessPlanned {
    fn augment_args(command: clap::Command) -> clap::Command {
        Swept::augment_args(command)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Swept::augment_args_for_update(command)
    }
}

/// What is done with a plan.
#[derive(Subcommand)]
enum Planned {
    /// Run tasks of a plan: a slice of them, or all that have not been run yet
    Run(run::Arguments),
    /// Print the table that the sweep would have printed, once all tasks of its plan have been run
    Gather(gather::Arguments),
    /// Tell how many tasks of a plan have been run, and which have not
    Status(status::Arguments),
    /// Hand what is missing of a plan to a cluster's batch system
    Submit(submit::Arguments),
}

#[derive(clap::Args)]
struct Swept {
    #[command(flatten)]
    inputs: input::Inputs,
    /// A field and its values, e.g. workload.reservations.percent=0,10,..,100; several are combined.
    /// `slotscope knobs` lists what makes sense
    #[arg(long, required = true)]
    vary: Vec<Vary>,
    /// How many seeds, counted up from the scenario's own; one run tells nothing of its spread
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// Run nothing, and write a plan into this new folder: what `sweep run`, on whatever machine, needs
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    plan: Option<PathBuf>,
    /// How many runs are one task of the plan: more where there are very many short ones, as each task has a
    /// file for its result
    #[arg(long, default_value_t = 1, requires = "plan", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs_per_task: u32,
    /// Write the sweep here, too, for the page: drop the file on Curves
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn sweep(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.planned, &arguments.swept.0) {
        (Some(Planned::Run(arguments)), _) => run::run(arguments),
        (Some(Planned::Gather(arguments)), _) => gather::gather(arguments),
        (Some(Planned::Status(arguments)), _) => status::status(arguments),
        (Some(Planned::Submit(arguments)), _) => submit::submit(arguments),
        (None, Some(swept)) => match &swept.plan {
            Some(folder) => make::make(swept, folder),
            None => here(swept),
        },
        // The arguments of one or the other are required.
        (None, None) => Ok(()),
    }
}

/// Runs it all on this machine.
fn here(swept: &Swept) -> Result<(), Failure> {
    let (scenario, log) = swept.inputs.read()?;
    let fail = |error: ScenarioError| Failure::at("sweep", error);
    let combinations = product(&scenario, &swept.vary, swept.seeds).map_err(fail)?;
    let scenarios: Vec<Scenario> = combinations
        .iter()
        .flat_map(|(_, scenarios)| scenarios.iter().cloned())
        .collect();
    let reports = run_all(&scenarios, &log).map_err(fail)?;
    let values: Vec<Vec<Value>> = combinations.into_iter().map(|(values, _)| values).collect();
    let runs: Vec<Figures> = reports.iter().map(Figures::from).collect();
    if let Some(path) = &swept.out {
        let curves = CurvesFile {
            scenario,
            varied: swept.vary.clone(),
            seeds: swept.seeds,
            log: log.name.clone(),
            kind: log.kind(),
            runs: runs.clone(),
        };
        write_curves(path, &curves)?;
    }
    let seeds = swept.seeds as usize;
    let is_drawn = |row: usize| draws(&scenarios[row * seeds], log.kind());
    print(&table(&swept.vary, &values, &runs, is_drawn))
}

/// Writes a sweep for the page, in place: the path may be that of a pipe or a device. What the page will not show is
/// told.
fn write_curves(path: &PathBuf, curves: &CurvesFile) -> Result<(), Failure> {
    let json = curves.to_json();
    write_file(path, &json)?;
    if let Err(why) = GivenCurves::read(json.as_bytes()) {
        eprintln!("{}: the page will not show it: {why}", path.display());
    }
    Ok(())
}
