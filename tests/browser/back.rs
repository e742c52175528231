//! Views and lessons are steps of the browser's own history: Back goes back.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::Snapshot;

use crate::harness::Page;
use crate::scene;

fn back(page: &Page) {
    page.execute("history.back()", &[]);
}

fn forward(page: &Page) {
    page.execute("history.forward()", &[]);
}

fn with_share(percent: f64) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    scenario
}

#[test]
fn back_and_forward_go_through_the_views() {
    let page = scene::open();
    let entries = |page: &Page| {
        let length = page.execute("return history.length", &[]);
        length.as_u64().expect("a length")
    };
    let before = entries(&page);
    scene::show(&page, "jobs");
    scene::show(&page, "curves");
    page.press("]");
    page.wait_for("#view-trade-off");
    // By way of the group Compare two steps, its view that was open last and then Curves.
    assert_eq!(entries(&page), before + 4);
    for view in ["curves", "compare", "jobs", "gantt"] {
        back(&page);
        page.wait_for(&format!("#view-{view}"));
    }
    for view in ["jobs", "compare", "curves", "trade-off"] {
        forward(&page);
        page.wait_for(&format!("#view-{view}"));
    }
    assert_eq!(entries(&page), before + 4);
}

#[test]
fn back_leaves_the_scenario_as_it_is_and_the_address_says_so() {
    let page = scene::open();
    scene::show(&page, "summary");
    page.set_value("#ar-percent", 60);
    let sixty = report(&scene::run(&with_share(60.0), &scene::sample()));
    scene::wait_for(&page, &sixty);
    let shown =
        |view: &str| Snapshot { scenarios: vec![with_share(60.0)], view: view.to_owned(), ..Snapshot::default() };
    scene::wait_for_link(&page, &shown("summary"));
    back(&page);
    page.wait_for("#view-gantt");
    scene::wait_for_link(&page, &shown("gantt"));
    scene::wait_for(&page, &sixty);
    assert_eq!(page.count(".notice"), 0);
    // The page is loaded anew where somebody has gone back to, and its steps are still there.
    page.reload();
    scene::wait_for(&page, &sixty);
    page.wait_for("#view-gantt");
    forward(&page);
    page.wait_for("#view-summary");
    scene::wait_for(&page, &sixty);
}

#[test]
fn back_goes_out_of_a_lesson_and_forward_into_it() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson[data-lesson=backfilling]");
    back(&page);
    page.wait_for("#lesson-list");
    forward(&page);
    page.wait_for("#lesson[data-lesson=backfilling]");
    // A lesson that stays open while another view is.
    page.press("1");
    page.wait_for("#view-gantt");
    back(&page);
    page.wait_for("#lesson[data-lesson=backfilling]");
    page.click("#lesson-close");
    page.wait_for("#lesson-list");
    back(&page);
    page.wait_for("#lesson[data-lesson=backfilling]");
    back(&page);
    page.wait_for("#lesson-list");
    back(&page);
    page.wait_for("#view-gantt");
}

#[test]
fn beyond_a_link_that_was_put_into_the_address_back_opens_what_was_there() {
    let page = scene::open();
    page.set_value("#ar-percent", 20);
    let twenty = Snapshot { scenarios: vec![with_share(20.0)], ..Snapshot::default() };
    scene::wait_for_link(&page, &twenty);
    let linked = Snapshot { scenarios: vec![with_share(40.0)], view: "summary".to_owned(), ..Snapshot::default() };
    let of = |snapshot: &Snapshot| report(&scene::run(&snapshot.scenarios[0], &scene::sample()));
    page.execute("location.hash = arguments[0]", &[json!(permalink::link(&linked).expect("a link"))]);
    scene::wait_for(&page, &of(&linked));
    page.wait_for("#view-summary");
    back(&page);
    scene::wait_for(&page, &of(&twenty));
    page.wait_for("#view-gantt");
    forward(&page);
    scene::wait_for(&page, &of(&linked));
    page.wait_for("#view-summary");
}

/// The title of a lesson's first step, made another.
fn own_lesson(title: &str, id: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/lessons");
    let text = std::fs::read_to_string(format!("{folder}/backfilling.json")).expect("a lesson");
    text.replacen("\"backfilling\"", &format!("\"{id}\""), 1).replacen(
        "\"Jobs are rectangles\"",
        &format!("\"{title}\""),
        1,
    )
}

#[test]
fn forward_opens_the_lessons_of_files_that_back_went_out_of() {
    let page = scene::open();
    // One has the id of a lesson that comes with the page.
    let files = [("First of mine", "mine"), ("Second of mine", "another"), ("Third of mine", "backfilling")];
    for (title, id) in files {
        page.drop_bytes("own.json", own_lesson(title, id).as_bytes());
        page.wait_for(&format!("#lesson[data-lesson={id}]"));
        page.wait_for_text("#lesson-step", title);
        page.click("#lesson-close");
        page.wait_for("#lesson-list");
    }
    for (title, id) in files.into_iter().rev() {
        back(&page);
        page.wait_for(&format!("#lesson[data-lesson={id}]"));
        page.wait_for_text("#lesson-step", title);
        back(&page);
        page.wait_for("#view-gantt, #lesson-list");
    }
    for (title, id) in files {
        forward(&page);
        page.wait_for(&format!("#lesson[data-lesson={id}]"));
        page.wait_for_text("#lesson-step", title);
        forward(&page);
        page.wait_for("#lesson-list");
    }
    // What is opened from the list has its id from then on.
    page.click("#lesson-backfilling");
    page.wait_for_text("#lesson-step", "Jobs are rectangles");
    back(&page);
    page.wait_for("#lesson-list");
    forward(&page);
    page.wait_for_text("#lesson-step", "Jobs are rectangles");
}

#[test]
fn the_browsers_own_keys_to_go_back_are_left_to_it() {
    let page = scene::open();
    for (view, css) in [("jobs", "#tab-jobs"), ("gantt", "#gantt-canvas"), ("gantt", "#minimap")] {
        scene::show(&page, view);
        for modifier in ["altKey", "ctrlKey", "metaKey"] {
            let is_left = page.execute(
                "const element = document.querySelector(arguments[0]);
                 element.focus();
                 return element.dispatchEvent(new KeyboardEvent('keydown',
                     { key: 'ArrowLeft', [arguments[1]]: true, bubbles: true, cancelable: true }))",
                &[json!(css), json!(modifier)],
            );
            assert_eq!(is_left, json!(true), "{css}, {modifier}");
        }
        page.settle();
        assert_eq!(page.count(&format!("#view-{view}")), 1, "{css}");
    }
}
