//! Reading scenarios, logs and lists of requests.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{Metadata, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

use super::{Failure, tell};
use crate::columnar::{is_parquet, to_csv};
use crate::experiment::{MOST_PROCESSORS, Scenario, ScenarioFile, Setting, WorkloadFacts, knobs, why_nothing};
use crate::page::account;
use crate::workload;
use crate::workload::account::Account;
use crate::workload::requests_csv::{count_from_start, read_requests};
use crate::workload::reserve::{ListedRequest, RequestKind};
use crate::workload::select::select;
use crate::workload::table::Mapping;
use crate::workload::task_batch::{FileKind, TaskBatch, is_of_resources};
use crate::workload::workflow::Workflow;
use crate::workload::{Content, ReadErrorKind, Reading, Workload, WorkloadKind, task_batch};

/// The path of a file that is read, `-` for standard input, or a scenario itself; as text it is how messages name it.
#[derive(Clone, Debug)]
pub struct Place {
    path: OsString,
    text: String,
}

impl From<OsString> for Place {
    fn from(path: OsString) -> Self {
        let text = path.to_string_lossy().into_owned();
        Self { path, text }
    }
}

impl Deref for Place {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<Path> for Place {
    fn as_ref(&self) -> &Path {
        Path::new(&self.path)
    }
}

/// A scenario, the log that it runs on, and perhaps a list of requests.
#[derive(clap::Args)]
pub struct Inputs {
    /// The scenario: a JSON file, or the JSON object itself, such as '{}'; `-` reads standard input. Fields
    /// that are missing default to the log's machine, all its jobs and no reservations
    pub scenario: Place,
    /// The log: SWF, GWF, Batsim's, or a scheduler's (sacct, PBS, Grid Engine, LSF, Flux, HTCondor, OAR, Kubernetes), a table
    /// (CSV, Parquet); or the workflow: JSON, WfCommons, Pegasus, DOT; or the task batch: CSV, XML; also packed; `-` reads standard input
    trace: Place,
    /// Make exactly the jobs of this list advance reservations: CSV, job,ready,deadline and, if less
    /// is accepted, least_processors,least_time in percent; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    requests: Option<Place>,
    #[command(flatten)]
    settings: Settings,
}

/// Fields that are set from the command line.
#[derive(Default, clap::Args)]
pub struct Settings {
    /// Set a field of the scenario first, e.g. workload.load_factor=1.5; the value is JSON or a word.
    /// May be repeated
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    set: Vec<Setting>,
    /// Take the nodes of a task batch from this file: XML, the resources of one agent unless it says otherwise;
    /// plain or packed. May be repeated, once for each agent
    #[arg(long, value_name = "FILE")]
    resources: Vec<Place>,
    #[command(flatten)]
    columns: Columns,
}

impl Settings {
    /// Refuses fields that are set and that none of these scenarios reads.
    pub fn check_read(&self, scenarios: impl IntoIterator<Item = Scenario>) -> Result<(), Failure> {
        let paths = self.set.iter().map(|it| it.path.as_str());
        refuse_unread("--set", knobs::unread(paths, scenarios))
    }
}

/// Refuses a field that was given with an option and that is not read.
pub fn refuse_unread(option: &str, unread: Option<(&str, &str)>) -> Result<(), Failure> {
    unread.map_or(Ok(()), |(path, why)| Err(Failure::at(option, format!("{path} makes no difference here: {why}"))))
}

/// The columns of a table of jobs.
#[derive(Default, clap::Args)]
pub struct Columns {
    /// Read a table of jobs by a mapping of its columns, e.g. submit=submitted,start=begin:ms,end=finished,
    /// requested_processors=cores; docs/formats.md lists the keys and units
    #[arg(long = "columns", value_name = "KEY=COLUMN,...", value_parser = Mapping::parse)]
    mapping: Option<Mapping>,
}

/// The inputs of a command.
pub struct Loaded {
    /// The scenario, its platform concrete.
    pub scenario: Scenario,
    /// The log, workflow or task batch.
    pub log: Workload,
    /// Its facts.
    pub facts: WorkloadFacts,
}

impl Inputs {
    /// Reads them. Only one of them can come from standard input. Fields that are set are read by the scenario.
    pub fn read(&self) -> Result<Loaded, Failure> {
        let loaded = self.read_with_bytes()?.0;
        self.check_read([loaded.scenario.clone()])?;
        Ok(loaded)
    }

