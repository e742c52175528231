//! The whole experiment in one JSON value.

#[cfg(test)]
mod tests;

use std::fmt;

use base::json;
use scheduling::criteria::Criterion;
use scheduling::engine::SlowdownThreshold;
use scheduling::system::{Surroundings, System};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use workload::Time;
use workload::select::Selection;

use super::ScenarioError;
use crate::WorkloadFacts;

/// A whole experiment: workload selection, platform, system and policies, seed.
///
/// The page, links, the command line and the tests all speak it. Every field has a default; an
/// unknown field is an error that names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// Which jobs of the log, and which of them are reservations.
    pub workload: Selection,
    /// The processors of each provider.
    pub platform: Vec<u32>,
    /// The system that schedules.
    pub system: System,
    /// The seed of every draw.
    pub seed: u64,
    /// Run times below this many seconds count as this many where slowdowns are bounded
    /// (Feitelson 2001): from 1 s to a year.
    pub bounded_slowdown_threshold: Time,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            workload: Selection::default(),
            platform: vec![64, 64],
            system: System::default(),
            seed: 1,
            bounded_slowdown_threshold: SlowdownThreshold::USUAL,
        }
    }
}

impl Scenario {
    /// The criteria of its runs: those of classes of sizes up to all its processors together.
    pub fn figures(&self) -> impl Iterator<Item = Criterion> + use<> {
        let processors = self.platform.iter().fold(0, |sum: u32, &it| sum.saturating_add(it));
        Criterion::of_system(&self.system, processors)
    }

    /// The parts of the scenario on which the words of the system's settings depend.
    pub fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            platform: &self.platform,
            reservations: self.workload.reservations.any(),
            batch: !self.workload.reservations.all(),
        }
    }

    /// Reads a scenario: one JSON object. A byte order mark, with which some editors begin a file, is
    /// skipped.
    ///
    /// # Errors
    ///
    /// A sentence with the field, line and column: for text that is no JSON object, an unknown field, a value
    /// that does not fit its field. [`super::validate`] checks whether the scenario can be run.
    pub fn from_json(bytes: &[u8]) -> Result<Self, ScenarioError> {
        json::read(text_of(bytes)?).map_err(|mistake| ScenarioError(mistake.to_string()))
    }
}

/// The text of a scenario without a byte order mark; a list would be read as the fields in their order.
fn text_of(bytes: &[u8]) -> Result<&[u8], ScenarioError> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if text.trim_ascii_start().starts_with(b"[") {
        return Err(ScenarioError("a scenario is one JSON object, {...}".into()));
    }
    Ok(text)
}

/// A scenario as a file gives it, on the command line or dropped on the page.
///
/// Missing fields are taken one by one from a base of its own: `"platform": "log"`, all jobs (`first_job` and
/// `last_job` null) and no reservations (`percent` 0), which would start with lead times on a log without waits
/// (`start`), dependencies are honoured where the log has any and does not contradict them; and the defaults of its system for files (`SystemModel::fill_from_file`). All other fields, and all
/// fields in links, sessions, projects, plans and lessons, has the defaults of [`Scenario`].
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioFile {
    scenario: Scenario,
    on_log: bool,
    /// Whether it says where reservations start.
    names_start: bool,
    /// Whether it says what becomes of dependencies.
    names_dependencies: bool,
    /// Whether it says which system schedules.
    names_system: bool,
}

impl ScenarioFile {
    /// Reads a scenario file: one JSON object. A byte order mark is passed over.
    ///
    /// # Errors
    ///
    /// As [`Scenario::from_json`].
    pub fn read(bytes: &[u8]) -> Result<Self, ScenarioError> {
        let text = text_of(bytes)?;
        let wrong = |mistake: json::Mistake| ScenarioError(mistake.to_string());
        let written: Written = json::read(text).map_err(wrong)?;
        let given: Value = json::read(text).map_err(wrong)?;
        let (platform, on_log) = match written.platform {
            Platform::Log => (Vec::new(), true),
            Platform::Providers(providers) => (providers, false),
        };
        let mut workload = written.workload;
        let workload_given = given.get("workload");
        if !has(workload_given, "first_job") {
            workload.first_job = None;
        }
        if !has(workload_given, "last_job") {
            workload.last_job = None;
        }
        let reservations = workload_given.and_then(|it| it.get("reservations"));
        let is_list = workload_given.is_some_and(Value::is_array);
        if !has(reservations, "percent") && !is_list {
            workload.reservations.percent = 0.0;
        }
        let mut system = written.system;
        let model = system.model_mut();
        let fields = given.get("system").and_then(|it| it.get(model.key()));
        model.fill_from_file(&|field| has(fields, field));
        let names_start = is_list || has(reservations, "start");
        let names_dependencies = has(workload_given, "dependencies");
        let scenario = Scenario {
            workload,
            platform,
            system,
            seed: written.seed,
            bounded_slowdown_threshold: written.bounded_slowdown_threshold,
        };
        let names_system = has(Some(&given), "system");
        Ok(Self { scenario, on_log, names_start, names_dependencies, names_system })
    }

    /// Whether it says which system schedules.
    pub fn names_system(&self) -> bool {
        self.names_system
    }

    /// The scenario on a workload: its platform is concrete, and no later stage knows that it came from a
    /// file. [`crate::validate`] checks whether it can be run.
    pub fn on(&self, facts: &WorkloadFacts) -> Scenario {
        let mut scenario = self.scenario.clone();
        if self.on_log {
            scenario.platform = facts.platform();
        }
        if !self.names_start {
            scenario.workload.reservations.start = facts.usual_start;
        }
        if !self.names_dependencies {
            scenario.workload.dependencies = facts.dependencies;
        }
        scenario
    }

    /// The scenario of an empty file, under the first system that takes such a workload.
    pub fn usual(facts: &WorkloadFacts) -> Scenario {
        let mut scenario = Scenario {
            platform: facts.platform(),
            system: System::for_kind(facts.kind).unwrap_or_default(),
            ..Scenario::default()
        };
        let selection = &mut scenario.workload;
        (selection.first_job, selection.last_job) = (None, None);
        selection.reservations.percent = 0.0;
        selection.reservations.start = facts.usual_start;
        selection.dependencies = facts.dependencies;
        scenario
    }
}

/// Whether an object has a field. An array has all its fields.
fn has(object: Option<&Value>, field: &str) -> bool {
    match object {
        Some(Value::Object(fields)) => fields.contains_key(field),
        other => other.is_some(),
    }
}

/// A scenario before its platform is resolved.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    workload: Selection,
    platform: Platform,
    system: System,
    seed: u64,
    bounded_slowdown_threshold: Time,
}

impl Default for Written {
    fn default() -> Self {
        let usual = Scenario::default();
        Self {
            workload: usual.workload,
            platform: Platform::Log,
            system: usual.system,
            seed: usual.seed,
            bounded_slowdown_threshold: usual.bounded_slowdown_threshold,
        }
    }
}

/// The platform that a file names.
enum Platform {
    /// The workload's own.
    Log,
    /// The processors of each provider.
    Providers(Vec<u32>),
}

/// The value of `platform` in a file that stands for the workload's own.
pub const LOG: &str = "log";

impl<'de> Deserialize<'de> for Platform {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(PlatformVisitor)
    }
}

struct PlatformVisitor;

impl<'de> Visitor<'de> for PlatformVisitor {
    type Value = Platform;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list in brackets, such as [64, 64], or \"log\"")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Platform, E> {
        match word {
            LOG => Ok(Platform::Log),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Platform, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Platform::Providers)
    }
}
