//! Sweeps: one scenario with a field varied, over several seeds.

mod table;

use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Scenario, ScenarioError};
use base::json;

pub use table::{Figures, Table, USUAL, differ, further, value_field, word};

/// Number of seeds over which a criterion is averaged by default, everywhere: in curves, in the
/// search for a period, in the trade-off and in comparisons.
pub const DEFAULT_SEEDS: u32 = 10;

/// A field of a scenario and the values that it takes in turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// The field's path in the scenario's JSON, its names joined by dots:
    /// `workload.reservations.percent`.
    pub path: String,
    /// Its values, in order.
    pub values: Vec<Value>,
}

impl Vary {
    /// The scenario with the field set to `value`. Its path may be that of a
    /// knob that is no field of its own; otherwise only a field that exists can be set.
    ///
    /// # Errors
    ///
    /// If there is no such field, or it does not take that value.
    pub fn set(&self, scenario: &Scenario, value: &Value) -> Result<Scenario, ScenarioError> {
        super::knobs::set(scenario, &self.path, value)
    }

    /// Sets the field at the path, which must be the path of a field.
    pub(super) fn set_field(&self, scenario: &Scenario, value: &Value) -> Result<Scenario, ScenarioError> {
        let mut set = scenario.clone();
        // A list of requests may be long: a change outside the workload does not convert it.
        match self.path.split_once('.') {
            Some(("system", path)) => set.system = self.set_in(&set.system, path, value)?,
            Some(("workload", path)) => set.workload = self.set_in(&set.workload, path, value)?,
            _ => set = self.set_in(&set, &self.path, value)?,
        }
        Ok(set)
    }

    /// A part of a scenario with another value at a path in it.
    fn set_in<T: Serialize + DeserializeOwned>(&self, part: &T, path: &str, value: &Value) -> Result<T, ScenarioError> {
        let fail = |text: String| ScenarioError(format!("{}: {text}", self.path));
        let json = serde_json::to_value(part);
        let mut json = json.map_err(|error| fail(error.to_string()))?;
        set_at(&mut json, path, value).map_err(fail)?;
        json::read_value(&json).map_err(|mistake| fail(mistake.what))
    }
}

/// Sets the value at a path. A last name that an object does not have is added to it: so fields that are
/// written only where they are set can be set, and an unknown field is refused, with a list of the known ones,
/// when the whole is read.
fn set_at(json: &mut Value, path: &str, value: &Value) -> Result<(), String> {
    let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
    match json::at_mut(json, way.split('.').filter(|it| !it.is_empty())).map_err(no_field)? {
        Value::Object(fields) => {
            fields.insert(last.to_owned(), value.clone());
            Ok(())
        }
        Value::Array(items) => {
            let item = last.parse().ok().and_then(|i: usize| items.get_mut(i));
            let item = item.ok_or_else(|| no_field(last))?;
            *item = value.clone();
            Ok(())
        }
        _ => Err(no_field(last)),
    }
}

fn no_field(name: &str) -> String {
    format!("the scenario has no field \"{name}\" there")
}

/// A mistake in a `--vary` argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaryError(String);

impl fmt::Display for VaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VaryError {}

impl FromStr for Vary {
    type Err = VaryError;

    /// Reads `path=values`: values joined by commas, where `a,b,..,c` goes on from `a` in steps of
    /// `b - a` to `c`. A value that is no number is a word. Words with commas stand in an array of JSON.
    fn from_str(text: &str) -> Result<Self, VaryError> {
        let fail = |problem: &str| {
            VaryError(format!("\"{text}\": {problem}; write e.g. workload.reservations.percent=0,10,..,100"))
        };
        let (path, list) = text.split_once('=').ok_or_else(|| fail("there is no \"=\""))?;
        let path = path.to_owned();
        if let Ok(values) = serde_json::from_str::<Vec<Value>>(list)
            && !path.is_empty()
            && !values.is_empty()
        {
            return Ok(Self { path, values });
        }
        let parts: Vec<&str> = list.split(',').map(str::trim).collect();
        let values = match parts.iter().position(|&part| part == "..") {
            None => parts.iter().map(|part| value_of(part)).collect(),
            Some(2) if parts.len() == 4 => {
                let number = |part: &str| part.parse::<f64>().map_err(|_| fail("\"..\" needs numbers"));
                series(number(parts[0])?, number(parts[1])?, number(parts[3])?)
                    .ok_or_else(|| fail("these numbers give no series of at most 10 000"))?
            }
            Some(_) => return Err(fail("\"..\" stands between two numbers and the last")),
        };
        if path.is_empty() || values.iter().any(|value| value == "") {
            return Err(fail("a part is empty"));
        }
        Ok(Self { path, values })
    }
}

