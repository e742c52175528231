//! The last session: there again after a reload, forgotten when asked, and missed by nobody where
//! the browser keeps nothing.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::project;
use slotscope::export::snapshot::{FileMark, Sight, Snapshot, Source};
use slotscope::workload;

/// A log of one job.
pub const SMALL: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

/// What is kept, by its name; null where nothing is.
pub const KEPT: &str = "
    return new Promise(done => {
        const open = indexedDB.open('slotscope /');
        open.onerror = () => done(null);
        open.onsuccess = () => {
            if (!open.result.objectStoreNames.contains('session')) return done(null);
            const shelf = open.result.transaction('session').objectStore('session');
            const get = shelf.get(arguments[0]);
            get.onsuccess = () => { open.result.close(); done(get.result?.toString() ?? null); };
        };
    })";

/// Waits until no session is kept.
#[track_caller]
pub fn wait_for_nothing_kept(page: &Page) {
    page.wait_until_with(
        &KEPT.replace("done(get.result?.toString() ?? null)", "done(get.result === undefined)"),
        ["snapshot"],
    );
}

/// The small log in two tabs, the second in front; both.
#[track_caller]
pub fn in_two_tabs(page: &Page) -> (Scenario, [String; 2]) {
    let scenario = drop_small(page);
    scene::linked(page);
    let first = page.tab();
    let second = page.open_tab();
    page.goto("/");
    wait_for_small(page, &scenario);
    (scenario, [first, second])
}

/// The page opened again by who types its address.
#[track_caller]
pub fn open_again(page: &Page) {
    page.goto("about:blank");
    page.goto("/");
}

/// The sample opened again by its link: nothing is kept that would open.
#[track_caller]
fn open_sample_again(page: &Page) {
    page.goto("about:blank");
    page.goto("/#");
    scene::wait_for(page, &scene::sample_report());
}

#[track_caller]
pub fn drop_small(page: &Page) -> Scenario {
    page.drop_bytes("small.swf", SMALL);
    let log = workload::read("small.swf", SMALL).unwrap().workload;
    let scenario = scene::scenario_of(&log);
    wait_for_small(page, &scenario);
    scenario
}

#[track_caller]
pub fn wait_for_small(page: &Page, scenario: &Scenario) {
    page.wait_for_text("#workload-name", "small.swf");
    let log = workload::read("small.swf", SMALL).unwrap().workload;
    scene::wait_for_run(page, scenario, &log);
}

fn with_percent(percent: f64) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    scenario
}

#[track_caller]
fn wait_for_percent(page: &Page, percent: f64) {
    let run = scene::run(&with_percent(percent), &scene::sample());
    scene::wait_for(page, &report(&run));
}

/// Before the page's own script runs, whenever it is loaded from now on.
#[track_caller]
pub fn at_start(page: &Page, script: &str) {
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
}

#[test]
fn a_dropped_log_is_there_again() {
    let page = scene::open();
    let mut scenario = drop_small(&page);
    page.set_value("#seed", 9);
    scenario.seed = 9;
    scene::show(&page, "jobs");
    let shown = scene::linked(&page);
    assert_eq!(shown.scenarios, [scenario.clone()]);
    for by_address in [true, false] {
        if by_address {
            page.reload();
        } else {
            open_again(&page);
        }
        wait_for_small(&page, &scenario);
        page.wait_for("#view-jobs");
        assert_eq!(page.text("#workload-name"), "small.swf");
        assert_eq!(page.count("#awaited"), 0);
        assert_eq!(scene::linked(&page), shown);
    }
    page.wait_for_text(".notice", "The last session is open again.");
}

#[test]
fn a_log_that_is_there_again_is_not_written_again() {
    let page = scene::open();
    let scenario = drop_small(&page);
    let shown = scene::linked(&page);
    at_start(
        &page,
        "window.written = 0;
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function(...it) { written += 1; return put.apply(this, it); };",
    );
    // Another tab may have kept something else since: it is not for one that only looks to replace it.
    let written = |page: &Page| page.execute("return written");
    open_again(&page);
    wait_for_small(&page, &scenario);
    assert_eq!(scene::linked(&page), shown);
    assert_eq!(written(&page), json!(0));
    let linked = Snapshot { view: "jobs".to_owned(), ..shown };
    page.goto("about:blank");
    page.goto(&scene::path_to(&linked));
    wait_for_small(&page, &scenario);
    assert_eq!(scene::linked(&page), linked);
    assert_eq!(written(&page), json!(0));
    page.set_value("#seed", 9);
    scene::linked(&page);
    assert_ne!(written(&page), json!(0));
}

#[test]
fn a_real_log_is_there_again() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    let figures = scene::report_of(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &figures);
    scene::linked(&page);
    assert_ne!(page.execute_with(KEPT, ["mark"]), json!(null));
    open_again(&page);
    scene::wait_for(&page, &figures);
}

