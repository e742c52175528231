//! A snapshot without values that equal their defaults.

use serde_json::{Map, Value};

use super::Snapshot;
use base::json;
use experiment::{Scenario, System};

/// The snapshot as JSON that reads back as the same, without the fields that have their defaults.
pub fn brief(snapshot: &Snapshot) -> Value {
    let mut json = value(snapshot);
    let usual = value(&Snapshot::default());
    if let (Value::Object(fields), Value::Object(usual)) = (&mut json, &usual) {
        fields.retain(|name, value| usual.get(name) != Some(value));
        if let Some(scenarios) = fields.get_mut("scenarios") {
            *scenarios = snapshot.scenarios.iter().map(brief_scenario).collect();
        }
        for form in ["curves", "trade_off"] {
            if let (Some(value), Some(usual)) = (fields.get_mut(form), usual.get(form)) {
                *value = difference(value, usual).unwrap_or_default();
            }
        }
    }
    json
}

/// A scenario with the fields only that differ from the defaults of its system.
///
/// Every part of a scenario takes its default where it is missing, so this is a scenario too. That it
/// reads back as the same is tried: a system that has other rules is written out.
pub fn brief_scenario(scenario: &Scenario) -> Value {
    let whole = value(scenario);
    let usual = value(&usual_of(&scenario.system));
    let brief = difference(&whole, &usual).unwrap_or_else(|| Value::Object(Map::new()));
    let reads_back = json::read_value::<Scenario>(&brief);
    match reads_back {
        Ok(read) if read == *scenario => brief,
        _ => whole,
    }
}

/// The default scenario of a system.
fn usual_of(system: &System) -> Scenario {
    let name = match value(system) {
        Value::Object(system) => system.into_iter().next().map(|(name, _)| name),
        _ => None,
    };
    let system = Map::from_iter(name.map(|name| (name, Value::Object(Map::new()))));
    let scenario = Map::from_iter([("system".to_owned(), Value::Object(system))]);
    json::read_value(&Value::Object(scenario)).unwrap_or_default()
}

/// The fields of `value` that differ from `usual`; `None` if none does. The name of a choice with
/// options of its own (`{"<key>": {…}}`) stays, and so does every object with other fields.
fn difference(value: &Value, usual: &Value) -> Option<Value> {
    if value == usual {
        return None;
    }
    let (Value::Object(fields), Value::Object(usual)) = (value, usual) else {
        return Some(value.clone());
    };
    if !fields.keys().eq(usual.keys()) {
        return Some(value.clone());
    }
    let others = fields.iter().filter_map(|(name, value)| Some((name.clone(), difference(value, usual.get(name)?)?)));
    Some(Value::Object(others.collect()))
}

fn value(it: &impl serde::Serialize) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}