    /// Refuses fields that are set and that none of these scenarios reads.
    pub fn check_read(&self, scenarios: impl IntoIterator<Item = Scenario>) -> Result<(), Failure> {
        self.settings.check_read(scenarios)
    }

    /// Reads them, with the log's bytes as they were given.
    pub fn read_with_bytes(&self) -> Result<(Loaded, Vec<u8>), Failure> {
        let of_scenario = Some(&self.scenario);
        let Some(path) = &self.requests else {
            return load(of_scenario, &self.trace, &self.settings);
        };
        if &**path == "-" && (&*self.scenario == "-" || &*self.trace == "-") {
            let text = "holds the requests or another file, not both: name a file for one of them";
            return Err(Failure::at("standard input", text));
        }
        let (mut loaded, bytes) = load(of_scenario, &self.trace, &self.settings)?;
        let reservations = &mut loaded.scenario.workload.reservations;
        reservations.request = RequestKind::Listed;
        reservations.listed = requests(path, loaded.log.header().unix_start_time())?.into();
        tell_strangers(path, &loaded.scenario, &loaded.log);
        Ok((loaded, bytes))
    }

    /// The files that are read.
    pub fn files(&self) -> Vec<super::output::Input<'_>> {
        let scenario = Some(&self.scenario).filter(|it| !is_inline(it));
        let all = [
            ("the scenario", scenario),
            ("the log", Some(&self.trace)),
            ("the list of requests", self.requests.as_ref()),
        ];
        let named = all.into_iter().filter_map(|(what, path)| Some((what, path?)));
        let resources = self.settings.resources.iter();
        named.chain(resources.map(|it| ("a file of resources", it))).collect()
    }

    /// The mapping of the log's columns, if one was given.
    pub const fn columns(&self) -> Option<&Mapping> {
        self.settings.columns.mapping.as_ref()
    }

    /// The permissions of the log's file, and those that the scenario's has in common with that of the requests;
    /// `None` for input that is not read from a file.
    pub fn permissions(&self) -> (Option<Permissions>, Option<Permissions>) {
        let of = |path: &Place| std::fs::metadata(path).ok().filter(Metadata::is_file).map(|it| it.permissions());
        let of_requests = self.requests.as_ref().and_then(of);
        let of_scenario = of(&self.scenario);
        let of_both = match (of_scenario, of_requests) {
            (Some(one), Some(other)) => Some(in_common(one, &other)),
            (one, other) => one.or(other),
        };
        (of(&self.trace), of_both)
    }

    /// The name of the log in messages.
    pub fn log_name(&self) -> &str {
        name(&self.trace)
    }

    /// The name of the scenario in messages.
    pub fn scenario_name(&self) -> &str {
        name(&self.scenario)
    }
}

/// The permissions that two files have in common.
#[cfg(unix)]
fn in_common(one: Permissions, other: &Permissions) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(one.mode() & other.mode())
}

#[cfg(not(unix))]
fn in_common(one: Permissions, _: &Permissions) -> Permissions {
    one
}

/// Requests from their CSV file, on the clock of the log.
fn requests(path: &Place, unix_start: Option<i64>) -> Result<Vec<ListedRequest>, Failure> {
    let mut read = read_requests(&bytes(path)?).map_err(|error| Failure::at(name(path), error))?;
    count_from_start(&mut read, unix_start).map_err(|why| Failure::at(name(path), why))?;
    Ok(read)
}

/// Reports on standard error how many requests are for jobs that are not taken.
fn tell_strangers(path: &str, scenario: &Scenario, log: &Workload) {
    let listed = scenario.workload.reservations.listed.len();
    let jobs = select(log, &scenario.workload, scenario.seed);
    let found = jobs.iter().filter(|job| job.is_reservation()).count();
    if found < listed {
        let name = name(path);
        let strangers = listed.saturating_sub(found);
        tell(format!("{name}: {strangers} of {listed} requests are for jobs that are not taken"));
    }
}

/// The most bytes of a file, plain or unpacked; as `--most-bytes` says.
static MOST_BYTES: OnceLock<u64> = OnceLock::new();

/// Limits all input to so many bytes.
pub fn limit(most_bytes: Option<u64>) {
    if let Some(most) = most_bytes {
        // It is said once.
        let _ = MOST_BYTES.set(most);
    }
}

