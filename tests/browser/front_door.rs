//! The first visit: what the page says of itself, an example under three policies, and the ways on.

use std::path::Path;

use serde_json::json;

use crate::harness::Page;
use crate::{command, exports, picture, scene};
use slotscope::experiment::Scenario;
use slotscope::experiment::words::run_line;
use slotscope::page::front_door::{changed, choose, example, offered};
use slotscope::page::history::Experiment;
use slotscope::workload;
use slotscope::workload::WorkloadKind;
use slotscope::workload::sketch::Sketch;

/// A log of one job.
const LOG: &str = "; MaxProcs: 4\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1\n";

/// The page as it opens for the first time.
fn first_visit() -> Page {
    let page = Page::open("/");
    page.wait_for("#front-door");
    page
}

/// The scenario that the example begins with.
fn begins() -> Scenario {
    let experiment = example(1).experiment(&Experiment::new(Scenario::default(), 0));
    experiment.scenario.clone()
}

#[test]
fn a_first_visit_opens_with_an_example_under_three_policies() {
    let page = first_visit();
    let log = workload::read("example.swf", Sketch::first_example().swf("example").as_bytes()).expect("a log").workload;
    // It begins with the second of the three.
    let begins = begins();
    let all = offered(&begins);
    assert_eq!(all.len(), 3);
    // The second job is chosen and explained, and all times of every policy are in sight.
    page.wait_for_text(".gantt-body > #explained[data-state=told]", "Job 2");
    let sight = page.execute("return document.querySelector('#gantt-canvas').dataset.sight");
    let (mut before, mut before_scenario) = (scene::run(&begins, &log), begins.clone());
    for (at, policy) in all.iter().enumerate().rev() {
        page.click(&format!("label[for=door-policy-{at}]"));
        let mut scenario = begins.clone();
        choose(&mut scenario, policy.key);
        let run = scene::run(&scenario, &log);
        scene::wait_for(&page, &slotscope::criteria::report(&run));
        page.wait_for_text("#door-policy-said", policy.why);
        page.wait_for_text("#door-policy-said", &changed(&before, &run).expect("another schedule"));
        // The schedule before stands below on the same axis.
        page.wait_for_text("#gantt-former h3", &run_line(&before_scenario, WorkloadKind::Log));
        for canvas in ["#gantt-canvas", "#gantt-former canvas"] {
            page.wait_until_with(
                "const it = document.querySelector(arguments[0]);
                 return it.dataset.sight === arguments[1] && it.clientHeight > 100",
                (canvas, sight.clone()),
            );
        }
        (before, before_scenario) = (run, scenario);
    }
    // The key figures have their names at every width.
    for width in [1440, 1280, 900, 390] {
        page.set_window_size(width, 844);
        let named = page.execute(
            "return [...document.querySelectorAll('.figure dt .word')].map(it => it.getBoundingClientRect().height > 0)");
        assert_eq!(named, json!([true, true, true, true]), "at {width}");
    }
}

#[test]
fn three_doors_lead_on_and_the_door_does_not_come_again() {
    let page = first_visit();
    page.click("#door-lessons");
    page.wait_for("#lesson-list");
    assert_eq!(page.count("#front-door"), 0);
    scene::show(&page, "gantt");
    page.wait_for("#front-door");
    page.click("#door-edit");
    page.wait_for("#sketch-bar #job-form");
    page.click("#door-sample");
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(page.count("#front-door"), 0);
    // The next visit opens with what was there last.
    page.set_value("#seed", 9);
    scene::linked(&page);
    page.goto("/");
    page.wait_until("return document.querySelector('#seed')?.value === '9'");
    assert_eq!(page.count("#front-door"), 0);
    // Unless it is asked for, as a step that can be undone.
    page.click("#log > summary");
    page.click("#first-example");
    page.wait_for("#front-door");
    page.press("Control+z");
    page.wait_until("return !document.querySelector('#front-door')");
    page.press("Control+Shift+z");
    page.wait_for("#front-door");
    page.click("#drawer");
    page.click("#sample-log");
    scene::wait_for(&page, &scene::sample_report());
}

