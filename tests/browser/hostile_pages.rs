//! Other pages and other tabs: what they do to the session that the browser keeps, and what they see of it.

use serde_json::{Value, json};
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::Snapshot;

use crate::command::Folder;
use crate::harness::{self, Page};
use crate::picture;
use crate::scene;
use crate::session::{KEPT, SMALL, drop_small, in_two_tabs, open_again, wait_for_nothing_kept, wait_for_small};

#[track_caller]
fn kept(page: &Page) -> serde_json::Value {
    page.execute_with(KEPT, ["snapshot"])
}

#[track_caller]
fn assert_nothing_is_kept(page: &Page) {
    wait_for_nothing_kept(page);
    for name in ["snapshot", "log", "mark"] {
        assert_eq!(page.execute_with(KEPT, [name]), json!(null), "{name}");
    }
}

#[test]
fn what_one_tab_forgets_no_other_writes_back_by_being_looked_at() {
    let page = scene::open();
    let (_, [first, second]) = in_two_tabs(&page);
    page.click("#forget");
    page.wait_for_text("#session", "cannot delete the browser's history");
    page.wait_for_text("#session", "the browser's own files");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Deleted");
    assert_nothing_is_kept(&page);
    page.go_to_tab(&first);
    page.wait_for_text("#session", "Deleted");
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
}

#[test]
fn beginning_anew_leaves_the_log_in_no_tab() {
    let page = scene::open();
    let (_, [first, second]) = in_two_tabs(&page);
    page.click("#forget");
    page.click("#forget-anew");
    for tab in [&second, &first] {
        page.go_to_tab(tab);
        page.wait_for("#front-door");
        page.wait_for("#undo:disabled");
        page.wait_for("#redo:disabled");
        assert_eq!(page.execute("return location.hash"), json!(""));
        assert_nothing_is_kept(&page);
    }
    // Nothing leads back to it.
    page.set_value("#seed", 9);
    scene::linked(&page);
    assert!(!kept(&page).to_string().contains("small.swf"));
    assert_eq!(page.execute_with(KEPT, ["log"]), json!(null));
}

/// The hash of a link to the sample with this percentage of reservations.
fn linked_percent(percent: f64) -> (String, Scenario) {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    let snapshot = Snapshot { scenarios: vec![scenario.clone()], ..Snapshot::default() };
    (permalink::link(&snapshot).expect("a link"), scenario)
}

#[test]
fn a_link_put_into_an_open_page_takes_the_place_of_nothing_that_is_kept() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let before = kept(&page);
    for percent in [70.0, 80.0] {
        // As the page does that has opened this one.
        let (hash, linked) = linked_percent(percent);
        page.execute_with("location.hash = arguments[0]", [hash]);
        scene::wait_for_sample(&page, &linked);
        scene::show(&page, "jobs");
        scene::show(&page, "gantt");
        scene::linked(&page);
        assert_eq!(kept(&page), before);
    }
    open_again(&page);
    wait_for_small(&page, &scenario);
    // One that is gone on with is kept.
    let (hash, mut linked) = linked_percent(70.0);
    page.execute_with("location.hash = arguments[0]", [hash]);
    scene::wait_for_sample(&page, &linked);
    page.set_value("#ar-percent", 20);
    linked.workload.reservations.percent = 20.0;
    let changed = scene::report_of(&linked, &scene::sample());
    scene::wait_for(&page, &changed);
    scene::linked(&page);
    open_again(&page);
    scene::wait_for(&page, &changed);
    // And what undoing leads back to.
    let (hash, linked) = linked_percent(70.0);
    page.execute_with("location.hash = arguments[0]", [hash]);
    scene::wait_for_sample(&page, &linked);
    page.click("#undo");
    scene::wait_for(&page, &changed);
    scene::linked(&page);
    open_again(&page);
    scene::wait_for(&page, &changed);
}

#[test]
fn within_another_page_the_last_session_is_opened_only_when_asked() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let before = kept(&page);
    let folder = Folder::new();
    let origin = page.execute("return location.origin");
    let origin = origin.as_str().expect("an origin").to_owned();
    around(&folder, &origin, "");
    let elsewhere = harness::serve(&folder.path(""));
    page.goto(&elsewhere.origin);
    page.wait_for("h1");
    page.enter_frame("iframe");
    scene::wait_for(&page, &scene::sample_report());
    page.wait_for_text("#session", "only on request");
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
}

/// Writes a page of another site with a frame around an address.
fn around(folder: &Folder, address: &str, more: &str) {
    let policy = "default-src 'none'; frame-src *; img-src data:";
    folder.file(
        "index.html",
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\"><link rel=\"icon\" href=\"data:,\">\
             <title>Elsewhere</title></head><body><h1>Elsewhere</h1>\
             <iframe src=\"{address}\" width=\"1200\" height=\"700\"{more}></iframe></body></html>"
        ),
    );
}

#[track_caller]
fn assert_says_why_it_does_not_start(page: &Page) {
    page.wait_until(
        "const it = document.querySelector('#not-started');
         return it?.checkVisibility({ visibilityProperty: true })
             && it.textContent.includes('open it from a web server, not as a file')
             && it.textContent.includes('must send .js files as JavaScript')
             && it.textContent.includes('must not be sandboxed')",
    );
}

