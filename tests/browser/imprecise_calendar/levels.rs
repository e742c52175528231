//! The levels in the panel: a line, and an editor once it is opened.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::system::imprecise_calendar::{ImpreciseCalendar, Refine, Threshold};

use super::scenario;
use crate::harness::Page;
use crate::{panel, scene};

fn open() -> Page {
    let page = scene::open();
    page.set_value("#system", "Imprecise calendar");
    wait_for(&page, |_| {});
    page
}

/// Waits for the figures of the usual scenario with a change.
#[track_caller]
fn wait_for(page: &Page, change: impl Fn(&mut ImpreciseCalendar)) {
    let mut scenario: Scenario = scenario();
    change(ImpreciseCalendar::of_mut(&mut scenario.system));
    let expected = report(&scene::run(&scenario, &scene::sample()));
    scene::wait_for(page, &expected);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_share_of_reservations_is_on_the_first_screen() {
    let page = open();
    for (width, height) in [(1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        page.settle();
        let wanted = ["#configuration", "#levels > summary", "#move-forward", "#ar-percent", "#ar-percent-number"];
        let hidden = panel::out_of_sight(&page, &wanted);
        assert_eq!(hidden, json!([]), "{width} × {height}");
    }
    let line = page.text("#levels > summary");
    assert!(line.contains("32 × 10 s, 8 × 320 s, rest 2"), "{line}");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn levels_are_changed_added_and_removed() {
    let page = open();
    page.set_value("#count-0", 16);
    wait_for(&page, |it| it.levels_mut()[0].count = Some(16));
    page.click("#add-level");
    wait_for(&page, |it| {
        it.levels_mut()[0].count = Some(16);
        it.add_level();
    });
    page.click("#remove-level-1");
    let changed = |it: &mut ImpreciseCalendar| {
        it.levels_mut()[0].count = Some(16);
        it.add_level();
        it.remove_level(1);
    };
    wait_for(&page, changed);
    // No multiple of the finer level's: said at the field, and nothing is run of it.
    page.set_value("#length-1", 2_565);
    page.wait_for("#length-1[aria-invalid=true]");
    page.wait_until(
        "return /a multiple of 10/.test(document.querySelector('#length-1').parentElement.textContent)",
        &[],
    );
    wait_for(&page, changed);
    // What stands in a coarser level's field is marked when the finer one's is changed.
    page.set_value("#length-0", 25);
    page.wait_for("#length-1[aria-invalid=true]");
    page.wait_until(
        "return /a multiple of 25/.test(document.querySelector('#length-1').parentElement.textContent)",
        &[],
    );
    page.set_value("#length-0", 10);
    wait_for(&page, changed);
    // A configuration of the paper becomes levels as given once it is changed.
    page.set_value("#configuration", "Configuration 3");
    page.set_value("#count-0", 9);
    page.wait_until(
        "const it = document.querySelector('#configuration');
         return it.options[it.selectedIndex].textContent === arguments[0]",
        &[json!("Custom levels")],
    );
    wait_for(&page, |it| {
        it.configuration = serde_json::from_value(json!("configuration3")).expect("a configuration");
        it.levels_mut()[0].count = Some(9);
    });
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn backfilling_looks_at_all_jobs_or_near_what_has_changed() {
    let page = open();
    page.unfold("#one-job-per-slot");
    page.click("label[for=refine-1]");
    wait_for(&page, |it| it.refine = Refine::AtDivision);
    // Without backfilling no job is looked at.
    page.click("#move-forward");
    wait_for(&page, |it| {
        it.refine = Refine::AtDivision;
        it.backfill = false;
    });
    page.wait_for_none("#refine");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn each_level_may_have_a_threshold() {
    let page = open();
    page.unfold("#threshold");
    page.set_value("#threshold", 80);
    wait_for(&page, |it| it.threshold_percent = Threshold::All(80));
    page.click("#threshold-by-level");
    page.set_value("#threshold-2", 60);
    let by_level = |it: &mut ImpreciseCalendar| {
        it.threshold_percent = Threshold::Levels(vec![80, 60]);
    };
    wait_for(&page, by_level);
    // The list keeps step with the levels.
    page.click("#add-level");
    wait_for(&page, |it| {
        by_level(it);
        it.add_level();
    });
    page.wait_for("#threshold-3");
    page.click("#threshold-by-level");
    wait_for(&page, |it| {
        it.add_level();
        it.threshold_percent = Threshold::All(80);
    });
    page.wait_for("#threshold");
    page.assert_no_console_errors();
}
