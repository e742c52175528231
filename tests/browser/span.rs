//! The minimap below the Gantt chart, and a span of time with figures of its own.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;
use slotscope::availability::idle_periods::ServerSet;
use slotscope::chart::{GanttIndex, Viewport};
use slotscope::criteria::span::{Span, SpanReport, free_throughout};
use slotscope::export::snapshot::{Sight, Snapshot};
use slotscope::workload::testing::is_drawn;

/// The times in sight of the chart, and those that the frame of the minimap shows.
fn shown(page: &Page) -> [(f64, f64); 2] {
    page.settle();
    let number: Vec<f64> = page.read(
        "const sight = document.querySelector('#gantt-canvas').dataset.sight.split(' ').map(Number);
         const frame = document.querySelector('.minimap-window').style;
         return [sight[0], sight[1], Number(frame.getPropertyValue('--from')), Number(frame.getPropertyValue('--to'))]",
    );
    let whole = whole();
    let time = |share: f64| whole.start + share * whole.seconds();
    [(number[0], number[1]), (time(number[2]), time(number[3]))]
}

fn whole() -> Viewport {
    GanttIndex::new(&scene::sample_run()).whole()
}

/// The times in sight, which the frame shows as well.
#[track_caller]
fn sight(page: &Page) -> (f64, f64) {
    let [sight, frame] = shown(page);
    let near = |a: f64, b: f64| (a - b).abs() <= whole().seconds() / 1_000.0;
    assert!(near(sight.0, frame.0) && near(sight.1, frame.1), "{sight:?} {frame:?}");
    sight
}

/// A pointer pressed at one share of an element's width, moved to another and let go, with Shift or
/// without.
fn drag(page: &Page, css: &str, from: f64, to: f64, shift: bool) {
    let number: Vec<f64> = page.read_with(
        "const it = document.querySelector(arguments[0]).getBoundingClientRect();
         return [it.left, it.top, it.width, it.height]",
        [css],
    );
    let y = number[1] + number[3] / 2.0;
    let x = |share: f64| number[0] + number[2] * share;
    let modifiers = if shift { 8 } else { 0 };
    let act = |kind: &str, at: f64, buttons: u32| {
        let event: Value = json!({
            "type": kind, "x": x(at), "y": y, "button": "left", "buttons": buttons,
            "clickCount": 1, "modifiers": modifiers,
        });
        page.devtools("Input.dispatchMouseEvent", event);
    };
    act("mouseMoved", from, 0);
    act("mousePressed", from, 1);
    for step in 1..=5 {
        act("mouseMoved", from + (to - from) * f64::from(step) / 5.0, 1);
    }
    act("mouseReleased", to, 0);
    page.settle();
}

#[test]
fn the_frame_of_the_minimap_is_dragged_resized_and_moved_by_keys() {
    let whole = whole();
    let time = |share: f64| whole.start + share * whole.seconds();
    let page = scene::open();
    page.goto(&scene::path_to(&Snapshot {
        sight: Some(Sight(time(0.2), time(0.4), 0.0, 128.0)),
        ..Snapshot::default()
    }));
    scene::wait_for_sight(&page, "#gantt-canvas");
    let near = |a: f64, share: f64| (a - time(share)).abs() <= whole.seconds() / 100.0;
    drag(&page, "#minimap", 0.3, 0.5, false);
    let (start, end) = sight(&page);
    assert!(near(start, 0.4) && near(end, 0.6), "{start} {end}");
    drag(&page, "#minimap", 0.6, 0.8, false);
    let (start, end) = sight(&page);
    assert!(near(start, 0.4) && near(end, 0.8), "{start} {end}");
    // Beside the frame a press brings it there.
    drag(&page, "#minimap", 0.2, 0.2, false);
    let (start, end) = sight(&page);
    assert!(near(start, 0.0) && near(end, 0.4), "{start} {end}");
    page.execute("document.querySelector('#minimap').focus()");
    page.press("ArrowRight");
    let (start, end) = sight(&page);
    assert!(near(start, 0.04) && near(end, 0.44), "{start} {end}");
    page.press("0");
    let (start, end) = sight(&page);
    assert!(near(start, 0.0) && near(end, 1.0), "{start} {end}");
    page.wait_for("#minimap[data-whole=true]");
}

/// The time at a share of the chart's width, as large as it is on the screen.
fn on_chart(page: &Page, share: f64) -> f64 {
    let (plot, sight) = scene::seen(page, "#gantt-canvas");
    let canvas = page.execute(
        "const it = document.querySelector('#gantt-canvas');
         return it.getBoundingClientRect().width / it.currentCSSZoom",
    );
    let x = share * canvas.as_f64().expect("a width") - plot.left;
    sight.time(x, plot.width)
}

#[track_caller]
fn wait_for_figures(page: &Page, span: Span) {
    let report = SpanReport::of(&scene::sample_run(), span);
    page.wait_until_with(
        "return document.querySelector('#span-figures')?.dataset.utilization === arguments[0]",
        [report.all.mean_utilization.to_string()],
    );
}

