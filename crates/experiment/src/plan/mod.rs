//! Plans of sweeps: the same sweep cut into tasks that any number of machines can run, in any order.
//!
//! Bytes in, bytes out: which files hold them is for others to say. Every task follows from the plan by
//! arithmetic, so that a machine that runs ten of a million tasks makes no list of a million scenarios.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fmt::Write;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::sweep::{Figures, Table, Vary, value_field};
use super::{Scenario, ScenarioError, draws, knobs, validate};
use base::json;
use scheduling::criteria::Criterion;
use workload::WorkloadKind;
use workload::replicate::Replication;
use workload::table::Mapping;

/// The version of plans that is written and read.
const VERSION: u32 = 1;

/// The most runs of a plan.
pub const MOST_RUNS: u64 = 100_000_000;

/// The program that makes a plan, and runs it: figures of different versions are not put into one table.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// A file that a plan brings along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name when the plan was made.
    pub name: String,
    /// The digest of its content, which is its name in the plan.
    pub sha256: Digest,
    /// Its length.
    pub bytes: u64,
}

impl File {
    /// The mark of a file with these bytes. O(bytes).
    pub fn of(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.to_owned(), sha256: Digest::of(bytes), bytes: bytes.len() as u64 }
    }
}

/// A plan as it stands in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    slotscope_sweep_plan: u32,
    program: String,
    /// The number of tasks, so that other programs need not count them.
    tasks: u64,
    runs_per_task: u32,
    seeds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    replicate: Option<Replication>,
    vary: Vec<Vary>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    criteria: Vec<Criterion>,
    log: File,
    #[serde(default, skip_serializing_if = "base::is_default")]
    kind: WorkloadKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<Mapping>,
    scenario: Scenario,
}

/// The plan of a sweep: a scenario with fields varied, over several seeds, on one log.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The scenario, without the varied values.
    pub scenario: Scenario,
    /// The fields that vary; the first turns slowest.
    pub varied: Vec<Vary>,
    /// How many seeds, counted up from the scenario's own; they turn fastest.
    pub seeds: u32,
    /// How the replicates of the log are made, one for each seed; none for the log itself.
    pub replicate: Option<Replication>,
    /// The figures of each run beyond the default ones ([`super::sweep::further`]).
    pub criteria: Vec<Criterion>,
    pub log: File,
    /// The kind of the workload.
    pub kind: WorkloadKind,
    /// The mapping of the log's columns, where it is a table of no known format.
    pub columns: Option<Mapping>,
    /// How many runs are one task; the last task may have fewer.
    pub runs_per_task: u32,
}

/// The fault of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(pub String);

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlanError {}

impl Plan {
    /// The plan as JSON: the same bytes for the same plan.
    pub fn to_json(&self) -> String {
        let written = Written {
            slotscope_sweep_plan: VERSION,
            program: PROGRAM.to_owned(),
            tasks: self.tasks(),
            runs_per_task: self.runs_per_task,
            seeds: self.seeds,
            replicate: self.replicate,
            vary: self.varied.clone(),
            criteria: self.criteria.clone(),
            log: self.log.clone(),
            kind: self.kind,
            columns: self.columns.clone(),
            scenario: self.scenario.clone(),
        };
        // Texts, numbers and lists of them cannot fail to be written.
        let json = serde_json::to_string_pretty(&written).unwrap_or_default();
        json + "\n"
    }

    /// Reads a plan.
    ///
    /// # Errors
    ///
    /// A sentence: if it is no plan, was made by another version of the program, or has been changed by hand so
    /// that it no longer agrees with itself.
    pub fn from_json(bytes: &[u8]) -> Result<Self, PlanError> {
        let written: Written = json::read(bytes).map_err(|why| PlanError(why.to_string()))?;
        let fail = |why: String| Err(PlanError(why));
        if written.slotscope_sweep_plan != VERSION || written.program != PROGRAM {
            return fail(format!(
                "this plan was made by slotscope {} and this is {PROGRAM}: use one version for the whole plan, so \
                 that all its figures come about in one way",
                written.program
            ));
        }
        let plan = Self {
            scenario: written.scenario,
            varied: written.vary,
            criteria: written.criteria,
            seeds: written.seeds,
            replicate: written.replicate,
            log: written.log,
            kind: written.kind,
            columns: written.columns,
            runs_per_task: written.runs_per_task,
        };
        plan.check_size()?;
        if plan.tasks() != written.tasks {
            let tasks = plan.tasks();
            return fail(format!(
                "tasks: {} are named and {tasks} come about: make the plan again instead of editing it",
                written.tasks
            ));
        }
        Ok(plan)
    }

