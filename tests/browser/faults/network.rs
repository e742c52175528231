//! The network gone in the middle: of a load, and of an update.

use serde_json::json;

use crate::command::Folder;
use crate::harness::{self, Page, Site};
use crate::offline::{build, publish, update, wait_until_kept};
use crate::scene;

fn open(site: &Site) -> Page {
    let page = Page::open("/");
    page.goto(&format!("{}/#", site.origin));
    page
}

/// The beginning of the names of the page's own script and WebAssembly.
const PAGE: &str = "slotscope-";

#[test]
fn a_load_that_breaks_off_says_so_and_begins_again() {
    let folder = Folder::new();
    // In the middle of the script, of its WebAssembly.
    for after in [1_000, 200_000] {
        let site = harness::serve_copy(&folder.path(&after.to_string()));
        site.cut(PAGE, after);
        let page = open(&site);
        page.wait_for_text("#cannot-start", "Part of the page did not arrive");
        site.mend();
        page.click("#cannot-start button");
        scene::wait_for(&page, &scene::sample_report());
        page.console_errors();
    }
}

#[test]
fn a_worker_a_view_and_a_lesson_that_break_off_are_fetched_again() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    site.cut("worker_bg.wasm", 200_000);
    let page = open(&site);
    page.wait_for_text("#no-worker", "Nothing can be computed");
    site.mend();
    page.click("#start-again");
    scene::wait_for(&page, &scene::sample_report());

    let site = harness::serve_copy(&folder.path("again"));
    // The service worker, which would keep all, does not arrive either.
    site.cut("service-worker.js", 10);
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    site.cut("-part-", 1_000);
    scene::show(&page, "compare");
    page.wait_for_text("#view-missing", "This view could not be fetched");
    site.mend();
    page.click("#fetch-again");
    page.wait_for("#chip-1");
    scene::show(&page, "lessons");
    page.wait_for("#lesson-backfilling");
    site.cut("lessons/", 100);
    page.click("#lesson-backfilling");
    page.wait_for_text("#lesson-missing", "could not be fetched");
    site.mend();
    page.click("#lesson-missing .primary");
    page.wait_for("#lesson-drawn[data-ready=true]");
    page.console_errors();
}

#[test]
fn an_update_that_breaks_off_leaves_the_build_that_is_there() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    let page = open(&site);
    scene::wait_for(&page, &scene::sample_report());
    wait_until_kept(&page);
    let first = build(&page);
    page.set_value("#seed", 7);
    scene::linked(&page);
    publish(&page, &site, "b2b2b2b2b2b2b2b2", true);
    site.cut("worker_bg.wasm", 200_000);
    assert_eq!(update(&page), json!("redundant"));
    // What broke off is not mixed with what is there.
    page.reload();
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    assert_eq!(build(&page), first);
    assert_eq!(page.count("#new-version"), 0);
    assert_eq!(page.execute("return document.querySelector('#seed').value", &[]), json!("7"));
    // Once the network is back, the next visit takes it whole.
    site.mend();
    page.reload();
    page.wait_for("#new-version");
    page.click("#new-version button");
    page.wait_until("return document.querySelector('meta[name=build]')?.content === 'b2b2b2b2b2b2b2b2'", &[]);
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
    assert_eq!(page.execute("return document.querySelector('#seed').value", &[]), json!("7"));
    page.console_errors();
}
