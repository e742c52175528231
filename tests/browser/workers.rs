//! Workers that die: the page says so, starts others, and goes on.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;

use crate::harness::Page;
use crate::scene;

/// Makes the page's workers mortal: the same script in the same kind of worker, which also fails
/// with an error of its own, that nothing catches, when it is told to.
const MORTAL: &str = "
    window.workers = [];
    window.Worker = class extends Worker {
        constructor(url) {
            const at = new URL(url, location).href;
            const script = `
                const at = relative => new URL(relative, ${JSON.stringify(at)}).href;
                const [load, get] = [importScripts, fetch];
                self.importScripts = (...urls) => load(...urls.map(at));
                self.fetch = (url, ...rest) => get(typeof url === 'string' ? at(url) : url, ...rest);
                addEventListener('message', event => {
                    if (event.data === 'die') {
                        event.stopImmediatePropagation();
                        throw new Error('shot by a test');
                    }
                });
                importScripts(${JSON.stringify(at)});`;
            super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
            window.workers.push(this);
        }
    };";

fn open_with_mortal_workers() -> Page {
    let page = scene::open();
    // These start from an address that the page's policy does not allow.
    page.devtools("Page.setBypassCSP", json!({ "enabled": true }));
    page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": MORTAL }),
    );
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    page
}

fn with_percent(percent: f64) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    scenario
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_worker_that_dies_at_rest_is_replaced() {
    let page = open_with_mortal_workers();
    assert_eq!(page.execute("return workers.length", &[]), 1);
    page.execute("workers[0].postMessage('die')", &[]);
    page.wait_until("return workers.length === 2", &[]);
    page.set_value("#ar-percent", 10);
    scene::wait_for(
        &page,
        &report(&scene::run(&with_percent(10.0), &scene::sample())),
    );
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_run_whose_worker_dies_is_reported_and_the_next_one_works() {
    let page = open_with_mortal_workers();
    // Sent before the page's own message, so that the worker dies with the run under way.
    page.execute(
        "const post = workers[0].postMessage;
         workers[0].postMessage = function (...message) {
             post.call(this, 'die');
             post.apply(this, message);
         };",
        &[],
    );
    page.set_value("#ar-percent", 10);
    page.wait_for_text("#refused", "the worker stopped");
    page.wait_for_text("#refused", "shot by a test");
    // The old picture and its figures stay.
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#ar-percent", 20);
    scene::wait_for(
        &page,
        &report(&scene::run(&with_percent(20.0), &scene::sample())),
    );
    page.wait_for_none("#refused");
    assert_eq!(page.execute("return workers.length", &[]), 2);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_sweep_survives_the_death_of_a_worker() {
    let page = open_with_mortal_workers();
    scene::show(&page, "curves");
    page.set_value("#curves-seeds", 20);
    page.click("#curves-run");
    page.wait_until(
        "return Number(document.querySelector('#curves-done')?.dataset.done) > 3",
        &[],
    );
    let before = page.execute("return workers.length", &[]);
    page.execute("workers.at(-1).postMessage('die')", &[]);
    page.wait_until("return workers.length > arguments[0]", &[before]);
    page.wait_for_text(".curves .refused", "shot by a test");
    page.wait_until(
        "const it = document.querySelector('#curves-done').dataset; return it.done === it.total",
        &[],
    );
    page.assert_no_console_errors();
}
