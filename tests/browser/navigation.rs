//! The views in four groups: every one is in reach on any window.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::command::Folder;
use crate::harness::Page;
use crate::{harness, scene};

/// The tabs that cannot be seen whole: beyond the window, or out of their row or of the bar above the view.
pub fn hidden_tabs(page: &Page) -> String {
    page.read(
        "const whole = (inner, outer) => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
            && inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;
         return [...document.querySelectorAll('[role=tab]')].filter(tab => {
            const around = [tab.parentElement, tab.closest('.main-bar')].filter(it => it !== null);
            const [box, ...outer] = [tab, ...around].map(it => it.getBoundingClientRect());
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            const window = new DOMRect(0, 0, innerWidth, innerHeight);
            return ![window, ...outer].every(it => whole(box, it)) || tab.scrollWidth > tab.clientWidth
                || !tab.contains(document.elementFromPoint(x, y));
         }).map(tab => tab.id).join(' ')",
    )
}

fn focused(page: &Page) -> String {
    page.read("return document.activeElement.id")
}

#[test]
fn a_group_opens_with_the_view_last_open_in_it() {
    let page = scene::open();
    scene::show(&page, "jobs");
    page.click("#group-compare");
    page.wait_for("#view-compare");
    scene::show(&page, "curves");
    page.click("#group-schedule");
    page.wait_for("#view-jobs");
    // By another way into a group, too.
    page.press("1");
    page.wait_for("#view-gantt");
    page.click("#group-compare");
    page.wait_for("#view-curves");
    page.click("#group-schedule");
    page.wait_for("#view-gantt");
    // The group that is open stays with its view.
    page.press("4");
    page.wait_for("#view-summary");
    page.click("#group-schedule");
    page.settle();
    assert_eq!(page.count("#view-summary"), 1);
}

#[test]
fn arrow_keys_move_among_the_groups() {
    let page = scene::open();
    page.execute("document.querySelector('#group-schedule').focus()");
    let first = scene::GROUPS.map(|(group, views)| (group, views[0]));
    for (group, view) in first[1..].iter().chain(&first[..1]) {
        page.press("ArrowRight");
        // Focus goes ahead of the view.
        assert_eq!(focused(&page), format!("group-{group}"));
        page.wait_for(&format!("#view-{view}"));
    }
    page.press("End");
    assert_eq!(focused(&page), "group-learn");
    page.wait_for("#view-lessons");
    page.press("Home");
    page.wait_for("#view-gantt");
    page.press("ArrowLeft");
    page.wait_for("#view-lessons");
    // Of each row, one tab is a stop of the Tab key.
    let stops = page.execute("return [...document.querySelectorAll('[role=tab][tabindex=\"0\"]')].map(it => it.id)");
    assert_eq!(stops, json!(["group-learn", "tab-lessons"]));
}

/// The files that were split off the page's WebAssembly.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a built page");
    let paths = files.map(|it| it.expect("an entry").path());
    let is_part = |path: &PathBuf| path.to_string_lossy().contains("-part-");
    paths.filter(is_part).collect()
}

/// How many of them the page itself has fetched, without those that the service worker stores.
fn fetched(page: &Page) -> usize {
    page.read("return performance.getEntriesByType('resource').filter(it => it.name.includes('-part-')).length")
}

#[test]
fn a_first_picture_needs_no_code_of_other_views() {
    let page = Page::open_for_the_first_time("/#");
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(fetched(&page), 0);
    let mut before = 0;
    for view in ["summary", "curves", "lessons", "slots"] {
        scene::show(&page, view);
        page.wait_until_idle();
        let now = fetched(&page);
        assert!(now > before, "{view}: {before}, then {now}");
        before = now;
    }
    // What has been fetched is there at once.
    scene::show(&page, "gantt");
    scene::show(&page, "trade-off");
    assert_eq!(fetched(&page), before);
}

#[test]
fn code_that_does_not_arrive_is_fetched_again_when_it_is_asked_for() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    let files = parts(&site.folder);
    let whole: Vec<Vec<u8>> = files.iter().map(|it| std::fs::read(it).unwrap()).collect();
    assert!(!files.is_empty());
    files.iter().for_each(|it| std::fs::remove_file(it).unwrap());
    let page = Page::open_for_the_first_time("/");
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    scene::show(&page, "compare");
    page.wait_for_text("#view-missing", "This view could not be fetched");
    // All else goes on.
    page.set_value("#seed", 7);
    scene::show(&page, "gantt");
    assert_eq!(page.count("#view-missing"), 0);
    scene::show(&page, "compare");
    page.wait_for("#view-missing");
    for (file, bytes) in files.iter().zip(&whole) {
        std::fs::write(file, bytes).unwrap();
    }
    page.click("#fetch-again");
    page.wait_for("#chip-1");
    assert_eq!(page.count("#view-missing"), 0);
    let seed = page.execute("return document.querySelector('#seed').value");
    assert_eq!(seed, json!("7"));
    page.console_errors();
}
