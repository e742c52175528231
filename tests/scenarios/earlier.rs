//! Links and a project that earlier versions handed out open as they did: every field has the value
//! that it had then, and every scenario makes the same run.

use serde_json::Value;
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::export::{permalink, project};
use slotscope::workload::lublin::Lublin;
use slotscope::workload::{self, Workload};
use slotscope::{criteria, experiment};

/// A link to each page of every lesson of the first version, whose steps had one page each.
const PAGES: &str = include_str!("../earlier/lesson-pages.txt");

/// For each link what it showed then: the snapshot in full, and figures of the runs.
const LINKS: &str = include_str!("../earlier/links.json");
const PROJECT: &str = include_str!("../earlier/project.json");
const LOG: &[u8] = include_bytes!("../earlier/machine-of-twelve.swf");

fn links() -> Vec<Value> {
    serde_json::from_str(LINKS).expect("the links")
}

fn opened(link: &Value) -> Snapshot {
    let text = link["link"].as_str().expect("a link");
    permalink::read(text).unwrap_or_else(|why| panic!("{}: {why}", link["about"]))
}

fn log(source: &Source) -> Workload {
    match source {
        Source::Sample => Lublin::default().generate().expect("the sample"),
        Source::Generated(model) => model.generate().expect("a workload"),
        Source::Written { name, text } => read(name, text.as_bytes()),
        Source::Workflow(made) => made.workload().expect("a made-up workflow"),
        Source::Tasks(made) => made.workload().expect("a made-up task batch"),
        Source::File(mark) => read(&mark.name, LOG),
    }
}

fn read(name: &str, bytes: &[u8]) -> Workload {
    workload::read(name, bytes).expect(name).workload
}

/// Fails if a field of `then` is missing in `now`, or has another value there. Newer fields may stand
/// beside.
fn assert_says(path: &str, now: &Value, then: &Value) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            for (key, value) in then {
                let path = format!("{path}.{key}");
                let found = now.get(key).unwrap_or_else(|| panic!("{path} is gone"));
                assert_says(&path, found, value);
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            assert_eq!(now.len(), then.len(), "{path}");
            for (place, (now, then)) in now.iter().zip(then).enumerate() {
                assert_says(&format!("{path}[{place}]"), now, then);
            }
        }
        _ => assert_eq!(now, then, "{path}"),
    }
}

#[test]
fn every_field_of_a_link_has_the_value_that_it_had() {
    let links = links();
    assert_eq!(links.len(), 7);
    for link in links {
        let snapshot = serde_json::to_value(opened(&link)).expect("JSON");
        let about = link["about"].as_str().expect("words");
        assert_says(about, &snapshot, &link["snapshot"]);
    }
}

#[test]
fn every_scenario_of_a_link_makes_the_run_that_it_made() {
    for link in links() {
        let snapshot = opened(&link);
        let log = log(&snapshot.workload);
        let runs = link["runs"].as_array().expect("runs");
        assert_eq!(snapshot.scenarios.len(), runs.len());
        for (scenario, then) in snapshot.scenarios.iter().zip(runs) {
            let run = experiment::run(scenario, &log).expect("a run");
            let report = serde_json::to_value(criteria::report(&run)).expect("JSON");
            assert_says(&link["about"].to_string(), &report, then);
        }
    }
}

#[test]
fn a_project_opens_with_its_log() {
    let read = project::read(PROJECT.as_bytes()).expect("a project");
    assert_eq!(read.log.as_deref(), Some(LOG));
    let links = links();
    let of_file = links.iter().find(|it| it["about"] == "a file");
    assert_eq!(read.snapshot, opened(of_file.expect("the link to the same")));
    assert!(matches!(read.snapshot.workload, Source::File(mark) if mark == FileMark::of("machine-of-twelve.swf", LOG)));
}

/// A step that has come to have several parts since opens at its first.
#[test]
fn links_to_pages_of_lessons_open_their_steps() {
    let mut count = 0;
    for line in PAGES.lines() {
        let [id, step, link] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let place = permalink::read(link).expect(line).lesson.expect(line);
        assert_eq!((&*place.id, place.step.to_string().as_str(), place.part), (id, step, 0), "{line}");
        count += 1;
    }
    assert_eq!(count, 103);
}
