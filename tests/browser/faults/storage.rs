//! Storage that is full, refused, deleted under way or used by two tabs at once.

use serde_json::{Value, json};

use super::{actions, user};
use crate::harness::Page;
use crate::scene;
use crate::session::{
    KEPT, SMALL, at_start, drop_small, in_two_tabs, open_again, wait_for_nothing_kept, wait_for_small,
};
use slotscope::experiment::Scenario;
use slotscope::system::two_level::LateReservations;

/// Another log, of a larger machine.
const OTHER: &[u8] = b"; MaxProcs: 16\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn with_seed(scenario: &Scenario, seed: u64) -> Scenario {
    Scenario { seed, ..scenario.clone() }
}

/// How many bytes the page may keep; as many as usual where nothing is said.
#[track_caller]
fn allow(page: &Page, bytes: Option<u64>) {
    let origin = page.execute("return location.origin");
    let mut quota = json!({ "origin": origin });
    if let Some(bytes) = bytes {
        quota["quotaSize"] = json!(bytes);
    }
    page.devtools("Storage.overrideQuotaForOrigin", quota);
}

#[test]
fn a_full_storage_is_told_and_used_again_once_there_is_room() {
    let page = scene::open();
    allow(&page, Some(1));
    // Chromium counts on the room that it found at the last write for half a minute, unless the store is opened anew.
    let origin = page.execute("return location.origin");
    page.devtools("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "indexeddb" }));
    let scenario = drop_small(&page);
    page.wait_for_text("#session", "its storage is full");
    // The address has all but the log.
    let shown = scene::linked(&page);
    assert_eq!(shown.scenarios.first(), Some(&scenario));
    allow(&page, None);
    page.set_value("#seed", 9);
    page.wait_for_text("#session", "on this machine only");
    scene::linked(&page);
    open_again(&page);
    wait_for_small(&page, &with_seed(&scenario, 9));
}

#[test]
fn storage_that_is_deleted_under_way_is_made_anew() {
    let page = scene::open();
    let scenario = drop_small(&page);
    scene::linked(&page);
    let origin = page.execute("return location.origin");
    for seed in 2..6_u64 {
        // By the browser's settings, and by another page of the host, while something is written.
        if seed % 2 == 0 {
            page.devtools("Storage.clearDataForOrigin", json!({ "origin": origin, "storageTypes": "indexeddb" }));
            page.set_value("#seed", seed);
        } else {
            page.set_value("#seed", seed);
            page.execute("indexedDB.deleteDatabase('slotscope /')");
        }
        assert_eq!(scene::linked(&page).scenarios[0].seed, seed);
    }
    page.set_value("#seed", 7);
    scene::linked(&page);
    page.wait_for_text("#session", "on this machine only");
    open_again(&page);
    wait_for_small(&page, &with_seed(&scenario, 7));
}

#[test]
fn a_store_that_holds_nothing_of_ours_is_made_anew_and_a_newer_one_left_alone() {
    let page = scene::open();
    let made = |version: u32, with: &str| {
        page.goto("/manifest.webmanifest");
        page.execute_with(
            "return new Promise((done, failed) => {
                 const gone = indexedDB.deleteDatabase('slotscope /');
                 gone.onsuccess = () => {
                     const open = indexedDB.open('slotscope /', arguments[0]);
                     open.onupgradeneeded = () => {
                         if (arguments[1]) open.result.createObjectStore(arguments[1]);
                     };
                     open.onsuccess = () => { open.result.close(); done(); };
                     open.onerror = failed;
                 };
             })",
            (version, with),
        );
        // Beside the page there is no icon.
        page.console_errors();
        page.goto("/#");
        scene::wait_for(&page, &scene::sample_report());
    };
    made(1, "");
    let scenario = drop_small(&page);
    page.wait_for_text("#session", "on this machine only");
    scene::linked(&page);
    open_again(&page);
    wait_for_small(&page, &scenario);
    made(2, "session");
    drop_small(&page);
    page.wait_for_text("#session", "The browser does not keep this session");
    page.wait_for_text("#session", "version");
    assert_eq!(scene::linked(&page).scenarios, [scenario]);
    let version = page.execute("return indexedDB.databases().then(all => all.map(it => it.version))");
    assert_eq!(version, json!([2]));
}

#[test]
fn storage_that_never_answers_holds_nothing_up() {
    let page = scene::open();
    // The page waits for so many milliseconds at most; here for fewer.
    at_start(
        &page,
        "IDBFactory.prototype.open = () => new EventTarget();
         const { setTimeout: later } = window;
         window.setTimeout = (what, delay, ...rest) => later(what, delay > 1000 ? 10 : delay, ...rest);",
    );
    open_again(&page);
    scene::wait_for(&page, &scene::sample_report());
    let scenario = drop_small(&page);
    page.wait_for_text("#session", "its storage does not answer");
    assert_eq!(scene::linked(&page).scenarios.first(), Some(&scenario));
    // The log is looked for there in vain.
    page.reload();
    page.wait_for_text("#awaited", "small.swf");
    page.drop_bytes("small.swf", SMALL);
    wait_for_small(&page, &scenario);
    page.wait_for_text(".notice.failed", "its storage does not answer");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice.failed");
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text(".notice.failed", "did not delete what it keeps");
}

