//! Workloads drawn by hand on the Gantt chart: what the hand does is what the library schedules.

use slotscope::experiment::Scenario;
use slotscope::workload::reserve::RequestKind;
use slotscope::workload::sketch::{Sketch, SketchedJob, Stroke};
use slotscope::workload::{Logged, Time, Workload, read};

use crate::harness::Page;
use crate::{picture, scene};

const CANVAS: &str = "#gantt-canvas";
const PROCESSORS: u32 = 8;

/// The scenario and the workload that the page makes of a sketch.
fn experiment(sketch: &Sketch) -> (Scenario, Workload) {
    let mut scenario = Scenario { platform: vec![PROCESSORS], ..Scenario::default() };
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    scenario.workload.reservations.request = RequestKind::Listed;
    scenario.workload.reservations.listed = sketch.requests().into();
    let text = sketch.swf("Blackboard");
    let reading = read("Blackboard", text.as_bytes()).expect("a sketch is a log");
    (scenario, reading.workload)
}

/// Waits until the page shows what the library makes of a sketch.
#[track_caller]
fn wait_for(page: &Page, sketch: &Sketch) {
    let (scenario, workload) = experiment(sketch);
    scene::wait_for_run(page, &scenario, &workload);
}

fn open() -> Page {
    let page = scene::open();
    page.click("#open-blackboard");
    wait_for(&page, &Sketch::blackboard());
    page.wait_for("#sketch-bar");
    page
}

/// The pixel on the screen, from the canvas's corner, at a time and in the middle of a processor.
#[track_caller]
fn place(page: &Page, time: Time, processor: u32) -> (f64, f64) {
    page.settle();
    let it: Vec<f64> = page.read_with(
        "const it = document.querySelector(arguments[0]).dataset;
         const zoom = document.querySelector(arguments[0]).currentCSSZoom;
         return [...it.plot.split(' '), ...it.sight.split(' '), zoom].map(Number)",
        [CANVAS],
    );
    let x = it[0] + (time as f64 - it[4]) / (it[5] - it[4]) * it[2];
    // The name of the provider stands above its processors.
    let strip = 20.0;
    let row = (it[3] - strip) / f64::from(PROCESSORS);
    let y = it[1] + strip + (f64::from(processor) + 0.5) * row;
    (it[8] * x, it[8] * y)
}

/// A field of the chosen job, in seconds.
#[track_caller]
fn field(page: &Page, id: &str) -> Time {
    page.wait_for(&format!("{id}:enabled"));
    // The last movement of a drag is shown in the next frame.
    page.settle();
    let value = page.execute_with("return Number(document.querySelector(arguments[0]).value)", [id]);
    (value.as_f64().expect("a number") * 60.0) as Time
}

#[test]
fn dragged_bars_are_moved_and_resized_and_undone() {
    let page = open();
    // Escape cancels the drag and leaves no step to undo.
    let ((x, y), (to, _)) = (place(&page, 105 * 60, 2), place(&page, 85 * 60, 2));
    page.drag_during(CANVAS, (x, y), (to, y), || {
        field(&page, "#job-ready");
        page.press("Escape");
        wait_for(&page, &Sketch::blackboard());
    });
    bars_are_dragged(&page);
    page.press("Control+z");
    scene::wait_for(&page, &scene::sample_report());
    page.press("Control+Shift+z");
    wait_for(&page, &Sketch::blackboard());
}

#[test]
fn for_a_projector_the_hand_draws_where_it_points() {
    let page = open();
    scene::project(&page);
    bars_are_dragged(&page);
    job_is_drawn(&page);
}

/// Moves a bar of the blackboard and lengthens another, and takes both back.
fn bars_are_dragged(page: &Page) {
    let before = Sketch::blackboard();
    // The reservation, by its middle, twenty minutes to the left.
    let (x, y) = place(page, 105 * 60, 2);
    let (to, _) = place(page, 85 * 60, 2);
    page.drag(CANVAS, (x, y), (to, y));
    let ready = field(page, "#job-ready");
    assert!((60..80).contains(&(ready / 60)), "{ready}");
    let seconds = ready - 90 * 60;
    let moved = before.after(Stroke::Shift { job: 5, seconds }, PROCESSORS);
    wait_for(page, &moved);
    // The first job, by its right edge, to be longer.
    let (x, y) = place(page, 50 * 60, 1);
    let (to, _) = place(page, 62 * 60, 1);
    page.drag(CANVAS, (x - 2.0, y), (to, y));
    let seconds = field(page, "#job-run-time") - 50 * 60;
    assert!(seconds > 0);
    let longer = moved.after(Stroke::Lengthen { job: 1, seconds }, PROCESSORS);
    wait_for(page, &longer);
    page.press("Control+z");
    wait_for(page, &moved);
    page.press("Control+z");
    wait_for(page, &before);
}

#[test]
fn jobs_are_drawn_on_free_ground() {
    let page = open();
    let with_one_more = job_is_drawn(&page);
    // A drag along the lower edge of the third job makes it wider.
    let image = picture::canvas(&page, CANVAS);
    assert!(!image.is_blank());
    page.click("#turn-job");
    let turned = with_one_more.after(Stroke::Turn { job: 6 }, PROCESSORS);
    wait_for(&page, &turned);
    page.click("#wipe-job");
    wait_for(&page, &Sketch::blackboard());
}

