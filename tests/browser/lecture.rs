//! A lecture with a projector: the button, the line in sight, policies by keys, and schedules in one screen.

use serde_json::json;

use crate::harness::Page;
use crate::scene;
use slotscope::chart::gantt::hit;
use slotscope::chart::{Area, GanttIndex, Viewport};
use slotscope::experiment::{Scenario, next_policy};
use slotscope::workload::testing::one_in;

/// A rectangle on the screen: left, top, right, bottom.
type Rect = [f64; 4];

fn rects(page: &Page, css: &str) -> Vec<Rect> {
    page.read_with(
        "return [...document.querySelectorAll(arguments[0])].map(it => it.getBoundingClientRect())
             .map(it => [it.left, it.top, it.right, it.bottom])",
        [css],
    )
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
    let pressed = || page.execute("return document.querySelector('#projector').ariaPressed");
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
    assert_eq!(page.execute("return document.querySelector('#projector').checkVisibility()"), json!(false));
}

#[test]
fn the_line_of_the_run_stays_in_sight_in_larger_type() {
    let page = scene::open();
    page.set_window_size(1280, 720);
    let size = "return parseFloat(getComputedStyle(document.querySelector('#run-line')).fontSize)";
    let desk = page.read::<f64>(size);
    page.click("#projector");
    page.wait_for(".projector");
    let large = page.read::<f64>(size);
    assert!(large > 1.3 * desk, "{large} {desk}");
    for view in ["compare", "reproduce", "curves", "summary"] {
        scene::show(&page, view);
        // Whatever scrolls is scrolled to its end.
        page.execute("for (const it of document.querySelectorAll('.main, .main *')) it.scrollTop = 1e6");
        page.settle();
        let line = rect(&page, "#run-line");
        assert!(line[0] >= 0.0 && line[1] > 0.0 && line[3] < 200.0, "{view}: {line:?}");
        let is_on_top = page.execute(
            "const it = document.querySelector('#run-line'), at = it.getBoundingClientRect();
             return document.elementFromPoint(at.left + 5, at.top + at.height / 2) === it",
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
    let report_of = |it: &Scenario| scene::report_of(it, &scene::sample());
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
        );
        let axes = axes.as_array().expect("one for each");
        let last = axes.len() - 1;
        assert!(axes.iter().enumerate().all(|(at, it)| *it == json!(at == last)), "{place}");
        let named = page.execute(
            "return [...document.querySelectorAll('.lesson-figures dd')].every(it => it.innerText.trim() !== '')",
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

/// Numbers of the page as it is drawn.
fn measured(page: &Page, script: &str) -> f64 {
    let value = page.execute(script);
    value.as_f64().unwrap_or_else(|| panic!("{script}: {value}"))
}

/// The size of the largest type in a chart on the screen, in pixels.
const TYPE: &str = "const text = document.querySelector('#lesson-picture-0 text');
    return text.getBoundingClientRect().height";

/// How much of the window's height the charts of a lesson fill.
const FILLED: &str = "return [...document.querySelectorAll('.lesson-drawn .picture')]
    .map(it => it.getBoundingClientRect())
    .reduce((sum, it) => sum + Math.max(0, Math.min(it.bottom, innerHeight) - Math.max(it.top, 0)), 0)
    / innerHeight";

fn open_lesson(page: &Page) {
    scene::show(page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson-drawn[data-ready=true] .picture svg");
    page.settle();
    page.settle();
}

const PANEL: &str = "return document.querySelector('#panel').checkVisibility({ visibilityProperty: true })";

#[test]
fn the_panel_folds_away_where_one_learns_and_comes_when_called() {
    let page = scene::open();
    assert_eq!(page.execute(PANEL), json!(true));
    for view in ["lessons", "reproduce"] {
        scene::show(&page, view);
        page.wait_until(&PANEL.replace("return ", "return !"));
        let main = measured(&page, "return document.querySelector('.main').offsetWidth / innerWidth");
        assert!(main > 0.95, "{view}: {main}");
        page.click("#drawer");
        page.wait_until(PANEL);
        page.press("Escape");
        page.wait_until(&PANEL.replace("return ", "return !"));
    }
    scene::show(&page, "jobs");
    page.wait_until(PANEL);
}

#[test]
fn a_lesson_fills_the_height_and_its_type_grows_with_the_window() {
    let page = scene::open();
    page.set_window_size(1280, 720);
    open_lesson(&page);
    let small = measured(&page, TYPE);
    assert!(measured(&page, FILLED) > 0.55);
    page.set_window_size(1920, 1080);
    page.wait_until_with(
        "const text = document.querySelector('#lesson-picture-0 text');
         return text !== null && text.getBoundingClientRect().height > 1.2 * arguments[0]",
        [small],
    );
    assert!(measured(&page, FILLED) > 0.55);
    let text =
        measured(&page, "return parseFloat(getComputedStyle(document.querySelector('.lesson-text p')).fontSize)");
    assert!(text > 26.0, "{text}");
}

#[test]
fn charts_are_sharp_for_a_projector_too_and_links_do_not_say_it() {
    let page = scene::open();
    let address = scene::linked(&page);
    page.press("p");
    page.wait_for(".projector");
    page.wait_until(&PANEL.replace("return ", "return !"));
    page.settle();
    page.settle();
    // The canvas is as sharp as its place on the screen.
    page.wait_until(
        "const it = document.querySelector('#gantt-canvas');
         return Math.abs(it.width - it.getBoundingClientRect().width) < 3",
    );
    assert_eq!(scene::linked(&page).view, address.view);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(page.count(".projector"), 0);
    for view in scene::VIEWS {
        scene::show(&page, view);
        if page.count(".projector") == 0 {
            page.execute("document.activeElement.blur()");
            page.press("p");
            page.wait_for(".projector");
        }
        page.set_window_size(1920, 1080);
        page.settle();
        let overflow = measured(&page, "return document.scrollingElement.scrollWidth - innerWidth");
        assert!(overflow <= 0.0, "{view}: {overflow}");
    }
}

/// How much larger than its style says the chart is on the screen.
fn zoom(page: &Page) -> f64 {
    measured(page, "return document.querySelector('#gantt-canvas').currentCSSZoom")
}

/// What the Gantt chart says of itself.
fn seen(page: &Page) -> (Area, Viewport) {
    scene::seen(page, "#gantt-canvas")
}

/// The page with the Gantt chart drawn for a projector.
fn projected_whole() -> Page {
    let page = scene::open();
    scene::project(&page);
    page
}

#[test]
fn for_a_projector_the_pointer_finds_what_it_stands_on() {
    let page = projected_whole();
    let zoom = zoom(&page);
    let run = scene::sample_run();
    let (plot, whole) = seen(&page);
    let size = (plot.width, plot.height);
    let place = (0.85 * plot.width, 0.2 * plot.height);
    let index = GanttIndex::new(&run);
    let hit = hit::job_at(&index, &whole, size, place).expect("a job at this place");
    let on_screen = (zoom * (plot.left + place.0), zoom * (plot.top + place.1));
    page.click_at("#gantt-canvas", on_screen.0, on_screen.1);
    let number = run.jobs[hit.job as usize].id;
    assert_eq!(scene::linked(&page).job, Some(number));
    // The card beside the chart has taken some of its width.
    let (plot, _) = seen(&page);
    let at = 0.6 * plot.width;
    let on_screen = (zoom * (plot.left + at), on_screen.1);
    page.hover("#gantt-canvas", on_screen.0, on_screen.1);
    page.wheel("#gantt-canvas", on_screen, 0, -800);
    let (_, near) = seen(&page);
    assert!(near.seconds() < whole.seconds() / 2.0, "{near:?}");
    let (before, after) = (whole.time(at, plot.width), near.time(at, plot.width));
    let pixel = near.seconds() / plot.width;
    assert!((before - after).abs() < 2.0 * pixel, "{before} {after}");
    // What is dragged stays under the pointer.
    let by = 0.25 * plot.width;
    let to = (on_screen.0 - zoom * by, on_screen.1);
    page.drag("#gantt-canvas", on_screen, to);
    let (_, moved) = seen(&page);
    let way = (moved.start - near.start) / pixel;
    assert!((way - by).abs() < 3.0, "{way} for {by}");
}

#[test]
fn for_a_projector_the_minimap_and_its_span_are_where_the_pointer_is() {
    let page = projected_whole();
    let whole = seen(&page).1;
    let corner = "const it = document.querySelector('#minimap').getBoundingClientRect();";
    let width = measured(&page, &format!("{corner} return it.width"));
    let height = measured(&page, &format!("{corner} return it.height"));
    let y = height / 2.0;
    // The strip is at least as sharp as its place on the screen.
    let wide = measured(&page, "return document.querySelector('#minimap canvas').width");
    assert!(wide > width - 3.0, "{wide} for {width}");
    // With all in sight its right edge is what a pointer holds there.
    page.drag("#minimap", (width - 2.0, y), (0.5 * width, y));
    let (_, half) = seen(&page);
    let near = |a: f64, share: f64| (a - whole.start - share * whole.seconds()).abs() < whole.seconds() / 100.0;
    assert!(near(half.start, 0.0) && near(half.end, 0.5), "{half:?}");
    page.drag("#minimap", (0.25 * width, y), (0.5 * width, y));
    let (_, middle) = seen(&page);
    assert!(near(middle.start, 0.25) && near(middle.end, 0.75), "{middle:?}");
}