#[test]
fn two_tabs_on_one_session_keep_one_of_both_whole() {
    let page = scene::open();
    let (scenario, [first, second]) = in_two_tabs(&page);
    // Each writes a log of its own, at once: the last one is there again, with its own log.
    page.drop_bytes("other.swf", OTHER);
    page.wait_for_text("#workload-name", "other.swf");
    page.go_to_tab(&first);
    page.set_value("#seed", 4);
    scene::linked(&page);
    page.go_to_tab(&second);
    scene::linked(&page);
    assert_eq!(page.text("#workload-name"), "other.swf");
    assert_one_is_kept_whole(&page);
    page.set_value("#seed", 5);
    scene::linked(&page);
    open_again(&page);
    page.wait_for_text("#workload-name", "other.swf");
    page.go_to_tab(&first);
    page.set_value("#seed", 6);
    scene::linked(&page);
    page.go_to_tab(&second);
    open_again(&page);
    wait_for_small(&page, &with_seed(&scenario, 6));
    // What one forgets, the other one keeps again when it changes.
    page.click("#forget");
    page.click("#forget-yes");
    page.wait_for_text("#session", "Deleted");
    wait_for_nothing_kept(&page);
    page.go_to_tab(&first);
    wait_for_small(&page, &with_seed(&scenario, 6));
    page.set_value("#seed", 8);
    scene::linked(&page);
    open_again(&page);
    wait_for_small(&page, &with_seed(&scenario, 8));
}

/// What is kept names the log that is kept.
#[track_caller]
fn assert_one_is_kept_whole(page: &Page) {
    let snapshot = page.execute_with(KEPT, ["snapshot"]);
    let mark = page.execute_with(KEPT, ["mark"]);
    let snapshot: Value = serde_json::from_str(snapshot.as_str().expect("a snapshot")).unwrap();
    let digest = snapshot["workload"]["file"]["digest"].as_str().expect("a file");
    let mark = mark.as_str().expect("a mark");
    assert!(mark.starts_with(digest), "{digest} and {mark}");
}

#[test]
fn a_page_that_may_store_and_copy_nothing_at_all_works() {
    let page = scene::open();
    at_start(
        &page,
        "const refuse = () => { throw new DOMException('not here', 'SecurityError'); };
         for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
             Object.defineProperty(window, name, { get: refuse });
         }
         Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse });
         const reject = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
         // Pages without an address have neither.
         if (window.Clipboard) {
             Clipboard.prototype.write = Clipboard.prototype.writeText = reject;
         }",
    );
    page.goto("about:blank");
    // On a slow machine the page comes to rest before its effects run; a session that was only opened is not stored there
    // either.
    let slow = |times: u32| page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": times }));
    slow(12);
    page.goto("/#");
    scene::wait_for(&page, &scene::sample_report());
    page.wait_for_text("#session", "if it lets the page");
    page.settle();
    page.wait_for_text("#session", "if it lets the page");
    slow(1);
    let scenario = drop_small(&page);
    page.wait_for_text(".notice.failed", "The browser does not keep this session: not here");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice.failed");
    page.click("#copy-link");
    page.wait_for_text(".notice.failed", "It is in the address bar");
    assert_eq!(scene::linked(&page).scenarios, [scenario]);
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice.failed");
    page.click("#export");
    page.click("#export-copy");
    page.wait_for_text(".notice.failed", "save the picture as PNG");
    // Files are handed out all the same.
    assert!(scene::exported(&page, "png", ".png").starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_run_takes_the_place_of_nothing_that_is_kept() {
    let page = scene::open();
    let one = br#"{"platform": [64], "workload": {"reservations": {"percent": 30}},
        "system": {"two_level": {"late_reservations": "deadline"}}}"#;
    page.drop_bytes("one.json", one);
    let mut scenario = Scenario { platform: vec![64], ..Scenario::default() };
    scene::options(&mut scenario).late_reservations = LateReservations::Deadline;
    let figures = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(&page, &figures);
    let shown = scene::linked(&page);
    page.unfold("#completion-2");
    page.set_value("#completion-2", true);
    page.wait_for_text("#refused", "requested counts to start");
    assert_eq!(scene::linked(&page), shown);
    page.click("#copy-link");
    page.wait_for_text(".notice.failed", "A scenario that cannot be run has no link");
    page.click(".notice.failed .icon");
    page.wait_for_none(".notice.failed");
    page.click("#export");
    page.click("#export-project");
    page.wait_for_text(".notice.failed", "The project could not be made");
    // A kept scenario would stand in the link and the session.
    for address in ["/", &page.address()] {
        page.goto("about:blank");
        page.goto(address);
        scene::wait_for(&page, &figures);
        assert_eq!(page.count(".notice.failed, #refused"), 0);
        assert_eq!(scene::linked(&page), shown);
    }
}

#[test]
fn what_is_kept_again_and_again_leaves_nothing_that_listens() {
    let page = scene::open();
    at_start(&page, user::SCRIPT);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    let counts = [1, 2, 3].map(|round| {
        for seed in 0..10 {
            page.set_value("#seed", 100 * round + seed);
            scene::linked(&page);
        }
        actions::metric(&page, "JSEventListeners")
    });
    // Two and more are left where one is left each time.
    let grown = counts[2].saturating_sub(counts[1]);
    assert!(grown < 10, "{counts:?}");
}
