//! The whole experiment in one JSON value.

mod file;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::ScenarioError;
use base::json;
use scheduling::criteria::Criterion;
use scheduling::engine::SlowdownThreshold;
use scheduling::system::{Surroundings, System};
use workload::Time;
use workload::select::Selection;

pub use file::{LOG, ScenarioFile};

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
