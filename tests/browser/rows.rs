//! Over the processors: what is in sight of a large machine, by wheel, drag, fingers and keys.

use serde_json::{Value, json};
use slotscope::chart::gantt::hit;
use slotscope::chart::{GanttIndex, Layout, Viewport};
use slotscope::experiment::Scenario;
use slotscope::export::snapshot::{Sight, Snapshot};
use slotscope::system::two_level::QueuePolicy;

use crate::harness::Page;
use crate::{picture, scene};

const CANVAS: &str = "#gantt-canvas";

/// The modifiers of the DevTools protocol.
const NONE: u32 = 0;
const ALT: u32 = 1;
const SHIFT: u32 = 8;

/// What a canvas says of itself: its plotted area (left, top, width, height), and what is in sight.
fn seen(page: &Page, css: &str) -> ([f64; 4], Viewport) {
    let (plot, sight) = scene::seen(page, css);
    ([plot.left, plot.top, plot.width, plot.height], sight)
}

/// The same once it has come to rest, in the short numbers of links.
fn at_rest(page: &Page, css: &str, bounds: &Viewport) -> Viewport {
    page.poll("what is in sight at rest", || {
        let (_, sight) = seen(page, css);
        (sight == sight.rounded_within(bounds)).then_some(sight)
    })
}

/// A canvas's upper left corner in the window.
fn corner(page: &Page, css: &str) -> (f64, f64) {
    let number: Vec<f64> = page.read_with(
        "const element = document.querySelector(arguments[0]);
         element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
         const { left, top } = element.getBoundingClientRect(); return [left, top]",
        [css],
    );
    (number[0], number[1])
}

/// Turns the wheel over a canvas while modifiers are held.
fn wheel(page: &Page, css: &str, (x, y): (f64, f64), delta: i32, modifiers: u32) {
    let (left, top) = corner(page, css);
    page.devtools(
        "Input.dispatchMouseEvent",
        json!({
            "type": "mouseWheel", "x": left + x, "y": top + y, "deltaX": 0, "deltaY": delta,
            "modifiers": modifiers,
        }),
    );
    page.settle();
}

/// Puts fingers on a canvas at the first places, moves them to the last, and lifts them.
fn fingers(page: &Page, css: &str, from: [(f64, f64); 2], to: [(f64, f64); 2]) {
    let (left, top) = corner(page, css);
    let points = |share: f64| -> Vec<Value> {
        let between = |a: f64, b: f64| a + (b - a) * share;
        (0..2)
            .map(|at| {
                json!({
                    "id": at,
                    "x": left + between(from[at].0, to[at].0),
                    "y": top + between(from[at].1, to[at].1),
                })
            })
            .collect()
    };
    let touch = |kind: &str, points: Vec<Value>| {
        page.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    };
    touch("touchStart", points(0.0));
    for step in 1..=8 {
        touch("touchMove", points(f64::from(step) / 8.0));
    }
    touch("touchEnd", Vec::new());
}

/// The row at a height of the plotted area.
fn row_at(platform: &[u32], plot: &[f64; 4], sight: &Viewport, y: f64) -> f64 {
    Layout::of(platform, sight, plot[3]).row_at(y - plot[1])
}

/// The page with the sample on a machine far too large for it, and what it shows.
fn open_large() -> (Page, GanttIndex) {
    let scenario = Scenario { platform: vec![24_515], ..Scenario::default() };
    let run = scene::run(&scenario, &scene::sample());
    let page = scene::open_at(&Snapshot { scenarios: vec![scenario], ..Snapshot::default() });
    scene::wait_for(&page, &slotscope::criteria::report(&run));
    page.wait_for("#gantt-canvas[data-sight]");
    (page, GanttIndex::new(&run))
}

