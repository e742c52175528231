//! `slotscope run`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{Failure, input, print, write_file};
use crate::experiment::{self, Run, Scenario};
use crate::export::{
    batsim_jobs_csv, batsim_workload, jobs_csv, schedule_gwf, schedule_sacct, schedule_swf,
    tasks_csv, tasks_xml, workflow_json, workflow_wfcommons,
};
use crate::workload::Workload;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// Write the report here instead of printing it
    #[arg(long)]
    report: Option<PathBuf>,
    /// Write a line per job or task here, CSV
    #[arg(long)]
    jobs: Option<PathBuf>,
    /// Write the schedule in another program's format, e.g. jobs-csv=jobs.csv; may be repeated
    #[arg(long = "export", value_name = "FORMAT=FILE", value_parser = export)]
    exports: Vec<(ExportFormat, PathBuf)>,
}

/// What other programs read.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// The schedule as a log in the Standard Workload Format
    Swf,
    /// The schedule as Batsim's jobs.csv, which evalys reads
    JobsCsv,
    /// The schedule as sacct --parsable2 prints it
    Sacct,
    /// The schedule in the Grid Workload Format
    Gwf,
    /// The jobs taken as a workload for Batsim, JSON
    Batsim,
    /// The workflow as an instance of WfCommons, JSON, with the run as its execution
    Wfcommons,
    /// The workflow in Slotscope's own JSON, with its initial schedule
    Workflow,
    /// The tasks of a batch as a table that can be run again
    TasksCsv,
    /// The tasks of a batch and its nodes as XML
    TasksXml,
}

/// Takes `FORMAT=FILE` apart.
fn export(text: &str) -> Result<(ExportFormat, PathBuf), String> {
    let formats = || ExportFormat::value_variants().iter();
    let (format, file) = text.split_once('=').unwrap_or((text, ""));
    let format = ExportFormat::from_str(format, false).map_err(|_| {
        let names = formats().filter_map(|it| Some(it.to_possible_value()?.get_name().to_owned()));
        let names = names.collect::<Vec<_>>().join(", ");
        format!("it takes FORMAT=FILE with one of these formats: {names}")
    })?;
    match file {
        "" => Err("it takes a file after the format, as in swf=schedule.swf".to_owned()),
        file => Ok((format, file.into())),
    }
}

impl ExportFormat {
    /// The text of the file; or why this run has none.
    fn write(self, run: &Run, scenario: &Scenario, log: &Workload) -> Result<String, String> {
        let words = experiment::words_on(scenario, log.kind());
        Ok(match self {
            Self::Swf => schedule_swf(run, &log.header, &log.name, &words),
            Self::JobsCsv => batsim_jobs_csv(run),
            Self::Sacct => schedule_sacct(run, log.header.unix_start_time()),
            Self::Gwf => schedule_gwf(run, &log.header, &log.name, &words),
            Self::Batsim => batsim_workload(run),
            Self::Wfcommons => workflow_wfcommons(run, &log.name, &words)?,
            Self::Workflow => workflow_json(run)?,
            Self::TasksCsv => tasks_csv(run)?,
            Self::TasksXml => tasks_xml(run)?,
        })
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = arguments.inputs.read()?;
    let run = experiment::run(&scenario, &log)
        .map_err(|error| Failure::at(&arguments.inputs.scenario, error))?;
    let json = experiment::report_beside_log(&run, &scenario, &log).to_json();
    if let Some(path) = &arguments.jobs {
        write_file(path, &jobs_csv(&run))?;
    }
    for (format, path) in &arguments.exports {
        let text = format.write(&run, &scenario, &log);
        let text = text.map_err(|why| Failure::at(&path.display().to_string(), why))?;
        write_file(path, &text)?;
    }
    match &arguments.report {
        Some(path) => write_file(path, &json),
        None => print(&json),
    }
}