    /// Checks that there are runs, and not too many.
    ///
    /// # Errors
    ///
    /// In words.
    pub fn check_size(&self) -> Result<(), PlanError> {
        if let Some(replicate) = &self.replicate {
            replicate.validate().map_err(|why| PlanError(format!("replicate: {why}")))?;
            if replicate.count() != self.seeds {
                let why = "replicate: there is a seed for each replicate, so seeds is their number";
                return Err(PlanError(why.to_owned()));
            }
        }
        let counts = self.varied.iter().map(|it| it.values.len() as u64).chain([u64::from(self.seeds)]);
        let runs = counts.clone().try_fold(1_u64, u64::checked_mul);
        if counts.into_iter().any(|count| count == 0) || self.runs_per_task == 0 {
            let why = "there are no runs: seeds and runs_per_task are at least 1, and each list of values has an entry";
            return Err(PlanError(why.to_owned()));
        }
        match runs {
            Some(runs) if runs <= MOST_RUNS => Ok(()),
            _ => Err(PlanError(format!(
                "these are more than the {MOST_RUNS} runs that a sweep may have: vary fewer values, or make \
                 several sweeps"
            ))),
        }
    }

    /// Whether every combination of values can be set and run. O(combinations).
    ///
    /// # Errors
    ///
    /// The first that cannot.
    pub fn check_values(&self) -> Result<(), ScenarioError> {
        (0..self.points()).try_for_each(|point| validate(&self.point(point)?))
    }

    /// How many combinations of values there are.
    pub fn points(&self) -> u64 {
        self.varied.iter().map(|it| it.values.len() as u64).product()
    }

    pub fn runs(&self) -> u64 {
        self.points() * u64::from(self.seeds)
    }

    pub fn tasks(&self) -> u64 {
        self.runs().div_ceil(u64::from(self.runs_per_task.max(1)))
    }

    /// The values of the combination at a place, in the order in which a table has them.
    pub fn values(&self, point: u64) -> Vec<Value> {
        let mut rest = point;
        let mut values: Vec<Value> = Vec::with_capacity(self.varied.len());
        for vary in self.varied.iter().rev() {
            let count = vary.values.len() as u64;
            values.push(vary.values[(rest % count) as usize].clone());
            rest /= count;
        }
        values.reverse();
        values
    }

    /// The scenario of the combination at a place, with the first seed.
    fn point(&self, point: u64) -> Result<Scenario, ScenarioError> {
        let values = self.values(point);
        let mut set = self.scenario.clone();
        for (vary, value) in self.varied.iter().zip(&values) {
            set = knobs::set(&set, &vary.path, value)?;
        }
        Ok(set)
    }

    /// Whether the runs of the combination at a place draw random numbers. Combinations with values that do not
    /// fit are not run.
    pub fn is_drawn(&self, point: u64) -> bool {
        self.point(point).is_ok_and(|it| draws(&it, self.kind))
    }

    /// How the replicate of a run is made, and its place among those of a combination, if there are replicates.
    pub fn replicate_of(&self, run: u64) -> Option<(&Replication, u32)> {
        let place = run % u64::from(self.seeds.max(1));
        Some((self.replicate.as_ref()?, place as u32))
    }

    /// The scenario of a run, counted from 0: the first field turns slowest, the seed fastest.
    ///
    /// # Errors
    ///
    /// If a value does not fit its field, which [`Plan::check_values`] reports.
    pub fn scenario(&self, run: u64) -> Result<Scenario, ScenarioError> {
        let seeds = u64::from(self.seeds);
        let mut scenario = self.point(run / seeds)?;
        scenario.seed = scenario.seed.wrapping_add(run % seeds);
        Ok(scenario)
    }
}

/// The most elements that an array gets by default: Slurm's usual limit.
pub const MOST_ELEMENTS: u64 = 1_000;

/// An element of fewer tasks than these spends much of its time on being started.
const LEAST_CHUNK: u64 = 16;

/// How many tasks an element usually takes: 16, or as many as it takes for at most [`MOST_ELEMENTS`].
pub fn usual_chunk(tasks: u64) -> u64 {
    tasks.div_ceil(MOST_ELEMENTS).max(LEAST_CHUNK)
}

