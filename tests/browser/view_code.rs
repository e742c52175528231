//! The code of most views comes when they are first opened.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::command::Folder;
use crate::harness::{self, Page};
use crate::scene;

/// The files that were split off the page's WebAssembly.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a built page");
    let paths = files.map(|it| it.expect("an entry").path());
    let is_part = |path: &PathBuf| path.to_string_lossy().contains("-part-");
    paths.filter(is_part).collect()
}

/// How many of them the page itself has fetched; what is kept for later without a network, it has not.
fn fetched(page: &Page) -> usize {
    let count = page.execute(
        "return performance.getEntriesByType('resource').filter(it => it.name.includes('-part-')).length",
        &[],
    );
    serde_json::from_value(count).expect("a number")
}

#[test]
fn a_first_picture_needs_no_code_of_other_views() {
    let page = Page::open_for_the_first_time("/#");
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(fetched(&page), 0);
    let mut before = 0;
    for view in ["summary", "curves", "lessons", "slots"] {
        scene::show(&page, view);
        page.wait_until("return document.body.dataset.state === 'idle'", &[]);
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
    let seed = page.execute("return document.querySelector('#seed').value", &[]);
    assert_eq!(seed, json!("7"));
    page.console_errors();
}
