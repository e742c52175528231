//! `slotscope convert`.

use std::path::PathBuf;

use super::input::Place;
use super::output::{self, write};
use super::{Failure, after_help, input, print, tell};
use crate::workload::select::{Selection, select};
use crate::workload::task_batch::{TaskBatch, to_csv, to_xml};
use crate::workload::workflow::{Executed, Workflow, to_json, to_wfcommons};
use crate::workload::{Machine, Workload, write_batsim, write_gwf, write_sacct, write_swf};

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints the same jobs, tasks or workflow in the other format; docs/formats.md says what each format loses.\n\n\
     Example: slotscope convert accounting.txt --to swf --out log.swf"
))]
pub struct Arguments {
    /// The log: SWF, GWF, Batsim's, or a scheduler's (sacct, PBS, Grid Engine, LSF, Flux, HTCondor, OAR, Kubernetes); or
    /// the workflow: JSON, WfCommons, Pegasus, DOT; or the task batch: CSV, XML; also packed; `-` reads standard input
    input: Place,
    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    to: LogFormat,
    /// Take the nodes of a task batch from this file: XML, the resources of one agent unless it says otherwise.
    /// May be repeated, once for each agent
    #[arg(long, value_name = "FILE")]
    resources: Vec<Place>,
    #[command(flatten)]
    columns: input::Columns,
    /// Write it here instead of printing it; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The formats that logs, workflows and task batches are written in.
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
    /// A workflow as an instance of WfCommons, JSON
    Wfcommons,
    /// A workflow in Slotscope's own JSON
    Workflow,
    /// The tasks of a batch as a table, without its nodes
    TasksCsv,
    /// A task batch as XML
    TasksXml,
}

impl LogFormat {
    fn is_of_tasks(self) -> bool {
        matches!(self, Self::TasksCsv | Self::TasksXml)
    }
}

pub fn convert(arguments: &Arguments) -> Result<(), Failure> {
    let path = &arguments.input;
    let out = arguments.out.as_deref();
    let outputs: Vec<_> = out.map(|it| ("--out".to_owned(), it)).into_iter().collect();
    let resources = &arguments.resources;
    let mut inputs = vec![("the input", path)];
    inputs.extend(resources.iter().map(|it| ("a file of resources", it)));
    output::check(&inputs, &outputs)?;
    if !resources.is_empty() && !arguments.to.is_of_tasks() {
        let why = "they are nodes of a task batch: convert --to tasks-xml";
        return Err(Failure::at("--resources", why));
    }
    let log = || input::log(path, &arguments.columns);
    let of_records = || log().inspect(|log| tell_lost(log, path));
    let text = match arguments.to {
        LogFormat::Swf => write_swf(&of_records()?),
        LogFormat::Batsim => batsim(&log()?, path),
        LogFormat::Gwf => write_gwf(&of_records()?),
        LogFormat::Sacct => write_sacct(&log()?),
        LogFormat::Wfcommons => {
            let (name, workflow) = input::workflow(path)?;
            wfcommons(&workflow, &name, path)
        }
        LogFormat::Workflow => to_json(&input::workflow(path)?.1) + "\n",
        LogFormat::TasksCsv => tasks_csv(&input::tasks(path, resources)?, path),
        LogFormat::TasksXml => to_xml(&input::tasks(path, resources)?),
    };
    match out {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

/// Reports what jobs asked of nodes on standard error, if records have no place for it.
fn tell_lost(log: &Workload, path: &str) {
    let lost = log.log().map(|it| &it.resources).map_or(0, |it| it.beyond_records(log.records()));
    if lost > 0 {
        let (name, count) = (input::name(path), log.records().len());
        tell(format!(
            "{name}: what {lost} of {count} jobs asked of nodes (their number, GPUs, memory, features) has no place in this \
             format; --to sacct keeps it"
        ));
    }
}

/// The jobs that ran; the number of the others is reported on standard error.
fn batsim(log: &Workload, path: &str) -> String {
    let mut all = Selection { first_job: None, last_job: None, ..Selection::default() };
    all.reservations.percent = 0.0;
    let jobs = select(log, &all, 1);
    let count = log.records().len();
    let never_ran = count - jobs.len();
    if never_ran > 0 {
        let name = input::name(path);
        tell(format!("{name}: {never_ran} of {count} jobs never ran and have no place in a workload for Batsim"));
    }
    let machine = Machine::of(log.header(), log.records());
    write_batsim(&jobs, machine.processors.into())
}

/// The workflow executed by its own schedule, or else with the means of its costs, which is reported on
/// standard error where it makes a difference.
fn wfcommons(workflow: &Workflow, name: &str, path: &str) -> String {
    let mean = |costs: &[f64]| costs.iter().sum::<f64>() / costs.len().max(1) as f64;
    let placed = |at: usize| workflow.schedule.as_ref().map(|it| it[at]);
    let executed = workflow.tasks.iter().enumerate().map(|(at, task)| {
        let placed = placed(at);
        Executed {
            run_time: placed.map_or_else(|| mean(&task.costs), |it| it.finish - it.start),
            machine: placed.map(|it| it.machine),
            start: placed.map(|it| it.start),
        }
    });
    if workflow.schedule.is_none() && workflow.machines.len() > 1 {
        let name = input::name(path);
        tell(format!(
            "{name}: an instance of WfCommons has one run time for each task: these are the means over the machines"
        ));
    }
    to_wfcommons(workflow, name, "", &executed.collect::<Vec<_>>())
}

/// The tasks; standard error reports that nodes have no place there.
fn tasks_csv(batch: &TaskBatch, path: &str) -> String {
    let name = input::name(path);
    match batch.nodes.len() {
        0 => {}
        1 => tell(format!("{name}: its node has no place in a table of tasks")),
        count => tell(format!("{name}: its {count} nodes have no place in a table of tasks")),
    }
    to_csv(batch)
}