#[test]
fn a_log_takes_the_place_of_the_example_and_the_door() {
    let page = first_visit();
    page.drop_bytes("jobs.swf", LOG.as_bytes());
    page.wait_until("return !document.querySelector('#front-door')");
    page.wait_for_text("#workload-name", "jobs.swf");
    let closed = first_visit();
    closed.click("#front-door-close");
    closed.wait_until("return !document.querySelector('#front-door')");
}

#[test]
fn a_link_without_content_opens_the_sample() {
    let page = scene::open();
    assert_eq!(page.count("#front-door"), 0);
}

/// The most actions that it may take.
const MOST_ACTIONS: usize = 5;

/// One after the other, with a picture of each.
struct Visit {
    page: Page,
    actions: usize,
}

impl Visit {
    /// Does one thing, waits for what comes of it, and takes a picture.
    #[track_caller]
    fn act(&mut self, act: impl FnOnce(&Page), wait: impl FnOnce(&Page)) {
        act(&self.page);
        self.actions += 1;
        wait(&self.page);
        // Nothing of the pointer or of a run under way in the pictures.
        self.page.settle();
        let folder = match std::env::var("SLOTSCOPE_SCREENSHOTS").as_deref() {
            Ok("1") => "docs/screenshots",
            _ => "target/screenshots",
        };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        let name = format!("first-visit-{}.png", self.actions);
        self.page.screenshot(&folder.join(name));
    }
}

#[test]
fn five_actions_lead_from_the_page_to_a_shared_comparison() {
    let log = command::slotscope(&["generate", "lublin", "--jobs", "600", "--seed", "9"]);
    let workload = slotscope::workload::read("cluster.swf", &log).expect("a log");
    let workload = workload.workload;
    let page = Page::open_for_the_first_time("/");
    page.set_window_size(1280, 800);
    exports::allow(&page);
    let mut visit = Visit { page, actions: 0 };
    visit.act(|page| page.goto("/"), |page| page.wait_for("#front-door"));
    let scenario = scene::scenario_of(&workload);
    let alone = scene::report_of(&scenario, &workload);
    visit.act(|page| page.drop_bytes("cluster.swf", &log), |page| scene::wait_for(page, &alone));
    visit.act(
        |page| scene::show(page, "compare"),
        |page| {
            page.wait_for_text("#compare-answer", "EASY");
            scene::wait_for_runs(page, "#compare-done");
            page.wait_for(".job-differences svg");
        },
    );
    visit.page.clear_downloads();
    visit.act(
        |page| page.click("#compare-picture"),
        |page| {
            let png = std::fs::read(page.wait_for_download(".png")).expect("a picture");
            let png = picture::png(page, &png);
            assert_eq!((png.width, png.height), (1920, 1080));
            assert!(!png.is_blank());
        },
    );
    visit.act(|page| page.click("#copy-link"), |page| page.wait_for_text(".notice", "cluster.swf"));
    assert!(visit.actions <= MOST_ACTIONS);
    // On another machine the link asks for the log, and shows the same.
    let link = visit.page.address();
    drop(visit);
    assert!(link.contains("#1."), "{link}");
    let other = Page::open_for_the_first_time("/");
    other.goto("about:blank");
    other.goto(&link);
    other.wait_for_text("#awaited", "cluster.swf");
    other.drop_bytes("cluster.swf", &log);
    scene::wait_for(&other, &alone);
    other.wait_for("#view-compare");
    scene::wait_for_runs(&other, "#compare-done");
    let scenarios =
        other.execute_with("return document.querySelectorAll(arguments[0]).length", ["canvas[id^=compare-gantt-]"]);
    assert_eq!(scenarios.as_u64(), Some(2));
}
