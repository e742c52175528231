//! What a first-time visitor does: open the page, drop a log, compare two policies, hand out the
//! picture, share the link. Five actions, each with a picture of what came of it.
//!
//! With `SLOTSCOPE_SCREENSHOTS=1` the pictures become those of the documentation.

use std::path::Path;

use serde_json::json;
use slotscope::criteria::report;

use crate::command;
use crate::harness::Page;
use crate::{clipboard, picture, scene};

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
    clipboard::allow(&page);
    let mut visit = Visit { page, actions: 0 };
    visit.act(|page| page.goto("/"), |page| page.wait_for("#front-door"));
    let scenario = scene::scenario_of(&workload);
    let alone = report(&scene::run(&scenario, &workload));
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
        other.execute("return document.querySelectorAll(arguments[0]).length", &[json!("canvas[id^=compare-gantt-]")]);
    assert_eq!(scenarios.as_u64(), Some(2));
}
