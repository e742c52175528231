//! What axe-core finds of serious or critical impact, and what is told to whoever listens.

use std::fmt::Write as _;

use serde_json::{Value, json};
use slotscope::workload::testing::one_in;

use crate::harness::{ColourScheme, Page};
use crate::scene;

const AXE: &str = include_str!("axe/axe.min.js");

/// Puts axe-core into the page, past its policy, where it is not there yet.
fn equip(page: &Page) {
    if page.execute("return !window.axe") == json!(true) {
        page.execute(&format!("{AXE}; window.axe = axe;"));
    }
}

/// What axe finds of serious or critical impact: a line each, empty if nothing. Rules of less impact, a third of the
/// work, are not run.
pub fn found(page: &Page) -> String {
    equip(page);
    // In between colours have other contrasts.
    page.rest();
    let violations = page.execute(
        "const slight = axe._audit.rules.filter(it => ['minor', 'moderate'].includes(it.impact));
         const rules = Object.fromEntries(slight.map(it => [it.id, { enabled: false }]));
         return axe.run(document, { rules, resultTypes: ['violations'], preload: false })
            .then(it => it.violations)",
    );
    let mut text = String::new();
    for violation in violations.as_array().expect("violations") {
        if !matches!(violation["impact"].as_str(), Some("serious" | "critical")) {
            continue;
        }
        for node in violation["nodes"].as_array().expect("nodes") {
            let summary = node["failureSummary"].as_str().unwrap_or_default();
            let _ = writeln!(text, "{}: {} {}", violation["id"], node["html"], summary.replace('\n', " "));
        }
    }
    text
}

/// Nothing of the page is in anybody's way, as far as axe can tell.
#[track_caller]
pub fn assert_accessible(page: &Page) {
    assert_eq!(found(page), "");
}

#[test]
fn axe_finds_nothing_serious_in_what_lies_over_the_page() {
    let page = scene::open();
    let mut all = String::new();
    for (scheme, ground) in one_in(2, 0, [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")]) {
        page.set_colour_scheme(scheme);
        page.set_window_size(1440, 900);
        page.press("?");
        page.wait_for("#key-sheet[open]");
        let _ = write!(all, "{}", found(&page));
        page.press("Escape");
        page.wait_for_none("#key-sheet[open]");
        page.click("#export");
        page.drop_bytes("broken.swf", b"");
        page.wait_for(".notice.failed");
        page.settle();
        let _ = write!(all, "{}", found(&page));
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
        page.set_window_size(390, 844);
        page.click("#drawer");
        page.wait_for(".drawer-open");
        page.wait_until("return document.getAnimations().every(it => it.playState !== 'running')");
        let _ = write!(all, "{}", found(&page));
        page.press("Escape");
        page.wait_for_none(".drawer-open");
        assert!(all.is_empty(), "{ground}: {all}");
    }
}

/// The checker checks: a page with a fault in it does not pass.
#[test]
fn axe_finds_what_is_wrong() {
    let page = scene::open();
    page.execute(
        "document.body.append(Object.assign(new Image(), { src: 'icon.svg' }), document.createElement('button'))",
    );
    let found = found(&page);
    for rule in ["image-alt", "button-name"] {
        assert!(found.contains(rule), "{rule} is not in {found}");
    }
}

#[test]
fn the_gantt_table_lists_the_bars_in_sight() {
    let page = scene::open();
    let count = |page: &Page| {
        let count = page.execute("return document.querySelector('#gantt-numbers').dataset.rows");
        let count = count.as_str().and_then(|it| it.parse::<u64>().ok());
        count.expect("a count")
    };
    page.click("#gantt-numbers summary");
    page.wait_for("#gantt-numbers tbody tr");
    let all = count(&page);
    assert!(all >= 1000, "{all}");
    assert_eq!(page.count("#gantt-numbers tbody tr"), 500);
    page.wait_for_text("#gantt-numbers", &format!("and {}\u{202f}{:03} more", (all - 500) / 1000, (all - 500) % 1000));
    page.execute("document.querySelector('#gantt-canvas').focus()");
    for _ in 0..14 {
        page.press("+");
    }
    page.wait_until_with(
        "return Number(document.querySelector('#gantt-numbers').dataset.rows) < arguments[0]",
        [all / 10],
    );
    let fewer = count(&page) as usize;
    assert_eq!(page.count("#gantt-numbers tbody tr"), fewer);
}

#[test]
fn what_has_come_of_a_run_is_told() {
    let page = scene::open();
    page.wait_for_text("#run-told[role=status]", "1\u{202f}000 jobs");
    let before = page.text("#run-told");
    page.set_value("#ar-percent", 60);
    page.wait_until_with("return document.querySelector('#run-told').innerText !== arguments[0]", [before]);
    page.wait_for_text("#run-told", "utilization");
}

/// What moves or changes its colour by degrees.
pub fn moving(page: &Page) -> Value {
    page.execute(
        "return [...document.querySelectorAll('*')].filter(it => {
            const style = getComputedStyle(it);
            const lasts = times => times.split(', ').some(it => parseFloat(it) > 0.001);
            return lasts(style.transitionDuration)
                || (style.animationName !== 'none' && lasts(style.animationDuration))
                || style.scrollBehavior === 'smooth';
         }).map(it => it.tagName + '.' + it.className)",
    )
}

#[test]
fn there_is_motion_to_be_turned_off() {
    let page = scene::open();
    assert_ne!(moving(&page), json!([]));
    page.set_media_feature("prefers-reduced-motion", "reduce");
    assert_eq!(moving(&page), json!([]));
}
