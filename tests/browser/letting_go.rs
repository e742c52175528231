//! What nothing can lead to any more is let go.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload;

use crate::harness::Page;
use crate::scene;

/// Waits until the page keeps so many workloads.
#[track_caller]
fn wait_for_count(page: &Page, count: usize) {
    page.wait_until("return document.body.dataset.workloads === arguments[0]", &[json!(count.to_string())]);
}

#[track_caller]
fn drop_log(page: &Page, jobs: usize) {
    let mut text = String::from("; MaxProcs: 8\n");
    for job in 1..=jobs {
        text += &format!("{job} {job} 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n");
    }
    let name = format!("{jobs}.swf");
    page.drop_bytes(&name, text.as_bytes());
    page.wait_for_text("#workload-name", &name);
    let log = workload::read(&name, text.as_bytes()).unwrap().workload;
    let jobs = log.records().len().to_string();
    page.wait_until("return document.querySelector('#spent')?.dataset.jobs === arguments[0]", &[json!(jobs)]);
}

#[test]
fn a_log_that_undoing_and_redoing_no_longer_leads_to_is_let_go() {
    let page = scene::open();
    wait_for_count(&page, 1);
    drop_log(&page, 3);
    drop_log(&page, 4);
    wait_for_count(&page, 3);
    page.click("#undo");
    page.wait_for_text("#workload-name", "3.swf");
    // What was undone can be redone.
    wait_for_count(&page, 3);
    drop_log(&page, 5);
    wait_for_count(&page, 3);
    page.click("#undo");
    page.wait_for_text("#workload-name", "3.swf");
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#seed", 9);
    // Only the sample is left, and works.
    wait_for_count(&page, 1);
    let scenario = Scenario { seed: 9, ..Scenario::default() };
    scene::wait_for(&page, &report(&scene::run(&scenario, &scene::sample())));
}

#[test]
fn of_a_movement_of_the_pen_its_end_is_kept() {
    let page = scene::open();
    page.click("#open-blackboard");
    page.wait_for("#sketch-bar");
    wait_for_count(&page, 2);
    // One drag makes many strokes.
    page.drag("#gantt-canvas", (400.0, 200.0), (520.0, 230.0));
    page.settle();
    page.press("Control+z");
    page.press("Control+Shift+z");
    wait_for_count(&page, 3);
}
