//! `slotscope stats`.

use serde::Serialize;

use super::input::Place;
use super::{Failure, after_help, input, print};
use crate::workload::account::Account;
use crate::workload::select::Selection;
use crate::workload::stats::Statistics;
use crate::workload::task_batch;

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints one JSON object: how many jobs and how many ran, offered load, and minimum, quartiles, mean and maximum \
     of sizes, run times, requested times, waits and inter-arrival times, in seconds. docs/outputs.md has all fields.\n\n\
     Example: slotscope stats log.swf.gz"
))]
pub struct Arguments {
    /// The log: SWF, GWF, Batsim's, or a scheduler's (sacct, PBS, Grid Engine, LSF, Flux, HTCondor, OAR, Kubernetes); or
    /// the task batch: CSV, XML; also packed; `-` reads standard input
    trace: Place,
    #[command(flatten)]
    columns: input::Columns,
}

/// Statistics, and the account of the file if all of it is taken.
#[derive(Serialize)]
struct StatisticsReport<T> {
    #[serde(flatten)]
    statistics: T,
    account: Account,
}

pub fn stats(arguments: &Arguments) -> Result<(), Failure> {
    let reading = input::log_or_tasks(&arguments.trace, &arguments.columns)?;
    let account = Account::of(&reading, (&Selection::of_all(), 1));
    let json = match reading.workload.batch() {
        Some(tasks) => {
            serde_json::to_string_pretty(&StatisticsReport { statistics: task_batch::Statistics::of(tasks), account })
        }
        None => {
            serde_json::to_string_pretty(&StatisticsReport { statistics: Statistics::of(&reading.workload), account })
        }
    };
    print(&(json.map_err(|error| Failure::at("statistics", error))? + "\n"))
}
