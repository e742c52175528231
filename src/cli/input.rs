//! Reading scenarios, logs and lists of requests.

use std::io::Read;

use super::Failure;
use crate::experiment::Scenario;
use crate::page::account;
use crate::workload::account::Account;
use crate::workload::requests_csv::read_requests;
use crate::workload::reserve::{ListedRequest, RequestKind};
use crate::workload::select::select;
use crate::workload::task_batch::TaskBatch;
use crate::workload::workflow::Workflow;
use crate::workload::{self, Reading, Workload, WorkloadKind};

/// A scenario, the log that it runs on, and perhaps a list of requests.
#[derive(clap::Args)]
pub struct Inputs {
    /// The scenario, JSON; `-` reads standard input, missing fields take their defaults
    pub scenario: String,
    /// The log: SWF, GWF, sacct --parsable2, Batsim's JSON or jobs.csv; or the workflow: JSON, WfCommons, DAX,
    /// DOT; or the task batch: CSV, XML; also packed by gzip; `-` reads standard input
    trace: String,
    /// Make exactly the jobs of this list advance reservations: CSV, job,ready,deadline; `-` reads
    /// standard input
    #[arg(long, value_name = "FILE")]
    requests: Option<String>,
}

impl Inputs {
    /// Reads them. Only one of them can come from standard input.
    pub fn read(&self) -> Result<(Scenario, Workload), Failure> {
        let (scenario, log, _) = self.read_with_bytes()?;
        Ok((scenario, log))
    }

    /// Reads them, with the log's bytes as they were given.
    pub fn read_with_bytes(&self) -> Result<(Scenario, Workload, Vec<u8>), Failure> {
        let Some(path) = &self.requests else {
            return scenario_log_and_bytes(&self.scenario, &self.trace);
        };
        if path == "-" && (self.scenario == "-" || self.trace == "-") {
            let text = "holds the requests or another file, not both: name a file for one of them";
            return Err(Failure::at("standard input", text));
        }
        let (mut scenario, log, bytes) = scenario_log_and_bytes(&self.scenario, &self.trace)?;
        let reservations = &mut scenario.workload.reservations;
        reservations.request = RequestKind::Listed;
        reservations.listed = requests(path)?.into();
        tell_strangers(path, &scenario, &log);
        Ok((scenario, log, bytes))
    }
}

/// Requests from their CSV file.
fn requests(path: &str) -> Result<Vec<ListedRequest>, Failure> {
    read_requests(&bytes(path)?).map_err(|error| Failure::at(name(path), error))
}

/// Tells on standard error how many requests are for jobs that are not taken.
fn tell_strangers(path: &str, scenario: &Scenario, log: &Workload) {
    let listed = scenario.workload.reservations.listed.len();
    let jobs = select(log, &scenario.workload, scenario.seed);
    let found = jobs.iter().filter(|job| job.is_reservation()).count();
    if found < listed {
        let name = name(path);
        let strangers = listed.saturating_sub(found);
        eprintln!("{name}: {strangers} of {listed} requests are for jobs that are not taken");
    }
}

/// The bytes of a file, or of standard input where it is called `-`.
fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        return read
            .map(|_| bytes)
            .map_err(|error| Failure::at("standard input", error));
    }
    std::fs::read(path).map_err(|error| Failure::at(path, error))
}

/// What to call it in messages.
pub fn name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// A scenario and a log. Only one of them can come from standard input.
pub fn scenario_and_log(scenario: &str, trace: &str) -> Result<(Scenario, Workload), Failure> {
    let (scenario, log, _) = scenario_log_and_bytes(scenario, trace)?;
    Ok((scenario, log))
}

/// The same with the log's bytes.
fn scenario_log_and_bytes(
    scenario: &str,
    trace: &str,
) -> Result<(Scenario, Workload, Vec<u8>), Failure> {
    if scenario == "-" && trace == "-" {
        let text = "holds the scenario or the log, not both: name a file for one of them";
        return Err(Failure::at("standard input", text));
    }
    let scenario = self::scenario(scenario)?;
    let bytes = bytes(trace)?;
    let reading = reading_of(trace, &bytes)?;
    tell_account(name(trace), &reading, &scenario);
    Ok((scenario, reading.workload, bytes))
}

/// A scenario from its JSON file.
fn scenario(path: &str) -> Result<Scenario, Failure> {
    Scenario::from_json(&bytes(path)?).map_err(|error| Failure::at(name(path), error))
}

/// A log; what could not be read of it is told on standard error.
pub fn log(path: &str) -> Result<Workload, Failure> {
    let workload = workload(path)?;
    match workload.kind() {
        WorkloadKind::Log => Ok(workload),
        other => Err(no_log(path, other)),
    }
}

/// A log or a task batch, with what has been found beside it; what could not be read is told on standard error.
pub fn log_or_tasks(path: &str) -> Result<Reading, Failure> {
    let reading = reading_of(path, &bytes(path)?)?;
    match reading.workload.kind() {
        WorkloadKind::Log | WorkloadKind::TaskBatch => Ok(reading),
        other => Err(no_log(path, other)),
    }
}

fn no_log(path: &str, kind: WorkloadKind) -> Failure {
    let why = format!("this is {}, and a log is needed here", kind.name());
    Failure::at(name(path), why)
}

/// A task batch; what could not be read of it is told on standard error.
pub fn tasks(path: &str) -> Result<TaskBatch, Failure> {
    let workload = workload(path)?;
    let why = format!(
        "this is {}, and a task batch is needed here",
        workload.kind().name()
    );
    workload.tasks.ok_or_else(|| Failure::at(name(path), why))
}

/// A workflow and its file's name; what was made of it is told on standard error.
pub fn workflow(path: &str) -> Result<(String, Workflow), Failure> {
    let workload = workload(path)?;
    let why = format!(
        "this is {}, and a workflow is needed here",
        workload.kind().name()
    );
    let of_it = workload.workflow.map(|it| (workload.name, it));
    of_it.ok_or_else(|| Failure::at(name(path), why))
}

/// A log, a workflow or a task batch; what could not be read of it, and what was made of it, is told on standard
/// error.
pub fn workload(path: &str) -> Result<Workload, Failure> {
    workload_of(path, &bytes(path)?)
}

/// The same of its bytes.
fn workload_of(path: &str, bytes: &[u8]) -> Result<Workload, Failure> {
    Ok(reading_of(path, bytes)?.workload)
}

/// The same with what has been found beside it.
fn reading_of(path: &str, bytes: &[u8]) -> Result<Reading, Failure> {
    let name = name(path);
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let reading =
        workload::read(file_name, bytes).map_err(|error| Failure::at(name, error.kind))?;
    for complaint in reading.complaints.iter().take(COMPLAINTS_SHOWN) {
        eprintln!("{name}: {complaint}");
    }
    let rest = (reading.complaint_count as usize).saturating_sub(COMPLAINTS_SHOWN);
    if rest > 0 {
        eprintln!("{name}: and {rest} more such lines");
    }
    for repair in &reading.repairs {
        eprintln!("{name}: {repair}");
    }
    Ok(reading)
}

/// Tells on standard error what becomes of a file: what is left out, guessed, pooled and not used.
fn tell_account(name: &str, reading: &Reading, scenario: &Scenario) {
    let account = Account::of(reading, &scenario.workload);
    for line in account::for_terminal(&account, &scenario.workload, &scenario.platform) {
        eprintln!("{name}: {line}");
    }
}

const COMPLAINTS_SHOWN: usize = 10;
