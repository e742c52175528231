//! `slotscope run`.

use std::path::PathBuf;

use super::{Failure, input, print, write_file};
use crate::criteria::report;
use crate::experiment;
use crate::export::jobs_csv;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// Write the report here instead of printing it
    #[arg(long)]
    report: Option<PathBuf>,
    /// Write a line per job here, CSV
    #[arg(long)]
    jobs: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = arguments.inputs.read()?;
    let run = experiment::run(&scenario, &log)
        .map_err(|error| Failure::at(&arguments.inputs.scenario, error))?;
    let json = report(&run).to_json();
    if let Some(path) = &arguments.jobs {
        write_file(path, &jobs_csv(&run))?;
    }
    match &arguments.report {
        Some(path) => write_file(path, &json),
        None => print(&json),
    }
}