/// The most bytes of a file, plain or unpacked.
pub fn most_bytes() -> u64 {
    MOST_BYTES.get().copied().unwrap_or(workload::MAX_TEXT_BYTES)
}

/// The way to read what is too large.
const LIMIT_HINT: &str = "; --most-bytes BYTES reads more";

/// The bytes of a file, or of standard input where it is called `-`, of Parquet as CSV: input that never ends is an error.
pub fn bytes(path: &Place) -> Result<Vec<u8>, Failure> {
    let read = match &**path {
        "-" => within_limit(std::io::stdin().lock(), 0),
        _ => std::fs::File::open(path).and_then(|file| {
            let length = file.metadata().map_or(0, |it| it.len());
            within_limit(file, length)
        }),
    };
    let bytes = read.map_err(|error| Failure::at(name(path), error))?;
    if !is_parquet(&bytes) {
        return Ok(bytes);
    }
    let csv = to_csv(bytes, most_bytes()).map_err(|why| Failure::at(name(path), why))?;
    if let Some(left_out) = csv.left_out {
        tell(format!("{}: {left_out}", name(path)));
    }
    Ok(csv.text)
}

/// All bytes of an input, of which so many are expected.
fn within_limit(mut input: impl Read, expected: u64) -> std::io::Result<Vec<u8>> {
    const BEGINNING: u64 = 64 << 10;
    let most = most_bytes();
    let mut bytes = Vec::with_capacity(expected.min(most) as usize + 1);
    let begun = input.by_ref().take(BEGINNING).read_to_end(&mut bytes)?;
    // What is no text need not be read to its end, which a device may not have.
    let kind = workload::kind_of_beginning(&bytes).filter(|_| begun as u64 == BEGINNING && !is_parquet(&bytes));
    if let Some(kind) = kind {
        let why = format!("this is {kind}, not a log of jobs");
        return Err(std::io::Error::other(why));
    }
    let rest = most.saturating_sub(BEGINNING).saturating_add(1);
    input.take(rest).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let too_large = ReadErrorKind::TooLarge { most };
        return Err(std::io::Error::other(format!("{too_large}{LIMIT_HINT}")));
    }
    Ok(bytes)
}

/// The bytes of a file; with files of resources those of one file that holds all of them, unpacked, one behind the
/// other.
fn with_resources(path: &Place, resources: &[Place]) -> Result<Vec<u8>, Failure> {
    let given = bytes(path)?;
    if resources.is_empty() {
        return Ok(given);
    }
    let unpacked = |path: &str, bytes: &[u8]| {
        workload::unpacked_within(most_bytes(), bytes).map(Cow::into_owned).map_err(|error| unread(path, &error))
    };
    let tasks = unpacked(path, &given)?;
    if FileKind::of(&tasks).is_none() {
        let why = "this is no task batch, which --resources need";
        return Err(Failure::at(name(path), why));
    }
    let mut files = Vec::new();
    for path in resources {
        if &**path == "-" {
            return Err(Failure::at("--resources", "it takes a file, not standard input"));
        }
        let file = unpacked(path, &bytes(path)?)?;
        if !is_of_resources(&file) {
            let why =
                "this is no XML of resources alone: name the file of tasks first, and files of nodes as --resources";
            return Err(Failure::at(path, why));
        }
        files.push(file);
    }
    let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    Ok(task_batch::with_resources(&tasks, &files))
}

/// Its name in messages.
pub fn name(path: &str) -> &str {
    match path {
        "-" => "standard input",
        inline if is_inline(inline) => "the scenario",
        path => path,
    }
}

/// Whether an argument is the scenario itself, not a file of it.
fn is_inline(argument: &str) -> bool {
    argument.trim_start().starts_with('{')
}

/// A scenario on its log, with the log's bytes. Without a scenario it is the usual one of the first system that
/// takes such a workload. Only one of them can come from standard input.
pub fn load(scenario: Option<&Place>, trace: &Place, settings: &Settings) -> Result<(Loaded, Vec<u8>), Failure> {
    if scenario.is_some_and(|it| &**it == "-") && &**trace == "-" {
        let text = "holds the scenario or the log, not both: name a file for one of them";
        return Err(Failure::at("standard input", text));
    }
    let file = scenario.map(scenario_file).transpose()?;
    let bytes = with_resources(trace, &settings.resources)?;
    let reading = reading_of(trace, &bytes, &settings.columns)?;
    let facts = WorkloadFacts::of_file(&reading.workload, &bytes);
    let mut scenario = file.map_or_else(|| ScenarioFile::usual(&facts), |file| file.on(&facts));
    for setting in &settings.set {
        let set = setting.set(&scenario, &facts);
        scenario = set.map_err(|why| Failure::at("--set", why))?;
    }
    tell_account(name(trace), &reading, &scenario);
    tell_clipped_machine(name(trace), &scenario, &facts);
    tell_doubts(&scenario);
    let loaded = Loaded { scenario, log: reading.workload, facts };
    Ok((loaded, bytes))
}

