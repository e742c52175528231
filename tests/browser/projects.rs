//! Project files: all that is on the page, saved and opened again.

use serde_json::{Value, json};
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::project;
use slotscope::export::snapshot::{FileMark, Sight, Snapshot, Source};
use slotscope::workload;

use crate::harness::Page;
use crate::scene;

const SMALL: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn shown() -> Snapshot {
    let other = Scenario { seed: 8, ..Scenario::default() };
    Snapshot {
        workload: Source::File(FileMark::of("small.swf", SMALL)),
        scenarios: vec![Scenario::default(), other],
        front: 1,
        baseline: 1,
        view: "summary".to_owned(),
        sight: Some(Sight(0.0, 20.0, 0.0, 100.0)),
        cursor: Some(30),
        job: Some(1),
        selected: vec![1],
        ..Snapshot::default()
    }
}

#[track_caller]
fn wait_for_shown(page: &Page) {
    let log = workload::read("small.swf", SMALL).unwrap().workload;
    scene::wait_for(page, &report(&scene::run(&shown().scenarios[1], &log)));
    page.wait_for("#view-summary");
    assert_eq!(scene::linked(page), shown());
}

/// The page with all of it, and nothing kept.
fn open_shown() -> Page {
    let page = Page::open(&scene::path_to(&shown()));
    page.wait_for("#awaited");
    page.drop_bytes("small.swf", SMALL);
    wait_for_shown(&page);
    page
}

#[test]
fn a_project_with_its_log_shows_all_in_a_fresh_profile() {
    let page = open_shown();
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let read = project::read(&file).expect("a project");
    assert_eq!(read.snapshot, shown());
    assert_eq!(read.log.as_deref(), Some(SMALL));

    let page = scene::open();
    page.drop_bytes("any.json", &file);
    wait_for_shown(&page);
    assert_eq!(page.count("#awaited"), 0);
    // It is a step as any other.
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    // Once more: its log is here already.
    page.drop_bytes("any.json", &file);
    wait_for_shown(&page);
}

#[test]
fn a_project_without_its_log_asks_for_it() {
    let page = open_shown();
    let file = scene::exported(&page, "project", ".json");
    drop(page);
    assert_eq!(project::read(&file).expect("a project").log, None);

    let page = scene::open();
    page.drop_bytes("any.json", &file);
    page.wait_for_text("#awaited", "This project needs small.swf (58 bytes), which it does not contain.");
    page.drop_bytes("small.swf", SMALL);
    wait_for_shown(&page);
}

#[test]
fn a_real_log_goes_with_its_project() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    let figures = report(&scene::run(&scene::scenario_of(&log), &log));
    scene::wait_for(&page, &figures);
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let page = scene::open();
    page.drop_bytes("project.json", &file);
    scene::wait_for(&page, &figures);
    assert_eq!(page.text("#workload-name"), log.name);
}

#[test]
fn a_broken_project_is_refused_in_words() {
    let page = open_shown();
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let whole: Value = serde_json::from_slice(&file).unwrap();
    let page = scene::open();
    for (pointer, value, said) in [
        ("/slotscope_project", json!(2), "version 2"),
        ("/snapshot/scenarios", json!([]), "0 scenarios"),
        ("/log/base64", json!("AAAA"), "damaged"),
        ("/snapshot", json!({ "tempo": 1 }), "tempo"),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap() = value;
        page.drop_bytes("broken.json", broken.to_string().as_bytes());
        page.wait_for_text(".notice.failed", said);
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    scene::wait_for(&page, &scene::sample_report());
    // A log that is another than the one named is told, and can be taken.
    let mut other = whole;
    other["snapshot"]["workload"]["file"]["digest"] = json!("0".repeat(32));
    page.drop_bytes("other.json", other.to_string().as_bytes());
    page.wait_for_text("#awaited-other", "is a different file");
    page.click("#awaited-with");
    wait_for_shown(&page);
}
