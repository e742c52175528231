//! Long runs: how far they have come, and the ways to stop them.

use serde_json::json;
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::workload::lublin::Lublin;

use crate::scene;

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
        &[],
    );
    page.wait_until("return Number(document.querySelector('#under-way progress')?.value) >= 3", &[]);
    let falls = page.execute("return window.seen.filter((it, i, all) => it < all[i - 1])", &[]);
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
    let conservative = page.execute(POLICY, &[]);
    page.click("#quicker");
    page.wait_for_text("#notices", "the first 100 jobs that do not fit");
    page.wait_for_none("#quicker");
    page.wait_for_none("#under-way");
    assert_ne!(page.execute(POLICY, &[]), conservative);
    assert_eq!(page.execute("return document.querySelector('#promises').value", &[]), json!("100"));
    page.click("#undo");
    page.wait_for("#under-way");
    assert_eq!(page.execute(POLICY, &[]), conservative);
    page.click("#cancel-run");
    page.wait_for_none("#under-way");
}