/// A scenario from its JSON file, or from the argument itself.
fn scenario_file(argument: &Place) -> Result<ScenarioFile, Failure> {
    let text = if is_inline(argument) { argument.as_bytes().to_vec() } else { bytes(argument)? };
    ScenarioFile::read(&text).map_err(|error| Failure::at(name(argument), error))
}

/// Reports on standard error that a log's machine is larger than the simulated one.
fn tell_clipped_machine(name: &str, scenario: &Scenario, facts: &WorkloadFacts) {
    if facts.processors > MOST_PROCESSORS && scenario.platform == [MOST_PROCESSORS] {
        let (machine, most) = (facts.processors, MOST_PROCESSORS);
        tell(format!("{name}: its machine has {machine} processors, and no more than {most} are simulated"));
    }
}

/// Reports on standard error the orders of a scenario that probably do not mean what their writer thinks.
pub fn tell_doubts(scenario: &Scenario) {
    for formula in scenario.system.model().formulas() {
        if let Some(doubt) = formula.doubt() {
            tell(format!("order {}: {doubt}", formula.text()));
        }
    }
}

/// `1 job`, `3 jobs`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Reports on standard error in how many of some runs jobs were rejected, and how many at most.
pub fn tell_rejecting(name: &str, rejecting: usize, all: usize, most: usize) {
    if rejecting > 0 {
        let jobs = counted(most, "job is", "jobs are");
        tell(format!("{name}: in {rejecting} of {all} runs jobs are rejected: at most {jobs}"));
    }
}

/// The error of a scenario that takes no job: the reason, and the setting to change.
pub fn nothing_taken(scenario: &Scenario, log: &Workload, name: &str) -> Failure {
    Failure::at(name, why_nothing(scenario, log))
}

/// A log; lines that could not be read are reported on standard error.
pub fn log(path: &Place, columns: &Columns) -> Result<Workload, Failure> {
    let workload = reading_of(path, &bytes(path)?, columns)?.workload;
    match workload.kind() {
        WorkloadKind::Log => Ok(workload),
        other => Err(no_log(path, other)),
    }
}

/// A log or a task batch, with the data that are not read; lines that could not be read are reported on
/// standard error.
pub fn log_or_tasks(path: &Place, columns: &Columns) -> Result<Reading, Failure> {
    let reading = reading_of(path, &bytes(path)?, columns)?;
    match reading.workload.kind() {
        WorkloadKind::Log | WorkloadKind::TaskBatch => Ok(reading),
        other => Err(no_log(path, other)),
    }
}

/// The error for a workload that is no log.
pub fn no_log(path: &str, kind: WorkloadKind) -> Failure {
    another_kind(path, kind, "a log")
}

fn another_kind(path: &str, kind: WorkloadKind, needed: &str) -> Failure {
    let why = format!("this is {}, and {needed} is needed here", kind.name());
    Failure::at(name(path), why)
}

/// A task batch, with the nodes of files of resources; lines that could not be read are reported on standard
/// error.
pub fn tasks(path: &Place, resources: &[Place]) -> Result<TaskBatch, Failure> {
    let workload = workload_of(path, &with_resources(path, resources)?)?;
    match workload.content {
        Content::Batch(tasks) => Ok(tasks),
        Content::Log(_) | Content::Workflow(_) => Err(another_kind(path, workload.kind(), "a task batch")),
    }
}

/// A workflow and its file's name; additions to its data are reported on standard error.
pub fn workflow(path: &Place) -> Result<(String, Workflow), Failure> {
    let workload = workload(path)?;
    match workload.content {
        Content::Workflow(workflow) => Ok((workload.name, workflow)),
        Content::Log(_) | Content::Batch(_) => Err(another_kind(path, workload.kind(), "a workflow")),
    }
}