/// Which elements, counted from 0, have any of these tasks: element `k` takes those from `k · chunk + 1` to
/// `(k + 1) · chunk`. Ascending. O(n log n) for n elements and slices.
pub fn chunks(tasks: impl IntoIterator<Item = Slice>, chunk: u64) -> Vec<u64> {
    let element = |task: u64| (task - 1) / chunk.max(1);
    let of = |slice: Slice| element(slice.first)..=element(slice.last);
    let elements: BTreeSet<u64> = tasks.into_iter().flat_map(of).collect();
    elements.into_iter().collect()
}

/// A SHA-256, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of some bytes. O(bytes).
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// From its digits; `None` if these are not 64 small hexadecimal ones.
    pub fn read(digits: &str) -> Option<Self> {
        let digits = digits.as_bytes();
        let (pairs, rest) = digits.as_chunks::<2>();
        let mut bytes = [0; 32];
        if pairs.len() != bytes.len() || !rest.is_empty() {
            return None;
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Some(Self(bytes))
    }

    /// Its first eight digits, by which people distinguish plans.
    pub fn short(&self) -> String {
        self.to_string()[..8].to_owned()
    }
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let wrong = || D::Error::custom("64 hexadecimal digits of a SHA-256 are needed");
        Self::read(&digits).ok_or_else(wrong)
    }
}

/// The state of a task's result.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// There is no result yet.
    Missing,
    /// A result that cannot be used.
    Damaged(Damage),
    /// All of it.
    Whole(Outcome),
}

/// The results of a plan so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Gathered<'a> {
    plan: &'a Plan,
    /// The figures of each task that is whole, by its number.
    whole: BTreeMap<u64, Vec<Figures>>,
    /// The tasks without a result, ascending.
    pub missing: Vec<Slice>,
    /// The tasks whose results cannot be used, with the reasons, ascending.
    pub damaged: Vec<(u64, Damage)>,
}

impl<'a> Gathered<'a> {
    /// Collects the results of the tasks of a plan, in any order. A task without an entry is missing. O(n
    /// log n) for n entries, whatever the number of tasks of the plan.
    pub fn of(plan: &'a Plan, found: impl IntoIterator<Item = (Task, Found)>) -> Self {
        let mut whole = BTreeMap::new();
        let mut damaged = Vec::new();
        for (task, found) in found {
            match found {
                Found::Missing => {}
                Found::Damaged(why) => damaged.push((task.number, why)),
                Found::Whole(Outcome(figures)) => {
                    whole.insert(task.number, figures);
                }
            }
        }
        base::ordering::sort_by_key(&mut damaged, |(number, _)| *number);
        let there = damaged.iter().map(|it| it.0).chain(whole.keys().copied());
        Self { plan, missing: gaps(there.collect(), plan.tasks()), whole, damaged }
    }

    /// Whether no result is missing or damaged.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }

    /// How many tasks are missing.
    pub fn missing_count(&self) -> u64 {
        self.missing.iter().map(Slice::count).sum()
    }

    /// The tasks that are missing or damaged.
    pub fn lacking(&self) -> impl Iterator<Item = Slice> {
        let damaged = self.damaged.iter().map(|&(number, _)| Slice { first: number, last: number });
        self.missing.iter().copied().chain(damaged)
    }

    /// The figures of all runs, in their order; `None` unless it is complete.
    pub fn into_figures(self) -> Option<Vec<Figures>> {
        let is_complete = self.is_complete();
        is_complete.then(|| self.whole.into_values().flatten().collect())
    }

    /// The table as the sweep would have printed it: of the combinations all of whose runs are there. Once it is
    /// complete that is the whole table, to the last byte.
    pub fn table(&self) -> String {
        let there: Vec<&Figures> = self.whole.values().flatten().collect();
        let table = Table::of(&self.plan.scenario, &self.plan.varied, &self.plan.criteria)
            .with_those_of(&there)
            .replicated(self.plan.replicate);
        let mut text = table.head();
        let seeds = u64::from(self.plan.seeds);
        let points = self.points();
        let whole = |runs: &&Vec<&Figures>| runs.len() as u64 == seeds;
        let first = points.get(&0).filter(whole);
        for (point, runs) in points.iter().filter(|(_, runs)| whole(runs)) {
            let is_drawn = || self.plan.is_drawn(*point);
            let first = first.filter(|_| *point > 0).map(|it| &it[..]);
            text.push_str(&table.row(&self.plan.values(*point), (&runs[..], first), is_drawn));
        }
        text
    }

