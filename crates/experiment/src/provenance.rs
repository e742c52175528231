//! Where a result comes from, and a report that says so.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Digest;
use super::sweep::Vary;
use super::{Scenario, WorkloadFacts};
use scheduling::criteria::Report;
use scheduling::criteria::groups::Grouped;
use workload::replicate::Replication;
use workload::{Feature, Time};

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The data needed to reproduce a result: the same version, scenario and log give the same bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of Slotscope.
    pub version: String,
    /// The whole scenario, with every field and a concrete platform.
    pub scenario: Scenario,
    /// Its seed, the first one of a sweep.
    pub seed: u64,
    /// The workload.
    pub log: LogMark,
    /// The varied fields, of a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Swept>,
}

/// The identity of a workload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogMark {
    /// Its file's name, or the generator's.
    pub name: String,
    /// The SHA-256 of the file as it was given, as `sha256sum` prints it; null of a workload without a
    /// file.
    pub digest: Option<Digest>,
    /// The mapping of its columns, as `--columns` takes it, if it was read by one that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Box<str>>,
}

impl LogMark {
    /// The identity of the workload of these facts.
    pub fn of(facts: &WorkloadFacts) -> Self {
        Self { name: facts.name.clone(), digest: facts.digest, columns: facts.mapping.clone() }
    }

    /// The identity of a workload without a file.
    pub fn without_file(name: &str) -> Self {
        Self { name: name.to_owned(), digest: None, columns: None }
    }
}

/// The varied fields of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Swept {
    /// The fields and their values.
    pub vary: Vec<Vary>,
    /// How many seeds, counted up from the scenario's own.
    pub seeds: u32,
    /// How the replicates of the log were made, one for each seed, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicate: Option<Replication>,
}

impl Provenance {
    /// The provenance of a run of a scenario on a workload.
    pub fn of(scenario: &Scenario, facts: &WorkloadFacts) -> Self {
        Self::new(scenario, LogMark::of(facts))
    }

    /// The provenance from the identity of a workload.
    pub fn new(scenario: &Scenario, log: LogMark) -> Self {
        Self { version: VERSION.to_owned(), seed: scenario.seed, scenario: scenario.clone(), log, sweep: None }
    }

    /// Adds the varied fields of a sweep of the scenario, and how its replicates were made.
    pub fn swept(self, vary: &[Vary], seeds: u32, replicate: Option<Replication>) -> Self {
        Self { sweep: Some(Swept { vary: vary.to_vec(), seeds, replicate }), ..self }
    }

    /// Indented JSON, a line break at its end.
    pub fn to_json(&self) -> String {
        // Texts, numbers and lists of them cannot fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Lines for the comments of a file: `words` on the scenario, then version, digest, seed and the scenario
    /// as JSON.
    pub fn notes(&self, words: &str) -> String {
        let digest = self.log.digest.map_or_else(|| "Log: from no file".to_owned(), |it| format!("Log SHA-256: {it}"));
        let columns = self.log.columns.as_ref();
        let columns = columns.map_or_else(String::new, |it| format!("\nColumns: {it}"));
        let scenario = serde_json::to_string(&self.scenario).unwrap_or_default();
        format!(
            "{words}\nSlotscope version: {}\n{digest}{columns}\nSeed: {}\nScenario: {scenario}",
            self.version, self.seed
        )
    }
}

/// A report with the account of the workload's file beside the jobs taken, and its provenance: the
/// output of `slotscope run` and of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FullReport {
    /// Jobs taken from the workload, rejected ones among them: the same as the report's `jobs`.
    pub taken: usize,
    /// Jobs, or tasks, that the workload's file holds.
    pub in_log: usize,
    /// How many of these ran: their run time is known and above 0.
    pub ran: usize,
    /// How many of those in the file were not taken.
    pub left_out: usize,
    /// Features of jobs in the file that the system leaves out, each with the number of jobs that have it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub not_modelled: BTreeMap<Feature, u64>,
    /// The threshold of the mean bounded slowdowns, in seconds: shorter run times count as it.
    pub bounded_slowdown_threshold: Time,
    /// The criteria.
    #[serde(flatten)]
    pub report: Report,
    /// The jobs in groups, by each property that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Grouped>,
    pub provenance: Provenance,
}

/// Completes the report of a run of `scenario` on the workload of these facts. O(1) beside the scenario's copy.
pub fn full_report(report: Report, scenario: &Scenario, facts: &WorkloadFacts) -> FullReport {
    let model = scenario.system.model();
    let not_modelled = facts.not_modelled.iter().copied();
    FullReport {
        taken: report.jobs,
        in_log: facts.in_log,
        ran: facts.ran,
        left_out: facts.in_log.saturating_sub(report.jobs),
        not_modelled: not_modelled.filter(|it| !model.heeds(it.0, facts.has_nodes)).collect(),
        bounded_slowdown_threshold: scenario.bounded_slowdown_threshold,
        report,
        groups: Vec::new(),
        provenance: Provenance::of(scenario, facts),
    }
}

impl FullReport {
    /// The report as indented JSON, a line break at its end: the same bytes on every platform.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists of them cannot fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests;