#[test]
fn a_link_that_is_only_looked_at_leaves_the_last_session() {
    let page = scene::open();
    page.set_value("#ar-percent", 10);
    wait_for_percent(&page, 10.0);
    scene::linked(&page);
    let linked = Snapshot { scenarios: vec![with_percent(70.0)], ..Snapshot::default() };
    page.goto("about:blank");
    page.goto(&scene::path_to(&linked));
    wait_for_percent(&page, 70.0);
    scene::linked(&page);
    open_again(&page);
    wait_for_percent(&page, 10.0);
}

#[test]
fn the_first_page_is_kept_too_once_something_was_undone() {
    let page = scene::open();
    page.set_value("#ar-percent", 10);
    wait_for_percent(&page, 10.0);
    scene::linked(&page);
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    scene::linked(&page);
    open_again(&page);
    scene::wait_for(&page, &scene::sample_report());
}

/// Long before the page has come to rest.
#[test]
fn a_change_is_there_after_a_reload_that_follows_at_once() {
    let page = scene::open();
    let change_and_reload = |id: &str, value: u64| {
        page.unfold(id);
        page.execute_with(
            "const control = document.querySelector(arguments[0]);
             const prototype = HTMLInputElement.prototype;
             Object.getOwnPropertyDescriptor(prototype, 'value').set.call(control, arguments[1]);
             for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
             window.isLeft = true;
             setTimeout(() => location.reload(), 20)",
            (id, value),
        );
        page.wait_until("return window.isLeft === undefined");
    };
    change_and_reload("#ar-percent", 35);
    wait_for_percent(&page, 35.0);
    let scenario = drop_small(&page);
    scene::linked(&page);
    change_and_reload("#seed", 9);
    let scenario = Scenario { seed: 9, ..scenario };
    wait_for_small(&page, &scenario);
    // It has been stored since.
    scene::linked(&page);
    open_again(&page);
    wait_for_small(&page, &scenario);
}

#[test]
fn a_session_is_forgotten_when_asked() {
    let page = scene::open();
    drop_small(&page);
    scene::linked(&page);
    assert_ne!(page.execute_with(KEPT, ["log"]), json!(null));
    page.click("#forget");
    page.wait_for_text("#session", "cannot be undone");
    page.click("#forget-no");
    page.wait_for_text("#session", "on this machine only");
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Deleted");
    for name in ["snapshot", "log", "mark"] {
        assert_eq!(page.execute_with(KEPT, [name]), json!(null), "{name}");
    }
    // Looking at it is nothing new: nothing is kept, not even in the address.
    scene::show(&page, "jobs");
    assert_eq!(scene::linked(&page), Snapshot::default());
    assert_eq!(page.execute_with(KEPT, ["snapshot"]), json!(null));
    page.reload();
    page.wait_for("#front-door");
    page.click("#drawer");
    page.wait_for_text("#session", "if it lets the page");
}

#[test]
fn what_is_new_after_forgetting_is_kept() {
    let page = scene::open();
    page.set_value("#ar-percent", 10);
    wait_for_percent(&page, 10.0);
    scene::linked(&page);
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text("#session", "until you change something");
    page.set_value("#ar-percent", 20);
    wait_for_percent(&page, 20.0);
    page.wait_for_text("#session", "on this machine only");
    open_again(&page);
    wait_for_percent(&page, 20.0);
}

#[test]
fn what_was_being_written_when_it_was_to_be_forgotten_does_not_come_back() {
    let page = scene::open();
    // Writing takes as long as the test wants it to.
    at_start(
        &page,
        "window.writes = 0;
         const { put } = IDBObjectStore.prototype;
         IDBObjectStore.prototype.put = function (value, key) {
             window.writes += 1;
             const shelf = this;
             const again = () => { if (!window.written) shelf.get('nothing').onsuccess = again; };
             again();
             return put.call(this, value, key);
         };",
    );
    open_sample_again(&page);
    page.set_value("#ar-percent", 10);
    wait_for_percent(&page, 10.0);
    page.wait_until("return window.writes > 0");
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Deleted");
    page.execute("window.written = true");
    // Deleting follows writing.
    wait_for_nothing_kept(&page);
    assert_eq!(scene::linked(&page), Snapshot::default());
    page.wait_for_text("#session", "Deleted");
    assert_eq!(page.execute_with(KEPT, ["snapshot"]), json!(null));
}