    /// The combinations that have any run, with those that they have, in their order.
    fn points(&self) -> BTreeMap<u64, Vec<&Figures>> {
        let seeds = u64::from(self.plan.seeds);
        let mut points: BTreeMap<u64, Vec<&Figures>> = BTreeMap::new();
        for (number, figures) in &self.whole {
            let runs = self.plan.task(*number).map_or(0..0, |task| task.runs);
            for (run, figures) in runs.zip(figures) {
                points.entry(run / seeds).or_default().push(figures);
            }
        }
        points
    }
}

/// The numbers from 1 to `last` that are not there, as slices.
fn gaps(there: BTreeSet<u64>, last: u64) -> Vec<Slice> {
    let mut slices = Vec::new();
    let mut next = 1;
    for number in there.into_iter().chain([last + 1]) {
        if next < number {
            slices.push(Slice { first: next, last: number - 1 });
        }
        next = number + 1;
    }
    slices
}

/// Some consecutive tasks, by their numbers, both ends among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first, from 1.
    pub first: u64,
    pub last: u64,
}

impl Slice {
    /// The numbers of the tasks in this slice of a plan of `tasks` tasks.
    pub fn of(self, tasks: u64) -> RangeInclusive<u64> {
        self.first..=self.last.min(tasks)
    }

    /// How many numbers it has.
    pub fn count(&self) -> u64 {
        self.last - self.first + 1
    }
}

/// The fault of a text that should be a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceError(String);

impl fmt::Display for SliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SliceError {}

impl FromStr for Slice {
    type Err = SliceError;

    /// Reads `17-32`, or `17` for one alone.
    fn from_str(text: &str) -> Result<Self, SliceError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&it| it > 0);
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => Err(SliceError(format!(
                "\"{text}\" names no tasks; write e.g. 17-32, the first and the last, counted from 1"
            ))),
        }
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Ascending numbers as people and Slurm write them: `17-20,33`.
pub fn ranges(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut slices: Vec<Slice> = Vec::new();
    for number in numbers {
        match slices.last_mut() {
            Some(slice) if slice.last + 1 == number => slice.last = number,
            _ => slices.push(Slice { first: number, last: number }),
        }
    }
    slices_text(&slices)
}

/// Slices as people and Slurm write them.
pub fn slices_text(slices: &[Slice]) -> String {
    let mut text = String::new();
    for (at, slice) in slices.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{slice}");
    }
    text
}

/// One task of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number, from 1.
    pub number: u64,
    /// The runs that it makes, counted from 0 over the whole plan.
    pub runs: Range<u64>,
}

impl Plan {
    pub fn task(&self, number: u64) -> Option<Task> {
        if number == 0 || number > self.tasks() {
            return None;
        }
        let each = u64::from(self.runs_per_task);
        let first = (number - 1) * each;
        let runs = first..(first + each).min(self.runs());
        Some(Task { number, runs })
    }

    /// The table of tasks, CSV, for people and their scripts: a line for each, with its number, its first and its
    /// last run, counted from 1, and seed and values of the first. Its content follows from the plan. O(tasks).
    pub fn table_of_tasks(&self) -> String {
        let paths = self.varied.iter().map(|it| it.path.as_str());
        let columns: Vec<&str> = ["task", "first_run", "last_run", "seed"].into_iter().chain(paths).collect();
        let mut table = columns.join(",") + "\n";
        for task in (1..=self.tasks()).filter_map(|number| self.task(number)) {
            let Range { start, end } = task.runs;
            let seeds = u64::from(self.seeds);
            let seed = self.scenario.seed.wrapping_add(start % seeds);
            let _ = write!(table, "{},{},{end},{seed}", task.number, start + 1);
            for value in self.values(start / seeds) {
                let _ = write!(table, ",{}", value_field(&value));
            }
            table.push('\n');
        }
        table
    }
}

// The result of a task: a short text that shows whether it is complete.
//
// ```text
// slotscope sweep result 1
// plan 3b0c…
// task 17
// run 17
// mean_utilization 0.58
// …
// end 91ff…
// ```
//
// Numbers are the shortest that read back as the same, so that the text is the same wherever the task ran.

/// The first line.
const TITLE: &str = "slotscope sweep result 1";

/// The beginning of the last line; the digest of all lines before it follows.
const END: &str = "end ";

/// The figures of a task's runs, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome(pub Vec<Figures>);

