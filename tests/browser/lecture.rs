//! A lecture with a projector: the button, the line in sight, policies by keys, and schedules in one screen.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, next_policy};
use slotscope::workload::testing::one_in;

use crate::harness::Page;
use crate::scene;

/// A rectangle on the screen: left, top, right, bottom.
type Rect = [f64; 4];

fn rects(page: &Page, css: &str) -> Vec<Rect> {
    let value = page.execute(
        "return [...document.querySelectorAll(arguments[0])].map(it => it.getBoundingClientRect())
             .map(it => [it.left, it.top, it.right, it.bottom])",
        &[json!(css)],
    );
    serde_json::from_value(value).expect("rectangles")
}

#[track_caller]
fn rect(page: &Page, css: &str) -> Rect {
    let all = rects(page, css);
    assert_eq!(all.len(), 1, "{css}");
    all[0]
}

/// The page on a projector of 1280 × 720.
fn projected() -> Page {
    let page = scene::open();
    page.set_window_size(1280, 720);
    page.click("#projector");
    page.wait_for(".projector");
    page.settle();
    page
}

#[test]
fn the_button_beside_the_keys_turns_the_page_for_a_projector_and_back() {
    let page = scene::open();
    let pressed = || page.execute("return document.querySelector('#projector').ariaPressed", &[]);
    assert_eq!(pressed(), "false");
    page.click("#projector");
    page.wait_for(".projector");
    assert_eq!(pressed(), "true");
    let (button, keys) = (rect(&page, "#projector"), rect(&page, "#keys"));
    assert!(button[2] <= keys[0] && keys[0] - button[2] < 24.0, "{button:?} {keys:?}");
    page.click("#projector");
    page.wait_for_none(".projector");
    assert_eq!(pressed(), "false");
    // A telephone is no projector.
    page.set_window_size(390, 844);
    assert_eq!(page.execute("return document.querySelector('#projector').checkVisibility()", &[]), json!(false));
}

#[test]
fn the_line_of_the_run_stays_in_sight_in_larger_type() {
    let page = scene::open();
    page.set_window_size(1280, 720);
    let size = "return parseFloat(getComputedStyle(document.querySelector('#run-line')).fontSize)";
    let desk = page.execute(size, &[]).as_f64().expect("a size");
    page.click("#projector");
    page.wait_for(".projector");
    let large = page.execute(size, &[]).as_f64().expect("a size");
    assert!(large > 1.3 * desk, "{large} {desk}");
    for view in ["compare", "reproduce", "curves", "summary"] {
        scene::show(&page, view);
        // Whatever scrolls is scrolled to its end.
        page.execute("for (const it of document.querySelectorAll('.main, .main *')) it.scrollTop = 1e6", &[]);
        page.settle();
        let line = rect(&page, "#run-line");
        assert!(line[0] >= 0.0 && line[1] > 0.0 && line[3] < 200.0, "{view}: {line:?}");
        let is_on_top = page.execute(
            "const it = document.querySelector('#run-line'), at = it.getBoundingClientRect();
             return document.elementFromPoint(at.left + 5, at.top + at.height / 2) === it",
            &[],
        );
        assert_eq!(is_on_top, json!(true), "{view}");
    }
    let text = page.text("#run-line");
    for part in ["Two-level grid", "FCFS with backfilling", "30 % reservations"] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(page.text("#run-beside"), "load balancing for batch jobs, MCT for reservations");
    // Beside one another, the names of all.
    scene::show(&page, "compare");
    scene::wait_for_runs(&page, "#compare-done");
    let names = page.text("#run-line");
    assert!(names.starts_with("A: ") && names.contains(" · B: "), "{names}");
}