#[test]
fn what_is_used_of_a_large_machine_fills_the_chart() {
    let (page, index) = open_large();
    let (_, whole) = seen(&page, CANVAS);
    assert_eq!(whole, index.whole());
    let used = index.used();
    assert!(used.rows() < whole.rows() / 5.0, "{used:?}");
    let batch = slotscope::chart::Theme::light().batch;
    let before = picture::pixels_of(&page, CANVAS, &batch);
    page.click("#gantt-fit");
    assert_eq!(at_rest(&page, CANVAS, &whole), used.rounded_within(&whole));
    let after = picture::pixels_of(&page, CANVAS, &batch);
    assert!(after > 3 * before, "{before} to {after}");
    // The link opens the same, and a double click shows all again.
    scene::wait_for_sight(&page, CANVAS);
    let shown = scene::linked(&page);
    let Sight(start, end, first_row, last_row) = shown.sight.expect("processors out of sight");
    assert!((start - used.start).abs() < used.seconds() / 10_000.0);
    assert!((end - used.end).abs() < used.seconds() / 10_000.0);
    assert!((first_row - used.first_row).abs() < used.rows() / 10_000.0);
    assert!((last_row - used.last_row).abs() < used.rows() / 10_000.0);
    let (_, sight) = seen(&page, CANVAS);
    let address = page.address();
    drop(page);
    let page = Page::open(&address);
    page.wait_for("#gantt-canvas[data-sight]");
    page.wait_until_with(
        "return document.querySelector('#gantt-canvas').dataset.sight === arguments[0]",
        [json!([sight.start, sight.end, sight.first_row, sight.last_row].map(|it| it.to_string()).join(" "))],
    );
    page.double_click_at(CANVAS, 400.0, 300.0);
    assert_eq!(seen(&page, CANVAS).1, whole);
    page.execute("document.querySelector('#gantt-canvas').focus()");
    page.press("f");
    assert_eq!(at_rest(&page, CANVAS, &whole), used.rounded_within(&whole));
    page.press("PageUp");
    assert!(seen(&page, CANVAS).1.rows() < used.rows());
}

#[test]
fn a_click_on_a_short_job_leaves_in_sight_what_was() {
    let (page, index) = open_large();
    page.click("#gantt-fit");
    let (plot, _) = seen(&page, CANVAS);
    let fitted = at_rest(&page, CANVAS, &index.whole());
    let is_short = |job: u32| {
        index
            .pieces
            .iter()
            .find(|piece| piece.job == job)
            .is_some_and(|it| (it.end - it.start) as f64 * 300.0 < fitted.seconds())
    };
    let places = (1..40).flat_map(|x| (1..40).map(move |y| (f64::from(x), f64::from(y))));
    let (x, y) = places
        .map(|(x, y)| (plot[2] * x / 40.0, plot[3] * y / 40.0))
        .find(|&at| hit::job_at(&index, &fitted, (plot[2], plot[3]), at).is_some_and(|hit| is_short(hit.job)))
        .expect("a short job");
    page.click_at(CANVAS, plot[0] + x, plot[1] + y);
    page.wait_for("#explained[data-state=told]");
    assert_eq!(seen(&page, CANVAS).1, fitted);
}

#[test]
fn the_wheel_zooms_processors_around_the_pointer() {
    let (page, index) = open_large();
    let (plot, whole) = seen(&page, CANVAS);
    let at = (plot[0] + 300.0, plot[1] + 200.0);
    let row = row_at(&index.platform, &plot, &whole, at.1);
    wheel(&page, CANVAS, at, -600, ALT);
    let (_, near) = seen(&page, CANVAS);
    assert!(near.rows() < whole.rows() / 2.0, "{near:?}");
    assert_eq!((near.start, near.end), (whole.start, whole.end));
    let pixel = near.rows() / plot[3];
    let kept = row_at(&index.platform, &plot, &near, at.1);
    assert!((kept - row).abs() < pixel, "{row} moved to {kept}");
    // Over their numbers it needs no key.
    wheel(&page, CANVAS, (plot[0] / 2.0, at.1), -300, NONE);
    let nearer = at_rest(&page, CANVAS, &whole);
    assert!(nearer.rows() < near.rows());
    assert_eq!((nearer.start, nearer.end), (whole.start, whole.end));
    // With Shift too it moves over them.
    wheel(&page, CANVAS, at, 100, ALT | SHIFT);
    let below = at_rest(&page, CANVAS, &whole);
    assert!(below.first_row > nearer.first_row);
    assert!((below.rows() - nearer.rows()).abs() < 1e-6 * nearer.rows());
    // Without, it is time.
    wheel(&page, CANVAS, at, -300, NONE);
    let (_, shorter) = seen(&page, CANVAS);
    assert!(shorter.seconds() < whole.seconds());
    assert!((shorter.rows() - below.rows()).abs() < 1e-3 * below.rows());
}

