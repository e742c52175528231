//! What the README says of scenarios is so.

use serde_json::Value;
use slotscope::experiment::{Scenario, ScenarioFile, WorkloadFacts};
use slotscope::workload::Workload;

#[test]
fn the_readme_shows_all_the_defaults() {
    let readme = include_str!("../README.md");
    let (_, after) = readme.split_once("```json\n").expect("a scenario");
    let (json, _) = after.split_once("```").expect("its end");
    let shown: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(shown, serde_json::to_value(Scenario::default()).unwrap());
}

/// The other base: what a scenario's file means where it says nothing.
#[test]
fn the_readme_tells_what_a_file_means_that_says_nothing() {
    let readme = include_str!("../README.md");
    let of_file = WorkloadFacts {
        processors: 7,
        ..WorkloadFacts::of(&Workload::default())
    };
    let file = ScenarioFile::read(b"{}").expect("a scenario").on(&of_file);
    let (file, link) = (value(&file), value(&Scenario::default()));
    let row = |field: &str| {
        let row = readme
            .lines()
            .find(|it| it.starts_with(&format!("| `{field}`")));
        let cells: Vec<&str> = row.expect(field).split(" | ").collect();
        (
            cells[1].to_owned(),
            cells[2].trim_end_matches(" |").to_owned(),
        )
    };
    assert_eq!(file["platform"], serde_json::json!([7]));
    let (in_file, in_link) = row("platform");
    assert!(in_file.starts_with("`\"log\"`: one provider"), "{in_file}");
    assert_eq!(in_link, "`[64, 64]`");
    assert_eq!(link["platform"], serde_json::json!([64, 64]));
    assert_eq!(
        row("workload.first_job"),
        ("`null`: all jobs".into(), "1 and 1000".into())
    );
    for (field, usual) in [("first_job", 1), ("last_job", 1000)] {
        assert_eq!(file["workload"][field], Value::Null);
        assert_eq!(link["workload"][field], usual);
    }
    assert_eq!(
        row("workload.reservations.percent"),
        ("0".into(), "30".into())
    );
    let percent = |it: &Value| it["workload"]["reservations"]["percent"].clone();
    assert_eq!((percent(&file), percent(&link)), (0.0.into(), 30.0.into()));
}

fn value(scenario: &Scenario) -> Value {
    serde_json::to_value(scenario).expect("JSON")
}
