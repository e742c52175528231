//! The controls: figures exactly as the command line's, undo, keyboard, and what is not allowed.

use slotscope::criteria::report;
use slotscope::experiment::{Scenario, System};
use slotscope::system::two_level::{BatchAllocation, QueuePolicy, ReservationAllocation, TwoLevel};

use crate::harness::Page;
use crate::scene;

fn options(scenario: &mut Scenario) -> &mut TwoLevel {
    let System::TwoLevel(options) = &mut scenario.system;
    options
}

#[track_caller]
fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &scene::sample())));
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_every_policy_exactly() {
    let page = scene::open();
    let mut scenario = Scenario::default();
    page.click("label[for=reservation-allocation-1]");
    options(&mut scenario).grid.reservation_allocation = ReservationAllocation::ResourcePriority;
    wait_for(&page, &scenario);
    page.click("label[for=batch-allocation-1]");
    options(&mut scenario).grid.batch_allocation = BatchAllocation::RoundRobin;
    wait_for(&page, &scenario);
    page.set_value("#queue-policy", "EASY backfilling");
    options(&mut scenario).local.queue = QueuePolicy::Easy;
    wait_for(&page, &scenario);
    page.set_value("#grid-period", 4);
    options(&mut scenario).grid.period = 600;
    wait_for(&page, &scenario);
    page.set_value("#grid-period-number", 777);
    options(&mut scenario).grid.period = 777;
    wait_for(&page, &scenario);
    page.set_value("#ar-percent", 55);
    scenario.workload.reservations.percent = 55.0;
    wait_for(&page, &scenario);
    page.set_value("#ar-percent-number", "2.5");
    scenario.workload.reservations.percent = 2.5;
    wait_for(&page, &scenario);
    page.set_value("#seed", "18446744073709551615");
    scenario.seed = u64::MAX;
    wait_for(&page, &scenario);
    page.set_value("#seed", 42);
    scenario.seed = 42;
    wait_for(&page, &scenario);
    page.click("[data-testid=preset-4x64]");
    scenario.platform = vec![64; 4];
    wait_for(&page, &scenario);
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_drag_is_undone_in_one_step() {
    let page = scene::open();
    page.execute(
        "const slider = document.querySelector('#ar-percent');
         for (let value = 31; value <= 80; value++) {
             slider.value = value;
             slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
         }
         slider.dispatchEvent(new Event('change', { bubbles: true }));",
        &[],
    );
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 80.0;
    wait_for(&page, &scenario);
    page.press("Control+z");
    wait_for(&page, &Scenario::default());
    page.press("Control+Shift+z");
    wait_for(&page, &scenario);
    page.click("#reset");
    wait_for(&page, &Scenario::default());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn what_is_not_allowed_is_said_and_goes_nowhere() {
    let page = scene::open();
    for wrong in ["0", "-5", "1e99", ""] {
        page.set_value("#provider-0", wrong);
        page.wait_for(".is-wrong .wrong");
    }
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#provider-0", "64");
    page.wait_for_none(".is-wrong");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn where_there_are_no_jobs_the_page_says_what_to_do() {
    let page = scene::open();
    scene::show(&page, "jobs");
    page.set_value("#view-jobs input", "999999");
    page.wait_for("#no-match");
    page.execute("document.querySelector('#jobs-taken').open = true", &[]);
    page.set_value("#last-job", "");
    page.set_value("#first-job", 9000);
    for view in ["gantt", "slots", "jobs", "summary"] {
        scene::show(&page, view);
        page.wait_for_text("#no-jobs", "Jobs taken");
    }
    page.set_value("#first-job", 1);
    page.wait_for_none("#no-jobs");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_worker_that_dies_is_replaced() {
    let page = scene::open();
    page.devtools(
        "Page.addScriptToEvaluateOnNewDocument",
        serde_json::json!({ "source": "window.workers = []; window.Worker = class extends Worker {
            constructor(...all) { super(...all); window.workers.push(this); } };" }),
    );
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    page.execute(
        "workers[0].dispatchEvent(new ErrorEvent('error', { message: 'shot', cancelable: true }))",
        &[],
    );
    page.set_value("#ar-percent", 10);
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 10.0;
    wait_for(&page, &scenario);
    assert_eq!(page.execute("return workers.length", &[]), 2);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn views_are_reached_by_keyboard() {
    let page = scene::open();
    page.press("3");
    page.wait_for("#view-curves");
    page.press("1");
    page.wait_for("#view-gantt");
    page.execute("document.querySelector('#tab-gantt').focus()", &[]);
    page.press("ArrowRight");
    page.wait_for("#view-slots");
    assert_eq!(
        page.execute("return document.activeElement.id", &[]),
        "tab-slots"
    );
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn every_control_has_a_name() {
    let page = scene::open();
    for view in ["gantt", "slots", "curves", "jobs", "summary"] {
        scene::show(&page, view);
        let nameless = page.execute(
            "return [...document.querySelectorAll('button, input, select, canvas')].filter(it =>
                !it.getAttribute('aria-label') && !it.labels?.length && !it.textContent.trim())
                .map(it => it.outerHTML)",
            &[],
        );
        assert_eq!(nameless, serde_json::json!([]), "{view}");
    }
}
