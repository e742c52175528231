//! One field of a scenario and its value, as a person types it.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::scenario::LOG;
use super::sweep::value_of;
use super::{Scenario, ScenarioError, WorkloadFacts, knobs};

/// A field and the value that it is set to: `workload.load_factor=1.5`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The field's path in the scenario's JSON, its names joined by dots, or the path of a knob.
    pub path: String,
    pub value: Value,
}

impl Setting {
    /// The scenario with the field set; the platform `log` is that of the workload.
    ///
    /// # Errors
    ///
    /// If there is no such field, or it does not take that value.
    pub fn set(&self, scenario: &Scenario, facts: &WorkloadFacts) -> Result<Scenario, ScenarioError> {
        if self.path == "platform" && self.value == LOG {
            return Ok(Scenario { platform: facts.platform(), ..scenario.clone() });
        }
        knobs::set(scenario, &self.path, &self.value)
    }
}

/// A text that is no setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingError(String);

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingError {}

impl FromStr for Setting {
    type Err = SettingError;

    /// Reads `path=value`: the value is JSON, or else a word.
    fn from_str(text: &str) -> Result<Self, SettingError> {
        let parts = text.split_once('=').map(|(path, it)| (path.trim(), it));
        match parts {
            Some((path, value)) if !path.is_empty() && !value.trim().is_empty() => {
                Ok(Self { path: path.to_owned(), value: value_of(value.trim()) })
            }
            _ => Err(SettingError(format!(
                "\"{text}\": write a field and its value, e.g. workload.reservations.percent=30"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::Workload;
    use workload::testing::{assert_told, rows};

    fn set(texts: &[&str]) -> Result<Scenario, ScenarioError> {
        let facts = WorkloadFacts { processors: 8, ..WorkloadFacts::of(&Workload::default()) };
        texts
            .iter()
            .try_fold(Scenario::default(), |scenario, text| text.parse::<Setting>().expect(text).set(&scenario, &facts))
    }

    #[test]
    fn values_are_json_or_words() {
        let scenario = set(&[
            "seed=7",
            "platform=[4, 4]",
            "system.two_level.local.queue=easy",
            "workload.last_job=null",
            "workload.fold={\"days\": 7, \"intervals\": 3}",
        ])
        .expect("settings");
        assert_eq!((scenario.seed, scenario.platform), (7, vec![4, 4]));
        assert_eq!(scenario.workload.last_job, None);
        assert!(scenario.workload.fold.is_some());
        let json = serde_json::to_value(&scenario.system).expect("JSON");
        assert_eq!(json["two_level"]["local"]["queue"], "easy");
    }

    #[test]
    fn log_is_the_platform_of_the_workload() {
        assert_eq!(set(&["platform=log"]).expect("a setting").platform, [8]);
    }

    #[test]
    fn what_is_no_field_is_named() {
        for [text, said] in rows(
            "workload.reservation.percent=3 | …\"reservation\"…
            workload.no_such=3 | …`no_such`…
            seed=many | …seed…
            platform=[0.5] | …platform…",
        ) {
            assert_told(set(&[&text]).expect_err(&text), &said, &text);
        }
        for wrong in ["seed", "=3", "seed=", ""] {
            assert!(wrong.parse::<Setting>().is_err(), "{wrong}");
        }
    }
}
