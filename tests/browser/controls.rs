//! The controls beside the policies: the share of reservations, seed, providers, undo, and what is
//! not allowed.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;

use crate::harness::Page;
use crate::scene;

#[track_caller]
fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &scene::sample())));
}

#[test]
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
fn what_is_not_allowed_is_said_and_goes_nowhere() {
    let page = scene::open();
    for wrong in ["0", "-5", "1e99", ""] {
        page.set_value("#provider-0", wrong);
        page.wait_for(".is-wrong .wrong");
    }
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#provider-0", "64");
    page.wait_for_none(".is-wrong");
}

#[test]
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
}

/// The controls in the window: buttons, links, fields and selects. A group of radio buttons, a slider with its number and a
/// group of tabs are one each, and so are a button for files and its field.
fn in_sight(page: &Page) -> Vec<String> {
    let names = page.execute(
        "const all = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')].filter(it => {
            const {left, top, right, bottom, width} = it.getBoundingClientRect();
            const x = (left + right) / 2, y = (top + bottom) / 2;
            const inside = width > 0 && x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
            const label = it.labels?.[0];
            const above = inside && document.elementFromPoint(x, y);
            return above && it.checkVisibility() && (it.contains(above) || above.contains(it) || label?.contains(above));
         });
         const one = it => it.closest('[role=radiogroup], [role=tablist], .field:has(.slider), li:has(> [type=file])') ?? it;
         return [...new Set(all.map(one))].map(it => it.id || it.className || it.textContent)",
        &[],
    );
    serde_json::from_value(names).expect("names")
}

#[test]
fn a_screen_has_few_controls() {
    let page = Page::open("/");
    page.wait_for("#front-door");
    page.set_window_size(1440, 900);
    page.settle();
    let first = in_sight(&page);
    assert!(first.len() <= 25, "{}: {first:?}", first.len());
    let page = scene::open();
    scene::show(&page, "curves");
    page.wait_for(".curve-pictures polyline");
    scene::wait_for_runs(&page, "#curves-done");
    let curves = in_sight(&page);
    assert!(curves.len() <= 30, "{}: {curves:?}", curves.len());
}
