//! `slotscope sweep`: on this machine, or as a plan on any number of them.

mod folder;
mod make;
mod run;
mod slurm;
mod submit;
mod trusted;

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Subcommand};
use serde_json::{Map, Value, json};

use super::output::Progress;
use super::output::{self, is_standard, write, write_provenance, write_with_provenance};
use super::{Failure, Threads, after_help, input, print, tell};
use crate::criteria::{Criterion, Report, report};
use crate::experiment::plan::{Digest, File, Plan};
use crate::experiment::sweep::{Figures, Table, Vary, further};
use crate::experiment::{self, Provenance, Scenario, ScenarioError, each_in_order, knobs, report_on};
use crate::export::curves_file::CurvesFile;
use crate::page::curves::Sweep;
use crate::workload::replicate::Replication;
use crate::workload::{Workload, WorkloadKind};
use input::Loaded;

/// Prints CSV: a row for each value, or each combination of values, as soon as it and those before it are run.
///
/// With --plan there are no runs: the sweep is written down as tasks, which any number of machines can run
/// with `sweep run`, and `sweep gather` then prints the very same table.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = after_help!(
        "Columns: the fields varied, then mean_utilization (0 to 1), mean_flow_time (s), mean_tardiness (s) and the \
         system's own figures, each as the mean over the seeds, `..._deviation`, the sample standard deviation, and \
         `..._half_width`, half the length of the mean's 95 % interval by Student's t. docs/outputs.md has them all.\n\n\
         Example: slotscope sweep '{}' log.swf --vary workload.load_factor=0.5,1,1.5 --table load.csv"
    )
)]
pub struct Arguments {
    // First: the subcommand is taken out of the arguments.
    #[command(flatten)]
    swept: UnlessPlanned,
    #[command(subcommand)]
    planned: Option<Planned>,
}

/// The sweep, unless a plan is used. Clap's own `Option` of several arguments is `None` as soon as some of them
/// come from elsewhere, like the inputs.
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

/// The actions on a plan.
#[derive(Subcommand)]
enum Planned {
    /// Run tasks of a plan: a slice of them, or all that have not been run yet
    Run(run::Arguments),
    /// Print the table that the sweep would have printed, once all tasks of its plan have been run
    Gather(make::Arguments),
    /// Print how many tasks of a plan have been run, and which have not
    Status(folder::Arguments),
    /// Submit the tasks of a plan that are missing to a cluster's batch system
    Submit(submit::Arguments),
}

