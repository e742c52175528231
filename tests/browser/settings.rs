//! Every setting by its own control: the page's link has the scenario that the rows say, and in the end its figures are those of
//! the library.
//!
//! The rows stand in `settings.txt`. A row is what a person does, and which fields of the scenario change: `css = value | field = JSON;
//! field = JSON`, or `css | ...` for a click; a field of the system begins with a dot. `! words` in place of the fields: the page
//! refuses it with these words, and nothing changes.

use serde_json::Value;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, System, knobs};
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::workload::testing::one_in;
use slotscope::workload::workflow::generate;
use slotscope::workload::{Workload, WorkloadKind, task_batch};

use crate::harness::Page;
use crate::{command, scene};

/// Knobs without a control in the panel: those of links, files and curves alone, and one that sets other fields.
const WITHOUT: [&str; 2] = ["system.two_level.local.pass_period", "workload.reservations.window_hours"];

/// The sections of the file: the system with what is set, and the rows.
fn sections() -> Vec<(&'static str, &'static str)> {
    let sections = include_str!("settings.txt").split("## ").skip(1);
    let of = |it: &'static str| it.split_once('\n').expect("a title");
    sections.map(of).collect()
}

/// What a row says: where a person does something, the value that is given there, and what comes of it.
struct Row<'a> {
    css: &'a str,
    value: Option<&'a str>,
    becomes: Result<Vec<(String, Value)>, &'a str>,
}

fn rows<'a>(key: &str, text: &'a str) -> Vec<Row<'a>> {
    let field = |it: &str| {
        let (path, value) = it.split_once(" = ").expect("a field");
        let path = if path.starts_with('.') { format!("system.{key}{path}") } else { path.to_owned() };
        (path, serde_json::from_str(value).expect("a value"))
    };
    let row = |line: &'a str| {
        let (act, becomes) = line.split_once(" | ").expect("a row");
        let (css, value) = act.split_once(" = ").map_or((act, None), |(css, value)| (css, Some(value)));
        let becomes = match becomes.strip_prefix("! ") {
            Some(words) => Err(words),
            None => Ok(becomes.split("; ").filter(|it| *it != "the same").map(field).collect()),
        };
        Row { css, value, becomes }
    };
    text.lines().filter(|line| !line.is_empty()).map(row).collect()
}

/// Follows the rows on a page that shows this system on this workload.
#[track_caller]
fn assert_followed(system: &System, of_rows: &str) {
    let (workload, source) = workload_of(system);
    let mut scenario = Scenario { system: system.clone(), ..Scenario::default() };
    if let WorkloadKind::TaskBatch = workload.kind() {
        scenario.platform = vec![1; 6];
    }
    let page = Page::open(&scene::path_to(&Snapshot {
        workload: source,
        scenarios: vec![scenario.clone()],
        ..Snapshot::default()
    }));
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    // The fields that have been set since the last look at the link, which takes half a second to be there.
    let mut unseen: Vec<String> = Vec::new();
    for Row { css, value, becomes } in rows(system.model().key(), of_rows) {
        let is_set_again = |(path, _): &(String, Value)| unseen.contains(path);
        if becomes.as_ref().map_or(true, |fields| fields.iter().any(is_set_again)) {
            assert_linked(&page, &scenario, &format!("before {css}, after {unseen:?}"));
            unseen.clear();
        }
        match value {
            Some(value) => {
                page.unfold(css);
                page.set_value(css, value);
            }
            None => page.click(css),
        }
        match becomes {
            Ok(fields) => {
                let mut json = serde_json::to_value(&scenario).expect("JSON");
                for (path, value) in fields {
                    let steps = path.split('.');
                    *steps.fold(&mut json, |it, step| &mut it[step]) = value;
                    unseen.push(path);
                }
                scenario = serde_json::from_value(json).expect("a scenario");
            }
            Err(words) => page.wait_until(
                "return [...document.querySelectorAll('.wrong')].some(it => it.textContent.includes(arguments[0]))",
                &[words.into()],
            ),
        }
    }
    assert_linked(&page, &scenario, &format!("after {unseen:?}"));
    scene::wait_for(&page, &report(&scene::run(&scenario, &workload)));
}

#[track_caller]
fn assert_linked(page: &Page, scenario: &Scenario, when: &str) {
    let linked = scene::linked(page).scenarios.remove(0);
    assert_eq!(command::json(&linked), command::json(scenario), "{when}");
}

/// The workload that a system begins with, and how a link names it.
fn workload_of(system: &System) -> (Workload, Source) {
    match system.model().takes()[0] {
        WorkloadKind::Log => (scene::sample(), Source::Sample),
        WorkloadKind::Workflow => {
            let made = generate::MadeUp::default();
            (made.workload().expect("a workflow"), Source::Workflow(made))
        }
        WorkloadKind::TaskBatch => {
            let made = task_batch::generate::MadeUp::default();
            (made.workload().expect("a batch"), Source::Tasks(made))
        }
    }
}

/// The rows of all sections of this title.
#[track_caller]
fn assert_section(title: &str) {
    let (_, rows) = sections().into_iter().find(|it| it.0 == title).expect("a section");
    let (key, _) = title.split_once(": ").expect("a system");
    assert_followed(&System::of_key(key).expect("a system"), rows);
}

#[test]
fn reservations_and_machine_are_set_by_their_controls() {
    assert_section("two_level: reservations and machine");
}

#[test]
fn policies_of_grid_and_queues_are_set_by_their_controls() {
    assert_section("two_level: policies of grid and queues");
}

#[test]
fn local_systems_routes_and_readings_are_set_by_their_controls() {
    assert_section("two_level: local systems, routes and readings");
}

#[test]
fn other_systems_are_set_by_their_controls() {
    for (title, _) in one_in(2, 0, sections().into_iter().filter(|it| it.0.ends_with(": all"))) {
        println!("{title}");
        assert_section(title);
    }
}

/// Every knob of every system stands in a row of that system, or of all.
#[test]
fn every_knob_has_a_row() {
    let paths: Vec<String> = sections()
        .into_iter()
        .flat_map(|(title, of)| rows(title.split(':').next().unwrap_or_default(), of))
        .flat_map(|it| it.becomes.unwrap_or_default())
        .map(|it| it.0)
        .collect();
    for system in System::all() {
        let key = system.model().key();
        for knob in knobs::knobs(&Scenario { system: system.clone(), ..Scenario::default() }) {
            let named: Vec<&str> = knob.path.split('.').take_while(|it| it.parse::<usize>().is_err()).collect();
            let path = named.join(".");
            let has_row = path.starts_with("platform.") || paths.iter().any(|it| it.starts_with(&path));
            assert!(has_row || WITHOUT.contains(&&*path), "{key} {path}");
        }
    }
}
