//! Workers that are killed at random, whatever they are at: it is said, and it can be had again.
//!
//! `SLOTSCOPE_DEATHS` says how often each kind of work is cut off, `SLOTSCOPE_SEED` when and how.

use serde_json::json;

use super::user::Random;
use super::{SMALL, at_start};
use crate::command::Folder;
use crate::harness::Page;
use crate::offline::{build, publish, update, wait_until_kept};
use crate::workers::open_with_mortal_workers;
use crate::{harness, scene};
use slotscope::criteria::report;
use slotscope::experiment::Scenario;

/// Kills the worker that the message after `window.spared` more of them goes to or comes from: with an
/// error that nothing catches, or as a browser ends it, without a word.
const REAPER: &str = "
    window.spared = null;
    window.killed = 0;
    window.passed = worker => {
        if (window.spared === null || worker.isGone) return;
        if (window.spared-- > 0) return;
        window.spared = null;
        window.killed += 1;
        worker.isGone = true;
        if (window.silently) worker.terminate();
        else Worker.prototype.postMessage.call(worker, 'die');
    };";

/// Ways on that the page offers after a loss.
const WAYS_ON: &str = "
    const way = document.querySelector('#start-again, #run-again, .try-again, #ask-again, \
        .notice.failed button:not(.icon)');
    way?.click();
    return way !== null;";

#[track_caller]
fn open() -> Page {
    let page = open_with_mortal_workers();
    at_start(&page, REAPER);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    page
}

/// Finds nothing that is left to be done of a run.
const NOTHING_AMISS: &str = "!document.querySelector('#refused, #no-worker')";

/// Whether what a script looks for is there, at rest.
fn is_there(page: &Page, script: &str) -> bool {
    let script = format!("return document.body.dataset.state === 'idle' && Boolean({script})");
    page.execute(&script) == json!(true)
}

/// Goes the ways that the page offers until what a script looks for is there.
#[track_caller]
fn go_on_until(page: &Page, script: &str) {
    page.poll(script, || {
        if is_there(page, script) {
            return Some(());
        }
        page.execute(WAYS_ON);
        None
    });
}

/// A run of the sample with so many percent of reservations.
fn with_percent(percent: f64) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    scenario
}

#[track_caller]
fn wait_for_percent(page: &Page, percent: u32) {
    let run = scene::run(&with_percent(f64::from(percent)), &scene::sample());
    scene::wait_for(page, &report(&run));
}

/// Does some work to its end, in a round of that number.
type Work = fn(&Page, u32);

/// Kinds of work, each with as many messages as it takes at least, and to its end.
const WORK: [(&str, usize, Work); 7] = [
    ("reading", 4, |page, _| {
        page.drop_bytes("small.swf", SMALL);
        let read = "document.querySelector('#workload-name').innerText === 'small.swf' && \
            document.querySelector('#spent')?.dataset.jobs === '3' && \
            !document.querySelector('.notice.failed, #refused, #no-worker')";
        go_on_until(page, read);
        page.click("#undo");
        go_on_until(page, NOTHING_AMISS);
    }),
    ("running", 2, |page, round| {
        page.set_value("#ar-percent", 11 + round);
        go_on_until(page, NOTHING_AMISS);
        wait_for_percent(page, 11 + round);
    }),
    ("sweeping", 4, |page, round| {
        scene::show(page, "curves");
        page.set_value("#curves-values", format!("0, {}", 50 + round));
        page.set_value("#curves-seeds", 4);
        scene::ask_for_curves(page);
        all_came_back(page, "#curves-done", "#curves-run");
    }),
    ("trade-off", 4, |page, round| {
        scene::show(page, "trade-off");
        page.set_value("#trade-period", format!("{}", 60 * round));
        page.set_value("#trade-seeds", 1);
        page.click("#trade-run");
        all_came_back(page, "#trade-done", "#trade-run");
    }),
    ("comparison", 2, |page, _| {
        scene::compare_alone(page);
        page.click("#compare-invite button");
        let compared = "!document.querySelector('.try-again, #refused, #no-worker') && \
            (it => it && it.done === it.total)(document.querySelector('#compare-done')?.dataset)";
        go_on_until(page, compared);
        page.click("#undo");
        go_on_until(page, NOTHING_AMISS);
    }),
    ("export", 2, |page, round| {
        scene::show(page, "gantt");
        page.set_value("#ar-percent", 31 + round);
        // Of what is on the page while the next run is made, or lost.
        let file = scene::exported(page, "swf", "swf.txt");
        assert!(file.len() > 10_000, "{} bytes", file.len());
        go_on_until(page, NOTHING_AMISS);
        wait_for_percent(page, 31 + round);
    }),
    ("moments", 2, |page, round| {
        scene::show(page, "jobs");
        page.click(&format!("#job-table .row[aria-rowindex='{}']", 2 + round % 10));
        let told = "document.querySelector('#explained')?.dataset.state === 'told'";
        go_on_until(page, told);
    }),
];

/// All runs of a sweep are there, if need be asked for again.
#[track_caller]
fn all_came_back(page: &Page, done: &str, again: &str) {
    let all = format!(
        "!document.querySelector('#no-worker') && \
            (it => it && it.done === it.total)(document.querySelector('{done}')?.dataset)"
    );
    go_on_until(page, &all);
    if page.count(".view .refused") > 0 {
        page.click(again);
        go_on_until(page, &all);
    }
    assert_eq!(page.count(".view .refused"), 0);
}

