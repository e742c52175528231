//! What docs/scenario.md says of scenarios is so.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use slotscope::experiment::schema::schema;
use slotscope::experiment::{Scenario, ScenarioFile, System, WorkloadFacts};
use slotscope::workload::Workload;

use super::{blocks, document, named, section};

fn manual() -> String {
    document("docs/scenario.md")
}

#[test]
fn the_manual_shows_all_the_defaults() {
    let manual = manual();
    let shown = blocks(section(&manual, "All defaults"), "json");
    let shown: Value = serde_json::from_str(shown[0]).expect("JSON");
    assert_eq!(shown, value(&Scenario::default()));
}

#[test]
fn the_manual_shows_the_defaults_of_every_system() {
    let manual = manual();
    for system in System::all() {
        let key = system.model().key();
        let shown = match key {
            "two_level" => blocks(section(&manual, "All defaults"), "json"),
            // It has no fields.
            "as_logged" => vec![r#"{"system": {"as_logged": {}}}"#],
            _ => blocks(section(&manual, key), "json"),
        };
        assert!(section(&manual, key).contains(key), "{key}");
        let default = Scenario { system, ..Scenario::default() };
        assert_eq!(Scenario::from_json(shown[0].as_bytes()).unwrap(), default);
        let names = |it: &Value| -> BTreeSet<String> {
            let fields = it["system"][key].as_object().expect("fields");
            fields.keys().cloned().collect()
        };
        let shown = serde_json::from_str(shown[0]).expect("JSON");
        assert_eq!(names(&shown), names(&value(&default)), "{key}");
    }
}

/// The other base: what a scenario's file means where it says nothing.
#[test]
fn the_manual_tells_what_a_file_means_that_says_nothing() {
    let manual = manual();
    let of_file = WorkloadFacts { processors: 7, ..WorkloadFacts::of(&Workload::default()) };
    let read = |text: &str| ScenarioFile::read(text.as_bytes()).expect("a scenario");
    let (file, link) = (value(&read("{}").on(&of_file)), value(&Scenario::default()));
    let row = |field: &str| {
        let mut rows = section(&manual, "Two sets of defaults").lines();
        rows.find(|it| it.starts_with(&format!("| `{field}`"))).expect(field)
    };
    let platform = row("platform");
    assert!(platform.contains(" | `\"log\"`: one provider") && platform.ends_with(" | `[64, 64]` |"), "{platform}");
    assert_eq!((&file["platform"], &link["platform"]), (&json!([7]), &json!([64, 64])));
    assert!(row("workload.first_job").ends_with(" | `null`: all jobs | 1 and 1000 |"));
    for (field, usual) in [("first_job", 1), ("last_job", 1000)] {
        assert_eq!(file["workload"][field], Value::Null);
        assert_eq!(link["workload"][field], usual);
    }
    assert!(row("workload.reservations.percent").ends_with(" | 0 | 30 |"));
    for (scenario, percent) in [(&file, 0.0), (&link, 30.0)] {
        assert_eq!(scenario["workload"]["reservations"]["percent"], percent);
    }
    let workflow = r#"{"system": {"workflow": {}}}"#;
    let first = |it: &Scenario| value(it)["system"]["workflow"]["first_assignment"].to_string().replace("\"", "`");
    let [in_file, in_link] =
        [read(workflow).on(&of_file), Scenario::from_json(workflow.as_bytes()).unwrap()].map(|it| first(&it));
    assert!(row("system.workflow.first_assignment").ends_with(&format!(" | {in_file} | {in_link} |")));
}

/// The objects of a scenario, with the section that has their fields.
const OBJECTS: &str = "\
workload: Jobs of the log
workload.reservations: Advance reservations
system.two_level: two_level
system.two_level.grid: two_level
system.two_level.local: two_level
system.co_allocation: co_allocation
system.imprecise_calendar: imprecise_calendar
system.workflow: workflow
system.broker: broker";

/// The objects whose fields stand in the row of the field that holds them.
const WITHIN_A_ROW: &str = "\
workload.fold: Jobs of the log
system.two_level.local.priority: two_level
system.two_level.local.fair_share: two_level
system.imprecise_calendar.promote: imprecise_calendar";

/// Fields that hold an object with a section or a row of its own.
const HELD: &[&str] = &["reservations", "grid", "local"];

/// A scenario in which the field at a path has a value; the value itself where the path is empty.
fn with(path: &str, set: Value) -> Value {
    path.rsplit('.').filter(|it| !it.is_empty()).fold(set, |inner, name| json!({ name: inner }))
}

/// What serde would take in place of something that it does not know: all fields of an object, all values of a field.
fn known(path: &str, set: Value, unknown: &str) -> Option<Vec<String>> {
    let error = serde_json::from_value::<Scenario>(with(path, set)).err()?;
    let error = error.to_string();
    let (_, known) = error.split_once(unknown)?.1.split_once("expected")?;
    let known = known.split('`').skip(1).step_by(2);
    Some(known.map(str::to_owned).collect())
}

fn fields_of(object: &str) -> Vec<String> {
    known(object, json!({"?": 0}), "unknown field").unwrap_or_else(|| panic!("{object} has fields"))
}

/// The values that a field takes by name, if it does.
fn values_of(field: &str) -> Vec<String> {
    known(field, json!("?"), "unknown variant").unwrap_or_default()
}

/// Also those fields that are written only where they are set.
#[test]
fn every_field_stands_in_a_table_with_all_its_values() {
    let manual = manual();
    let (mut fields, mut values) = (0, 0);
    for line in OBJECTS.lines() {
        let (object, heading) = line.split_once(": ").expect(line);
        let rows = || section(&manual, heading).lines().filter(|it| it.starts_with("| `"));
        let short = object.rsplit('.').next().unwrap_or(object);
        for field in fields_of(object) {
            if HELD.contains(&field.as_str()) {
                continue;
            }
            let row_of =
                |name: &str| rows().find(|row| row.split(" | ").next().is_some_and(|it| named(it).contains(name)));
            let row = row_of(&format!("{short}.{field}")).or_else(|| row_of(&field));
            let row = row.unwrap_or_else(|| panic!("{object}: no row for {field}"));
            for value in values_of(&format!("{object}.{field}")) {
                let is_there = named(row).contains(value.as_str()) || row.contains(&format!("`{{\"{value}\":"));
                assert!(is_there, "{object}.{field}: {value}");
                values += 1;
            }
            fields += 1;
        }
    }
    for line in WITHIN_A_ROW.lines() {
        let (object, heading) = line.split_once(": ").expect(line);
        let text = section(&manual, heading);
        for field in fields_of(object) {
            let is_there = named(text).contains(field.as_str()) || text.contains(&format!("\"{field}\":"));
            assert!(is_there, "{object}: {field}");
            for value in values_of(&format!("{object}.{field}")) {
                assert!(named(text).contains(value.as_str()), "{object}: {value}");
                values += 1;
            }
            fields += 1;
        }
    }
    for field in fields_of("") {
        let is_held = ["workload", "system"].contains(&field.as_str());
        let text = section(&manual, "Platform and draws");
        assert!(is_held || named(text).contains(field.as_str()), "{field}");
        fields += 1;
    }
    assert!(fields > 90 && values > 90, "{fields} fields, {values} values");
}

fn value(scenario: &Scenario) -> Value {
    serde_json::to_value(scenario).expect("JSON")
}

/// What a schema of ours says against a value: the place of the first fault. Of JSON Schema, the words that it has.
fn fault(schema: &Value, value: &Value, place: &str) -> Option<String> {
    let kinds = match &schema["type"] {
        Value::Null => Vec::new(),
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let is = |kind: &&str| match *kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("{other}"),
    };
    let number = |name: &str| schema[name].as_f64();
    let is_wrong = !kinds.is_empty() && !kinds.iter().any(is)
        || schema["enum"].as_array().is_some_and(|all| !all.contains(value))
        || schema.get("const").is_some_and(|it| it != value)
        || number("minimum").zip(value.as_f64()).is_some_and(|(least, it)| it < least)
        || number("maximum").zip(value.as_f64()).is_some_and(|(most, it)| it > most)
        || schema["anyOf"].as_array().is_some_and(|all| all.iter().all(|it| fault(it, value, place).is_some()));
    if is_wrong {
        return Some(format!("{place}: {value}"));
    }
    let fields = value.as_object().into_iter().flatten().filter_map(|(name, value)| {
        let place = format!("{place}.{name}");
        match &schema["properties"][name] {
            Value::Null if schema["additionalProperties"] == false => Some(place),
            of => fault(of, value, &place),
        }
    });
    let items = value.as_array().into_iter().flatten().filter_map(|it| fault(&schema["items"], it, place));
    fields.chain(items).next()
}

/// The scenarios within a JSON value: under this name, or whole.
fn scenarios_in(value: &Value, all: &mut Vec<Value>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "scenario" | "scenarios" if value.is_object() => all.push(value.clone()),
                    "scenarios" => all.extend(value.as_array().into_iter().flatten().cloned()),
                    _ => scenarios_in(value, all),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|it| scenarios_in(it, all)),
        _ => {}
    }
}