#[test]
fn a_span_is_typed_and_has_its_figures_in_every_view_and_in_the_link() {
    let page = scene::open();
    page.click("#gantt-span");
    page.set_value("#span-from", "1 d");
    page.set_value("#span-to", "4 d 06:00");
    let span = Span::between(86_400, 4 * 86_400 + 21_600);
    wait_for_figures(&page, span);
    assert_eq!(scene::linked(&page).span, Some(span));
    page.set_value("#span-to", "soon");
    page.wait_for_text("#span-bar", "Not a time");
    wait_for_figures(&page, span);
    scene::show(&page, "summary");
    page.wait_for("#by-span");
    let report = SpanReport::of(&scene::sample_run(), span);
    let told = page.text("#by-span tbody tr:first-child");
    assert!(told.contains(&report.all.submitted.to_string()), "{told}");
    // Another machine sees the same.
    let page = scene::open_at(&Snapshot { span: Some(span), ..Snapshot::default() });
    wait_for_figures(&page, span);
    page.click("#span-close");
    page.wait_for_none("#span-bar");
    scene::wait_for_link(&page, &Snapshot::default());
}

#[test]
fn shift_and_dragging_marks_a_span_on_the_chart_and_on_the_minimap() {
    let page = scene::open();
    marks_with_shift(&page);
}

#[test]
fn for_a_projector_shift_and_dragging_marks_what_the_pointer_passes() {
    let page = scene::open();
    scene::project(&page);
    marks_with_shift(&page);
}

/// Marks spans on the chart and on the minimap, and takes the last one away.
fn marks_with_shift(page: &Page) {
    let whole = whole();
    drag(page, "#minimap", 0.25, 0.5, true);
    let marked = scene::linked(page).span.expect("a span");
    let near = |a: i64, share: f64| {
        let time = whole.start + share * whole.seconds();
        (a as f64 - time).abs() <= whole.seconds() / 100.0
    };
    assert!(near(marked.from, 0.25) && near(marked.to, 0.5), "{marked:?}");
    wait_for_figures(page, marked);
    // What is in sight has not moved.
    assert_eq!(sight(page), (whole.start, whole.end));
    let (from, to) = (on_chart(page, 0.9), on_chart(page, 0.6));
    drag(page, "#gantt-canvas", 0.9, 0.6, true);
    let other = scene::linked(page).span.expect("a span");
    let near = |a: i64, time: f64| (a as f64 - time).abs() <= whole.seconds() / 100.0;
    assert!(near(other.from, to) && near(other.to, from), "{other:?}");
    wait_for_figures(page, other);
    drag(page, "#gantt-canvas", 0.3, 0.3, true);
    page.wait_for_none("#span-bar");
}

/// Fingers on the minimap, at shares of its width: each list is what one event of the browser says.
fn touch(page: &Page, kind: &str, fingers: &[(u32, f64)]) {
    let number: Vec<f64> = page.read(
        "const it = document.querySelector('#minimap').getBoundingClientRect();
         return [it.left, it.top + it.height / 2, it.width]",
    );
    let points: Vec<Value> = fingers
        .iter()
        .map(|&(id, share)| json!({ "id": id, "x": number[0] + number[2] * share, "y": number[1] }))
        .collect();
    page.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
}

#[test]
fn fingers_drag_the_frame_of_the_minimap() {
    let whole = whole();
    let time = |share: f64| whole.start + share * whole.seconds();
    let page = scene::open();
    page.set_window_size(390, 844);
    page.goto(&scene::path_to(&Snapshot {
        sight: Some(Sight(time(0.2), time(0.6), 0.0, 128.0)),
        ..Snapshot::default()
    }));
    scene::wait_for_sight(&page, "#gantt-canvas");
    let near = |a: f64, share: f64| (a - time(share)).abs() <= whole.seconds() / 50.0;
    // Some pixels beside the right edge is near enough for a finger.
    let width = page.execute("return document.querySelector('#minimap').getBoundingClientRect().width");
    let beside = 12.0 / width.as_f64().expect("a width");
    touch(&page, "touchStart", &[(1, 0.6 + beside)]);
    touch(&page, "touchMove", &[(1, 0.7 + beside)]);
    touch(&page, "touchMove", &[(1, 0.8 + beside)]);
    touch(&page, "touchEnd", &[]);
    let (start, end) = sight(&page);
    assert!(near(start, 0.2) && near(end, 0.8), "{start} {end}");
    // A second finger does not take over, whatever it does.
    touch(&page, "touchStart", &[(1, 0.5)]);
    touch(&page, "touchStart", &[(1, 0.5), (2, 0.9)]);
    touch(&page, "touchMove", &[(1, 0.45), (2, 0.7)]);
    touch(&page, "touchMove", &[(1, 0.4), (2, 0.95)]);
    touch(&page, "touchEnd", &[]);
    let (start, end) = sight(&page);
    assert!(near(start, 0.1) && near(end, 0.7), "{start} {end}");
    // Nor has the page scrolled under them.
    let scrolled = page.execute("return [scrollX, scrollY]");
    assert_eq!(scrolled, json!([0, 0]));
}

