//! Errors for scenarios that cannot be read.

use std::collections::{BTreeMap, BTreeSet};

use base::json::{read, read_value};
use scheduling::policy::workflow::FirstAssignment;
use serde::Deserialize;
use serde_json::{Value, json};
use workload::reserve::{IntervalStart, RequestKind};
use workload::select::Dependencies;
use workload::testing::{assert_told, rows};
use workload::{Workload, WorkloadKind, read as read_log};

use super::*;
use crate::{knobs, validate};

/// Asserts the error of each scenario. A row: the JSON, the error.
#[track_caller]
fn assert_mistakes(table: &str) {
    for [json, told] in rows(table) {
        assert_told(read::<Scenario>(json.as_bytes()).expect_err(&json), &told, &json);
    }
}

#[test]
fn the_field_is_named_and_what_belongs_there() {
    assert_mistakes(
        "{\"platform\": [\"x\"]} | \
        platform[0]: a whole number from 0 to 4294967295 is needed, not \"x\" (line 1, column 17)
        {\\n  \"platform\": [64, -1]\\n} | \
        platform[1]: a whole number from 0 to 4294967295 is needed, not -1 (line 2, column 21)
        {\"platform\": 64} | platform: a list in brackets is needed, not 64 (line 1, column 15)
        {\"workload\": {\"reservations\": {\"percent\": \"all\"}}} | \
        workload.reservations.percent: a number is needed, not \"all\" (line 1, column 47)
        {\"workload\": {\"skip_never_ran\": 1}} | \
        workload.skip_never_ran: true or false is needed, not 1 (line 1, column 33)
        {\"workload\": true} | workload: an object in braces is needed, not true (line 1, column 17)
        {\"system\": {\"two_level\": {\"grid\": {\"period\": 1.5}}}} | \
        system.two_level.grid.period: a whole number is needed, not 1.5 (line 1, column 48)",
    );
}

/// The path is the one that a reader has which keeps it from the beginning.
#[track_caller]
fn assert_same_path(json: &str) {
    let reader = &mut serde_json::Deserializer::from_str(json);
    let kept = serde_path_to_error::deserialize::<_, Scenario>(reader);
    // Text that is not even JSON has no field.
    let kept = kept.err().map(|error| match error.path().to_string() {
        path if path == "." || !error.inner().is_data() => String::new(),
        path => path,
    });
    let told = read::<Scenario>(json.as_bytes()).err();
    assert_eq!(told.map(|mistake| mistake.path), kept, "{json}");
}

#[test]
fn what_there_is_no_field_or_value_of_is_told_with_those_that_there_are() {
    assert_mistakes(
        "{\"platforms\": [64]} | there is no field `platforms`; there are `workload`, `platform`, `system`, `seed`, \
        `bounded_slowdown_threshold` (line 1, column 12)",
    );
    for [json, path, what] in rows(
        "{\"system\": {\"two_level\": {\"grid\": {\"tempo\": 1}}}} | system.two_level.grid | \
        there is no field `tempo`; there are `period`, …
        {\"system\": {\"two_level\": {\"local\": {\"over_limit\": \"wait\"}}}} | system.two_level.local.over_limit | \
        `wait` is none of `kill`, `ignore`",
    ) {
        let mistake = read::<Scenario>(json.as_bytes()).expect_err(&json);
        assert_eq!(mistake.path, path);
        assert_told(mistake.what, &what, &json);
    }
}

#[test]
fn what_is_no_json_is_told_by_its_place() {
    assert_mistakes(
        "{\"seed\": 1,\\n\"platform\" [1]} | a colon is needed here (line 2, column 12)
        {\"seed\": 1 \"platform\": [1]} | a comma or a closing brace is needed here (line 1, column 12)
        {\"platform\": [1 2]} | a comma or a closing bracket is needed here (line 1, column 17)
        {\"seed\": 1 | the text ends too early (line 1, column 10)
        {\"seed\": 1} x | the text goes on behind its end (line 1, column 13)
        {\"seed\": one} | this is no JSON: a value is needed here (line 1, column 10)",
    );
}

#[test]
fn errors_do_not_mention_rust() {
    let wrong = ["\"x\"", "-1", "1.5", "true", "null", "[]", "{}", "[[]]", "1e300", "[\"x\"]"];
    let scenario = serde_json::to_value(Scenario::default()).expect("a value");
    let mut paths = vec![String::new()];
    let mut at = 0;
    while at < paths.len() {
        let path = paths[at].clone();
        match scenario.pointer(&path).expect("a field") {
            Value::Object(fields) => paths.extend(fields.keys().map(|name| format!("{path}/{name}"))),
            Value::Array(items) => paths.extend((0..items.len()).map(|at| format!("{path}/{at}"))),
            _ => {}
        }
        at += 1;
    }
    let mut told = 0;
    for path in &paths {
        for wrong in wrong {
            let mut changed = scenario.clone();
            let field = changed.pointer_mut(path).expect("a field");
            *field = serde_json::from_str(wrong).expect("JSON");
            assert_same_path(&changed.to_string());
            let Err(mistake) = read_value::<Scenario>(&changed) else {
                continue;
            };
            told += 1;
            let text = mistake.to_string();
            let of_rust = "expected invalid u32 u64 i64 f64 struct sequence variant unit enum identifier tuple";
            for word in of_rust.split(' ') {
                assert!(!text.contains(word), "{path} = {wrong}: {text}");
            }
        }
    }
    assert!(told > 200, "{told}");
}

#[test]
fn what_is_missing_is_named() {
    #[derive(Debug, Deserialize)]
    struct Point {
        #[allow(dead_code, reason = "read only to be missed")]
        x: f64,
    }
    let told = |json: &str| read::<Point>(json.as_bytes()).expect_err(json).what;
    assert_eq!(told("{}"), "the field `x` is missing");
    assert_eq!(told(r#"{"x": 1, "x": 2}"#), "the field `x` stands there twice");
}

#[test]
fn generated_texts_have_no_place() {
    let mistake = read::<Scenario>(br#"{"seed": "x"}"#).expect_err("no number");
    assert_eq!(mistake.without_place().to_string(), "seed: a whole number of 0 or more is needed, not \"x\"");
    let mistake = read_value::<Scenario>(&serde_json::json!({ "seed": -3 })).expect_err("no number");
    assert_eq!(mistake.to_string(), "seed: a whole number of 0 or more is needed, not -3");
}

/// A log of two jobs on ten processors.
fn log() -> WorkloadFacts {
    let text = b"; MaxProcs: 10\n7 0 0 60 4\n9 5 0 60 8\n";
    WorkloadFacts::of(&read_log("a.swf", text).expect("a log").workload)
}

fn on(json: &str, facts: &WorkloadFacts) -> Scenario {
    ScenarioFile::read(json.as_bytes()).expect(json).on(facts)
}

#[test]
fn what_is_missing_is_the_whole_log_on_its_machine_without_reservations() {
    // Everything else has the defaults that links use.
    let mut links = Scenario { platform: vec![10], ..Scenario::default() };
    (links.workload.first_job, links.workload.last_job) = (None, None);
    links.workload.reservations.percent = 0.0;
    for json in
        ["{}", "\u{feff}{}", r#"{"platform": "log"}"#, r#"{"workload": {}}"#, r#"{"workload": {"reservations": {}}}"#]
    {
        assert_eq!(on(json, &log()), links, "{json}");
    }
    assert_eq!(ScenarioFile::usual(&log()), links);
}

/// A file that does not name Hybrid.BMCT's first assignment has the paper's; a link has that of links made before the
/// field was there.
#[test]
fn a_file_and_a_link_begin_hybrid_bmct_differently() {
    let first = |scenario: Scenario| match scenario.system {
        System::Workflow(it) => it.first_assignment,
        other => panic!("{other:?}"),
    };
    for (settings, expected) in [
        ("", FirstAssignment::ExecutionTime),
        (r#""first_assignment": "execution_time""#, FirstAssignment::ExecutionTime),
        (r#""first_assignment": "completion_time""#, FirstAssignment::CompletionTime),
    ] {
        let json = format!(r#"{{"system": {{"workflow": {{{settings}}}}}}}"#);
        assert_eq!(first(on(&json, &log())), expected, "{settings}");
    }
    let link = Scenario::from_json(br#"{"system": {"workflow": {}}}"#).expect("a scenario");
    assert_eq!(first(link), FirstAssignment::CompletionTime);
}

#[test]
fn each_field_is_merged_by_itself() {
    let mut expected = ScenarioFile::usual(&log());
    expected.workload.first_job = Some(8);
    expected.workload.reservations.request = RequestKind::Flexible;
    expected.seed = 5;
    let json = r#"{"workload": {"first_job": 8, "reservations": {"request": "flexible"}}, "seed": 5}"#;
    assert_eq!(on(json, &log()), expected);
    let mut expected = Scenario { platform: vec![4, 4], ..ScenarioFile::usual(&log()) };
    expected.workload.last_job = Some(1000);
    expected.workload.reservations.percent = 30.0;
    let json = r#"{"workload": {"last_job": 1000, "reservations": {"percent": 30}}, "platform": [4, 4]}"#;
    assert_eq!(on(json, &log()), expected);
}

#[test]
fn a_whole_scenario_is_taken_as_it_is() {
    let whole = Scenario { seed: 9, ..Scenario::default() };
    let json = serde_json::to_string(&whole).expect("JSON");
    assert_eq!(on(&json, &log()), whole);
}

/// The values of an object by their paths; lists are values.
fn leaves(path: &str, value: &Value, found: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                leaves(&format!("{path}.{name}"), value, found);
            }
        }
        other => {
            let path = path.trim_start_matches('.').to_owned();
            found.insert(path, other.clone());
        }
    }
}

/// A scenario that is written names every field that a file fills in otherwise than a link.
#[test]
fn what_is_written_means_the_same_in_a_file() {
    let facts = WorkloadFacts { dependencies: Dependencies::Honour, usual_start: IntervalStart::LeadTime, ..log() };
    let mut differing = BTreeSet::new();
    for system in System::all() {
        let least = json!({ "system": { system.model().key(): {} } }).to_string();
        let link = Scenario::from_json(least.as_bytes()).expect("a scenario");
        let both = [&link, &on(&least, &facts)].map(|it| {
            let mut found = BTreeMap::new();
            let json = serde_json::to_value(it).expect("JSON");
            leaves("", &json, &mut found);
            found
        });
        let of_file = both[1].iter();
        for (path, value) in of_file.filter(|(path, value)| both[0].get(*path) != Some(value)) {
            differing.insert(path.clone());
            for scenario in [&link, &on(&least, &facts)] {
                for value in [Some(value), both[0].get(path)].into_iter().flatten() {
                    let set = knobs::set(scenario, path, value).expect(path);
                    let written = serde_json::to_string(&set).expect("JSON");
                    assert_eq!(on(&written, &facts), set, "{path}: {value}");
                }
            }
        }
    }
    let two_defaults = [
        "platform",
        "system.workflow.first_assignment",
        "workload.dependencies",
        "workload.first_job",
        "workload.last_job",
        "workload.reservations.percent",
        "workload.reservations.start",
    ];
    assert_eq!(Vec::from_iter(differing), two_defaults);
}

#[test]
fn workflows_and_batches_have_their_machines_and_nodes() {
    let of = |kind, machines| WorkloadFacts { kind, machines, ..WorkloadFacts::of(&Workload::default()) };
    for (kind, machines, platform) in [
        (WorkloadKind::Workflow, 0, &[1; 2][..]),
        (WorkloadKind::Workflow, 5, &[1; 5]),
        (WorkloadKind::TaskBatch, 0, &[100; 6]),
        (WorkloadKind::TaskBatch, 3, &[100; 3]),
    ] {
        assert_eq!(on("{}", &of(kind, machines)).platform, platform, "{kind:?} {machines}");
    }
    // More machines than providers can be is no mistake: a workflow's file names its own.
    let many = on(r#"{"system": {"workflow": {}}}"#, &of(WorkloadKind::Workflow, 5_000));
    assert_eq!(validate(&many), Ok(()));
    let usual = ScenarioFile::usual(&of(WorkloadKind::Workflow, 0));
    assert!(usual.system.model().takes().contains(&WorkloadKind::Workflow));
}

#[test]
fn mistakes_are_told_with_field_line_and_column() {
    for [json, told] in rows(
        "{\"platform\": [\"x\"]} | \
        platform[0]: a whole number from 0 to 4294967295 is needed, not \"x\" (line 1, column 17)
        {\\n  \"platform\": [64, -1]\\n} | \
        platform[1]: a whole number from 0 to 4294967295 is needed, not -1 (line 2, column 21)
        {\"platform\": \"lag\"} | \
        platform: a list in brackets, such as [64, 64], or \"log\" is needed, not \"lag\" (line 1, column 18)
        {\"platform\": 64} | \
        platform: a list in brackets, such as [64, 64], or \"log\" is needed, not 64 (line 1, column 15)
        {\"workload\": {\"reservations\": {\"percent\": \"all\"}}} | \
        workload.reservations.percent: a number is needed, not \"all\" (line 1, column 47)
        {\"platforms\": [64]} | there is no field `platforms`; there are `workload`, `platform`, `system`, `seed`, \
        `bounded_slowdown_threshold` (line 1, column 12)
        [] | a scenario is one JSON object, {...}",
    ) {
        assert_told(ScenarioFile::read(json.as_bytes()).expect_err(&json), &told, &json);
    }
}

/// The fields of both readers are the same, so that a field of one is never unknown to the other.
#[test]
fn files_have_the_fields_of_scenarios() {
    let whole = serde_json::to_value(Scenario::default()).expect("JSON");
    let known = |error: String| {
        let (_, known) = error.split_once("there are ").expect("a list of fields");
        known.split(" (line").next().map(str::to_owned)
    };
    let wrong = json!({ "?": 1 }).to_string();
    let of_link = Scenario::from_json(wrong.as_bytes()).expect_err("a field");
    let of_file = ScenarioFile::read(wrong.as_bytes()).expect_err("a field");
    let fields = known(of_file.to_string());
    assert_eq!(fields, known(of_link.to_string()));
    let fields = fields.expect("fields");
    for name in whole.as_object().expect("an object").keys() {
        assert!(fields.contains(&format!("`{name}`")), "{name}: {fields}");
    }
}
