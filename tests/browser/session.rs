//! The last session: there again after a reload, forgotten when asked, and missed by nobody where
//! the browser keeps nothing.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::workload;

use crate::harness::Page;
use crate::scene;

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
    page.wait_until(
        &KEPT.replace("done(get.result?.toString() ?? null)", "done(get.result === undefined)"),
        &[json!("snapshot")],
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
    scene::wait_for(page, &report(&scene::run(scenario, &log)));
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
    let written = |page: &Page| page.execute("return written", &[]);
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
    let figures = report(&scene::run(&scene::scenario_of(&log), &log));
    scene::wait_for(&page, &figures);
    scene::linked(&page);
    assert_ne!(page.execute(KEPT, &[json!("mark")]), json!(null));
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
        page.execute(
            "const control = document.querySelector(arguments[0]);
             const prototype = HTMLInputElement.prototype;
             Object.getOwnPropertyDescriptor(prototype, 'value').set.call(control, arguments[1]);
             for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
             window.isLeft = true;
             setTimeout(() => location.reload(), 20)",
            &[json!(id), json!(value)],
        );
        page.wait_until("return window.isLeft === undefined", &[]);
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
    assert_ne!(page.execute(KEPT, &[json!("log")]), json!(null));
    page.click("#forget");
    page.wait_for_text("#session", "cannot be undone");
    page.click("#forget-no");
    page.wait_for_text("#session", "on this machine only");
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Deleted");
    for name in ["snapshot", "log", "mark"] {
        assert_eq!(page.execute(KEPT, &[json!(name)]), json!(null), "{name}");
    }
    // Looking at it is nothing new: nothing is kept, not even in the address.
    scene::show(&page, "jobs");
    assert_eq!(scene::linked(&page), Snapshot::default());
    assert_eq!(page.execute(KEPT, &[json!("snapshot")]), json!(null));
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
    page.wait_until("return window.writes > 0", &[]);
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Deleted");
    page.execute("window.written = true", &[]);
    // Deleting follows writing.
    wait_for_nothing_kept(&page);
    assert_eq!(scene::linked(&page), Snapshot::default());
    page.wait_for_text("#session", "Deleted");
    assert_eq!(page.execute(KEPT, &[json!("snapshot")]), json!(null));
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
        page.execute(
            "return new Promise(done => {
                 const open = indexedDB.open('slotscope /');
                 open.onsuccess = () => {
                     const change = open.result.transaction('session', 'readwrite');
                     change.objectStore('session').put(arguments[0], 'snapshot');
                     change.oncomplete = () => { open.result.close(); done(); };
                 };
             })",
            &[json!(damage)],
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
    page.execute(
        "const text = arguments[0] + ' '.repeat(65 * 1024 * 1024);
         const dropped = new DataTransfer();
         dropped.items.add(new File([text], 'large.swf'));
         document.body.dispatchEvent(new DragEvent('drop',
             { bubbles: true, cancelable: true, dataTransfer: dropped }));",
        &[json!(String::from_utf8_lossy(SMALL))],
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
