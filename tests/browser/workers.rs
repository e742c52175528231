//! Workers that die: the page says so, starts others, and goes on.

use serde_json::json;

use crate::harness::Page;
use crate::scene;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::system::two_level::LocalSystem;
use slotscope::workload::lublin::Lublin;

/// Makes the page's workers mortal: the same script in the same kind of worker, which also fails
/// with an error of its own, that nothing catches, when it is told to. All that are started while
/// `window.killing` die before they listen; while `window.refusing` none can be constructed; the
/// next request of the kind `window.dieBefore` is the worker's last, or the next of those that want a
/// whole run while `window.sparingReports`. `window.mostSlices` is how many
/// slices of runs any worker has had before it at once, `window.begun` the number of the run that was
/// asked for last, and `window.underWay` that of the run whose progress was told last. `window.passed` is
/// called with each worker that has been sent something or has answered.
const MORTAL: &str = "
    window.workers = [];
    window.mostSlices = 0;
    new BroadcastChannel('slices').onmessage = event => {
        window.mostSlices = Math.max(window.mostSlices, event.data);
    };
    window.Worker = class extends Worker {
        constructor(url, options) {
            if (window.refusing) throw new Error('refused by a test');
            const at = new URL(url, location).href;
            const script = `
                if (${Boolean(window.killing)}) throw new Error('shot by a test');
                const at = relative => new URL(relative, ${JSON.stringify(at)}).href;
                const [load, get] = [importScripts, fetch];
                self.importScripts = (...urls) => load(...urls.map(at));
                self.fetch = (url, ...rest) => get(typeof url === 'string' ? at(url) : url, ...rest);
                addEventListener('message', event => {
                    if (event.data === 'die') {
                        event.stopImmediatePropagation();
                        // Who throws goes on; the dead say nothing.
                        self.postMessage = () => {};
                        throw new Error('shot by a test');
                    }
                });
                let slices = 0;
                const told = new BroadcastChannel('slices');
                const { postMessage } = MessagePort.prototype;
                MessagePort.prototype.postMessage = function (...message) {
                    told.postMessage(++slices);
                    return postMessage.apply(this, message);
                };
                const { addEventListener: listen } = EventTarget.prototype;
                EventTarget.prototype.addEventListener = function (name, hear, ...rest) {
                    const heard = this instanceof MessagePort
                        ? event => { slices--; hear(event); }
                        : hear;
                    return listen.call(this, name, heard, ...rest);
                };
                importScripts(${JSON.stringify(at)});`;
            super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), options);
            window.workers.push(this);
            this.addEventListener('error', () => this.isDead = true);
            this.addEventListener('message', ({ data }) => {
                window.underWay = data?.Progress?.number ?? window.underWay;
                window.passed?.(this);
            });
        }
        postMessage(message, ...rest) {
            const isSpared = window.sparingReports && message.Run?.wanted !== 'Run';
            if (window.dieBefore && window.dieBefore in Object(message) && !isSpared) {
                super.postMessage('die');
                window.dieBefore = null;
            }
            window.begun = message?.Run?.number ?? window.begun;
            super.postMessage(message, ...rest);
            window.passed?.(this);
        }
    };";

/// The page with the sample scheduled by such workers.
pub fn open_with_mortal_workers() -> Page {
    let page = scene::open();
    // These start from an address that the page's policy does not allow.
    page.devtools("Page.setBypassCSP", json!({ "enabled": true }));
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": MORTAL }));
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    page
}

/// The worker that gets the next request of this kind dies of it.
fn die_before(page: &Page, kind: &str) {
    page.execute_with("window.dieBefore = arguments[0]", [kind]);
}

/// Sets a switch of [`MORTAL`].
fn set(page: &Page, switch: &str, on: bool) {
    page.execute_with("window[arguments[0]] = arguments[1]", (switch, on));
}

#[track_caller]
fn wait_for_percent(page: &Page, percent: f64) {
    let run = scene::run(&with_percent(percent), &scene::sample());
    scene::wait_for(page, &report(&run));
}

fn with_percent(percent: f64) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    scenario
}