#[test]
fn the_page_works_where_nothing_is_kept() {
    for refusal in [
        "indexedDB.open = () => { throw new DOMException('not allowed here', 'SecurityError'); };",
        "Object.defineProperty(window, 'indexedDB', { get: () => undefined });",
        "indexedDB.open = () => {
             const request = new EventTarget();
             request.error = new DOMException('disk is broken', 'UnknownError');
             setTimeout(() => request.dispatchEvent(new Event('error')));
             return request;
         };",
    ] {
        let page = scene::open();
        let script = format!("const indexedDB_ = window.indexedDB; {refusal}");
        at_start(&page, &script.replace("indexedDB.open =", "indexedDB_.open ="));
        open_sample_again(&page);
        let scenario = drop_small(&page);
        page.wait_for_text(".notice.failed", "The browser does not keep this session");
        page.wait_for_text("#session", "does not keep this session");
        page.click(".notice.failed button");
        page.set_value("#seed", 4);
        let shown = scene::linked(&page);
        assert_eq!(shown.scenarios[0].seed, 4);
        // Once is enough.
        assert_eq!(page.count(".notice.failed"), 0);
        page.reload();
        page.wait_for_text("#awaited", "small.swf");
        page.drop_bytes("small.swf", SMALL);
        wait_for_small(&page, &Scenario { seed: 4, ..scenario });
    }
}

#[test]
fn a_full_disk_loses_nothing_but_the_log() {
    let page = scene::open();
    at_start(
        &page,
        "const put = IDBObjectStore.prototype.put;
         IDBObjectStore.prototype.put = function (value, key) {
             if (key === 'log') throw new DOMException('', 'QuotaExceededError');
             return put.call(this, value, key);
         };",
    );
    open_sample_again(&page);
    let scenario = drop_small(&page);
    page.wait_for_text(".notice.failed", "its storage is full");
    page.wait_for_text("#session", "the page will ask for it");
    scene::linked(&page);
    open_again(&page);
    page.wait_for_text("#awaited", "The last session used small.swf (58 bytes), which was not kept.");
    page.drop_bytes("small.swf", SMALL);
    wait_for_small(&page, &scenario);
}

#[test]
fn a_damaged_session_gives_a_message_and_the_first_page() {
    for (damage, said) in [
        ("{", "the text ends too early"),
        (r#"{"scenarios": []}"#, "0 scenarios"),
        (r#"{"scenarios": [{"platform": [0]}]}"#, "0 processors"),
    ] {
        let page = scene::open();
        page.set_value("#ar-percent", 10);
        wait_for_percent(&page, 10.0);
        scene::linked(&page);
        page.execute_with(
            "return new Promise(done => {
                 const open = indexedDB.open('slotscope /');
                 open.onsuccess = () => {
                     const change = open.result.transaction('session', 'readwrite');
                     change.objectStore('session').put(arguments[0], 'snapshot');
                     change.oncomplete = () => { open.result.close(); done(); };
                 };
             })",
            [damage],
        );
        open_again(&page);
        page.wait_for_text(".notice.failed", "could not be opened again");
        page.wait_for_text(".notice.failed", said);
        scene::wait_for(&page, &scene::sample_report());
    }
}

#[test]
fn a_file_too_large_to_be_kept_is_named() {
    // 65 MB of blanks after one job.
    let page = scene::open();
    page.execute_with(
        "const text = arguments[0] + ' '.repeat(65 * 1024 * 1024);
         const dropped = new DataTransfer();
         dropped.items.add(new File([text], 'large.swf'));
         document.body.dispatchEvent(new DragEvent('drop',
             { bubbles: true, cancelable: true, dataTransfer: dropped }));",
        [String::from_utf8_lossy(SMALL)],
    );
    page.wait_for_text("#workload-name", "large.swf");
    page.wait_for_text(".notice.failed", "large.swf (68 MB) is too large to be stored");
    let shown = scene::linked(&page);
    let Source::File(FileMark { size, .. }) = shown.workload else {
        panic!("{shown:?}");
    };
    assert_eq!(size, SMALL.len() as u64 + 65 * 1024 * 1024);
    open_again(&page);
    page.wait_for_text("#awaited", "large.swf (68 MB), which was not kept");
}

/// Waits until the page keeps so many workloads.
#[track_caller]
fn wait_for_count(page: &Page, count: usize) {
    page.wait_until_with("return document.body.dataset.workloads === arguments[0]", [count.to_string()]);
}

#[track_caller]
fn drop_log(page: &Page, jobs: usize) {
    let mut text = String::from("; MaxProcs: 8\n");
    for job in 1..=jobs {
        text += &format!("{job} {job} 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n");
    }
    let name = format!("{jobs}.swf");
    page.drop_bytes(&name, text.as_bytes());
    page.wait_for_text("#workload-name", &name);
    let log = workload::read(&name, text.as_bytes()).unwrap().workload;
    let jobs = log.records().len().to_string();
    page.wait_until_with("return document.querySelector('#spent')?.dataset.jobs === arguments[0]", [jobs]);
}

