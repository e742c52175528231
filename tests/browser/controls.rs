//! The controls beside the policies: the share of reservations, seed, providers, undo, and what is
//! not allowed.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload::reserve::RequestKind;

use crate::harness::Page;
use crate::scene;

#[track_caller]
fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &scene::sample())));
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
    page.assert_no_console_errors();
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
    page.assert_no_console_errors();
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
        page.wait_for_text("#no-jobs", "Job selection");
    }
    page.set_value("#first-job", 1);
    page.wait_for_none("#no-jobs");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_reservations_seed_and_providers() {
    let page = scene::open();
    let mut scenario = Scenario::default();
    page.set_value("#ar-percent", 55);
    scenario.workload.reservations.percent = 55.0;
    wait_for(&page, &scenario);
    page.click("label[for=request-kind-1]");
    page.set_value("#later-hours", 2.5);
    scenario.workload.reservations.request = RequestKind::Flexible;
    scenario.workload.reservations.later_hours = 2.5;
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
    page.set_value("#provider-2", 100);
    scenario.platform[2] = 100;
    wait_for(&page, &scenario);
    page.click("#jobs-taken summary");
    page.set_value("#last-job", 400);
    scenario.workload.last_job = Some(400);
    wait_for(&page, &scenario);
    page.assert_no_console_errors();
}
