//! What axe-core finds on every view, in light and dark, wide and narrow; a table behind every
//! chart; and no motion for whoever wants none.

use std::fmt::Write as _;

use serde_json::{Value, json};
use slotscope::export::snapshot::Snapshot;

use crate::harness::{ColourScheme, Page};
use crate::scene;

const AXE: &str = include_str!("axe/axe.min.js");

/// Puts axe-core into the page, past its policy.
fn equip(page: &Page) {
    page.execute(&format!("{AXE}; window.axe = window.axe ?? axe;"), &[]);
}

/// What axe finds of serious or critical impact: a line each, empty if nothing. Rules of less impact, a third of the
/// work, are not run.
fn found(page: &Page) -> String {
    // In between colours have other contrasts.
    page.rest();
    let violations = page.execute(
        "const slight = axe._audit.rules.filter(it => ['minor', 'moderate'].includes(it.impact));
         const rules = Object.fromEntries(slight.map(it => [it.id, { enabled: false }]));
         return axe.run(document, { rules, resultTypes: ['violations'], preload: false })
            .then(it => it.violations)",
        &[],
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
    equip(page);
    assert_eq!(found(page), "");
}

/// Opens a view with everything on it that it can have.
fn fill(page: &Page, view: &str) {
    scene::show(page, view);
    fill_shown(page, view);
}

/// Puts everything on a view that it can have, while it is shown.
fn fill_shown(page: &Page, view: &str) {
    match view {
        "gantt" if page.count("#explained") == 0 => {
            page.click_at("#gantt-canvas", 400.0, 200.0);
        }
        "compare" if page.count("#chip-1") == 0 => {
            page.click("#compare-invite button");
            page.wait_for("#chip-1");
            page.wait_for(".compare-table tbody tr");
        }
        "lessons" if page.count("#lesson-drawn") == 0 => {
            page.click("#lesson-backfilling");
            page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
        }
        "curves" if page.count("#curves-done") == 0 => {
            page.set_value("#curves-seeds", 1);
            page.click("#curves-run");
            page.wait_for("#curves-done");
            scene::wait_for_runs(page, "#curves-done");
        }
        "trade-off" if page.count("#trade-done") == 0 => {
            page.set_value("#trade-period", "0");
            page.set_value("#trade-seeds", 1);
            page.click("#trade-run");
            scene::wait_for_runs(page, "#trade-done");
            page.click("#period-search");
            page.wait_for("#period-set");
        }
        "reproduce" if page.count("#item[data-item=figure-11] .reproduced svg") == 0 => {
            page.click("#item-figure-11");
            page.wait_for("#item[data-item=figure-11] .reproduced svg");
        }
        _ => {}
    }
    page.execute("document.querySelectorAll('details').forEach(it => it.open = true)", &[]);
    page.settle();
    page.settle();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn axe_finds_nothing_serious_on_any_view() {
    let page = scene::open();
    equip(&page);
    let mut all = String::new();
    for view in scene::VIEWS {
        for (width, height) in [(1440, 900), (390, 844)] {
            page.set_window_size(width, height);
            for (scheme, ground) in [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")] {
                page.set_colour_scheme(scheme);
                fill(&page, view);
                let found = found(&page);
                if !found.is_empty() {
                    let _ = writeln!(all, "{view}, {ground}, {width} wide:\n{found}");
                }
            }
        }
    }
    assert!(all.is_empty(), "{all}");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn axe_finds_nothing_serious_on_any_view_for_a_projector() {
    let page = scene::open();
    page.set_window_size(1920, 1080);
    equip(&page);
    scene::project(&page);
    let mut all = String::new();
    for view in scene::VIEWS {
        for (scheme, ground) in [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")] {
            page.set_colour_scheme(scheme);
            fill(&page, view);
            page.wait_for(".projector");
            let found = found(&page);
            if !found.is_empty() {
                let _ = writeln!(all, "{view}, {ground}:\n{found}");
            }
        }
    }
    assert!(all.is_empty(), "{all}");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn axe_finds_nothing_serious_on_any_view_by_itself() {
    let page = scene::open();
    let mut all = String::new();
    for view in scene::VIEWS {
        let snapshot = Snapshot { view: view.to_owned(), ..Snapshot::default() };
        // From elsewhere, so that it is loaded.
        page.goto("about:blank");
        page.goto(&scene::path_to(&snapshot).replacen("/#", "/?view=only#", 1));
        page.wait_for(&format!(".only #view-{view} > *"));
        page.wait_until("return document.body.dataset.state === 'idle'", &[]);
        equip(&page);
        for (width, height) in [(1440, 900), (390, 844)] {
            page.set_window_size(width, height);
            for (scheme, ground) in [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")] {
                page.set_colour_scheme(scheme);
                fill_shown(&page, view);
                let found = found(&page);
                if !found.is_empty() {
                    let _ = writeln!(all, "{view}, {ground}, {width} wide:\n{found}");
                }
            }
        }
    }
    assert!(all.is_empty(), "{all}");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn axe_finds_nothing_serious_in_what_lies_over_the_page() {
    let page = scene::open();
    equip(&page);
    let mut all = String::new();
    for (scheme, ground) in [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark")] {
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
        page.wait_until("return document.getAnimations().every(it => it.playState !== 'running')", &[]);
        let _ = write!(all, "{}", found(&page));
        page.press("Escape");
        page.wait_for_none(".drawer-open");
        assert!(all.is_empty(), "{ground}: {all}");
    }
    page.assert_no_console_errors();
}

/// The checker checks: a page with a fault in it does not pass.
#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn axe_finds_what_is_wrong() {
    let page = scene::open();
    equip(&page);
    page.execute(
        "document.body.append(Object.assign(new Image(), { src: 'icon.svg' }), document.createElement('button'))",
        &[],
    );
    let found = found(&page);
    for rule in ["image-alt", "button-name"] {
        assert!(found.contains(rule), "{rule} is not in {found}");
    }
}

/// Every chart, with the table that stands behind it.
const CHARTS: [(&str, &str, &[&str]); 8] = [
    ("gantt", "#gantt-canvas", &["#gantt-numbers"]),
    ("slots", "#slots-0", &["#slots-0-numbers", "#slots-0-promises"]),
    ("compare", "#compare-gantt-0", &["#compare-0-numbers", "#compare-time-numbers", "#changes-1-numbers"]),
    ("play", "#play-slots-picture", &["#play-slots-numbers", "#play-slots-promises"]),
    ("lessons", "#lesson-picture-0", &["#lesson-numbers-0"]),
    ("curves", "#curves-0", &["#curves-table"]),
    ("trade-off", "#trade-picture", &["#trade-front", "#period-table"]),
    ("reproduce", ".reproduced [role=img]", &[".reproduced .numbers"]),
];

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_table_stands_behind_every_chart() {
    let page = scene::open();
    for (view, chart, tables) in CHARTS {
        fill(&page, view);
        let name = page.execute(
            "const it = document.querySelector(arguments[0]);
             return [it.getAttribute('role'), it.ariaLabel]",
            &[json!(chart)],
        );
        assert_eq!(name[0], json!("img"), "{chart}");
        let long = |name: &Value| name.as_str().is_some_and(|it| it.len() > 10);
        assert!(long(&name[1]), "{chart}: {name}");
        for table in tables {
            page.wait_until(
                "const it = document.querySelector(arguments[0]);
                 return it.matches('tbody tr') || it.querySelector('tbody tr') !== null",
                &[json!(table)],
            );
        }
    }
    // Those of the panel.
    fill(&page, "gantt");
    for histogram in ["sizes", "run-times"] {
        page.wait_for(&format!("#histogram-{histogram}[role=img]"));
        page.wait_for(&format!("#histogram-{histogram}-numbers tbody tr"));
    }
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_gantt_table_lists_the_bars_in_sight() {
    let page = scene::open();
    let count = |page: &Page| {
        let count = page.execute("return document.querySelector('#gantt-numbers').dataset.rows", &[]);
        let count = count.as_str().and_then(|it| it.parse::<u64>().ok());
        count.expect("a count")
    };
    page.click("#gantt-numbers summary");
    page.wait_for("#gantt-numbers tbody tr");
    let all = count(&page);
    assert!(all >= 1000, "{all}");
    assert_eq!(page.count("#gantt-numbers tbody tr"), 500);
    page.wait_for_text("#gantt-numbers", &format!("and {}\u{202f}{:03} more", (all - 500) / 1000, (all - 500) % 1000));
    page.execute("document.querySelector('#gantt-canvas').focus()", &[]);
    for _ in 0..14 {
        page.press("+");
    }
    page.wait_until(
        "return Number(document.querySelector('#gantt-numbers').dataset.rows) < arguments[0]",
        &[json!(all / 10)],
    );
    let fewer = count(&page) as usize;
    assert_eq!(page.count("#gantt-numbers tbody tr"), fewer);
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn what_has_come_of_a_run_is_told() {
    let page = scene::open();
    page.wait_for_text("#run-told[role=status]", "1\u{202f}000 jobs");
    let before = page.text("#run-told");
    page.set_value("#ar-percent", 60);
    page.wait_until("return document.querySelector('#run-told').innerText !== arguments[0]", &[json!(before)]);
    page.wait_for_text("#run-told", "utilization");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn nothing_moves_for_who_wants_no_motion() {
    let page = scene::open();
    let moving = |page: &Page| {
        let moving = page.execute(
            "return [...document.querySelectorAll('*')].filter(it => {
                const style = getComputedStyle(it);
                const lasts = times => times.split(', ').some(it => parseFloat(it) > 0.001);
                return lasts(style.transitionDuration)
                    || (style.animationName !== 'none' && lasts(style.animationDuration))
                    || style.scrollBehavior === 'smooth';
             }).map(it => it.tagName + '.' + it.className)",
            &[],
        );
        moving.as_array().expect("elements").len()
    };
    assert!(moving(&page) > 0, "there is motion to be turned off");
    page.set_media_feature("prefers-reduced-motion", "reduce");
    for view in scene::VIEWS {
        scene::show(&page, view);
        assert_eq!(moving(&page), 0, "{view}");
    }
    page.assert_no_console_errors();
}
