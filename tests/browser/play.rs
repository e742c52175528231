//! The player: what is listed at the cursor is what the library finds there.

use serde_json::json;
use slotscope::experiment::moment::{instants, standing};
use slotscope::workload::Time;

use crate::harness::Page;
use crate::{picture, scene};

#[track_caller]
fn cursor(page: &Page) -> Time {
    let time = page.execute(
        "return Number(document.querySelector('#play-time').dataset.time)",
        &[],
    );
    time.as_f64().expect("a number") as Time
}

#[track_caller]
fn count(page: &Page, list: &str) -> usize {
    let count = page.execute(
        "return Number(document.querySelector(arguments[0]).dataset.count)",
        &[json!(format!("#play-{list}"))],
    );
    count.as_u64().expect("a count") as usize
}

#[track_caller]
fn wait_for_time(page: &Page, time: Time) {
    page.wait_until(
        "return document.querySelector('#play-time').dataset.time === arguments[0]",
        &[json!(time.to_string())],
    );
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn steps_lead_from_event_to_event_with_the_true_queue() {
    let page = scene::open();
    let run = scene::sample_run();
    let moments = instants(&run);
    scene::show(&page, "play");
    wait_for_time(&page, moments[0]);
    // The middle of the schedule, and some events on.
    let middle = moments[moments.len() / 2];
    page.set_value("#play-scrub", middle as f64);
    page.settle();
    for _ in 0..6 {
        let before = cursor(&page);
        let next = moments[moments.partition_point(|&it| it <= before)];
        page.press(".");
        wait_for_time(&page, next);
        page.wait_for(&format!(
            "#play-decisions[data-time='{next}'][data-state=told]"
        ));
        assert!(page.count("#play-decisions .decided li") > 0, "at {next}");
        let here = standing(&run, next);
        for (list, jobs) in [
            ("waiting", &here.waiting),
            ("running", &here.running),
            ("booked", &here.booked),
        ] {
            assert_eq!(count(&page, list), jobs.len(), "{list} at {next}");
        }
    }
    let before = cursor(&page);
    page.click("#play-back");
    wait_for_time(
        &page,
        moments[moments.partition_point(|&it| it < before) - 1],
    );
    page.click("#play-last");
    wait_for_time(&page, *moments.last().expect("events"));
    assert_eq!(count(&page, "running"), 0);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn played_time_passes_until_it_is_paused() {
    let page = scene::open();
    scene::show(&page, "play");
    page.click("#play-first");
    let first = cursor(&page);
    // On a button the space bar presses it.
    page.execute("document.activeElement.blur()", &[]);
    page.press(" ");
    page.wait_for("[data-playing=true]");
    page.wait_until(
        "return Number(document.querySelector('#play-time').dataset.time) > arguments[0]",
        &[json!(first + 20_000)],
    );
    page.press(" ");
    page.wait_for("[data-playing=false]");
    let paused = cursor(&page);
    page.settle();
    page.settle();
    assert_eq!(cursor(&page), paused);
    // What comes later is veiled, and what was is not.
    assert!(!picture::canvas(&page, "#gantt-canvas").is_blank());
    assert!(page.count("#play-slots-picture svg") == 1);
    page.assert_no_console_errors();
}
