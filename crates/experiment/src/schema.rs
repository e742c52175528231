//! The JSON Schema of a scenario, made from the rows of its settings.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::{MOST_PROCESSORS, MOST_PROVIDERS, Scenario, knobs};
use scheduling::system::{Knob, Place, System, Values};

/// The schema (draft 2020-12): every field with its type, range, default in links, and explanation. Relations between
/// fields are left to [`crate::validate`].
pub fn schema() -> Value {
    let usual = serde_json::to_value(Scenario::default()).unwrap_or_default();
    let workflow = System::for_kind(workload::WorkloadKind::Workflow).unwrap_or_default();
    let of_workflow = Scenario { system: workflow, ..Scenario::default() };
    let mut common: Vec<&Knob> = knobs::rows(&Scenario::default());
    common.extend(knobs::rows(&of_workflow));
    let systems = System::all().into_iter().map(|system| {
        let rows: Vec<&Knob> = system.model().card().rows.iter().collect();
        let json = serde_json::to_value(&system).unwrap_or_default();
        let key = system.model().key();
        let mut of = object(&rows, &format!("system.{key}."), &json[key]);
        of["description"] = system.model().card().about.into();
        (key.to_owned(), of)
    });
    let systems: Map<String, Value> = systems.collect();
    let processors = json!({"type": "integer", "minimum": 1, "maximum": MOST_PROCESSORS});
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of Slotscope",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "workload": object(&common, "workload.", &usual["workload"]),
            "platform": {
                "description": "The processors of each provider; in a file also \"log\".",
                "anyOf": [{"const": "log"}, {"type": "array", "items": processors, "maxItems": MOST_PROVIDERS}],
            },
            "system": {"type": "object", "maxProperties": 1, "additionalProperties": false, "properties": systems},
            "seed": {"type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 1},
            "bounded_slowdown_threshold": of_row(&common, "bounded_slowdown_threshold", &usual["bounded_slowdown_threshold"]),
        },
    })
}

/// An object whose fields begin with `prefix`.
fn object(rows: &[&Knob], prefix: &str, usual: &Value) -> Value {
    let own = rows.iter().filter_map(|it| it.path.strip_prefix(prefix));
    let each = rows.iter().filter_map(|it| it.choices()?.each.strip_prefix(prefix));
    let mut names: BTreeSet<&str> = own.chain(each).filter_map(|it| it.split('.').next()).collect();
    names.extend(usual.as_object().into_iter().flatten().map(|it| it.0.as_str()));
    // Axes that set several fields are none themselves.
    let is_axis =
        |path: &str| rows.iter().any(|it| it.path == path && it.place == Place::Nowhere && it.numbers().is_some());
    let fields = names.into_iter().filter_map(|name| {
        let path = format!("{prefix}{name}");
        let usual = usual.get(name).unwrap_or(&Value::Null);
        let is_row = rows.iter().any(|it| it.path == path) || !usual.is_object();
        (!usual.is_null() || !is_axis(&path)).then(|| match is_row {
            true => (name.to_owned(), of_row(rows, &path, usual)),
            false => (name.to_owned(), object(rows, &format!("{path}."), usual)),
        })
    });
    json!({"type": "object", "additionalProperties": false, "properties": fields.collect::<Map<_, _>>()})
}

/// A field: by its row, by that of all providers where it has one for each, or anything where it has no row.
fn of_row(rows: &[&Knob], path: &str, usual: &Value) -> Value {
    // The form of requests has a row for the panel and one to be varied, without the form that takes a list.
    let row = rows.iter().rfind(|it| it.path == path);
    let each = rows.iter().find(|it| it.choices().is_some_and(|choices| choices.each == path));
    let mut schema = match (row, each) {
        (_, Some(each)) => json!({"type": "array", "items": of_values(each)}),
        (Some(row), None) => of_values(row),
        (None, None) => json!({}),
    };
    if let Some(also) = row.and_then(|it| serde_json::from_str::<Value>(it.also).ok()) {
        schema = json!({"anyOf": [schema, also]});
    }
    if let Some(row) = row.or(each) {
        schema["description"] = row.about.into();
    }
    if !usual.is_null() {
        schema["default"] = usual.clone();
    }
    schema
}

fn of_values(row: &Knob) -> Value {
    match &row.values {
        Values::Numbers(numbers) => {
            let kind = if numbers.whole { "integer" } else { "number" };
            let [least, most] = [numbers.least, numbers.most].map(knobs::number);
            match numbers.empty {
                "" => json!({"type": kind, "minimum": least, "maximum": most}),
                _ => json!({"type": [kind, "null"], "minimum": least, "maximum": most}),
            }
        }
        Values::Choices(choices) => json!({"enum": choices.all.iter().map(|it| it.key).collect::<Vec<_>>()}),
        Values::Switch => json!({"type": "boolean"}),
        Values::Formula { optional: false, .. } => json!({"type": "string"}),
        Values::Formula { .. } => json!({"type": ["string", "null"]}),
        Values::Items(items) => {
            let fields: Map<_, _> = items.of.iter().map(|it| (it.path.to_owned(), of_values(it))).collect();
            json!({"type": "array", "items": {"type": "object", "properties": fields}})
        }
        Values::Typed(_) | Values::Form => json!({}),
    }
}