#[test]
fn a_worker_that_dies_at_rest_is_replaced() {
    let page = open_with_mortal_workers();
    assert_eq!(page.execute("return workers.length"), 1);
    page.execute("workers[0].postMessage('die')");
    page.wait_until("return workers.length === 2");
    page.set_value("#ar-percent", 10);
    wait_for_percent(&page, 10.0);
}

#[test]
fn a_run_whose_worker_dies_is_reported_and_the_next_one_works() {
    let page = open_with_mortal_workers();
    die_before(&page, "Run");
    page.set_value("#ar-percent", 10);
    page.wait_for_text("#refused", "the worker stopped");
    page.wait_for_text("#refused", "shot by a test");
    // The old picture and its figures stay.
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#ar-percent", 20);
    wait_for_percent(&page, 20.0);
    page.wait_for_none("#refused");
    assert_eq!(page.execute("return workers.length"), 2);
}

#[test]
fn a_sweep_survives_the_death_of_a_worker() {
    let page = open_with_mortal_workers();
    scene::show(&page, "curves");
    page.set_value("#curves-seeds", 20);
    page.click("#curves-run");
    page.wait_until("return Number(document.querySelector('#curves-done')?.dataset.done) > 3");
    let before = page.execute("return workers.length");
    page.execute("workers.at(-1).postMessage('die')");
    page.wait_until_with("return workers.length > arguments[0]", [before]);
    page.wait_for_text(".curves .refused", "shot by a test");
    page.wait_until("const it = document.querySelector('#curves-done').dataset; return it.done === it.total");
}

#[test]
fn a_lost_run_is_made_again() {
    let page = open_with_mortal_workers();
    die_before(&page, "Run");
    page.set_value("#ar-percent", 10);
    page.wait_for_text("#refused", "was lost: the worker stopped");
    page.click("#run-again");
    wait_for_percent(&page, 10.0);
    page.wait_for_none("#refused");
}

#[test]
fn an_answer_that_cannot_be_read_loses_no_request() {
    let page = open_with_mortal_workers();
    for garbage in [
        "'garbage'",
        "'Run'",
        "null",
        "{}",
        "{ Finished: {} }",
        "{ Finished: { number: 1n << 40n, report: {}, columns: null, milliseconds: 0 } }",
        "{ Explained: { number: 1, explanation: 'none' } }",
    ] {
        // In the place of the answer to a run.
        page.execute(&format!(
            "const worker = workers.at(-1);
                 const post = worker.postMessage;
                 worker.postMessage = function (message, ...rest) {{
                     const said = () =>
                         this.dispatchEvent(new MessageEvent('message', {{ data: {garbage} }}));
                     if ('Run' in Object(message)) setTimeout(said);
                     else post.call(this, message, ...rest);
                 }};"
        ));
        page.set_value("#ar-percent", 10);
        page.wait_for_text("#refused", "its answer could not be read");
        page.click("#run-again");
        wait_for_percent(&page, 10.0);
        page.set_value("#ar-percent", 30);
        wait_for_percent(&page, 30.0);
    }
}

#[test]
fn a_request_that_cannot_be_sent_is_reported() {
    let page = open_with_mortal_workers();
    page.execute("workers[0].postMessage = () => { throw new DOMException('no room', 'DataCloneError'); };");
    page.set_value("#ar-percent", 10);
    page.wait_for_text("#refused", "a request could not be sent: no room");
    page.click("#run-again");
    wait_for_percent(&page, 10.0);
}