/// A value as a person types it: JSON, or else a word.
pub(super) fn value_of(part: &str) -> Value {
    serde_json::from_str(part).unwrap_or_else(|_| Value::from(part))
}

fn series(first: f64, second: f64, last: f64) -> Option<Vec<Value>> {
    let step = second - first;
    let count = (last - first) / step;
    if !count.is_finite() || !(0.0..10_000.0).contains(&count) {
        return None;
    }
    // 0.3 / 0.1 is a little below 3, and 3 × 0.1 a little above 0.3: a value near the last one
    // counts as the last.
    let whole = count.round();
    let ends_on_last = (count - whole).abs() < 1e-6;
    let steps = if ends_on_last { whole } else { count.floor() } as u32;
    let number = |index: u32| {
        let number = if ends_on_last && index == steps { last } else { first + step * f64::from(index) };
        // Whole numbers stay whole, so that they fit fields that count.
        if number.fract() == 0.0 && number.abs() < 9e15 { Value::from(number as i64) } else { Value::from(number) }
    };
    Some((0..=steps).map(number).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::testing::{assert_told, rows};

    #[test]
    fn words_with_commas_stand_in_an_array() {
        let vary: Vary = r#"system.two_level.local.queue=["easy", "ordered: min(wait, 3)"]"#.parse().unwrap();
        assert_eq!(vary.values, ["easy", "ordered: min(wait, 3)"]);
        let scenario = vary.set(&Scenario::default(), &vary.values[1]).expect("a policy");
        assert_eq!(super::super::knobs::get(&scenario, &vary.path), vary.values[1]);
        // A word like others where it is no array; no values are a mistake.
        let word: Vary = "x=[1".parse().unwrap();
        assert_eq!(word.values, ["[1"]);
        assert!("=[1]".parse::<Vary>().is_err());
        let mistake = vary.set(&Scenario::default(), &"ordered: wiat".into());
        assert!(mistake.unwrap_err().to_string().contains("wiat"));
    }

    #[test]
    fn series_are_spelled_out() {
        for [text, values] in rows(
            "workload.reservations.percent=0,10,..,100 | [0,10,20,30,40,50,60,70,80,90,100]
            workload.missing_limit_factor=0,0.1,..,0.3 | [0,0.1,0.2,0.3]
            platform.0=10,7,..,2 | [10,7,4]
            system.two_level.local.queue=easy,fcfs | [\"easy\",\"fcfs\"]",
        ) {
            let vary: Vary = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&vary.values).unwrap(), values, "{text}");
        }
        for wrong in ["", "x", "=1", "x=", "x=1,..,3", "x=1,1,..,3", "x=3,2,..,9", "x=1,,2"] {
            assert!(wrong.parse::<Vary>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_field_is_set_by_its_path() {
        let set = |text: &str| {
            let vary: Vary = text.parse().unwrap();
            vary.set(&Scenario::default(), &vary.values[0])
        };
        assert_eq!(set("platform.1=32").unwrap().platform, [64, 32]);
        for [wrong, told] in rows(
            "workload.reservation.percent=1 | …\"reservation\"…
            system.two_level.local.queue=eazy | …eazy…",
        ) {
            assert_told(set(&wrong).unwrap_err(), &told, &wrong);
        }
    }
}