#[test]
fn keys_go_from_policy_to_policy_and_undo_takes_each_back() {
    let page = projected();
    let start = Scenario::default();
    let next = next_policy(&start, 1).expect("another policy");
    let before = next_policy(&start, -1).expect("another policy");
    let report_of = |it: &Scenario| report(&scene::run(it, &scene::sample()));
    // The first run has been told, so that the policy of the next one is news.
    page.wait_for_text("#run-told[role=status]", "scheduled");
    page.press("n");
    scene::wait_for(&page, &report_of(&next));
    assert!(page.text("#run-line").contains("strict FCFS"));
    page.wait_for_text("#run-told[role=status]", "strict FCFS");
    page.press("b");
    scene::wait_for(&page, &report_of(&start));
    page.press("b");
    scene::wait_for(&page, &report_of(&before));
    for expected in [&start, &next, &start] {
        page.press("Control+z");
        scene::wait_for(&page, &report_of(expected));
    }
    // In a lesson, which has runs of its own, nothing changes.
    scene::show(&page, "lessons");
    page.press("n");
    scene::show(&page, "gantt");
    scene::wait_for(&page, &report_of(&start));
}

#[test]
fn schedules_of_a_lesson_and_their_text_are_in_one_screen() {
    let page = projected();
    let places = [
        ("backfilling", 3),
        ("backfilling", 4),
        ("backfilling", 6),
        ("fixed-or-flexible", 2),
        ("first-free-slot", 4),
        ("where-to-put-the-slack", 1),
    ];
    scene::show(&page, "lessons");
    for (lesson, step) in one_in(2, 0, places) {
        let place = format!("{lesson}, step {step}");
        if page.count("#lesson-close") > 0 {
            page.click("#lesson-close");
        }
        page.click(&format!("#lesson-{lesson}"));
        page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
        page.click(&format!(".lesson-steps li:nth-child({step}) .dot"));
        page.wait_for(&format!("#lesson[data-step='{step}'] #lesson-drawn[data-ready=true] .together .picture svg"));
        page.settle();
        page.settle();
        let pictures = rects(&page, ".together .picture");
        let told = rects(&page, ".together .lesson-figures");
        assert!(pictures.len() >= 2 && pictures.len() == told.len(), "{place}");
        let text = rect(&page, ".lesson-text");
        for (at, (picture, told)) in pictures.iter().zip(&told).enumerate() {
            let [left, top, right, bottom] = *picture;
            assert!(right <= told[0] && told[2] <= 1280.0, "{place}: {picture:?} {told:?}");
            assert!(top <= told[1] && told[3] <= bottom, "{place}: {picture:?} {told:?}");
            assert!(left >= text[2] && bottom < 720.0, "{place}: {picture:?}");
            assert_eq!((left, right), (pictures[0][0], pictures[0][2]), "{place}");
            // The last has the axis as well.
            let axis = 40.0 * 1.2 * f64::from(u8::from(at + 1 == pictures.len()));
            let height = bottom - top - axis;
            let first = pictures[0][3] - pictures[0][1];
            assert!((height - first).abs() < 3.0, "{place}: {height} {first}");
        }
        assert_eq!(page.count("#lesson-legend"), 1, "{place}");
        let axes = page.execute(
            "return [...document.querySelectorAll('.together .picture')].map(it => /time/.test(it.textContent))",
            &[],
        );
        let axes = axes.as_array().expect("one for each");
        let last = axes.len() - 1;
        assert!(axes.iter().enumerate().all(|(at, it)| *it == json!(at == last)), "{place}");
        let named = page.execute(
            "return [...document.querySelectorAll('.lesson-figures dd')].every(it => it.innerText.trim() !== '')",
            &[],
        );
        assert_eq!(named, json!(true), "{place}");
    }
}

#[test]
fn three_scenarios_side_by_side_have_their_charts_in_one_screen() {
    let page = projected();
    scene::show(&page, "compare");
    scene::wait_for_runs(&page, "#compare-done");
    page.click("#compare-with");
    page.click("#contrast-fcfs");
    scene::wait_for_runs(&page, "#compare-done");
    let charts = rects(&page, ".compared-chart:not(.curve)");
    assert_eq!(charts.len(), 3);
    assert!(charts[2][3] < 708.0, "{charts:?}");
    assert_eq!(rects(&page, ".compare-axis").len(), 1);
    assert_eq!(rects(&page, ".compared-charts .legend").len(), 1);
}
