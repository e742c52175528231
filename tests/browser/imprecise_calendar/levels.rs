//! The levels in the panel: a line, and an editor once it is opened.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::system::imprecise_calendar::ImpreciseCalendar;

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
fn the_share_of_reservations_is_on_the_first_screen() {
    let page = open();
    for (width, height) in [(1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        page.settle();
        let wanted = ["#configuration", "#move-forward", "#ar-percent", "#ar-percent-number"];
        let hidden = panel::out_of_sight(&page, &wanted);
        assert_eq!(hidden, json!([]), "{width} × {height}");
    }
}
