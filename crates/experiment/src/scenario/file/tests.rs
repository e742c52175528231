use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;
use crate::{knobs, validate};
use scheduling::policy::workflow::FirstAssignment;
use workload::reserve::{IntervalStart, RequestKind};
use workload::select::Dependencies;
use workload::testing::{assert_told, rows};
use workload::{Workload, WorkloadKind, read};

/// A log of two jobs on ten processors.
fn log() -> WorkloadFacts {
    let text = b"; MaxProcs: 10\n7 0 0 60 4\n9 5 0 60 8\n";
    WorkloadFacts::of(&read("a.swf", text).expect("a log").workload)
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
