//! The reproduction: the page finds what the command line finds, and every scenario can be taken.

use std::path::Path;

use serde_json::{Value, json};
use slotscope::experiment::Scenario;
use slotscope::page::reproduce::live::Live;
use slotscope::reproduce::kurowski_2011::PAPER;
use slotscope::reproduce::{CONTENTS, Options, Readings};
use slotscope::workload::Workload;
use slotscope::workload::testing::drawn;

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::scene;

const SDSC: &str = "SDSC-SP2-1998-first-4961.swf";

/// What the command line prints for an item.
fn printed(item: &str, log: &Path, seeds: &str, more: &[&str]) -> Value {
    printed_of(PAPER.key, item, log, seeds, more)
}

/// The same for an item of any paper.
fn printed_of(paper: &str, item: &str, log: &Path, seeds: &str, more: &[&str]) -> Value {
    let log = log.to_str().expect("a plain path");
    let mut arguments = vec!["reproduce", paper, item, "--trace", log, "--seeds", seeds];
    arguments.extend(["--readings", "main", "--json"]);
    arguments.extend(more);
    serde_json::from_slice(&command::slotscope(&arguments)).expect("JSON")
}

/// Has an item made, whatever comes of it.
#[track_caller]
fn begin(page: &Page, item: &str) {
    page.click(&format!("#item-{item}"));
    page.wait_for(&format!("#item[data-item={item}]"));
    page.click("#item-run");
}

/// Makes an item.
#[track_caller]
pub fn make(page: &Page, item: &str) {
    begin(page, item);
    page.wait_for(&format!("#item-{item}[data-state=done]"));
    page.wait_for(&format!("#item[data-item={item}] #item-made"));
}

/// What the page hands out of all that it has found.
#[track_caller]
fn handed_out(page: &Page) -> Value {
    page.clear_downloads();
    page.click("#reproduce-json");
    let path = page.wait_for_download(".json");
    let bytes = std::fs::read(path).expect("a file that was handed out");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// The paper's numbers and ours as the page's tables have them.
fn shown_rows(page: &Page) -> Vec<Value> {
    let rows = page.execute(
        "return [...document.querySelectorAll('.comparison tbody tr')].map(it => [
            it.dataset.label,
            it.querySelector('[data-paper]')?.dataset.paper ?? null,
            it.querySelector('[data-ours]').dataset.ours,
            it.querySelector('[data-ours]').dataset.deviation])",
    );
    rows.as_array().expect("rows").clone()
}

/// The same of findings in JSON.
fn rows_of(findings: &Value) -> Vec<Value> {
    let text = |value: &Value| value.as_f64().map(|number| number.to_string());
    findings["comparisons"]
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|it| it["rows"].as_array().expect("a list"))
        .map(|row| {
            let ours = &row["ours"];
            json!([row["label"], text(&row["paper"]), text(&ours["mean"]), text(&ours["deviation"])])
        })
        .collect()
}

#[test]
fn on_the_sample_the_page_finds_what_the_command_line_finds_and_says_whose_log_it_is() {
    let folder = Folder::new();
    let sample = folder.sample();
    let page = scene::open();
    scene::show(&page, "reproduce");
    page.set_value("#reproduce-seeds", 2);
    // The results of the documents, on the paper's own log, are there at once.
    page.wait_for_text("#item-published", "SDSC-SP2-1998-first-4961.swf");
    assert_eq!(page.count(".items [data-state=published]"), PAPER.items.len());
    page.click("#paper-summary summary");
    page.wait_for_text(
        "#paper-summary",
        "Mean F by thousands of jobs, shorter under AR resource priority than under MCT (Table 6)",
    );
    assert_eq!(page.count("#paper-summary li"), 10);
    assert_eq!(page.count("#other-log"), 0);
    let on_paper = page.execute("return document.querySelector('#paper').textContent").to_string();
    assert!(on_paper.contains("· computed on SDSC-SP2-1998-first-4961.swf"), "{on_paper}");
    let is_below = "const [head, paper] = ['.item-head', '.item-paper'].map(it => document.querySelector(it).getBoundingClientRect());
        return paper.top >= head.bottom";
    assert_eq!(page.execute(is_below), true);
    let mut all = Vec::new();
    // In the paper's order, as the page hands them out.
    for item in ["table-2", "table-3", "figure-7", "figure-11"] {
        make(&page, item);
        let findings = printed(item, &sample, "2", &[])[0].clone();
        page.wait_for_text("#other-log", "not the paper's SDSC SP2");
        let on_paper = page.execute("return document.querySelector('#paper').textContent").to_string();
        assert!(on_paper.contains(&format!("· reproduced on {}", scene::sample().name)), "{on_paper}");
        assert_eq!(shown_rows(&page), rows_of(&findings), "{item}");
        let claims = findings["claims"].as_array().expect("a list").len();
        assert_eq!(page.count(".claims li"), claims, "{item}");
        let figures = findings["figures"].as_array().expect("a list").len();
        assert_eq!(page.count(".reproduced svg[role=img]"), figures, "{item}");
        all.push(findings);
    }
    let handed_out = handed_out(&page);
    // The command line reads the sample from a file and names it so.
    assert_eq!(without_names(&handed_out), without_names(&Value::from(all)));
}

/// Findings but for words that name the log.
fn without_names(findings: &Value) -> Vec<Value> {
    findings.as_array().expect("a list").iter().map(|it| json!([it["item"], it["comparisons"], it["claims"]])).collect()
}

