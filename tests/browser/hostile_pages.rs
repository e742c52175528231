//! Other pages and other tabs: what they do to the session that the browser keeps, and what they see of it.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::Snapshot;

use crate::command::Folder;
use crate::harness::{self, Page};
use crate::scene;
use crate::session::{KEPT, drop_small, open_again, wait_for_small};

#[track_caller]
fn kept(page: &Page) -> serde_json::Value {
    page.execute(KEPT, &[json!("snapshot")])
}

#[track_caller]
fn assert_nothing_is_kept(page: &Page) {
    page.wait_until(
        &KEPT.replace(
            "done(get.result?.toString() ?? null)",
            "done(get.result === undefined)",
        ),
        &[json!("snapshot")],
    );
    for name in ["snapshot", "log", "mark"] {
        assert_eq!(page.execute(KEPT, &[json!(name)]), json!(null), "{name}");
    }
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn what_one_tab_forgets_no_other_writes_back_by_being_looked_at() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let first = page.tab();
    let second = page.open_tab();
    page.goto("/");
    wait_for_small(&page, &scenario);
    page.click("#forget");
    page.wait_for_text("#session", "browser's history");
    page.wait_for_text("#session", "the page cannot delete");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Forgotten");
    assert_nothing_is_kept(&page);
    page.go_to_tab(&first);
    page.wait_for_text("#session", "Forgotten");
    scene::show(&page, "jobs");
    assert_eq!(scene::linked(&page), Snapshot::default());
    assert_nothing_is_kept(&page);
    // It is still there, and a change keeps it.
    assert_eq!(page.text("#workload-name"), "small.swf");
    page.set_value("#seed", 9);
    scene::linked(&page);
    page.go_to_tab(&second);
    open_again(&page);
    page.wait_for_text("#workload-name", "small.swf");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn beginning_anew_leaves_the_log_in_no_tab() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let first = page.tab();
    let second = page.open_tab();
    page.goto("/");
    wait_for_small(&page, &scenario);
    page.click("#forget");
    page.click("#forget-anew");
    for tab in [&second, &first] {
        page.go_to_tab(tab);
        scene::wait_for(&page, &scene::sample_report());
        page.wait_for("#undo:disabled");
        page.wait_for("#redo:disabled");
        assert_eq!(page.execute("return location.hash", &[]), json!(""));
        assert_nothing_is_kept(&page);
    }
    // Nothing leads back to it.
    page.set_value("#seed", 9);
    scene::linked(&page);
    assert!(!kept(&page).to_string().contains("small.swf"));
    assert_eq!(page.execute(KEPT, &[json!("log")]), json!(null));
    page.assert_no_console_errors();
}

/// The hash of a link to the sample with so many per cent of reservations.
fn linked_percent(percent: f64) -> (String, Scenario) {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    let snapshot = Snapshot {
        scenarios: vec![scenario.clone()],
        ..Snapshot::default()
    };
    (permalink::link(&snapshot).expect("a link"), scenario)
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_link_put_into_an_open_page_takes_the_place_of_nothing_that_is_kept() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let before = kept(&page);
    for percent in [70.0, 80.0] {
        // As the page does that has opened this one.
        let (hash, linked) = linked_percent(percent);
        page.execute("location.hash = arguments[0]", &[json!(hash)]);
        scene::wait_for(&page, &report(&scene::run(&linked, &scene::sample())));
        scene::show(&page, "jobs");
        scene::show(&page, "gantt");
        scene::linked(&page);
        assert_eq!(kept(&page), before);
    }
    open_again(&page);
    wait_for_small(&page, &scenario);
    // One that is gone on with is kept.
    let (hash, mut linked) = linked_percent(70.0);
    page.execute("location.hash = arguments[0]", &[json!(hash)]);
    scene::wait_for(&page, &report(&scene::run(&linked, &scene::sample())));
    page.set_value("#ar-percent", 20);
    linked.workload.reservations.percent = 20.0;
    let changed = report(&scene::run(&linked, &scene::sample()));
    scene::wait_for(&page, &changed);
    scene::linked(&page);
    open_again(&page);
    scene::wait_for(&page, &changed);
    // And what undoing leads back to.
    let (hash, linked) = linked_percent(70.0);
    page.execute("location.hash = arguments[0]", &[json!(hash)]);
    scene::wait_for(&page, &report(&scene::run(&linked, &scene::sample())));
    page.click("#undo");
    scene::wait_for(&page, &changed);
    scene::linked(&page);
    open_again(&page);
    scene::wait_for(&page, &changed);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn within_another_page_the_last_session_is_opened_only_when_asked() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let before = kept(&page);
    let folder = Folder::new();
    let origin = page.execute("return location.origin", &[]);
    let origin = origin.as_str().expect("an origin").to_owned();
    folder.file(
        "index.html",
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; frame-src *; img-src data:\"><link rel=\"icon\" href=\"data:,\">\
             <title>Elsewhere</title></head><body><h1>Elsewhere</h1>\
             <iframe src=\"{origin}/\" width=\"1200\" height=\"700\"></iframe></body></html>"
        ),
    );
    let elsewhere = harness::serve(&folder.path(""));
    page.goto(&elsewhere.origin);
    page.wait_for("h1");
    page.enter_frame("iframe");
    scene::wait_for(&page, &scene::sample_report());
    page.wait_for_text("#session", "only when asked");
    page.set_value("#ar-percent", 30);
    scene::linked(&page);
    assert_eq!(kept(&page), before);
    page.click("#open-session");
    wait_for_small(&page, &scenario);
    page.wait_for_text("#session", "on this machine only");
    page.set_value("#seed", 9);
    scene::linked(&page);
    assert_ne!(kept(&page), before);
    page.leave_frames();
    page.assert_no_console_errors();
}