/// Why a text is not the result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It cannot be read, for this reason.
    Unreadable(String),
    /// Its end is missing.
    Cut,
    /// Its content has changed: its digest is that of another text.
    Changed,
    /// It is whole, and of another plan.
    OtherPlan,
    /// It is whole, and of another task.
    OtherTask,
    /// It is whole, but does not hold the figures of the task's runs.
    Strange,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable(why) => why.as_str(),
            Self::Cut => "its end is missing",
            Self::Changed => "it has changed since it was written, by its digest",
            Self::OtherPlan => "it belongs to another plan",
            Self::OtherTask => "it belongs to another task",
            Self::Strange => "it does not hold the figures of the task's runs",
        })
    }
}

/// The name of the line with the digest of what the figures of a run are over.
const POPULATION: &str = "population";

impl Outcome {
    /// As a text: the same for the same figures, plan and task.
    pub fn write(&self, plan: Digest, task: &Task) -> String {
        let mut text = format!("{TITLE}\nplan {plan}\ntask {}\n", task.number);
        for (run, figures) in task.runs.clone().zip(&self.0) {
            let _ = writeln!(text, "run {}\n{POPULATION} {}", run + 1, figures.population);
            for (criterion, value) in Criterion::PAPER.into_iter().zip(figures.criteria) {
                let _ = writeln!(text, "{} {value}", criterion.key());
            }
            for (key, value) in &figures.measures {
                let _ = writeln!(text, "{key} {value}");
            }
        }
        let digest = Digest::of(text.as_bytes());
        let _ = writeln!(text, "{END}{digest}");
        text
    }

    /// Reads such a text. O(bytes).
    ///
    /// # Errors
    ///
    /// Why it is not the complete outcome of this task of this plan.
    pub fn read(bytes: &[u8], plan: Digest, task: &Task) -> Result<Self, Damage> {
        let whole = whole(bytes)?;
        let mut lines = whole.lines();
        let mut next = |name: &str| lines.next().and_then(|line| line.strip_prefix(name));
        next(TITLE).filter(|it| it.is_empty()).ok_or(Damage::Strange)?;
        let of = next("plan ").and_then(Digest::read);
        if of.ok_or(Damage::Strange)? != plan {
            return Err(Damage::OtherPlan);
        }
        let number = next("task ").and_then(|it| it.parse().ok());
        let number: u64 = number.ok_or(Damage::Strange)?;
        if number != task.number {
            return Err(Damage::OtherTask);
        }
        let runs = runs(lines).ok_or(Damage::Strange)?;
        let is_complete = runs.iter().map(|(run, _)| *run).eq(task.runs.clone());
        if !is_complete {
            return Err(Damage::Strange);
        }
        Ok(Self(runs.into_iter().map(|(_, figures)| figures).collect()))
    }
}

/// The text before its last line, if that holds the digest of it.
fn whole(bytes: &[u8]) -> Result<&str, Damage> {
    let text = str::from_utf8(bytes).map_err(|_| Damage::Changed)?;
    let lines = text.strip_suffix('\n').ok_or(Damage::Cut)?;
    let end = lines.rfind('\n').map_or(0, |at| at + 1);
    let digest = lines[end..].strip_prefix(END).ok_or(Damage::Cut)?;
    let digest = Digest::read(digest).ok_or(Damage::Changed)?;
    let before = &text[..end];
    let is_whole = Digest::of(before.as_bytes()) == digest;
    is_whole.then_some(before).ok_or(Damage::Changed)
}

/// The figures of each run, with the run, counted from 0.
fn runs<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Vec<(u64, Figures)>> {
    let mut runs: Vec<(u64, Vec<(&str, f64)>)> = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(' ')?;
        if name == "run" {
            let run: u64 = value.parse().ok()?;
            runs.push((run.checked_sub(1)?, Vec::new()));
        } else {
            runs.last_mut()?.1.push((name, value.parse().ok()?));
        }
    }
    let figures = |(run, figures)| Some((run, figures_of(figures)?));
    runs.into_iter().map(figures).collect()
}

/// The population, the criteria in their order, then the measures.
fn figures_of(lines: Vec<(&str, f64)>) -> Option<Figures> {
    let mut lines = lines.into_iter();
    let (name, population) = lines.next()?;
    let population = (name == POPULATION && f64::from(population as u32) == population).then_some(population as u32)?;
    let mut criteria = [0.0; 3];
    for (place, criterion) in criteria.iter_mut().zip(Criterion::PAPER) {
        let (name, value) = lines.next()?;
        *place = (name == criterion.key()).then_some(value)?;
    }
    let measures = lines.map(|(key, value)| (key.to_owned(), value));
    Some(Figures { criteria, population, measures: measures.collect() })
}
