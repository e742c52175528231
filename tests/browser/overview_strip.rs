//! The strip below the Gantt chart shows the run that the chart shows.

use serde_json::Value;
use slotscope::workload::testing::is_drawn;

use crate::harness::Page;
use crate::scene;

/// A log with a few jobs, the first of which takes so long.
fn log(seconds: u32) -> Vec<u8> {
    format!(
        "; MaxProcs: 8\n\
         1 0 0 {seconds} 8 -1 -1 8 {seconds} -1 1 1 1 -1 1 1 -1 -1\n\
         2 5 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n\
         3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n"
    )
    .into_bytes()
}

/// The strip's pixels.
fn pixels(page: &Page) -> Value {
    page.settle();
    page.settle();
    page.execute("return document.querySelector('#minimap canvas').toDataURL()", &[])
}

/// The strip as it is when it is made anew: another view has been open in between.
fn drawn_anew(page: &Page) -> Value {
    scene::show(page, "summary");
    scene::show(page, "gantt");
    page.wait_for("#minimap canvas");
    pixels(page)
}

#[track_caller]
fn wait_for_another_run(page: &Page, what: &str, change: impl FnOnce(&Page)) {
    // Two short runs may take the same time: log and figures tell them apart.
    let jobs = "return ['#spent', '#workload-name', '#run-line', '.header']
        .map(it => document.querySelector(it).textContent).join()";
    let before = page.execute(jobs, &[]);
    change(page);
    page.poll(what, || (page.execute(jobs, &[]) != before).then_some(()));
    page.wait_until("return document.body.dataset.state === 'idle'", &[]);
}

/// A change, and what it is called where it fails.
type Change = (&'static str, fn(&Page));

const CHANGES: [Change; 12] = [
    ("a share", |page| page.set_value("#ar-percent", 70)),
    ("a policy", |page| {
        page.set_value("#queue-policy", "EASY backfilling");
    }),
    ("another policy", |page| {
        page.set_value("#queue-policy", "Strict FCFS");
    }),
    ("undo", |page| page.click("#undo")),
    ("redo", |page| page.click("#redo")),
    ("a seed", |page| page.set_value("#seed", 99)),
    ("a period", |page| page.set_value("#grid-period-number", 3600)),
    ("a provider", |page| page.click("#add-provider")),
    ("fewer jobs", |page| page.set_value("#last-job", 300)),
    ("a dropped log", |page| page.drop_bytes("a.swf", &log(60))),
    ("another log", |page| page.drop_bytes("b.swf", &log(600))),
    ("a scenario", |page| {
        page.drop_bytes("scenario.json", br#"{"seed": 3, "platform": [8, 8]}"#);
    }),
];

#[test]
fn the_strip_is_as_if_drawn_anew_after_every_kind_of_change() {
    let page = scene::open();
    page.wait_for("#minimap canvas");
    let mut last = pixels(&page);
    let mut different = 0;
    for (at, (what, change)) in CHANGES.into_iter().enumerate() {
        wait_for_another_run(&page, what, change);
        let shown = pixels(&page);
        assert!(!is_drawn(at, 3) || shown == drawn_anew(&page), "the strip after {what}");
        different += usize::from(shown != last);
        last = shown;
    }
    // Nothing is told apart if all look alike.
    assert!(different > 8, "{different} of {}", CHANGES.len());
    page.set_window_size(1280, 720);
    assert!(pixels(&page) == drawn_anew(&page), "another size");
}