#[derive(clap::Args)]
struct Swept {
    #[command(flatten)]
    inputs: input::Inputs,
    /// A field and its values, e.g. workload.reservations.percent=0,10,..,100; several are combined.
    /// `slotscope knobs` lists sensible fields
    #[arg(long, required = true)]
    vary: Vec<Vary>,
    /// How many seeds, counted up from the scenario's own; one run has no spread
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// Run on replicates of the log in place of seeds alone: windows=10 (consecutive windows, of each the first tenth
    /// is warm-up), users=20 (its users drawn anew) or shake=20 (submissions moved by up to 60 s). The table then
    /// has the differences from its first row as well, replicate by replicate
    #[arg(long, value_name = "KIND=COUNT", conflicts_with = "seeds")]
    replicate: Option<Replication>,
    /// Further figures, by their names in a report, e.g. waiting_time_90,batch.mean_bounded_slowdown,by_size.8.rejected
    #[arg(long, value_delimiter = ',', value_name = "FIGURES")]
    criteria: Vec<String>,
    /// Run nothing, and write a plan into this new folder, for `sweep run` on any machine
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    plan: Option<PathBuf>,
    /// How many runs are one task of the plan: more where there are very many short ones, as each task has a
    /// file for its result
    #[arg(long, default_value_t = 1, requires = "plan", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    runs_per_task: u32,
    /// Write the sweep here for the page as well: drop the file on Curves. `-` prints it in place of the table
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the table here instead of printing it, and FILE.provenance.json beside it
    #[arg(long, value_name = "FILE", conflicts_with = "plan")]
    table: Option<PathBuf>,
    /// Make the table one JSON object instead of CSV: provenance, seeds, and a list of rows
    #[arg(long, conflicts_with = "plan")]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

pub fn sweep(arguments: &Arguments) -> Result<(), Failure> {
    match (&arguments.planned, &arguments.swept.0) {
        (Some(Planned::Run(arguments)), _) => run::run(arguments),
        (Some(Planned::Gather(arguments)), _) => make::gather(arguments),
        (Some(Planned::Status(arguments)), _) => folder::status(arguments),
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
    let named = [("--out", &swept.out), ("--table", &swept.table)];
    let asked = named.iter().filter_map(|(option, path)| {
        let path = path.as_deref()?;
        Some(((*option).to_owned(), path))
    });
    output::check(&swept.inputs.files(), &asked.collect::<Vec<_>>())?;
    let (loaded, bytes) = swept.inputs.read_with_bytes()?;
    let plan = swept.plan(&loaded, &bytes)?;
    drop(bytes);
    let provenance = Provenance::of(&loaded.scenario, &loaded.facts).swept(&swept.vary, swept.seeds(), swept.replicate);
    let made = Made::run(swept, &plan, &loaded.log, &provenance)?;
    made.tell_rejected(swept.inputs.log_name());
    if let Some(path) = &swept.table {
        write_with_provenance(path, &made.table, &provenance)?;
    }
    if let Some(path) = &swept.out {
        let curves = CurvesFile {
            scenario: loaded.scenario,
            varied: swept.vary.clone(),
            seeds: swept.seeds(),
            replicate: swept.replicate,
            log: loaded.log.name.clone(),
            kind: loaded.log.kind(),
            runs: made.runs,
        };
        write_curves(path, &curves)?;
        write_provenance(path, &provenance)?;
    }
    Ok(())
}

impl Swept {
    /// How many seeds each combination takes: one for each replicate, if there are any.
    fn seeds(&self) -> u32 {
        self.replicate.map_or(self.seeds, |it| it.count())
    }

    /// Whether the file for the page replaces the table on standard output.
    fn prints_curves(&self) -> bool {
        self.out.as_deref().is_some_and(is_standard)
    }

    /// The figures of each run beyond the default ones.
    fn criteria(&self, scenario: &Scenario) -> Result<Vec<Criterion>, Failure> {
        further(scenario, &self.vary, &self.criteria).map_err(|why| Failure::at("sweep", format!("--criteria: {why}")))
    }

    /// Whether rows are printed as they are done.
    fn prints_rows(&self) -> bool {
        self.table.is_none() && !self.prints_curves()
    }

    /// The sweep as a plan, which is not too large and whose values fit; each field that is set or varied makes a
    /// difference in some combination. O(combinations).
    fn plan(&self, loaded: &Loaded, bytes: &[u8]) -> Result<Plan, Failure> {
        fn fail(why: impl std::fmt::Display) -> Failure {
            Failure::at("sweep", why)
        }
        let Loaded { scenario, log, facts } = loaded;
        let mut plan = Plan {
            scenario: scenario.clone(),
            varied: self.vary.clone(),
            seeds: self.seeds(),
            replicate: self.replicate,
            criteria: Vec::new(),
            log: File {
                name: log.name.clone(),
                sha256: facts.digest.unwrap_or_else(|| Digest::of(bytes)),
                bytes: bytes.len() as u64,
            },
            kind: log.kind(),
            columns: self.inputs.columns().cloned(),
            runs_per_task: self.runs_per_task,
        };
        plan.check_size().map_err(fail)?;
        plan.check_values().map_err(fail)?;
        plan.criteria = self.criteria(scenario)?;
        let seeds = u64::from(plan.seeds);
        let all = || (0..plan.points()).filter_map(|point| plan.scenario(point * seeds).ok());
        let varied = self.vary.iter().map(|it| it.path.as_str());
        input::refuse_unread("--vary", knobs::unread(varied, all()))?;
        self.inputs.check_read(all())?;
        for vary in &self.vary {
            vary.values.iter().flat_map(|value| vary.set(scenario, value)).for_each(|it| input::tell_doubts(&it));
        }
        Ok(plan)
    }
}

/// The results of a sweep, as far as they are kept for a file.
#[derive(Default)]
struct Made {
    /// The table, where it goes into a file.
    table: String,
    /// The figures of every run, in the order of the rows, where a file takes them.
    runs: Vec<Figures>,
    /// How many runs there were.
    count: usize,
    /// In how many runs jobs were rejected, and how many at most.
    rejected: (usize, usize),
}

impl Made {
    /// Runs every combination with every seed, and prints each row as soon as it is its turn. What no file takes is
    /// not kept.
    fn run(swept: &Swept, plan: &Plan, log: &Workload, provenance: &Provenance) -> Result<Self, Failure> {
        let fail = |error: ScenarioError| Failure::at("sweep", error);
        let table = Table::of(&plan.scenario, &plan.varied, &plan.criteria).replicated(swept.replicate);
        let mut made = Self::default();
        let each = plan.seeds as usize;
        let all = plan.runs() as usize;
        let progress = RefCell::new(Progress::new("sweep", all));
        let write = |made: &mut Self, text: &str| {
            progress.borrow().clear();
            if swept.prints_rows() {
                return print(text);
            }
            if swept.table.is_some() {
                made.table += text;
            }
            Ok(())
        };
        let (head, end) = if swept.json { json_around(provenance, plan.seeds) } else { (table.head(), String::new()) };
        write(&mut made, &head)?;
        let one = |index: usize| {
            let run = index as u64;
            let scenario = plan.scenario(run).map_err(fail)?;
            if let Some(replicate) = plan.replicate_of(run) {
                return report_on(&scenario, log, Some(replicate)).map_err(fail);
            }
            let run = experiment::run(&scenario, log).map_err(fail)?;
            if run.jobs.is_empty() && log.kind() == WorkloadKind::Log {
                let name = swept.inputs.log_name();
                return Err(input::nothing_taken(&scenario, log, name));
            }
            Ok(report(&run))
        };
        // The runs of the first combination, with which replicates are compared, and of the present one.
        let (mut first, mut runs): (Option<Vec<Figures>>, Vec<Figures>) = (None, Vec::new());
        let take = |report: Report| {
            runs.push(Figures::of(&report, &plan.criteria));
            made.count += 1;
            if report.rejected > 0 {
                let (runs, most) = made.rejected;
                made.rejected = (runs + 1, most.max(report.rejected));
            }
            if runs.len() < each {
                return Ok(());
            }
            let point = (made.count / each - 1) as u64;
            let values = plan.values(point);
            let is_drawn = || plan.is_drawn(point);
            let both = (&runs[..], first.as_deref());
            let row = if swept.json {
                json_row(&table.json(&values, both, is_drawn), point == 0)
            } else {
                table.row(&values, both, is_drawn)
            };
            write(&mut made, &row)?;
            if swept.out.is_some() {
                made.runs.extend(runs.iter().cloned());
            }
            let done = std::mem::take(&mut runs);
            first.get_or_insert(done);
            Ok(())
        };
        let told = |done| progress.borrow_mut().tell(done);
        each_in_order(all, swept.threads.count(), one, take, told)?;
        progress.borrow().end();
        write(&mut made, &end)?;
        Ok(made)
    }

    fn tell_rejected(&self, name: &str) {
        let (rejecting, most) = self.rejected;
        input::tell_rejecting(name, rejecting, self.count, most);
    }
}

/// What stands before and behind the rows of a table as JSON.
fn json_around(provenance: &Provenance, seeds: u32) -> (String, String) {
    let json = json!({ "provenance": provenance, "rows": [], "seeds": seeds });
    // Texts, numbers and lists of them cannot fail to be written.
    let text = serde_json::to_string_pretty(&json).unwrap_or_default() + "\n";
    let (head, end) = text.rsplit_once("[]").unwrap_or((&text, ""));
    (format!("{head}["), format!("\n  ]{end}"))
}

/// A row among the others.
fn json_row(row: &Map<String, Value>, is_first: bool) -> String {
    let text = serde_json::to_string_pretty(row).unwrap_or_default();
    let comma = if is_first { "" } else { "," };
    format!("{comma}\n    {}", text.replace('\n', "\n    "))
}

/// Writes a sweep for the page, and reports if the page will not show it.
fn write_curves(path: &Path, curves: &CurvesFile) -> Result<(), Failure> {
    let json = curves.to_json();
    write(path, &json)?;
    if let Err(why) = Sweep::read("", json.as_bytes()) {
        tell(format!("{}: the page will not show it: {why}", path.display()));
    }
    Ok(())
}
