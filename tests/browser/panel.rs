//! The side panel: system and policies on the first screen, the rest a line each until it is opened.

use serde_json::{Value, json};
use slotscope::system::two_level::{ReservationEnd, ReservationLength};
use slotscope::workload::reserve::IntervalLength;

use crate::harness::Page;
use crate::scene;

/// What a person came for: the system's policies and how many reservations there are, the log, the
/// chart, the figures.
const FIRST_SCREEN: [&str; 13] = [
    "#log > summary",
    "[aria-label=System] h2",
    "#queue-policy",
    "#batch-allocation",
    "#reservation-allocation",
    "#grid-period",
    "#grid-period-number",
    "#ar-percent",
    "#ar-percent-number",
    "#gantt-canvas",
    "#figure-mean-utilization",
    "#figure-mean-flow-time",
    "#figure-mean-tardiness",
];

/// Which of these cannot be seen whole without scrolling: beyond the window, or beyond whatever
/// scrolls or cuts around them.
pub fn out_of_sight(page: &Page, wanted: &[&str]) -> Value {
    page.execute(
        "return arguments[0].filter(css => {
            const it = document.querySelector(css);
            let { left, top, right, bottom } = it.getBoundingClientRect();
            const within = box => left >= box.left - 0.5 && right <= box.right + 0.5
                && top >= box.top - 0.5 && bottom <= box.bottom + 0.5;
            const inside = [];
            for (let outer = it.parentElement; outer; outer = outer.parentElement)
                if (getComputedStyle(outer).overflowY !== 'visible') inside.push(outer.getBoundingClientRect());
            return right <= left || !within(new DOMRect(0, 0, innerWidth, innerHeight)) || !inside.every(within);
         })",
        &[json!(wanted)],
    )
}

#[test]
fn system_policies_and_figures_are_on_the_first_screen() {
    let page = scene::open();
    for (width, height) in [(1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        page.settle();
        let scrolled =
            page.execute("return [...document.querySelectorAll('.panel *')].some(it => it.scrollTop > 0)", &[]);
        assert_eq!(scrolled, json!(false));
        let hidden = out_of_sight(&page, &FIRST_SCREEN);
        assert_eq!(hidden, json!([]), "{width} × {height}");
    }
}

/// What opens on a click, closed at first, and what its line says then.
const LINES: [(&str, &str); 5] = [
    ("log", "Lublin-Feitelson"),
    ("platform", "2 × 64 processors"),
    ("more-settings", ""),
    ("readings", ""),
    ("statistics", "load 70 %"),
];

#[test]
fn what_is_a_line_says_what_is_set() {
    let page = scene::open();
    for (id, said) in LINES {
        assert_eq!(page.count(&format!("#{id}[open]")), 0, "{id}");
        page.wait_for_text(&format!("#{id} > summary"), said);
        let height = page.execute("return document.getElementById(arguments[0]).offsetHeight", &[json!(id)]);
        let height = height.as_u64().expect("a height");
        assert!((20..40).contains(&height), "{id}: {height}");
    }
    page.click("[data-testid=preset-4x64]");
    page.wait_for_text("#platform > summary", "4 × 64 processors");
    page.set_value("#provider-1", 128);
    page.wait_for_text("#platform > summary", "4 providers, 320 processors");
}

/// What was changed is counted on the lines that hide it, found by its words, and put back one by one.
#[test]
fn further_settings_are_counted_found_and_put_back() {
    let page = scene::open();
    page.unfold("#seed");
    page.set_value("#seed", 7);
    page.click("label[for=request-kind-1]");
    page.wait_for_text("#more-settings > summary", "2 changed");
    page.wait_for_text("#draws > summary", "1 changed");
    page.set_value("#find-setting", "fair share users");
    page.wait_for_none("#draws");
    page.set_value("#find-setting", "same seed");
    page.wait_for("#draws[open]");
    assert_eq!(page.count("#reservations"), 0);
    page.click("#draws .put-back");
    page.wait_for_text("#draws > summary", "Draws");
    page.wait_until("return document.querySelector('#seed').value === '1'", &[]);
    page.set_value("#find-setting", "");
    page.wait_for_text("#more-settings > summary", "1 changed");
    page.click("#undo");
    page.wait_for_text("#more-settings > summary", "2 changed");
    page.set_value("#find-setting", "no such words");
    page.wait_for_text("#more-settings", "No setting");
    page.set_value("#find-setting", "");
    page.click("#readings > summary");
    page.click("label[for=late-reservations-1]");
    page.wait_for_text("#readings > summary", "1 changed");
    page.click("#readings .put-back");
    page.wait_for_none("#readings .put-back");
}

#[test]
fn what_was_opened_stays_open_on_other_views() {
    let page = scene::open();
    page.click("#platform > summary");
    page.click("#statistics > summary");
    let open = |page: &Page| {
        page.execute("return [...document.querySelectorAll('.panel details[open]')].map(it => it.id)", &[])
    };
    let before = open(&page);
    assert_eq!(before, json!(["platform", "statistics"]));
    for view in scene::VIEWS {
        scene::show(&page, view);
        assert_eq!(open(&page), before, "{view}");
    }
    scene::show(&page, "gantt");
    page.click("#platform > summary");
    scene::show(&page, "jobs");
    assert_eq!(open(&page), json!(["statistics"]));
}

/// Until when a reservation holds its processors, and all else that it costs, is in one group once there are some.
#[test]
fn what_reservations_cost_hangs_on_is_set_once_there_are_some() {
    let page = scene::open();
    let place = "return document.getElementById(arguments[0]).closest('details')?.id ?? ''";
    for (group, fold) in [
        ("reservation-end", "reservations"),
        ("interval-length", "reservations"),
        ("reservation-length", "reservations"),
    ] {
        assert_eq!(page.execute(place, &[json!(group)]), json!(fold), "{group}");
        page.unfold(&format!("[id={group}]"));
        page.click(&format!("label[for={group}-1]"));
    }
    page.settle();
    let scenario = scene::linked(&page).scenarios[0].clone();
    let settings = scene::options(&mut scenario.clone()).clone();
    assert_eq!(settings.reservation_end, ReservationEnd::JobEnd);
    assert_eq!(settings.reservation_length, ReservationLength::RunTime);
    assert_eq!(scenario.workload.reservations.interval, IntervalLength::RunTime);
    page.set_value("#ar-percent", 0);
    page.wait_for_none("#reservation-end");
    page.click("#undo");
    page.wait_for("#reservation-end");
}