/// The published schema is that of the present rows; it takes every scenario of the lessons, of old links and projects, and of
/// the documents, and refuses what the library refuses.
#[test]
fn the_schema_is_published_and_takes_every_scenario() {
    let schema = schema();
    assert_eq!(document("docs/scenario.schema.json"), format!("{schema:#}\n"), "slotscope knobs --schema writes it");
    let mut all: Vec<Value> =
        System::all().into_iter().map(|system| value(&Scenario { system, ..Scenario::default() })).collect();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let lessons =
        std::fs::read_dir(format!("{root}static/lessons")).expect("lessons").map(|it| it.expect("a file").path());
    let earlier = ["links.json", "project.json"].map(|it| format!("{root}tests/earlier/{it}").into());
    for path in lessons.chain(earlier).filter(|it| it.extension().is_some_and(|it| it == "json")) {
        let text = std::fs::read_to_string(path).expect("a text");
        scenarios_in(&serde_json::from_str(&text).expect("JSON"), &mut all);
    }
    all.extend(
        blocks(&manual(), "json")
            .iter()
            .filter_map(|it| serde_json::from_str(it).ok())
            .filter(|it: &Value| it.get("system").is_some()),
    );
    assert!(all.len() > 60, "{}", all.len());
    for scenario in &all {
        assert_eq!(fault(&schema, scenario, ""), None, "{scenario}");
    }
    for wrong in [
        json!({"workload": {"count": 0}}),
        json!({"workload": {"no_such": 1}}),
        json!({"system": {"two_level": {"local": {"queue": "none"}}}}),
        json!({"system": {"broker": {"max_load_percent": 101}}}),
        json!({"platform": [0]}),
        json!({"system": {"broker": {}, "workflow": {}}, "more": 1}),
    ] {
        assert!(fault(&schema, &wrong, "").is_some(), "{wrong}");
    }
}