#[test]
fn a_log_that_undoing_and_redoing_no_longer_leads_to_is_let_go() {
    let page = scene::open();
    wait_for_count(&page, 1);
    drop_log(&page, 3);
    drop_log(&page, 4);
    wait_for_count(&page, 3);
    page.click("#undo");
    page.wait_for_text("#workload-name", "3.swf");
    // What was undone can be redone.
    wait_for_count(&page, 3);
    drop_log(&page, 5);
    wait_for_count(&page, 3);
    page.click("#undo");
    page.wait_for_text("#workload-name", "3.swf");
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#seed", 9);
    // Only the sample is left, and works.
    wait_for_count(&page, 1);
    let scenario = Scenario { seed: 9, ..Scenario::default() };
    scene::wait_for_sample(&page, &scenario);
}

#[test]
fn of_a_movement_of_the_pen_its_end_is_kept() {
    let page = scene::open();
    page.click("#open-blackboard");
    page.wait_for("#sketch-bar");
    wait_for_count(&page, 2);
    // One drag makes many strokes.
    page.drag("#gantt-canvas", (400.0, 200.0), (520.0, 230.0));
    page.settle();
    page.press("Control+z");
    page.press("Control+Shift+z");
    wait_for_count(&page, 3);
}

fn shown() -> Snapshot {
    let other = Scenario { seed: 8, ..Scenario::default() };
    Snapshot {
        workload: Source::File(FileMark::of("small.swf", SMALL)),
        scenarios: vec![Scenario::default(), other],
        front: 1,
        baseline: 1,
        view: "summary".to_owned(),
        sight: Some(Sight(0.0, 20.0, 0.0, 100.0)),
        cursor: Some(30),
        job: Some(1),
        selected: vec![1],
        ..Snapshot::default()
    }
}

#[track_caller]
fn wait_for_shown(page: &Page) {
    let log = workload::read("small.swf", SMALL).unwrap().workload;
    scene::wait_for_run(page, &shown().scenarios[1], &log);
    page.wait_for("#view-summary");
    assert_eq!(scene::linked(page), shown());
}

/// The page with all of it, and nothing kept.
fn open_shown() -> Page {
    let page = scene::open_at(&shown());
    page.wait_for("#awaited");
    page.drop_bytes("small.swf", SMALL);
    wait_for_shown(&page);
    page
}

#[test]
fn a_project_with_its_log_shows_all_in_a_fresh_profile() {
    let page = open_shown();
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let read = project::read(&file).expect("a project");
    assert_eq!(read.snapshot, shown());
    assert_eq!(read.log.as_deref(), Some(SMALL));

    let page = scene::open();
    page.drop_bytes("any.json", &file);
    wait_for_shown(&page);
    assert_eq!(page.count("#awaited"), 0);
    // It is a step as any other.
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    // Once more: its log is here already.
    page.drop_bytes("any.json", &file);
    wait_for_shown(&page);
}

#[test]
fn a_project_without_its_log_asks_for_it() {
    let page = open_shown();
    let file = scene::exported(&page, "project", ".json");
    drop(page);
    assert_eq!(project::read(&file).expect("a project").log, None);

    let page = scene::open();
    page.drop_bytes("any.json", &file);
    page.wait_for_text("#awaited", "This project needs small.swf (58 bytes), which it does not contain.");
    page.drop_bytes("small.swf", SMALL);
    wait_for_shown(&page);
}

#[test]
fn a_real_log_goes_with_its_project() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    let figures = scene::report_of(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &figures);
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let page = scene::open();
    page.drop_bytes("project.json", &file);
    scene::wait_for(&page, &figures);
    assert_eq!(page.text("#workload-name"), log.name);
}

#[test]
fn a_broken_project_is_refused_in_words() {
    let page = open_shown();
    let file = scene::exported(&page, "project-log", ".json");
    drop(page);
    let whole: Value = serde_json::from_slice(&file).unwrap();
    let page = scene::open();
    for (pointer, value, said) in [
        ("/slotscope_project", json!(2), "version 2"),
        ("/snapshot/scenarios", json!([]), "0 scenarios"),
        ("/log/base64", json!("AAAA"), "damaged"),
        ("/snapshot", json!({ "tempo": 1 }), "tempo"),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap() = value;
        page.drop_bytes("broken.json", broken.to_string().as_bytes());
        page.wait_for_text(".notice.failed", said);
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    scene::wait_for(&page, &scene::sample_report());
    // A log that is another than the one named is told, and can be taken.
    let mut other = whole;
    other["snapshot"]["workload"]["file"]["digest"] = json!("0".repeat(32));
    page.drop_bytes("other.json", other.to_string().as_bytes());
    page.wait_for_text("#awaited-other", "is a different file");
    page.click("#awaited-with");
    wait_for_shown(&page);
}
