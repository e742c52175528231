//! A page stays alive: links lead from every workload under every system to every other, and a page that fails all the same
//! says so and loses nothing.

use serde_json::{Value, json};
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::Snapshot;
use slotscope::system::System;
use slotscope::workload::testing::one_in;

use crate::harness::Page;
use crate::scene;

/// A workload of each kind that a link can carry; the generated log is the sample, written out.
fn workloads() -> [(&'static str, Value); 6] {
    let few = "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
    [
        ("sample", json!("sample")),
        (
            "generated",
            json!({"generated": {"jobs": 1000, "processors": 128, "largest_job": 64, "load": 0.7, "kinds": "batch", "users": 40, "seed": 1}}),
        ),
        ("another", json!({"generated": {"jobs": 200, "processors": 64, "seed": 2}})),
        ("workflow", json!({"workflow": {"kind": "montage", "tasks": 60, "machines": 5, "seed": 1}})),
        ("tasks", json!({"tasks": {}})),
        ("written", json!({"written": {"name": "few", "text": few}})),
    ]
}

/// A workload under a system, as the hash of a link.
fn hash(workload: &str, system: &str) -> String {
    let all = workloads();
    let (_, workload) = all.iter().find(|it| it.0 == workload).expect("a workload");
    let snapshot = json!({ "workload": workload, "scenarios": [{ "system": { system: {} } }] });
    let snapshot: Snapshot = serde_json::from_value(snapshot).expect("a snapshot");
    permalink::link(&snapshot).expect("short enough for a link")
}

/// Puts a link into the address, and waits until the page is at rest with its system.
#[track_caller]
fn follow(page: &Page, workload: &str, system: &str) {
    let to = hash(workload, system);
    page.execute_with("location.hash = arguments[0]", [to]);
    page.settle();
    wait_for_rest(page, system);
}

#[track_caller]
fn wait_for_rest(page: &Page, system: &str) {
    let name = System::of_key(system).expect("a system").model().name();
    page.wait_until_with(
        "return document.querySelector('#page-failed, .broke') !== null
             || document.body.dataset.state === 'idle'
             && document.querySelector('#system').selectedOptions[0]?.textContent === arguments[0]",
        [name],
    );
    assert_eq!(page.count("#page-failed, .broke"), 0, "the page has failed");
}

#[test]
fn links_lead_from_every_workload_under_every_system_to_every_other() {
    let page = Page::open("/#");
    // Refused while nothing has been shown: from there each of these ended the page.
    let refused = [("workflow", "co_allocation"), ("tasks", "two_level")];
    for (workload, system) in refused {
        for to in ["two_level", "cluster", "broker"] {
            page.goto("about:blank");
            page.goto(&format!("/#{}", hash(workload, system)));
            wait_for_rest(&page, system);
            assert_eq!(page.count("#refused"), 1, "{workload} under {system}");
            follow(&page, "generated", to);
            page.wait_for("#gantt-canvas");
        }
    }
    let keys: Vec<&str> = System::all().iter().map(|it| it.model().key()).collect();
    let pairs =
        workloads().map(|(workload, _)| keys.iter().map(move |&key| (workload, key)).collect::<Vec<_>>()).concat();
    // By neighbours, and by the system first.
    for stride in [1, 13] {
        for step in one_in(6, 0, 0..pairs.len()) {
            let (workload, system) = pairs[step * stride % pairs.len()];
            follow(&page, workload, system);
        }
    }
}

#[test]
fn a_scenario_that_cannot_be_shown_offers_another_system_and_a_new_beginning() {
    let page = Page::open(&format!("/#{}", hash("workflow", "broker")));
    page.wait_for("#refused #begin-anew");
    assert_eq!(page.text("#other-system"), "Use Workflow");
    page.click("#other-system");
    page.wait_for("#gantt-canvas");
    page.wait_for_none("#refused");
    page.click("#undo");
    page.wait_for("#refused");
    // What has been shown stays in sight.
    assert_eq!(page.count("#begin-anew"), 0);
    page.goto("about:blank");
    page.goto(&format!("/#{}", hash("tasks", "two_level")));
    page.click("#begin-anew");
    let sample = scene::report_of(&Scenario::default(), &scene::sample());
    scene::wait_for(&page, &sample);
    scene::linked(&page);
    page.goto("about:blank");
    page.goto("/");
    scene::wait_for(&page, &sample);
}

/// Something outside the page, an extension or a translator, takes away the node before which a notice is to come.
#[test]
fn a_page_that_fails_says_so_and_has_all_after_a_reload() {
    let page = scene::open();
    page.set_value("#ar-percent", 40);
    page.execute("document.querySelector('#legend').replaceChildren()");
    page.set_value("#colour-by", "user");
    page.wait_for_text("#page-failed", "What you set is kept");
    let errors = page.console_errors();
    assert!(errors.iter().any(|it| it.contains("panicked")), "{errors:?}");
    page.click("#page-failed-reload");
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 40.0;
    scene::wait_for_sample(&page, &scenario);
    assert_eq!(page.count("#page-failed"), 0);
}