#[test]
fn on_a_real_log_the_page_finds_what_the_command_line_finds() {
    let (path, log) = scene::real_log(SDSC);
    let page = open_with(&path, &log);
    page.set_value("#reproduce-seeds", 2);
    page.set_value("#reproduce-first", 1);
    page.set_value("#reproduce-last", 1_000);
    assert_eq!(page.count("#other-log"), 0);
    let items = ["figure-2", "table-2", "table-4", "table-5", "table-6", "figure-14"];
    let items = drawn(&items);
    for item in &items {
        make(&page, item);
    }
    let expected: Vec<Value> =
        items.iter().map(|item| printed(item, &path, "2", &["--jobs", "1-1000"])[0].clone()).collect();
    assert_eq!(handed_out(&page), Value::from(expected));
}

/// The page with a log dropped on it, at the Reproduce view.
fn open_with(path: &Path, log: &Workload) -> Page {
    let page = scene::open();
    page.drop_file(path);
    scene::wait_for_run(&page, &scene::scenario_of(log), log);
    scene::show(&page, "reproduce");
    page
}

#[test]
fn a_row_of_a_real_log_takes_the_scenario_behind_its_number() {
    let (path, log) = scene::real_log(SDSC);
    let page = open_with(&path, &log);
    page.set_value("#reproduce-seeds", 1);
    make(&page, "table-2");
    let logs = std::slice::from_ref(&log);
    let options = Options { jobs: None, seeds: 1, until_decided: false, readings: Readings::Main };
    let plan = PAPER.item("table-2").expect("an item").plan(logs, &options);
    let plan = plan.expect("it can be planned");
    for cell in [0, 4] {
        let scenario: &Scenario = &plan.cells[cell].scenario;
        page.click(&format!(".comparison tr[data-cell='{cell}'] td"));
        scene::wait_for_run(&page, scenario, &log);
        let exported = scene::exported_text(&page, "scenario", ".json");
        let exported: Scenario = serde_json::from_str(&exported).expect("a scenario");
        assert_eq!(exported, *scenario);
    }
    // Undo, for which the panel need not be opened, and the list of all scenarios.
    page.press("Control+z");
    scene::wait_for_run(&page, &plan.cells[0].scenario, &log);
    page.click("#item-scenarios summary");
    page.click("#item-scenarios tr[data-cell='1'] th");
    scene::wait_for_run(&page, &plan.cells[1].scenario, &log);
}

#[test]
fn everything_is_made_in_turn_until_it_is_stopped() {
    let page = scene::open();
    scene::show(&page, "reproduce");
    page.set_value("#reproduce-seeds", 1);
    page.click("#reproduce-all");
    page.wait_for(".items [data-state=waiting]");
    page.wait_for(".items [data-state=done]");
    page.click("#reproduce-stop");
    page.wait_for("#reproduce-state[data-busy=false]");
    assert_eq!(page.count(".items [data-state=waiting]"), 0);
    let done = page.count(".items [data-state=done]");
    assert!(done < PAPER.items.len());
    // Again, to the end, of a few jobs: every item has come to something, or says why not.
    page.set_value("#reproduce-first", 1);
    page.set_value("#reproduce-last", 100);
    page.click("#reproduce-all");
    page.wait_until(
        "const it = document.querySelector('#reproduce-state').dataset;
         return it.busy === 'false' && it.done === it.total",
    );
    assert_eq!(page.count(".items [data-state=published]"), 0);
}

#[test]
fn jobs_that_the_log_has_not_are_told_and_figures_are_handed_out() {
    let page = scene::open();
    scene::show(&page, "reproduce");
    page.set_value("#reproduce-seeds", 1);
    page.set_value("#reproduce-first", 70_000);
    page.wait_for("#reproduce-all:disabled");
    page.set_value("#reproduce-last", 70_500);
    begin(&page, "table-2");
    page.wait_for("#item-table-2[data-state=refused]");
    page.wait_for_text("#item-refused", "70000");
    page.set_value("#reproduce-first", 1);
    page.set_value("#reproduce-last", 200);
    make(&page, "figure-7");
    page.clear_downloads();
    page.click(".reproduced figcaption button[aria-label$='as SVG']");
    let svg = std::fs::read_to_string(page.wait_for_download(".svg")).expect("a picture");
    let (titles, _) = crate::picture::svg(&page, &svg);
    assert!(titles[0].contains("Figure 7"), "{titles:?}");
}

/// The central claim of each paper, two clicks from the list of papers.
#[test]
fn each_paper_draws_its_central_claim_live() {
    let page = scene::open();
    let with_picture = CONTENTS.iter().enumerate().filter_map(|(at, paper)| Some((at, Live::of(paper)?)));
    for (at, live) in with_picture {
        scene::show(&page, "reproduce");
        page.click(&format!("#reproduce-paper-{at}"));
        page.wait_for_text("#paper-live", live.label);
        page.click("#paper-live");
        let linked = live.page(None).expect("a page");
        page.wait_for(&format!("#view-{}", linked.view));
        let (done, drawn) = match &*linked.view {
            "curves" => ("#curves-done", ".curves-drawn:not(.old) .curve-pictures polyline"),
            _ => ("#trade-done", "#trade-picture circle"),
        };
        page.wait_for(drawn);
        scene::wait_for_runs(&page, done);
        assert_eq!(page.count(".refused, .notice.failed, .curves-form .wrong"), 0, "{}", live.label);
    }
    // All of it can be undone.
    page.click("#undo");
}
