//! Policies of one's own: an order by formula that is typed, mended, compared, kept, linked and read at a moment.

use serde_json::json;
use slotscope::experiment::Scenario;
use slotscope::policy::formula::Formula;
use slotscope::system::moment::{Standings, instants};
use slotscope::system::two_level::QueuePolicy;
use slotscope::workload::Time;

use crate::accessibility::assert_accessible;
use crate::harness::Page;
use crate::scene;

/// The scenario with its jobs ordered by this formula.
fn ordered(base: &Scenario, formula: &str) -> Scenario {
    let mut scenario = base.clone();
    let local = &mut scene::options(&mut scenario).local;
    local.queue = QueuePolicy::Ordered;
    local.order = Formula::read(formula).expect("a formula");
    scenario
}

/// Types a formula in place of the present one, key by key.
fn type_order(page: &Page, formula: &str) {
    page.unfold("#order");
    page.execute("const it = document.querySelector('#order'); it.focus(); it.select()");
    page.type_text("#order", formula);
}

/// The mean bounded slowdown in the table of *Compare*, by the letter of a scenario.
fn slowdown(page: &Page, place: &str) -> f64 {
    page.read_with(
        "const cell = document.querySelector(`#compare-table tr[data-criterion=bounded-slowdown] td[data-place=${arguments[0]}]`);
         return Number(cell.dataset.value)", [place])
}

/// Waits for the figures of both scenarios.
#[track_caller]
fn wait_for_both(page: &Page) {
    page.wait_for("#compare-table tr[data-criterion=bounded-slowdown] td[data-place=B]");
}

/// A student without a manual: types, sees a mistake, mends it, compares, and sends the link to a friend, whose browser has
/// none of it.
#[test]
fn a_student_writes_a_policy_that_beats_easy_on_a_real_log() {
    let (path, log) = scene::real_log("SDSC-SP2-1998-first-4961.swf");
    let page = scene::open();
    page.drop_file(&path);
    let mut easy = scene::scenario_of(&log);
    scene::wait_for_run(&page, &easy, &log);
    page.set_value("#queue-policy", "EASY backfilling");
    scene::options(&mut easy).local.queue = QueuePolicy::Easy;
    let of_easy = scene::report_of(&easy, &log);
    scene::wait_for(&page, &of_easy);

    page.set_value("#queue-policy", "Ordered");
    // In order of submission with one promise it is EASY.
    scene::wait_for(&page, &of_easy);
    type_order(&page, "limt * size");
    page.wait_for("#order[aria-invalid=true]");
    page.wait_for_text("#order-mistake", "limit");
    assert_eq!(page.text("#order-mistake mark"), "limt");
    assert_accessible(&page);
    // The schedule of the last formula without a mistake still stands.
    scene::wait_for(&page, &of_easy);
    type_order(&page, "limit * size");
    let own = ordered(&easy, "limit * size");
    let of_own = scene::report_of(&own, &log);
    scene::wait_for(&page, &of_own);
    assert_eq!(page.count("#order-mistake"), 0);

    scene::compare_alone(&page);
    page.click("#contrast-easy");
    // Until EASY has run, its column shows the run before.
    scene::wait_for(&page, &of_easy);
    wait_for_both(&page);
    let (mine, theirs) = (slowdown(&page, "A"), slowdown(&page, "B"));
    assert_eq!((mine, theirs), (of_own.mean_bounded_slowdown, of_easy.mean_bounded_slowdown));
    assert!(mine < 0.6 * theirs, "{mine} {theirs}");
    page.execute("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
    page.click("#copy-link");
    page.wait_until("return typeof window.copied === 'string'");
    let link = page.execute("return window.copied");
    drop(page);

    let page = Page::open(link.as_str().expect("a link"));
    page.wait_for("#awaited");
    page.drop_file(&path);
    page.wait_for_none("#awaited");
    wait_for_both(&page);
    assert_eq!((slowdown(&page, "A"), slowdown(&page, "B")), (mine, theirs));
    // The scenario beside it keeps the formula, which EASY does not read.
    let mut beside = own.clone();
    scene::options(&mut beside).local.queue = QueuePolicy::Easy;
    assert_eq!(scene::linked(&page).scenarios, [own, beside]);
    // The scenario in front is the one that was added last.
    page.click("#front-0");
    page.wait_for("#order");
    let text = page.execute("return document.querySelector('#order').value");
    assert_eq!(text, json!("limit * size"));
}

#[test]
fn a_formula_follows_presets_sliders_and_undo_and_is_kept() {
    let page = scene::open();
    let sample = scene::sample();
    let base = Scenario::default();
    let wait_for = |formula: &str| {
        let scenario = ordered(&base, formula);
        scene::wait_for_run(&page, &scenario, &sample);
        page.wait_until_with("return document.querySelector('#order').value === arguments[0]", [formula]);
    };
    page.set_value("#queue-policy", "Ordered");
    wait_for("submit");
    page.unfold("#order-preset");
    page.set_value("#order-preset", "SAF, smallest area first");
    wait_for("work");
    page.wait_for_text("#order-source", "Lelong");
    page.click("#undo");
    wait_for("submit");
    page.click("#redo");
    wait_for("work");
    // A word is completed with the arrow keys and Enter.
    type_order(&page, "-3 * wa");
    page.wait_for("#order-offers:not([hidden]) [role=option]");
    page.press("Enter");
    wait_for("-3 * wait");
    // A mistake goes with undo, which shows the formula that runs.
    type_order(&page, "-3 * wait +");
    page.wait_for("#order-mistake");
    page.click("#undo");
    wait_for("work");
    assert_eq!(page.count("#order-mistake"), 0);
    type_order(&page, "submit - 2 * size");
    wait_for("submit - 2 * size");
    // What was typed is a step of its own once the field is left.
    page.press("Tab");
    page.set_value("#order-number-0", 4);
    wait_for("submit - 4 * size");
    page.click("#undo");
    wait_for("submit - 2 * size");

    page.unfold("#order-name");
    page.type_text("#order-name", "small later");
    page.click("#order-keep-yes");
    page.wait_for("#order-forget");
    page.set_value("#queue-policy", "FCFS with backfilling");
    scene::wait_for(&page, &scene::sample_report());
    offered_elsewhere(&page);
}

/// Waits until a picture or table of a view, folded or not, has the kept order.
#[track_caller]
fn wait_for_order(page: &Page, view: &str) {
    page.wait_until_with(
        "return document.querySelector(arguments[0])?.textContent.includes('Ordered by submit - 2 * size')",
        [view],
    );
}

/// The kept order stands beside the other policies in the views that compare.
fn offered_elsewhere(page: &Page) {
    scene::show(page, "curves");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 1);
    page.unfold("#curves-queue-orders-choices-0");
    page.wait_for_text("#curves-queue-orders-choices label:first-child", "★ small later");
    page.click("#curves-queue-orders-choices label:first-child");
    scene::draw_curves(page);
    wait_for_order(page, ".curves-drawn");
    scene::show(page, "trade-off");
    page.set_value("#trade-period", "0");
    page.set_value("#trade-seeds", 1);
    page.unfold("#trade-queue-orders-choices-0");
    page.click("#trade-queue-orders-choices label:first-child");
    page.click("#trade-run");
    scene::wait_for_runs(page, "#trade-done");
    page.click("#trade-rest summary");
    wait_for_order(page, ".trade-table");
    scene::compare_alone(page);
    page.wait_for_text("#contrast-order-0", "ordered by ★ small later");
    page.click("#contrast-order-0");
    let linked = page.poll("a link to both scenarios", || {
        let linked = scene::linked(page);
        (linked.scenarios.len() == 2).then_some(linked)
    });
    assert_eq!(linked.scenarios[1], ordered(&Scenario::default(), "submit - 2 * size"));
}

#[test]
fn the_values_of_waiting_jobs_stand_beside_the_player() {
    let page = scene::open();
    page.set_value("#queue-policy", "Ordered");
    let formula = "submit - 3 * wait + 100 * size";
    type_order(&page, formula);
    let scenario = ordered(&Scenario::default(), formula);
    scene::wait_for_sample(&page, &scenario);
    scene::show(&page, "play");
    let run = scene::run(&scenario, &scene::sample());
    let standings = Standings::of(&run);
    let many_wait = |time: &Time| standings.at(*time).waiting.len() >= 6;
    let time = instants(&run).into_iter().find(many_wait);
    page.set_value("#play-scrub", time.expect("a moment at which jobs wait"));
    page.wait_for(".order-values tbody tr:nth-child(2)");
    assert_eq!(page.text(".order-values h2 code"), "submit - 3 * wait + 100 * size");
    let rows = page.execute(
        "const number = cell => Number(cell.textContent.replace(/\\u202f/g, '').replace('−', '-'));
         return [...document.querySelector('.order-values tbody').rows].map(row =>
            [...row.querySelectorAll('td.amount')].map(number))",
    );
    let rows: Vec<[f64; 4]> = serde_json::from_value(rows).expect("four numbers in a row");
    for [value, submit, wait, size] in &rows {
        assert!((value - (submit + wait + size)).abs() <= 2.0, "{rows:?}");
    }
    assert!(rows.is_sorted_by(|a, b| a[0] <= b[0]), "{rows:?}");
    assert_accessible(&page);
}
