//! Links and projects that earlier versions handed out, on the page.

use serde_json::Value;
use slotscope::criteria::report;
use slotscope::export::permalink;
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::workload;
use slotscope::workload::lublin::Lublin;

use crate::harness::Page;
use crate::scene;

const LINKS: &str = include_str!("../earlier/links.json");
const PROJECT: &[u8] = include_bytes!("../earlier/project.json");
const LOG: &[u8] = include_bytes!("../earlier/machine-of-twelve.swf");

/// Waits until the page shows a snapshot, and asserts that it is the one that the page hands out again.
fn assert_shown(page: &Page, snapshot: &Snapshot) {
    let log = match &snapshot.workload {
        Source::Sample => scene::sample(),
        Source::Generated(model) => Lublin::generate(model).expect("a workload"),
        Source::Written { name, text } => read(name, text.as_bytes()),
        Source::Workflow(made) => made.workload().expect("a made-up workflow"),
        Source::Tasks(made) => made.workload().expect("a made-up task batch"),
        Source::File(mark) => read(&mark.name, LOG),
    };
    let run = scene::run(&snapshot.scenarios[snapshot.front], &log);
    scene::wait_for(page, &report(&run));
    page.wait_for(&format!("#view-{}", snapshot.view));
    scene::wait_for_link(page, snapshot);
}

fn read(name: &str, bytes: &[u8]) -> workload::Workload {
    workload::read(name, bytes).expect(name).workload
}

#[test]
fn links_of_earlier_versions_show_what_they_showed() {
    let links: Vec<Value> = serde_json::from_str(LINKS).expect("the links");
    for link in links {
        let hash = link["link"].as_str().expect("a link");
        let snapshot = permalink::read(hash).expect("a link");
        let page = Page::open(&format!("/#{hash}"));
        if matches!(snapshot.workload, Source::File(_)) {
            page.wait_for("#awaited");
            page.drop_bytes("machine-of-twelve.swf", LOG);
        }
        assert_shown(&page, &snapshot);
    }
}

#[test]
fn a_project_of_an_earlier_version_shows_what_it_showed() {
    let project = slotscope::export::project::read(PROJECT).expect("a project");
    let page = scene::open();
    page.drop_bytes("project.json", PROJECT);
    assert_shown(&page, &project.snapshot);
}
