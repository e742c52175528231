//! Plans of sweeps: the same sweep cut into tasks that any number of machines can run, in any order.
//!
//! Bytes in, bytes out: which files hold them is for others to say. Every task follows from the plan by
//! arithmetic, so that a machine that runs ten of a million tasks makes no list of a million scenarios.

mod array;
mod digest;
mod gathered;
mod outcome;
mod slice;
mod task;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sweep::Vary;
use super::{Scenario, ScenarioError, draws, knobs, validate};
use base::json;
use scheduling::criteria::Criterion;
use workload::WorkloadKind;
use workload::replicate::Replication;
use workload::table::Mapping;

pub use array::{MOST_ELEMENTS, chunks, usual_chunk};
pub use digest::Digest;
pub use gathered::{Found, Gathered};
pub use outcome::{Damage, Outcome};
pub use slice::{Slice, SliceError, ranges, slices_text};
pub use task::Task;

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replicate: Option<Replication>,
    vary: Vec<Vary>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    criteria: Vec<Criterion>,
    log: File,
    #[serde(default, skip_serializing_if = "base::is_default")]
    kind: WorkloadKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
