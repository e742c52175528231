//! `slotscope stats`.

use super::{Failure, input, print};
use crate::workload::stats::Statistics;

#[derive(clap::Args)]
pub struct Arguments {
    /// The log: SWF, GWF, sacct --parsable2, Batsim's JSON or jobs.csv, also packed by gzip; `-` reads
    /// standard input
    trace: String,
}

pub fn stats(arguments: &Arguments) -> Result<(), Failure> {
    let log = input::log(&arguments.trace)?;
    let json = serde_json::to_string_pretty(&Statistics::of(&log))
        .map_err(|error| Failure::at("statistics", error))?;
    print(&(json + "\n"))
}
