//! The jobs in groups and waits over the week, in *Summary*.

use serde_json::json;
use slotscope::criteria::groups::{GroupBy, Grouping, groups};
use slotscope::criteria::report;
use slotscope::export::groups_csv;
use slotscope::workload;

use crate::harness::Page;
use crate::scene;

/// The first job takes all processors for an hour, and both others wait for it. Job 3 has no wait in the log. The log
/// begins on Friday, 2024-03-01, at noon.
const LOG: &[u8] = b"; MaxProcs: 8\n; UnixStartTime: 1709294400\n\
    1 0 100 3600 8 -1 -1 8 3600 -1 1 1 1 -1 1 1 -1 -1\n\
    2 60 30 1800 4 -1 -1 4 1800 -1 1 2 1 -1 2 1 -1 -1\n\
    3 120 -1 1800 4 -1 -1 4 1800 -1 1 1 1 -1 2 1 -1 -1\n";

/// *Summary* of a log, dropped on the page.
fn summary_of(bytes: &[u8]) -> Page {
    let log = workload::read("small.swf", bytes).expect("a log").workload;
    let page = scene::open();
    page.drop_bytes("small.swf", bytes);
    page.wait_for_text("#workload-name", "small.swf");
    let run = scene::run(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "summary");
    page
}

/// The value of a group in a column.
#[track_caller]
fn value(page: &Page, group: &str, column: &str) -> f64 {
    let css = format!("#by-group tr[data-group='{group}'] [data-column='{column}']");
    page.wait_for(&css);
    let found = page.execute("return document.querySelector(arguments[0]).dataset.value", &[json!(css)]);
    found.as_str().and_then(|it| it.parse().ok()).expect("a number")
}

/// The labels of the groups, from the top.
fn labels(page: &Page) -> Vec<String> {
    page.settle();
    let found =
        page.execute("return [...document.querySelectorAll('#by-group tbody tr')].map(it => it.dataset.group)", &[]);
    serde_json::from_value(found).expect("texts")
}

#[test]
fn users_and_queues_have_their_hours_and_waits_beside_those_of_the_log() {
    let page = summary_of(LOG);
    page.wait_for("#by-group");
    assert_eq!(value(&page, "partition 1", "hours"), 12.0);
    page.set_value("#group-by", "User");
    page.wait_for("#by-group tr[data-group='user 1']");
    assert_eq!(labels(&page), ["user 1", "user 2"]);
    for (group, column, expected) in [
        ("user 1", "jobs", 2.0),
        ("user 1", "hours", 10.0),
        ("user 1", "mean-simulated", 1_740.0),
        ("user 1", "median-simulated", 0.0),
        ("user 1", "90-simulated", 3_480.0),
        ("user 1", "mean-logged", 100.0),
        ("user 1", "slowdown-logged", 3_700.0 / 3_600.0),
        ("user 1", "without-logged", 1.0),
        ("user 2", "hours", 2.0),
        ("user 2", "mean-simulated", 3_540.0),
        ("user 2", "mean-logged", 30.0),
    ] {
        assert_eq!(value(&page, group, column), expected, "{group} {column}");
    }
    page.wait_for_text(".by-group", "Of 3 jobs 1 has no wait in the log");
    page.set_value("#group-by", "Queue");
    assert_eq!(value(&page, "queue 2", "mean-simulated"), 3_510.0);
    assert_eq!(labels(&page), ["queue 1", "queue 2"]);
    page.click("[data-testid=sort-mean-simulated]");
    assert_eq!(labels(&page), ["queue 2", "queue 1"]);
    // The choice stays while another view is shown.
    scene::show(&page, "jobs");
    scene::show(&page, "summary");
    assert_eq!(value(&page, "queue 1", "hours"), 8.0);
    page.click("#groups-csv");
    let file = page.wait_for_download(".csv");
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let grouping = Grouping { with_log: true, ..Grouping::new(GroupBy::Queue) };
    let run = scene::run(&scene::scenario_of(&log), &log);
    let expected = groups_csv(&groups(&run, &grouping));
    assert_eq!(std::fs::read_to_string(file).expect("the file"), expected);
}

#[test]
fn waits_over_the_week_stand_beside_those_of_the_log() {
    let page = summary_of(LOG);
    page.wait_for("#week-simulated svg");
    page.wait_for("#week-logged svg");
    // Friday noon: 0, 3540 and 3480 s in the run, 100 and 30 s in the log.
    for (side, expected) in [("simulated", "39 min (3 jobs)"), ("logged", "65 s (2 jobs)")] {
        page.click(&format!("#week-{side}-numbers summary"));
        page.wait_for(&format!("#week-{side}-numbers table"));
        let cell = format!("#week-{side}-numbers tbody tr:nth-child(13) td:nth-child(6)");
        assert_eq!(page.text(&cell), expected);
    }
    // A telephone scrolls within the table, not across the page.
    page.set_window_size(390, 844);
    page.settle();
    let width = page.execute("return document.documentElement.scrollWidth", &[]);
    assert!(width.as_f64().expect("a width") <= 390.0, "{width}");
}
