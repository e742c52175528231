//! `slotscope reserve`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::input::Place;
use super::output::{self, write};
use super::{Failure, after_help, input, print};
use crate::criteria::{KindReport, report};
use crate::experiment::among_jobs::{AmongJobs, among_jobs};
use crate::workload::requests_csv::write_requests;
use crate::workload::{Time, WorkloadKind, write_swf};

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints one JSON object: where the workflow's reservations were placed, and the batch jobs' figures alone and with \
     it; times in seconds. docs/outputs.md has all fields. --write-log and --write-requests write files for the page and \
     `run --requests`: the log with a job for each reservation, and the requests of those jobs.\n\n\
     Example: slotscope reserve '{}' log.swf --workflow workflow.json --at 86400"
))]
pub struct Arguments {
    /// The scenario of the log: a JSON file, or the JSON object itself, such as '{}'; of one provider
    scenario: Place,
    /// The log: SWF, GWF, Batsim's, or a scheduler's (sacct, PBS, Grid Engine, LSF, Flux, HTCondor, OAR, Kubernetes); also
    /// packed
    trace: Place,
    /// The workflow: JSON, WfCommons, Pegasus, DOT
    #[arg(long, value_name = "FILE")]
    workflow: Place,
    /// When it comes, in seconds of the log
    #[arg(long, value_name = "SECONDS")]
    at: Time,
    /// How it is planned: the scenario of a workflow, a JSON file or the JSON object itself; by default HEFT, twice
    /// the schedule's length, spare time by r_even_time
    #[arg(long, value_name = "SCENARIO")]
    planned_by: Option<Place>,
    /// How many of the log's processors one machine of the workflow is
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    machine_processors: u32,
    /// Write the log with a job for each reservation here, SWF
    #[arg(long, value_name = "FILE")]
    write_log: Option<PathBuf>,
    /// Write the list of requests here, CSV
    #[arg(long, value_name = "FILE")]
    write_requests: Option<PathBuf>,
    #[command(flatten)]
    settings: input::Settings,
}

/// The printed object.
#[derive(Serialize)]
struct ReserveReport {
    workflow: OfWorkflow,
    batch_alone: KindReport,
    batch_with: KindReport,
}

/// The outcome of the workflow's reservations.
#[derive(Serialize)]
struct OfWorkflow {
    tasks: usize,
    reservations: usize,
    first_job: Option<u64>,
    submitted: Time,
    end: Option<Time>,
    delay: f64,
    processor_hours: f64,
    late: usize,
    moved: usize,
    refused: usize,
}

pub fn reserve(arguments: &Arguments) -> Result<(), Failure> {
    output::check(&arguments.files(), &arguments.outputs())?;
    let (loaded, _) = input::load(Some(&arguments.scenario), &arguments.trace, &arguments.settings)?;
    let scenario = loaded.scenario.clone();
    arguments.settings.check_read([scenario])?;
    if loaded.log.kind() != WorkloadKind::Log {
        return Err(input::no_log(&arguments.trace, loaded.log.kind()));
    }
    let plain = input::Settings::default();
    let (planned, _) = input::load(arguments.planned_by.as_ref(), &arguments.workflow, &plain)?;
    let Some(workflow) = planned.log.workflow() else {
        let why = format!("this is {}, and a workflow is needed here", planned.log.kind().name());
        return Err(Failure::at(input::name(&arguments.workflow), why));
    };
    let among = among_jobs(
        (&loaded.scenario, &loaded.log),
        (&planned.scenario, workflow),
        (arguments.at, arguments.machine_processors),
    )
    .map_err(|why| Failure::at(input::name(&arguments.workflow), why))?;
    if let Some(path) = &arguments.write_log {
        write(path, &write_swf(&among.joined.log))?;
    }
    if let Some(path) = &arguments.write_requests {
        write(path, &write_requests(&among.joined.requests))?;
    }
    let told = told(&among, workflow.tasks.len(), arguments.at);
    let json = serde_json::to_string_pretty(&told);
    print(&(json.map_err(|error| Failure::at("report", error))? + "\n"))
}

fn told(among: &AmongJobs, tasks: usize, at: Time) -> ReserveReport {
    let (moved, refused) = among.joined.elsewhere(&among.with);
    let [alone, with] = [&among.alone, &among.with].map(|it| report(it).batch);
    ReserveReport {
        workflow: OfWorkflow {
            tasks,
            reservations: among.placement.reservations.len(),
            first_job: among.joined.requests.first().map(|it| it.job),
            submitted: at,
            end: among.placement.end(),
            delay: among.placement.delay,
            processor_hours: among.placement.booked(),
            late: among.placement.late(),
            moved,
            refused,
        },
        batch_alone: alone,
        batch_with: with,
    }
}

impl Arguments {
    fn files(&self) -> Vec<output::Input<'_>> {
        let is_file = |it: &&Place| !it.trim_start().starts_with('{');
        let scenarios = [("the scenario", Some(&self.scenario)), ("the planner's scenario", self.planned_by.as_ref())]
            .into_iter()
            .filter_map(|(what, it)| Some((what, it.filter(is_file)?)));
        let others = [("the log", &self.trace), ("the workflow", &self.workflow)];
        scenarios.chain(others).collect()
    }

    fn outputs(&self) -> Vec<(String, &Path)> {
        let named = [("--write-log", &self.write_log), ("--write-requests", &self.write_requests)];
        named.into_iter().filter_map(|(option, path)| Some((option.to_owned(), path.as_deref()?))).collect()
    }
}