/// Draws a reservation on the blackboard as it is first.
fn job_is_drawn(page: &Page) -> Sketch {
    page.click("label[for=draws-1]");
    let (from, to) = (place(page, 125 * 60, 1), place(page, 140 * 60, 4));
    page.drag(CANVAS, from, to);
    page.wait_for_text("#job-form", "Job 6");
    let (ready, length) = (field(page, "#job-ready"), field(page, "#job-run-time"));
    let drawn = Stroke::Add { at: ready, length, processors: 3, reservation: true };
    assert!((120..130).contains(&(ready / 60)) && (10..20).contains(&(length / 60)));
    let with_one_more = Sketch::blackboard().after(drawn, PROCESSORS);
    wait_for(page, &with_one_more);
    with_one_more
}

#[test]
fn everything_can_be_done_with_keys_and_fields() {
    let page = open();
    let mut sketch = Sketch::blackboard();
    page.click("#add-job");
    let added = Stroke::Add { at: 20 * 60, length: 1800, processors: 1, reservation: false };
    sketch = sketch.after(added, PROCESSORS);
    wait_for(&page, &sketch);
    page.set_value("#job-size", 5);
    page.set_value("#job-run-time", 25);
    page.set_value("#job-limit", "30");
    let set = SketchedJob {
        id: 6,
        submit: 20 * 60,
        processors: 5,
        run_time: 25 * 60,
        requested_time: 30 * 60,
        window: None,
        logged: Logged::UNKNOWN,
    };
    sketch = sketch.after(Stroke::Set(set), PROCESSORS);
    wait_for(&page, &sketch);
    page.click("#next-job");
    page.wait_for_text("#job-form", "Job 1");
    page.execute("document.querySelector('#gantt-canvas').focus()");
    page.press("Alt+ArrowUp");
    let wider = Stroke::Resize { job: 1, processors: 4 };
    wait_for(&page, &sketch.after(wider, PROCESSORS));
    page.press("Delete");
    wait_for(&page, &sketch.after(Stroke::Wipe { job: 1 }, PROCESSORS));
}

#[test]
fn a_large_workload_offers_the_blackboard() {
    let page = scene::open();
    page.click("#draw");
    page.wait_for_text("#sketch-bar", "At most 100 jobs");
    page.click("#blackboard");
    wait_for(&page, &Sketch::blackboard());
    page.click("#draw");
    page.wait_for_none("#sketch-bar");
}

#[test]
fn a_short_range_of_a_log_can_be_edited() {
    let page = scene::open();
    page.execute("document.querySelector('#jobs-taken').open = true");
    page.set_value("#last-job", 30);
    page.wait_until("return document.querySelector('#spent').dataset.jobs === '30'");
    page.click("#draw");
    page.click("#add-job");
    page.wait_until("return document.querySelector('#spent').dataset.jobs === '31'");
    page.press("Control+z");
    page.wait_until("return document.querySelector('#spent').dataset.jobs === '30'");
}

#[test]
fn a_double_click_moves_nothing_under_the_pointer_and_deletes_nothing() {
    let page = open();
    let layout = |page: &Page| {
        page.settle();
        page.execute(
            "const box = css => {
                 const it = document.querySelector(css).getBoundingClientRect();
                 return [it.left, it.top, it.width, it.height];
             };
             return [document.querySelector('.figures').textContent,
                     ...['#gantt-canvas', '#add-job', '#wipe-job', '#sketch-bar'].map(box)]",
        )
    };
    for (width, height) in [(1440, 900), (1280, 720), (390, 844)] {
        page.set_window_size(width, height);
        page.execute_with("document.querySelector(arguments[0]).scrollIntoView({ block: 'nearest' })", [CANVAS]);
        let before = layout(&page);
        // A batch job, free ground, the reservation, which has more fields that count.
        for (time, processor) in [(20, 1), (125, 6), (105, 2)] {
            let (x, y) = place(&page, time * 60, processor);
            page.double_click_at(CANVAS, x, y);
            assert_eq!(layout(&page), before, "{width} wide, at {time} min");
            wait_for(&page, &Sketch::blackboard());
        }
        // Where the buttons stand nothing happens by a second click either.
        page.execute("document.querySelector('#add-job').scrollIntoView()");
        page.double_click_at("#job-form legend", 5.0, 5.0);
        wait_for(&page, &Sketch::blackboard());
    }
}

/// A notice or a line more above the chart moves it while the button is down.
#[test]
fn a_chart_that_moves_beneath_a_pointer_that_stays_is_clicked_and_not_drawn_on() {
    let page = open();
    let (x, y) = place(&page, 40 * 60, 1);
    page.click_during(CANVAS, x, y, || {
        let moved = "Object.assign(document.querySelector(arguments[0]).style,
                         { position: 'relative', left: '-60px', top: '24px' })";
        page.execute_with(moved, [CANVAS]);
        page.settle();
    });
    page.wait_for_text("#job-form legend", "Job 1");
    // The only step is the one to the blackboard.
    page.press("Control+z");
    scene::wait_for(&page, &scene::sample_report());
}