/// The span that is marked, as its fields have it in the link.
fn marked(page: &Page) -> Span {
    page.poll("a span in the link", || scene::linked(page).span)
}

#[test]
fn what_is_free_throughout_a_window_is_listed_and_booked() {
    let page = scene::open();
    drag(&page, "#gantt-canvas", 0.3, 0.45, true);
    let span = marked(&page);
    let free = free_throughout(&scene::sample_run(), span);
    let free: Vec<u32> = free.iter().map(ServerSet::count).collect();
    page.wait_for(&format!("#span-free[data-counts='{free:?}']"));
    // A thousand jobs are not drawn on.
    assert_eq!(page.execute("return document.querySelector('#book-free').disabled"), json!(true));
    // The blackboard's are: the window becomes a reservation of all that is free in it.
    page.click("#draw");
    page.click("#blackboard");
    page.wait_for_text("#workload-name", "Blackboard");
    page.wait_until_idle();
    page.click("#gantt-span");
    page.set_value("#span-from", "5700");
    page.set_value("#span-to", "6300");
    let counts = page.poll("the free processors", || {
        let said = page.execute("return document.querySelector('#span-free').dataset.counts");
        let only = said.as_str()?.trim_matches(['[', ']']).parse::<u32>();
        only.ok().filter(|&it| it > 0)
    });
    let span = marked(&page);
    page.click("#book-free");
    page.wait_for_text("#job-form legend", "Job 6");
    page.wait_until_idle();
    page.wait_for("#span-free[data-counts='[0]']");
    let value = |css: &str| {
        let script = "return Number(document.querySelector(arguments[0]).value)";
        page.execute_with(script, [css]).as_f64()
    };
    assert_eq!(value("#job-size"), Some(f64::from(counts)));
    assert_eq!(value("#job-ready"), Some(span.from as f64 / 60.0));
    assert_eq!(value("#job-deadline"), Some(span.to as f64 / 60.0));
    page.click("#undo");
    page.wait_for(&format!("#span-free[data-counts='[{counts}]']"));
}

/// A log with a few jobs, the first of which takes so long.
fn log(seconds: u32) -> Vec<u8> {
    format!(
        "; MaxProcs: 8\n\
         1 0 0 {seconds} 8 -1 -1 8 {seconds} -1 1 1 1 -1 1 1 -1 -1\n\
         2 5 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n\
         3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n"
    )
    .into_bytes()
}

/// The strip's pixels.
fn pixels(page: &Page) -> Value {
    page.settle();
    page.settle();
    page.execute("return document.querySelector('#minimap canvas').toDataURL()")
}

/// The strip as it is when it is made anew: another view has been open in between.
fn drawn_anew(page: &Page) -> Value {
    scene::show(page, "summary");
    scene::show(page, "gantt");
    page.wait_for("#minimap canvas");
    pixels(page)
}

#[track_caller]
fn wait_for_another_run(page: &Page, what: &str, change: impl FnOnce(&Page)) {
    // Two short runs may take the same time: log and figures tell them apart.
    let jobs = "return ['#spent', '#workload-name', '#run-line', '.header']
        .map(it => document.querySelector(it).textContent).join()";
    let before = page.execute(jobs);
    change(page);
    page.poll(what, || (page.execute(jobs) != before).then_some(()));
    page.wait_until_idle();
}

/// A change, and what it is called where it fails.
type Change = (&'static str, fn(&Page));

const CHANGES: [Change; 12] = [
    ("a share", |page| page.set_value("#ar-percent", 70)),
    ("a policy", |page| {
        page.set_value("#queue-policy", "EASY backfilling");
    }),
    ("another policy", |page| {
        page.set_value("#queue-policy", "Strict FCFS");
    }),
    ("undo", |page| page.click("#undo")),
    ("redo", |page| page.click("#redo")),
    ("a seed", |page| page.set_value("#seed", 99)),
    ("a period", |page| page.set_value("#grid-period-number", 3600)),
    ("a provider", |page| page.click("#add-provider")),
    ("fewer jobs", |page| page.set_value("#last-job", 300)),
    ("a dropped log", |page| page.drop_bytes("a.swf", &log(60))),
    ("another log", |page| page.drop_bytes("b.swf", &log(600))),
    ("a scenario", |page| {
        page.drop_bytes("scenario.json", br#"{"seed": 3, "platform": [8, 8]}"#);
    }),
];

#[test]
fn the_strip_is_as_if_drawn_anew_after_every_kind_of_change() {
    let page = scene::open();
    page.wait_for("#minimap canvas");
    let mut last = pixels(&page);
    let mut different = 0;
    for (at, (what, change)) in CHANGES.into_iter().enumerate() {
        wait_for_another_run(&page, what, change);
        let shown = pixels(&page);
        assert!(!is_drawn(at, 3) || shown == drawn_anew(&page), "the strip after {what}");
        different += usize::from(shown != last);
        last = shown;
    }
    // Nothing is told apart if all look alike.
    assert!(different > 8, "{different} of {}", CHANGES.len());
    page.set_window_size(1280, 720);
    assert!(pixels(&page) == drawn_anew(&page), "another size");
}