#[test]
fn a_drag_moves_times_and_processors_with_the_pointer() {
    let (page, index) = open_large();
    let (plot, _) = seen(&page, CANVAS);
    let at = (plot[0] + 500.0, plot[1] + 300.0);
    page.wheel(CANVAS, at, 0, -600);
    wheel(&page, CANVAS, at, -900, ALT);
    let (_, before) = seen(&page, CANVAS);
    let row = row_at(&index.platform, &plot, &before, at.1);
    page.drag(CANVAS, at, (at.0 - 150.0, at.1 - 120.0));
    let (_, after) = seen(&page, CANVAS);
    let there = row_at(&index.platform, &plot, &after, at.1 - 120.0);
    let pixel = after.rows() / plot[3];
    assert!((there - row).abs() < 2.0 * pixel, "{row} came to {there}");
    let moved = (after.start - before.start) / before.seconds() * plot[2];
    assert!((moved - 150.0).abs() < 2.0, "{moved} pixels");
    // The mark at the edge moves over all processors.
    let edge = plot[0] + plot[2] - 4.0;
    for _ in 0..2 {
        let (top, bottom) = (plot[1] + 20.0, plot[1] + plot[3] - 20.0);
        page.drag(CANVAS, (edge, top), (edge, bottom));
    }
    let (_, last) = seen(&page, CANVAS);
    assert!((last.last_row - 24_515.0).abs() < 1.0, "{last:?}");
    assert!((last.seconds() - after.seconds()).abs() < 1e-3 * after.seconds());
}

#[test]
fn fingers_that_part_zoom_the_axis_along_which_they_do() {
    let (page, _) = open_large();
    let (plot, whole) = seen(&page, CANVAS);
    let (x, y) = (plot[0] + 400.0, plot[1] + 300.0);
    let apart = |by: f64, down: f64| [(x - by, y - down), (x + by, y + down)];
    fingers(&page, CANVAS, apart(0.0, 60.0), apart(0.0, 180.0));
    let (_, taller) = seen(&page, CANVAS);
    let third = whole.rows() / 3.0;
    assert!((taller.rows() - third).abs() < third / 20.0, "{taller:?}");
    assert!((taller.seconds() - whole.seconds()).abs() < 1e-6 * whole.seconds());
    fingers(&page, CANVAS, apart(60.0, 0.0), apart(180.0, 0.0));
    let (_, wider) = seen(&page, CANVAS);
    let third = whole.seconds() / 3.0;
    assert!((wider.seconds() - third).abs() < third / 20.0, "{wider:?}");
    assert!((wider.rows() - taller.rows()).abs() < 1e-3 * taller.rows());
}

#[test]
fn all_charts_of_a_comparison_show_the_same_processors() {
    let first = Scenario { platform: vec![24_515], ..Scenario::default() };
    let mut second = first.clone();
    scene::options(&mut second).local.queue = QueuePolicy::Easy;
    let page = scene::open_at(&Snapshot {
        scenarios: vec![first.clone(), second.clone()],
        view: "compare".to_owned(),
        ..Snapshot::default()
    });
    let canvases = ["#compare-gantt-0", "#compare-gantt-1"];
    let used = [first, second].map(|it| GanttIndex::new(&scene::run(&it, &scene::sample())).used());
    for canvas in canvases {
        page.wait_until_with(
            "return document.querySelector(arguments[0])?.dataset.sight?.endsWith(' 0 24515')",
            [canvas],
        );
    }
    let (_, whole) = seen(&page, canvases[0]);
    page.click("#compare-fit");
    let last = used.iter().map(|it| it.last_row).fold(0.0, f64::max);
    for canvas in canvases {
        let (_, sight) = seen(&page, canvas);
        assert!((sight.last_row - last).abs() < 0.1, "{canvas}: {sight:?}");
    }
    wheel(&page, canvases[1], (300.0, 60.0), -300, ALT);
    let rows = canvases.map(|canvas| {
        let sight = at_rest(&page, canvas, &whole);
        (sight.first_row, sight.last_row)
    });
    assert_eq!(rows[0], rows[1]);
    assert!(rows[0].1 - rows[0].0 < last / 1.5, "{rows:?}");
    // Over a curve time is zoomed, and the processors stay.
    page.wheel("#compare-busy", (300.0, 50.0), 0, -300);
    let (_, sight) = seen(&page, canvases[0]);
    assert!((sight.rows() - (rows[0].1 - rows[0].0)).abs() < 1e-3 * sight.rows());
    page.double_click_at("#compare-axis", 300.0, 10.0);
    for canvas in canvases {
        assert_eq!(seen(&page, canvas).1.rows(), 24_515.0, "{canvas}");
    }
}
