//! What is dropped and cannot be taken: it is said, and nothing that is on the page is lost.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload::Machine;

use crate::harness::Page;
use crate::scene;

/// A log of a machine of 8 processors.
const SMALL: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

#[track_caller]
fn wait_for_offers(page: &Page, count: usize) {
    page.wait_until(
        "return [...document.querySelectorAll('.notice button')]
            .filter(it => it.textContent === 'Undo').length === arguments[0]",
        &[json!(count)],
    );
}

#[test]
fn a_scenario_that_cannot_be_run_is_not_taken() {
    let page = scene::open();
    for (wrong, why) in [
        (&br#"{"platform": []}"#[..], "platform"),
        (br#"{"platform": "x"}"#, "line 1"),
        (br#"{"workload": {"first_job": 9, "last_job": 1}}"#, "last_job"),
        (br#"{"system": {"two_level": {"grid": {"period": -5}}}}"#, "period"),
        (br#"{"seeds": 1}"#, "seeds"),
    ] {
        page.drop_bytes("wrong.json", wrong);
        page.wait_for_text(".notice.failed", why);
        // Nothing said before is mistaken for what is said next.
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    assert_eq!(page.count("#refused"), 0);
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn only_the_last_step_is_offered_to_be_undone() {
    let page = scene::open();
    page.drop_bytes("first.swf", SMALL);
    page.wait_for_text("#workload-name", "first.swf");
    page.drop_bytes("second.swf", SMALL);
    page.wait_for_text("#workload-name", "second.swf");
    wait_for_offers(&page, 1);
    page.click(".notice button");
    page.wait_for_text("#workload-name", "first.swf");
    wait_for_offers(&page, 0);
}

#[test]
fn a_name_with_markup_in_it_stays_text() {
    let page = scene::open();
    let name = "<img src=x onerror=alert(1)>.swf";
    page.drop_bytes(name, SMALL);
    page.wait_for_text("#workload-name", name);
    assert_eq!(page.count("img"), 0);
}

#[test]
fn rejected_jobs_are_told_in_the_head() {
    let page = scene::open();
    page.drop_bytes("small.json", br#"{"platform": [1], "workload": {"reservations": {"percent": 30}}}"#);
    let scenario = Scenario { platform: vec![1], ..Scenario::default() };
    let report = report(&scene::run(&scenario, &scene::sample()));
    scene::wait_for(&page, &report);
    page.wait_for_text("#rejected", &format!("{} rejected", report.rejected));
    // The panel says it as well, the table why, and both what to change.
    page.wait_for_text("#too-large", "no provider has more than 1: larger jobs are rejected");
    page.click("#rejected");
    page.wait_for("#view-summary");
    let row = "#rejections tr[data-cause=too_large]";
    page.wait_for_text(row, "Larger than every provider");
    let jobs = slotscope::text::count(report.rejections["too_large"] as i64);
    page.wait_for_text(&format!("{row} td"), &jobs);
    let sample = scene::sample();
    let machine = Machine::of(sample.header(), sample.records());
    let on_one = Scenario { platform: vec![machine.processors], ..Scenario::default() };
    page.click("#view-summary .one-provider");
    let on_one = slotscope::criteria::report(&scene::run(&on_one, &sample));
    assert_eq!(on_one.rejected, 0);
    scene::wait_for(&page, &on_one);
    page.wait_for_none("#rejected");
    page.wait_for_none("#rejections");
}
