//! Small screens: forms fold once their runs have begun, and what a person came for stays in sight.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;

/// A log of a machine of 8 processors.
const SMALL: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 6 -1 -1 6 60 -1 1 1 1 -1 1 1 -1 -1\n";

/// Whether an element lies within the window and nothing lies over its middle.
const IN_SIGHT: &str = "
    const element = document.querySelector(arguments[0]);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
        && (element.contains(there) || there?.contains(element) === true);";

/// The pixels of the window, from top to bottom, in which results are seen.
const OF_RESULTS: &str = "
    const { top, bottom } = document.querySelector('.curves-body').getBoundingClientRect();
    return Math.min(bottom, innerHeight) - top;";

/// Runs a view that has a form with few runs: its ids begin with `of`.
#[track_caller]
fn run(page: &Page, view: &str) -> &'static str {
    scene::show(page, view);
    let of = match view {
        "curves" => {
            page.set_value("#curves-values", "0, 50");
            "curves"
        }
        _ => {
            page.set_value("#trade-period", "0");
            "trade"
        }
    };
    page.set_value(&format!("#{of}-seeds"), 1);
    if of == "curves" {
        scene::ask_for_curves(page);
    } else {
        page.click("#trade-run");
    }
    scene::wait_for_runs(page, &format!("#{of}-done"));
    page.wait_for(&format!("#{of}-run"));
    page.settle();
    page.settle();
    of
}

fn is_shown(page: &Page, css: &str) -> bool {
    let shown = "return document.querySelector(arguments[0]).checkVisibility()";
    page.execute_with(shown, [css]) == json!(true)
}

#[test]
fn a_form_folds_once_its_runs_have_begun_and_the_first_chart_is_in_sight() {
    for (view, chart) in [("curves", "#curves-0 svg"), ("trade-off", "#trade-picture svg")] {
        let page = scene::open();
        page.set_window_size(1280, 720);
        let of = run(&page, view);
        assert_eq!(page.execute_with(IN_SIGHT, [chart]), json!(true), "{view}");
        let fields = format!("#{of}-seeds");
        assert!(!is_shown(&page, &fields), "{view}");
        page.wait_for_text(&format!("#{of}-ran"), "1 seed");
        // The button opens the form, and folds it again.
        page.click(&format!("#{of}-change"));
        page.wait_for(&format!("#{of}-change[aria-expanded=true]"));
        assert!(is_shown(&page, &fields), "{view}");
        page.click(&format!("#{of}-change"));
        page.wait_for(&format!("#{of}-change[aria-expanded=false]"));
        assert!(!is_shown(&page, &fields), "{view}");
        // Nothing covers what scrolls.
        page.execute("document.querySelector('.curves').scrollTop = 1e9");
        page.settle();
        assert!(!is_above_the_fold(&page, of), "{view}: the line does not stick");
    }
}

/// Whether the line of a form is in the window.
fn is_above_the_fold(page: &Page, of: &str) -> bool {
    let bottom = "return document.querySelector(arguments[0]).getBoundingClientRect().bottom
        > document.querySelector('.curves').getBoundingClientRect().top";
    page.execute_with(bottom, [format!("#{of}-ran")]) == json!(true)
}

#[test]
fn on_a_telephone_more_than_half_of_the_height_shows_results() {
    for view in ["curves", "trade-off"] {
        let page = scene::open();
        page.set_window_size(390, 844);
        let of = run(&page, view);
        let pixels: f64 = page.read(OF_RESULTS);
        assert!(pixels > 844.0 / 2.0, "{view}: {pixels} of 844");
        assert_eq!(page.execute_with(IN_SIGHT, [format!("#{of}-change")]), json!(true), "{view}");
    }
}

#[test]
fn what_is_wrong_with_a_folded_form_is_seen() {
    let page = scene::open();
    run(&page, "curves");
    page.click("#curves-change");
    page.set_value("#curves-values", "many");
    page.wait_for(".curves-form .wrong");
    page.click("#curves-change");
    page.settle();
    assert!(is_shown(&page, ".curves-form .wrong"));
}

#[test]
fn after_a_drop_the_policy_stays_in_sight() {
    for (width, height) in [(1280, 720), (390, 844)] {
        let page = scene::open();
        page.set_window_size(width, height);
        page.drop_bytes("small.swf", SMALL);
        page.wait_for_text(".notice:last-child", "No job is a reservation.");
        page.wait_for("#keep-providers");
        page.settle();
        let mut seen = vec!["#run-line"];
        if width > 860 {
            seen.extend(["#queue-policy", "#grid-period-number"]);
        }
        for css in seen {
            let is_seen: Value = page.execute_with(IN_SIGHT, [css]);
            assert_eq!(is_seen, json!(true), "{css}, {width} × {height}");
        }
    }
}

/// The height of the chart, and of the explanation of a job.
fn heights(page: &Page) -> [f64; 2] {
    page.settle();
    page.read(
        "return ['#gantt-canvas', '.explained'].map(css => document.querySelector(css)?.getBoundingClientRect().height ?? 0)")
}

#[test]
fn a_chart_keeps_its_height_whatever_stands_above_and_beside_it() {
    for (width, height, least) in [(1280, 720, 240.0), (390, 844, 281.0), (700, 500, 166.0)] {
        let page = Page::open("/");
        page.wait_for("#front-door");
        page.set_window_size(width, height);
        page.wait_for(".explained");
        let [chart, explained] = heights(&page);
        assert!(chart >= least && explained >= 150.0, "{width} × {height}: {chart}, {explained}");
        page.click("#door-edit");
        page.wait_for("#sketch-bar");
        let [chart, _] = heights(&page);
        assert!(chart >= least, "{width} × {height}, edited: {chart}");
    }
}

#[test]
fn lines_of_pseudo_code_are_not_cut() {
    for (width, height) in [(1280, 720), (390, 844)] {
        let page = scene::open();
        page.set_window_size(width, height);
        for lesson in ["building-carts", "searching"] {
            scene::show(&page, "lessons");
            page.click(&format!("#lesson-{lesson}"));
            page.wait_for("#lesson");
            page.click(".lesson-steps li:nth-child(2) button");
            page.wait_for(".code-lines li");
            page.settle();
            let cut = page.execute(
                "const box = document.querySelector('.code-lines');
                 return box.scrollWidth - box.clientWidth",
            );
            assert_eq!(cut, json!(0), "{lesson}, {width} × {height}");
            page.click("#lesson-close");
        }
    }
}
