//! Views for a projector, and the room that lessons have.

use serde_json::json;
use slotscope::chart::gantt::hit;
use slotscope::chart::{Area, GanttIndex, Viewport};

use crate::harness::Page;
use crate::scene;

/// Numbers of the page as it is drawn.
fn measured(page: &Page, script: &str) -> f64 {
    let value = page.execute(script, &[]);
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
    assert_eq!(page.execute(PANEL, &[]), json!(true));
    for view in ["lessons", "reproduce"] {
        scene::show(&page, view);
        page.wait_until(&PANEL.replace("return ", "return !"), &[]);
        let main = measured(&page, "return document.querySelector('.main').offsetWidth / innerWidth");
        assert!(main > 0.95, "{view}: {main}");
        page.click("#drawer");
        page.wait_until(PANEL, &[]);
        page.press("Escape");
        page.wait_until(&PANEL.replace("return ", "return !"), &[]);
    }
    scene::show(&page, "jobs");
    page.wait_until(PANEL, &[]);
}

#[test]
fn a_lesson_fills_the_height_and_its_type_grows_with_the_window() {
    let page = scene::open();
    page.set_window_size(1280, 720);
    open_lesson(&page);
    let small = measured(&page, TYPE);
    assert!(measured(&page, FILLED) > 0.55);
    page.set_window_size(1920, 1080);
    page.wait_until(
        "const text = document.querySelector('#lesson-picture-0 text');
         return text !== null && text.getBoundingClientRect().height > 1.2 * arguments[0]",
        &[json!(small)],
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
    page.wait_until(&PANEL.replace("return ", "return !"), &[]);
    page.settle();
    page.settle();
    // The canvas is as sharp as its place on the screen.
    page.wait_until(
        "const it = document.querySelector('#gantt-canvas');
         return Math.abs(it.width - it.getBoundingClientRect().width) < 3",
        &[],
    );
    assert_eq!(scene::linked(&page).view, address.view);
    page.reload();
    scene::wait_for(&page, &scene::sample_report());
    assert_eq!(page.count(".projector"), 0);
    for view in scene::VIEWS {
        scene::show(&page, view);
        if page.count(".projector") == 0 {
            page.execute("document.activeElement.blur()", &[]);
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
fn projected() -> Page {
    let page = scene::open();
    scene::project(&page);
    page
}

#[test]
fn for_a_projector_the_pointer_finds_what_it_stands_on() {
    let page = projected();
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
    let page = projected();
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