/// A log, a workflow or a task batch; lines that could not be read, and additions to its data, are reported on
/// standard error.
pub fn workload(path: &Place) -> Result<Workload, Failure> {
    workload_of(path, &bytes(path)?)
}

/// The workload in its bytes.
fn workload_of(path: &str, bytes: &[u8]) -> Result<Workload, Failure> {
    Ok(reading_of(path, bytes, &Columns::default())?.workload)
}

/// The workload in its bytes, with the data that are not read.
fn reading_of(path: &str, bytes: &[u8], columns: &Columns) -> Result<Reading, Failure> {
    let name = name(path);
    let file_name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let mapping = columns.mapping.as_ref();
    let reading =
        workload::read_within(most_bytes(), file_name, bytes, mapping).map_err(|error| unread(path, &error.kind))?;
    for complaint in workload::gravest_first(&reading.complaints).into_iter().take(COMPLAINTS_SHOWN) {
        tell(format!("{name}: {complaint}"));
    }
    let rest = (reading.complaint_count as usize).saturating_sub(COMPLAINTS_SHOWN);
    if rest > 0 {
        tell(format!("{name}: and {rest} more such lines"));
    }
    for repair in &reading.repairs {
        tell(format!("{name}: {repair}"));
    }
    Ok(reading)
}

/// The error of a file that cannot be read.
fn unread(path: &str, why: &ReadErrorKind) -> Failure {
    let hint = if why.is_too_large() { LIMIT_HINT } else { "" };
    Failure::at(name(path), format!("{why}{hint}"))
}

/// Reports on standard error the account of a file: jobs left out, values guessed, parts pooled and
/// data not used.
fn tell_account(name: &str, reading: &Reading, scenario: &Scenario) {
    let account = Account::of(reading, (&scenario.workload, scenario.seed));
    let account = account::for_system(account, &scenario.system);
    for line in account::for_terminal(&account, &scenario.workload, &scenario.platform) {
        tell(format!("{name}: {line}"));
    }
}

const COMPLAINTS_SHOWN: usize = 10;

/// Writes a file whole or not at all: under a fresh name beside it, which then replaces the old file. A link is
/// replaced, not followed; two that write the same at once do no harm. `permissions` are those of the new file,
/// otherwise those of the file that it replaces, otherwise the usual ones.
///
/// # Errors
///
/// If the folder is not there or takes no new file, or has no room. The old file then stays.
pub fn write_whole(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> Result<(), Failure> {
    let replaced = || fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
    let permissions = permissions.or_else(|| replaced().map(|it| it.permissions()));
    let mut tries = 0;
    loop {
        let temporary = temporary(path);
        let written = write_new(&temporary, bytes, permissions.clone()).and_then(|()| fs::rename(&temporary, path));
        let Err(error) = written else {
            return Ok(());
        };
        let _ = fs::remove_file(&temporary);
        tries += 1;
        // Another process has taken it for one that was left behind.
        if error.kind() == ErrorKind::NotFound && tries < 5 {
            continue;
        }
        let why = format!("could not be written: {error}; the old file is unchanged");
        return Err(Failure::at(&path.display().to_string(), why));
    }
}

/// Removes from a folder the temporary files of these names: processes that were killed have left them. One that is
/// being written is written again.
pub fn remove_temporaries(folder: &Path, is_one: impl Fn(&str) -> bool) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|it| it.file_name().to_str().is_some_and(&is_one)) {
        let _ = fs::remove_file(entry.path());
    }
}

/// A name beside a file that no other file has: not on this machine by the process, not on another by the time.
fn temporary(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |it| it.as_nanos());
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{file}.{}-{next}-{now}.tmp", std::process::id()))
}

/// Whether a name is that of such a file beside one of this name.
pub fn is_temporary(name: &str, beside: &str) -> bool {
    let rest = name.strip_prefix('.').and_then(|it| it.strip_prefix(beside));
    rest.is_some_and(|it| it.starts_with('.') && it.ends_with(".tmp"))
}

fn write_new(path: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    // At no moment may others read a file that its permissions will close to them.
    #[cfg(unix)]
    if permissions.is_some() {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    // Otherwise after a power failure the new name may be there without its content.
    file.sync_all()
}

/// Reads a file of at most `most` bytes. O(bytes).
///
/// # Errors
///
/// If it is none (a pipe, which may never end, a device, a folder), is larger, or cannot be read.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Opening a pipe waits for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "this is no file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let why = format!("it is larger than {most} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}