#[test]
fn a_page_whose_scripts_cannot_run_says_so() {
    let page = scene::open();
    assert_eq!(page.count("#not-started"), 0);
    let folder = Folder::new();
    let mut site = harness::serve_copy(&folder.path(""));
    page.goto(&format!("file://{}", folder.path("index.html").display()));
    assert_says_why_it_does_not_start(&page);
    let elsewhere = Folder::new();
    around(&elsewhere, &site.origin, " sandbox=\"allow-scripts\"");
    let course = harness::serve(&elsewhere.path(""));
    page.goto(&course.origin);
    page.enter_frame("iframe");
    assert_says_why_it_does_not_start(&page);
    page.leave_frames();
    site.send_scripts_as_text();
    page.goto(&site.origin);
    assert_says_why_it_does_not_start(&page);
    page.leave_with_errors();
    site.stop();
}

#[test]
fn a_worker_reaches_no_other_host_where_the_policy_is_a_header() {
    let page = scene::open();
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path(""));
    folder.file(
        "probe.js",
        "onmessage = event => fetch(event.data, { mode: 'no-cors' })
             .then(() => postMessage('reached'), () => postMessage('refused'));",
    );
    let elsewhere = Folder::new();
    let elsewhere = harness::serve_copy(&elsewhere.path(""));
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    for (origin, expected) in [(&site.origin, "reached"), (&elsewhere.origin, "refused")] {
        let answer = page.execute_with(
            "return new Promise(done => {
                 const worker = new Worker('./probe.js');
                 worker.onmessage = event => done(event.data);
                 worker.postMessage(arguments[0] + '/icon.svg');
             })",
            [origin],
        );
        assert_eq!(answer, json!(expected));
    }
    assert!(page.console_errors().iter().all(|it| it.contains("Content Security Policy")));
}

/// A lesson of one step, as the text of a file.
fn lesson(text: &[String], show: &Value, controls: &[Value]) -> String {
    let lesson = json!({
        "id": "large", "title": "Large", "summary": "Much of it.", "minutes": 1,
        "steps": [{ "title": "One", "text": text, "show": show, "controls": controls }],
        "question": {
            "ask": "When?", "show": show, "right": "Yes.", "wrong": "No.",
            "answer": { "number": { "is": 1, "unit": "s" } },
        },
    });
    // A file is taken for a lesson by its first field.
    lesson.to_string().replacen('{', "{\"lesson\":1,", 1)
}

/// Controls by the thousand, paragraphs by the hundred thousand, and controls of a curve of many runs,
/// each of which would be tried at each value of each control.
#[test]
fn a_lesson_that_would_hold_the_page_up_is_refused_in_words() {
    let page = scene::open();
    let text = ["A job.".to_owned()];
    let show = json!({ "schedule": { "jobs": [{ "size": 1, "run": 30 }], "scenario": { "platform": [4] } } });
    let control = json!({ "label": "Run time", "sets": ["jobs.0.run"], "values": [1, 2] });
    let values: Vec<u32> = (1..=50).collect();
    let longest: Vec<u32> = (1..=120).collect();
    let curve = json!({ "curve": {
        "jobs": vec![json!({ "size": 1, "run": 30 }); 200], "scenario": { "platform": [4] },
        "vary": { "label": "Run time", "sets": ["jobs.1.run"], "values": longest },
        "criteria": ["utilization"],
    } });
    let turned = json!({ "label": "Run time", "sets": ["jobs.0.run"], "values": values });
    let paragraphs = vec!["x".to_owned(); 200_000];
    for (bytes, lesson, told) in [
        (
            800_000,
            lesson(&text, &show, &vec![control; 15_000]),
            "controls: 15000 are more than the 8 that there may be",
        ),
        (800_000, lesson(&paragraphs, &show, &[]), "text: 200000 are more than the 40 that there may be"),
        (
            10_000,
            lesson(&text, &curve, &vec![turned; 8]),
            "and at most 2000000 are tried: take fewer jobs, values of controls or runs of curves",
        ),
    ] {
        assert!((bytes..1_000_000).contains(&lesson.len()), "{}", lesson.len());
        page.drop_bytes("large.json", lesson.as_bytes());
        page.wait_for_text(".notice.failed", told);
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    page.set_value("#seed", 9);
    assert_eq!(scene::linked(&page).scenarios[0].seed, 9);
}

#[test]
fn of_an_endless_header_the_page_lists_the_beginning() {
    let page = scene::open();
    let mut log = String::new();
    for line in 0..300_000 {
        log += &format!("; Note: line {line}\n");
    }
    log += &String::from_utf8_lossy(SMALL);
    page.drop_bytes("long.swf", log.as_bytes());
    page.wait_for_text("#workload-name", "long.swf");
    page.unfold("#header-left-out");
    page.wait_for_text("#header-left-out", "more lines of its header");
    let entries = page.count(".header-facts dt");
    assert!((900..=1_001).contains(&entries), "{entries}");
}

#[test]
fn a_name_that_no_xml_may_hold_leaves_pictures_whole() {
    let page = scene::open();
    page.drop_bytes("a\u{fffe}b\u{ffff}.swf", SMALL);
    page.wait_for_text("#workload-name", "a\u{fffe}b\u{ffff}.swf");
    let svg = page_svg(&page);
    let is_whole = page.execute_with(
        "const read = new DOMParser().parseFromString(arguments[0], 'image/svg+xml');
         return read.querySelector('parsererror') === null && read.documentElement.localName === 'svg'",
        [&svg],
    );
    assert_eq!(is_whole, json!(true), "{svg}");
    assert!(svg.contains("a\u{fffd}b\u{fffd}.swf"));
    picture::png(&page, &scene::exported(&page, "png", ".png"));
}

fn page_svg(page: &Page) -> String {
    String::from_utf8(scene::exported(page, "svg", ".svg")).expect("a picture")
}