#[test]
fn a_worker_that_dies_again_and_again_is_given_up_until_somebody_tries_again() {
    for (switch, said) in [("killing", "shot by a test"), ("refusing", "refused by a test")] {
        let page = open_with_mortal_workers();
        set(&page, switch, true);
        page.execute("workers[0].postMessage('die')");
        page.wait_for_text("#no-worker", said);
        page.wait_until_idle();
        // What is asked for meanwhile is held.
        page.set_value("#ar-percent", 10);
        page.drop_bytes("small.swf", b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n");
        set(&page, switch, false);
        page.click("#start-again");
        page.wait_for_none("#no-worker");
        page.wait_for_text("#workload-name", "small.swf");
        page.wait_until_idle();
        page.click("#undo");
        wait_for_percent(&page, 10.0);
    }
}

#[test]
fn a_sweep_without_workers_waits_for_them() {
    let page = open_with_mortal_workers();
    scene::show(&page, "curves");
    scene::draw_curves(&page);
    set(&page, "killing", true);
    page.execute("window.others = workers.slice(1); others.forEach(it => it.postMessage('die'))");
    page.wait_until("return others.every(it => it.isDead)");
    page.set_value("#curves-seeds", 1);
    scene::ask_for_curves(&page);
    page.wait_for_text("#no-worker", "shot by a test");
    set(&page, "killing", false);
    page.click("#start-again");
    page.wait_for_none("#no-worker");
    scene::wait_for_runs(&page, "#curves-done");
    // Nothing was lost on the way.
    let failed = page.execute("return document.querySelector('.curves .refused')?.innerText ?? null");
    assert_eq!(failed, json!(null));
}

#[test]
fn a_lost_explanation_is_asked_for_again() {
    let page = open_with_mortal_workers();
    die_before(&page, "Explain");
    scene::show(&page, "jobs");
    // A click on a row leads to the chart and the card.
    page.click("#job-table .row[aria-rowindex='2']");
    page.wait_for("#view-gantt");
    page.wait_for_text("#explained", "No explanation: the worker stopped");
    page.click("#ask-again");
    page.wait_for("#explained[data-state=told]");
}

#[test]
fn a_log_whose_worker_dies_is_read_again() {
    let page = open_with_mortal_workers();
    die_before(&page, "Load");
    page.drop_bytes("small.swf", b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n");
    page.wait_for_text(".notice.failed", "small.swf was not read: the worker stopped");
    assert_eq!(page.text("#workload-name"), scene::sample().name);
    page.click(".notice.failed button:not(.icon)");
    page.wait_for_text("#workload-name", "small.swf");
    page.wait_for_none(".notice.failed");
}

#[test]
fn a_lost_run_of_a_comparison_and_of_a_lesson_is_made_again() {
    let page = open_with_mortal_workers();
    scene::compare_alone(&page);
    // Seeds of the scenario that is there may be under way.
    set(&page, "sparingReports", true);
    page.execute("window.dieBefore = 'Run'; document.querySelector('#compare-invite button').click()");
    page.wait_until("return document.querySelector('.try-again, #run-again') !== null");
    page.click(".try-again, #run-again");
    scene::wait_for_runs(&page, "#compare-done");
    assert_eq!(page.count(".try-again"), 0);
    scene::show(&page, "lessons");
    die_before(&page, "Run");
    page.click("#lesson-backfilling");
    page.wait_for_text("#lesson-refused", "the worker stopped");
    page.click("#lesson-again");
    page.wait_for("#lesson-drawn[data-ready=true]");
}

#[test]
fn however_often_something_is_begun_slices_do_not_multiply() {
    let page = open_with_mortal_workers();
    let mut last = page.execute("return window.begun");
    scene::open_long(&page);
    for percent in [5, 10, 15, 20, 25, 30, 35, 40] {
        // Each takes the place of a run under way.
        page.wait_until_with("return window.begun !== arguments[0] && window.begun === window.underWay", [last]);
        last = page.execute("return window.begun");
        page.set_value("#ar-percent", percent);
    }
    assert_eq!(page.execute("return window.mostSlices"), 1);
}

/// Draws among the sample's jobs; of a seed beyond 2^53, every digit.
fn drawn_by(seed: u64) -> Scenario {
    let mut scenario = Scenario { seed, ..Scenario::default() };
    scenario.workload.reservations.percent = 30.0;
    scenario
}

#[test]
fn a_seed_beyond_all_that_a_number_of_the_browser_holds_reaches_the_worker() {
    const SEED: u64 = (1 << 63) + 1;
    let of_seed = |seed| scene::report_of(&drawn_by(seed), &scene::sample());
    let expected = of_seed(SEED);
    for rounded in [SEED - 1, u64::MAX, i64::MAX as u64] {
        assert_ne!(of_seed(rounded), expected, "the seed decides what is drawn");
    }
    let page = scene::open();
    page.goto(&scene::path_to(&Snapshot { scenarios: vec![drawn_by(SEED)], ..Snapshot::default() }));
    scene::wait_for(&page, &expected);
}

#[test]
fn a_time_that_stands_for_never_comes_back_as_such() {
    let page = scene::open();
    // It names no requested time.
    page.drop_bytes("open.swf", b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 -1 -1 1 1 1 -1 1 1 -1 -1\n");
    page.wait_for_text("#workload-name", "open.swf");
    let mut scenario = Scenario { platform: vec![8], ..Scenario::default() };
    scenario.workload.reservations.percent = 0.0;
    scene::options(&mut scenario).local.systems = vec![LocalSystem::Sge];
    let json = serde_json::to_string(&scenario).expect("a scenario is JSON");
    page.drop_bytes("sge.json", json.as_bytes());
    page.wait_for("#spent[data-jobs='1']");
    page.wait_until_idle();
    scene::show(&page, "jobs");
    page.click("#job-table .row[aria-rowindex='2']");
    page.wait_for("#explained[data-job='1'][data-state=told]");
    page.wait_for_text("#explained-log", "without a limit");
}

#[test]
fn a_long_run_is_cancelled_and_begun_again() {
    let page = scene::open();
    scene::open_long(&page);
    page.click("#cancel-run");
    page.wait_for_text("#refused", "was not run: its run was cancelled");
    page.wait_for_text("#refused", "The picture still shows the previous run");
    // The scenario stays, and so do picture and figures.
    scene::wait_for(&page, &scene::sample_report());
    page.wait_for_text("#workload-name", "Lublin-Feitelson model, 30000 jobs");
    // By its button, and by the key.
    page.click("#run-again");
    page.wait_for("#under-way");
    page.wait_for_none("#refused");
    page.press("Escape");
    page.wait_for_text("#refused", "its run was cancelled");
    page.wait_for_none("#under-way");
    // What is short runs as ever.
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    page.wait_for_none("#refused");
}

#[test]
fn progress_does_not_go_back() {
    let page = scene::open();
    scene::open_long(&page);
    page.wait_for("#under-way");
    page.execute(
        "window.seen = [];
         new MutationObserver(() => {
             const bar = document.querySelector('#under-way progress');
             if (bar) window.seen.push(Number(bar.value));
         }).observe(document.body, { subtree: true, childList: true, attributes: true });",
    );
    page.wait_until("return Number(document.querySelector('#under-way progress')?.value) >= 3");
    let falls = page.execute("return window.seen.filter((it, i, all) => it < all[i - 1])");
    assert_eq!(falls, json!([]));
    page.click("#cancel-run");
    page.wait_for_none("#under-way");
}

#[test]
fn promises_to_fewer_jobs_are_offered_while_a_conservative_run_lasts() {
    const POLICY: &str = "return document.querySelector('#queue-policy').value";
    let page = scene::open();
    // Under conservative backfilling it computes far longer than the five seconds after which the page makes its offer.
    let long = Snapshot {
        workload: Source::Generated(Box::new(Lublin { jobs: 160_000, load: Some(1.3), ..Lublin::default() })),
        ..scene::long()
    };
    page.goto(&scene::path_to(&long));
    page.wait_for("#quicker");
    assert_eq!(page.count("#under-way"), 1);
    let conservative = page.execute(POLICY);
    page.click("#quicker");
    page.wait_for_text("#notices", "the first 100 jobs that do not fit");
    page.wait_for_none("#quicker");
    page.wait_for_none("#under-way");
    assert_ne!(page.execute(POLICY), conservative);
    assert_eq!(page.execute("return document.querySelector('#promises').value"), json!("100"));
    page.click("#undo");
    page.wait_for("#under-way");
    assert_eq!(page.execute(POLICY), conservative);
    page.click("#cancel-run");
    page.wait_for_none("#under-way");
}
