//! `slotscope run`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::output::{self, is_standard, write, write_with_provenance};
use super::{Failure, after_help, input, print, tell};
use crate::criteria::Report;
use crate::criteria::groups::{GroupBy, Grouped, Grouping, groups};
use crate::experiment::{self, Provenance, Run, full_report, report_beside_log};
use crate::export::{
    batsim_jobs_csv, batsim_workload, dynamic_tables_csv, jobs_csv, schedule_gwf, schedule_sacct, schedule_swf,
    tasks_csv, tasks_xml, workflow_json, workflow_wfcommons,
};
use crate::workload::WorkloadKind;
use input::Loaded;

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints the report, one JSON object: jobs taken, in the log and left out, mean_utilization (0 to 1), times in \
     seconds, the system's own measures, provenance. --jobs has a line for each job: job, kind, provider, submit, \
     start, end, status and others. docs/scenario.md has all settings, docs/outputs.md all fields and columns.\n\n\
     Example: slotscope run '{}' log.swf --set workload.load_factor=1.5 --jobs jobs.csv"
))]
pub struct Arguments {
    #[command(flatten)]
    inputs: input::Inputs,
    /// Write the report here instead of printing it; `-` is standard output
    #[arg(long)]
    report: Option<PathBuf>,
    /// Write a line per job or task here, CSV, and FILE.provenance.json beside it; `-` prints it in place of
    /// the report
    #[arg(long)]
    jobs: Option<PathBuf>,
    /// Write the schedule in another program's format, e.g. jobs-csv=jobs.csv; may be repeated; `-` as the file
    /// prints it in place of the report. A format without comments has FILE.provenance.json beside it
    #[arg(long = "export", value_name = "FORMAT=FILE", value_parser = export)]
    exports: Vec<(ExportFormat, PathBuf)>,
    /// Add `groups` to the report: the jobs by each of these, with their processor hours and waits, in the run and
    /// in the log; e.g. partition,month
    #[arg(long, value_name = "PROPERTY", value_delimiter = ',', value_parser = by())]
    by: Vec<GroupBy>,
}

/// Takes the key of a property.
fn by() -> impl TypedValueParser<Value = GroupBy> {
    let find = |key: String| GroupBy::ALL.into_iter().find(|it| it.key() == key);
    let keys = GroupBy::ALL.map(GroupBy::key);
    // No other key gets here.
    PossibleValuesParser::new(keys).map(move |key| find(key).unwrap_or(GroupBy::User))
}

/// The formats of other programs.
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
    /// The agents' dynamic tables, CSV: each node's intervals, the tasks in them, its usage
    DynamicTables,
}

/// Takes `FORMAT=FILE` apart.
fn export(text: &str) -> Result<(ExportFormat, PathBuf), String> {
    let formats = || ExportFormat::value_variants().iter();
    let (format, file) = text.split_once('=').unwrap_or((text, ""));
    let format = ExportFormat::from_str(format, false).map_err(|_| {
        let names = formats()
            .filter_map(|it| Some(it.to_possible_value()?.get_name().to_owned()))
            .collect::<Vec<_>>()
            .join(", ");
        format!("it takes FORMAT=FILE with one of these formats: {names}")
    })?;
    match file {
        "" => Err("it takes a file after the format, as in swf=schedule.swf".to_owned()),
        file => Ok((format, file.into())),
    }
}

impl ExportFormat {
    /// Whether its comments have room for where it comes from.
    fn has_comments(self) -> bool {
        matches!(self, Self::Swf | Self::Gwf | Self::Wfcommons)
    }

