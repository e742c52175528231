//! The first visit: what the page says of itself, an example under three policies, and the ways on.

use serde_json::json;
use slotscope::experiment::Scenario;
use slotscope::page::front_door::{choose, example, example_text, offered};
use slotscope::page::history::Experiment;
use slotscope::workload;

use crate::harness::Page;
use crate::scene;

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
    let log = workload::read("example.swf", example_text().as_bytes()).expect("a log").workload;
    // It begins with the second of the three.
    let begins = begins();
    let all = offered(&begins);
    assert_eq!(all.len(), 3);
    for (at, policy) in all.iter().enumerate().rev() {
        page.click(&format!("label[for=door-policy-{at}]"));
        let mut scenario = begins.clone();
        choose(&mut scenario, policy.key);
        scene::wait_for(&page, &slotscope::criteria::report(&scene::run(&scenario, &log)));
        page.wait_for_text("#door-policy-said", policy.about);
    }
    // U, F and D have their names at every width.
    for width in [1440, 1280, 900, 390] {
        page.set_window_size(width, 844);
        let named = page.execute(
            "return [...document.querySelectorAll('.figure dt .word')].map(it => it.getBoundingClientRect().height > 0)",
            &[],
        );
        assert_eq!(named, json!([true, true, true]), "at {width}");
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
    page.wait_until("return document.querySelector('#seed')?.value === '9'", &[]);
    assert_eq!(page.count("#front-door"), 0);
}

#[test]
fn a_log_takes_the_place_of_the_example_and_the_door() {
    let page = first_visit();
    page.drop_bytes("jobs.swf", LOG.as_bytes());
    page.wait_until("return !document.querySelector('#front-door')", &[]);
    page.wait_for_text("#workload-name", "jobs.swf");
    let closed = first_visit();
    closed.click("#front-door-close");
    closed.wait_until("return !document.querySelector('#front-door')", &[]);
}

#[test]
fn a_link_without_content_opens_the_sample() {
    let page = scene::open();
    assert_eq!(page.count("#front-door"), 0);
}
