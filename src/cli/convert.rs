//! `slotscope convert`.

use std::path::PathBuf;

use super::{Failure, input, print, write_file};
use crate::workload::select::{Selection, select};
use crate::workload::{Workload, write_batsim, write_gwf, write_sacct, write_swf};

#[derive(clap::Args)]
pub struct Arguments {
    /// The log: SWF, GWF, sacct --parsable2, Batsim's JSON or jobs.csv, also packed by gzip; `-` reads
    /// standard input
    input: String,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: LogFormat,
    /// Write it here instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The formats that logs are written in.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LogFormat {
    /// The Standard Workload Format
    Swf,
    /// A workload for Batsim, JSON
    Batsim,
    /// The Grid Workload Format
    Gwf,
    /// As sacct --parsable2 prints it
    Sacct,
}

pub fn convert(arguments: &Arguments) -> Result<(), Failure> {
    let log = input::log(&arguments.input)?;
    let text = match arguments.to {
        LogFormat::Swf => write_swf(&log),
        LogFormat::Batsim => batsim(&log, &arguments.input),
        LogFormat::Gwf => write_gwf(&log),
        LogFormat::Sacct => write_sacct(&log),
    };
    match &arguments.out {
        Some(path) => write_file(path, &text),
        None => print(&text),
    }
}

/// The jobs that ran; how many did not is told on standard error.
fn batsim(log: &Workload, path: &str) -> String {
    let mut all = Selection {
        first_job: None,
        last_job: None,
        ..Selection::default()
    };
    all.reservations.percent = 0.0;
    let jobs = select(log, &all, 1);
    let count = log.records.len();
    let never_ran = count - jobs.len();
    if never_ran > 0 {
        let name = input::name(path);
        eprintln!(
            "{name}: {never_ran} of {count} jobs never ran and have no place in a workload for Batsim"
        );
    }
    let largest = jobs.iter().map(|job| job.processors).max();
    let machine = log.header.max_processors().or(largest);
    write_batsim(&jobs, machine.unwrap_or(1).into())
}