    /// The text of the file; or why this run has none.
    fn write(self, run: &Run, from: &Loaded, provenance: &Provenance) -> Result<String, String> {
        let log = &from.log;
        let words = provenance.notes(&experiment::words_on(&from.scenario, log.kind()));
        Ok(match self {
            Self::Swf => schedule_swf(run, log.header(), &log.name, &words),
            Self::JobsCsv => batsim_jobs_csv(run),
            Self::Sacct => schedule_sacct(run, log.header().clock()),
            Self::Gwf => schedule_gwf(run, log.header(), &log.name, &words),
            Self::Batsim => batsim_workload(run),
            Self::Wfcommons => workflow_wfcommons(run, &log.name, &words)?,
            Self::Workflow => workflow_json(run)?,
            Self::TasksCsv => tasks_csv(run)?,
            Self::TasksXml => tasks_xml(run)?,
            Self::DynamicTables => dynamic_tables_csv(run)?,
        })
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.check_outputs()?;
    let loaded = arguments.inputs.read()?;
    let Loaded { scenario, log, facts } = &loaded;
    let run = experiment::run(scenario, log).map_err(|error| Failure::at(arguments.inputs.scenario_name(), error))?;
    let log_name = arguments.inputs.log_name();
    if run.jobs.is_empty() && log.kind() == WorkloadKind::Log {
        return Err(input::nothing_taken(scenario, log, log_name));
    }
    let mut report = full_report(report_beside_log(&run, scenario, log), scenario, facts);
    report.groups = arguments.groups(&run, &loaded, &report.report)?;
    tell_rejected(log_name, &report.report);
    let provenance = &report.provenance;
    if let Some(path) = &arguments.jobs {
        write_with_provenance(path, &jobs_csv(&run), provenance)?;
    }
    for (format, path) in &arguments.exports {
        let text =
            format.write(&run, &loaded, provenance).map_err(|why| Failure::at(&path.display().to_string(), why))?;
        if format.has_comments() { write(path, &text)? } else { write_with_provenance(path, &text, provenance)? }
    }
    match &arguments.report {
        Some(path) => write(path, &report.to_json()),
        None if arguments.takes_standard_output() => Ok(()),
        None => print(&report.to_json()),
    }
}

impl Arguments {
    /// The paths of all results that are asked for, with their options.
    fn outputs(&self) -> Vec<(String, &Path)> {
        let named = [("--report", &self.report), ("--jobs", &self.jobs)];
        let named = named.into_iter().filter_map(|(option, path)| {
            let path = path.as_deref()?;
            Some((option.to_owned(), path))
        });
        let exports = self.exports.iter().map(|(format, path)| {
            let value = format.to_possible_value();
            let name = value.as_ref().map_or("", |it| it.get_name());
            (format!("--export {name}"), path.as_path())
        });
        named.chain(exports).collect()
    }

    /// The jobs in the groups that are asked for; beside the waits of the log where the report compares them.
    fn groups(&self, run: &Run, from: &Loaded, report: &Report) -> Result<Vec<Grouped>, Failure> {
        let kind = from.log.kind();
        if !self.by.is_empty() && kind != WorkloadKind::Log {
            let why = format!("it takes the jobs of a log, and this is {}", kind.name());
            return Err(Failure::at("--by", why));
        }
        let grouped = |&by: &GroupBy| {
            let grouping = Grouping {
                clock: from.log.header().clock(),
                with_log: report.calibration.is_some(),
                ..Grouping::new(by)
            };
            groups(run, &grouping)
        };
        Ok(self.by.iter().map(grouped).collect())
    }

    fn check_outputs(&self) -> Result<(), Failure> {
        output::check(&self.inputs.files(), &self.outputs())
    }

    /// Whether another result takes the report's place there.
    fn takes_standard_output(&self) -> bool {
        self.outputs().iter().any(|(_, path)| is_standard(path))
    }
}

/// Reports on standard error how many jobs never ran.
fn tell_rejected(name: &str, report: &Report) {
    if report.rejected > 0 {
        let (rejected, all) = (report.rejected, report.jobs);
        let are = if rejected == 1 { "is" } else { "are" };
        tell(format!(
            "{name}: {rejected} of {all} jobs taken {are} rejected and {}: `status` in --jobs lists them, \
             `slotscope explain` why",
            if rejected == 1 { "does not run" } else { "do not run" }
        ));
    }
}