#[test]
fn workers_killed_at_random_during_every_kind_of_work_lose_nothing_for_good() {
    let number = |variable: &str| std::env::var(variable).ok().map(|it| it.parse().unwrap());
    let (rounds, seed) = (number("SLOTSCOPE_DEATHS").unwrap_or(1), number("SLOTSCOPE_SEED"));
    let mut random = Random::new(seed.unwrap_or(1));
    let page = open();
    for round in 0..rounds as u32 {
        for (kind, messages, work) in &WORK {
            let (spared, silently) = (random.below(*messages), random.below(2) == 0);
            eprintln!("{kind}: after {spared}, {}", if silently { "without a word" } else { "told" });
            let before = page.execute("return killed");
            page.execute_with("[window.spared, window.silently] = arguments", (spared, silently));
            work(&page, round);
            page.execute("window.spared = null");
            let after = page.execute("return killed");
            assert_ne!(before, after, "{kind}: nobody was killed");
        }
    }
    assert_eq!(page.execute("return document.querySelector('.broke') === null"), json!(true));
}

#[test]
fn a_worker_that_the_browser_ends_without_a_word_is_missed() {
    let page = open();
    // At rest another takes its place.
    page.execute("workers[0].terminate()");
    page.wait_until("return workers.length === 2");
    page.set_value("#ar-percent", 10);
    wait_for_percent(&page, 10);
    // What it was at is lost, said, and made again.
    scene::open_long(&page);
    page.wait_for("#under-way");
    page.execute("workers.at(-1).terminate()");
    page.wait_for_text("#refused", "the browser has ended it");
    page.click("#undo");
    wait_for_percent(&page, 10);
}

/// The next worker that says that it listens has ended before the page hears it.
const ENDED_BEFORE_IT_IS_HEARD: &str = "
    const Mortal = Worker;
    window.Worker = class extends Mortal {
        constructor(url, options) {
            super(url, options);
            this.addEventListener('message', event => {
                if (event.data !== 'Ready' || window.ended) return;
                window.ended = true;
                event.stopImmediatePropagation();
                this.terminate();
                navigator.locks.request(options.name, () => {}).then(
                    () => this.dispatchEvent(new MessageEvent('message', { data: 'Ready' })));
            });
        }
    };
    workers[0].terminate();";

#[test]
fn a_worker_that_ends_as_soon_as_it_listens_is_missed() {
    let page = open();
    page.execute(ENDED_BEFORE_IT_IS_HEARD);
    page.wait_until("return workers.length === 3");
    page.set_value("#ar-percent", 10);
    go_on_until(&page, NOTHING_AMISS);
    wait_for_percent(&page, 10);
}

/// The beginning of the names of the page's own script and WebAssembly.
const PAGE: &str = "slotscope-";

#[test]
fn a_load_that_breaks_off_says_so_and_begins_again() {
    let folder = Folder::new();
    // In the middle of the script, of its WebAssembly.
    for after in [1_000, 200_000] {
        let site = harness::serve_copy(&folder.path(&after.to_string()));
        site.cut(PAGE, after);
        let page = scene::open_served(&site);
        page.wait_for_text("#cannot-start", "Part of the page did not arrive");
        site.mend();
        page.click("#cannot-start button");
        scene::wait_for(&page, &scene::sample_report());
        page.console_errors();
    }
}

#[test]
fn a_worker_a_view_and_a_lesson_that_break_off_are_fetched_again() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    site.cut("worker_bg.wasm", 200_000);
    let page = scene::open_served(&site);
    page.wait_for_text("#no-worker", "Nothing can be computed");
    site.mend();
    page.click("#start-again");
    scene::wait_for(&page, &scene::sample_report());

    let site = harness::serve_copy(&folder.path("again"));
    // The service worker, which would keep all, does not arrive either.
    site.cut("service-worker.js", 10);
    page.goto(&format!("{}/#", site.origin));
    scene::wait_for(&page, &scene::sample_report());
    site.cut("-part-", 1_000);
    scene::show(&page, "compare");
    page.wait_for_text("#view-missing", "This view could not be fetched");
    site.mend();
    page.click("#fetch-again");
    page.wait_for("#chip-1");
    scene::show(&page, "lessons");
    page.wait_for("#lesson-backfilling");
    site.cut("lessons/", 100);
    page.click("#lesson-backfilling");
    page.wait_for_text("#lesson-missing", "could not be fetched");
    site.mend();
    page.click("#lesson-missing .primary");
    page.wait_for("#lesson-drawn[data-ready=true]");
    page.console_errors();
}

#[test]
fn an_update_that_breaks_off_leaves_the_build_that_is_there() {
    let folder = Folder::new();
    let site = harness::serve_copy(&folder.path("site"));
    let page = scene::open_served(&site);
    scene::wait_for(&page, &scene::sample_report());
    wait_until_kept(&page);
    let first = build(&page);
    page.set_value("#seed", 7);
    scene::linked(&page);
    publish(&page, &site, "b2b2b2b2b2b2b2b2", true);
    site.cut("worker_bg.wasm", 200_000);
    assert_eq!(update(&page), json!("redundant"));
    // What broke off is not mixed with what is there.
    page.reload();
    page.wait_until_idle();
    assert_eq!(build(&page), first);
    assert_eq!(page.count("#new-version"), 0);
    assert_eq!(page.execute("return document.querySelector('#seed').value"), json!("7"));
    // Once the network is back, the next visit takes it whole.
    site.mend();
    page.reload();
    page.wait_for("#new-version");
    page.click("#new-version button");
    page.wait_until("return document.querySelector('meta[name=build]')?.content === 'b2b2b2b2b2b2b2b2'");
    page.wait_until_idle();
    assert_eq!(page.execute("return document.querySelector('#seed').value"), json!("7"));
    page.console_errors();
}
