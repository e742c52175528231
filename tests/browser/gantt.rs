//! The Gantt chart: what is pointed at, and what is in sight, against the library.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::json;
use slotscope::chart::gantt::hit;
use slotscope::chart::gantt::raster::{Raster, RasterOptions};
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Area, GanttIndex, Origin, Theme, Viewport};
use slotscope::experiment::Run;
use slotscope::workload;

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::{picture, scene};

const CANVAS: &str = "#gantt-canvas";

/// What the canvas says of itself.
fn seen(page: &Page) -> (Area, Viewport) {
    scene::seen(page, CANVAS)
}

fn sight(page: &Page) -> Viewport {
    seen(page).1
}

/// The job at a pixel of the canvas, and whether the pixels around it show the same.
fn job_at(index: &GanttIndex, (plot, sight): &(Area, Viewport), x: f64, y: f64) -> Option<Option<u32>> {
    let at = |x: f64, y: f64| {
        let size = (plot.width, plot.height);
        hit::job_at(index, sight, size, (x - plot.left, y - plot.top)).map(|hit| hit.job)
    };
    let job = at(x, y);
    let around = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
    around.iter().all(|(dx, dy)| at(x + dx, y + dy) == job).then_some(job)
}

/// Points at places all over the chart; what is said there must be what the library finds.
/// Returns how many places were on a job and how many on none.
#[track_caller]
fn point_around(page: &Page, run: &Run) -> (usize, usize) {
    let index = GanttIndex::new(run);
    let shown = seen(page);
    let origin = Origin::Dated(scene::sample().header().clock().expect("a date"));
    let (mut on_jobs, mut on_none) = (0, 0);
    for (across, down) in (0..7).flat_map(|x| (0..6).map(move |y| (x, y))) {
        let x = (shown.0.left + shown.0.width * (0.06 + 0.14 * f64::from(across))).round();
        let y = (shown.0.top + shown.0.height * (0.05 + 0.17 * f64::from(down))).round();
        let Some(job) = job_at(&index, &shown, x, y) else {
            continue;
        };
        page.hover(CANVAS, x, y);
        page.settle();
        let Some(at) = job else {
            on_none += 1;
            assert_eq!(page.count("#gantt-tooltip"), 0, "at {x}, {y}");
            continue;
        };
        on_jobs += 1;
        let (job, outcome) = (&run.jobs[at as usize], &run.schedule.outcomes[at as usize]);
        page.wait_for(&format!("#gantt-tooltip[data-job='{}']", job.id));
        let said = page.text("#gantt-tooltip");
        for fact in [
            format!("Job {}", job.id),
            time_label(job.submit, origin),
            time_label(outcome.start, origin),
            time_label(outcome.end, origin),
        ] {
            assert!(said.contains(&fact), "{fact} is not in: {said}");
        }
    }
    (on_jobs, on_none)
}

#[test]
fn hovering_names_the_job_under_the_pointer() {
    let page = scene::open();
    let run = scene::sample_run();
    let (whole_on, whole_off) = point_around(&page, &run);
    let whole = sight(&page);
    page.wheel(CANVAS, (700.0, 300.0), 0, -2000);
    page.poll("a zoomed chart", || (sight(&page) != whole).then_some(()));
    scene::wait_for_sight(&page, CANVAS);
    let (near_on, near_off) = point_around(&page, &run);
    let (on, off) = (whole_on + near_on, whole_off + near_off);
    assert!(on >= 20 && off >= 2, "{on} places on jobs, {off} on none");
}

#[test]
fn the_wheel_zooms_around_the_pointer_and_a_double_click_shows_all() {
    let page = scene::open();
    let index = GanttIndex::new(&scene::sample_run());
    let (plot, whole) = seen(&page);
    assert_eq!(whole, index.whole());
    let at = plot.left + 400.0;
    page.wheel(CANVAS, (at, 300.0), 0, -800);
    let near = sight(&page);
    assert!(near.seconds() < whole.seconds() / 2.0, "{near:?}");
    let (before, after) = (whole.time(400.0, plot.width), near.time(400.0, plot.width));
    let pixel = near.seconds() / plot.width;
    assert!((before - after).abs() < pixel, "{before} moved to {after}");
    assert_eq!((near.first_row, near.last_row), (whole.first_row, whole.last_row));
    page.wheel(CANVAS, (at, 300.0), 0, 400);
    let further = sight(&page);
    assert!(further.seconds() > near.seconds() && further.seconds() < whole.seconds());
    page.double_click_at(CANVAS, at, 300.0);
    assert_eq!(sight(&page), whole);
    page.wheel(CANVAS, (at, 300.0), 0, -800);
    page.click("#gantt-reset");
    assert_eq!(sight(&page), whole);
}

#[test]
fn dragging_moves_the_chart_with_the_pointer() {
    let page = scene::open();
    let whole = sight(&page);
    page.wheel(CANVAS, (600.0, 300.0), 0, -1600);
    let (plot, near) = seen(&page);
    page.drag(CANVAS, (700.0, 300.0), (500.0, 300.0));
    let moved = sight(&page);
    // What lay under the pointer still does: two hundred pixels further left.
    let expected = near.start + near.seconds() * 200.0 / plot.width;
    let pixel = near.seconds() / plot.width;
    assert!((moved.start - expected).abs() < 2.0 * pixel, "{near:?} to {moved:?}");
    // At rest, edges move to numbers that are short in a link.
    assert!((moved.seconds() - near.seconds()).abs() < pixel);
    // Far beyond the beginning there is nothing to be dragged in.
    for _ in 0..8 {
        page.drag(CANVAS, (100.0, 300.0), (1000.0, 300.0));
    }
    assert_eq!(sight(&page).start, whole.start);
    assert!(!picture::canvas(&page, CANVAS).is_blank());
}

#[test]
fn the_chart_is_moved_by_keys() {
    let page = scene::open();
    let whole = sight(&page);
    page.execute_with("document.querySelector(arguments[0]).focus()", [CANVAS]);
    page.press("+");
    page.press("+");
    let near = sight(&page);
    assert!(near.seconds() < whole.seconds() * 0.6);
    page.press("ArrowRight");
    let right = sight(&page);
    assert!(right.start > near.start);
    page.press("ArrowLeft");
    assert!((sight(&page).start - near.start).abs() < 1e-3);
    page.press("PageUp");
    let rows = sight(&page);
    assert!(rows.rows() < near.rows());
    page.press("ArrowDown");
    assert!(sight(&page).first_row > rows.first_row);
    page.press("-");
    assert!(sight(&page).seconds() > near.seconds());
    page.press("0");
    assert_eq!(sight(&page), whole);
}

#[test]
fn what_is_told_of_a_job_goes_once_the_chart_has_moved() {
    let page = scene::open();
    let run = scene::sample_run();
    let index = GanttIndex::new(&run);
    let shown = seen(&page);
    let places = (1..40).flat_map(|x| (1..20).map(move |y| (f64::from(x), f64::from(y))));
    let places = places.map(|(x, y)| {
        let area = &shown.0;
        ((area.left + area.width * x / 40.0).round(), (area.top + area.height * y / 20.0).round())
    });
    let on_a_job = |&(x, y): &(f64, f64)| job_at(&index, &shown, x, y).flatten().is_some();
    let (x, y) = places.into_iter().find(on_a_job).expect("a job");
    let by_the_pointer: [fn(&Page); 3] = [
        |page| page.press("+"),
        |page| page.press("ArrowRight"),
        |page| {
            page.execute("document.querySelector('#gantt-reset').click()");
        },
    ];
    page.execute("document.querySelector('#gantt-canvas').focus()");
    for moves in by_the_pointer {
        page.hover(CANVAS, x + 1.0, y);
        page.hover(CANVAS, x, y);
        page.settle();
        // Elsewhere there may be no job after the chart has moved.
        if page.count("#gantt-tooltip") == 0 {
            continue;
        }
        moves(&page);
        page.wait_for_none("#gantt-tooltip");
    }
    page.hover(CANVAS, x, y);
    page.wheel(CANVAS, (x, y), 0, -300);
    page.wait_for_none("#gantt-tooltip");
}

#[test]
fn a_click_moves_the_time_cursor_there() {
    let page = scene::open();
    let (plot, whole) = seen(&page);
    page.click_at(CANVAS, plot.left + 300.0, 200.0);
    scene::show(&page, "slots");
    let time = page.execute("return document.querySelector('#cursor-number').value");
    let time: f64 = time.as_str().unwrap().parse().unwrap();
    let pixel = whole.seconds() / plot.width;
    assert!((time - whole.time(300.0, plot.width)).abs() <= pixel, "{time}");
}

/// What is on the plotted area of the chart: red, green, blue and alpha, row by row.
fn pixels(page: &Page, plot: &Area) -> Vec<u8> {
    let packed = page.execute_with(
        "const [left, top, width, height] = arguments;
         const context = document.querySelector('#gantt-canvas').getContext('2d');
         const { data } = context.getImageData(left, top, width, height);
         let text = '';
         for (let at = 0; at < data.length; at += 1 << 15)
             text += String.fromCharCode(...data.subarray(at, at + (1 << 15)));
         return btoa(text)",
        [plot.left, plot.top, plot.width, plot.height].map(|it| json!(it)),
    );
    let packed = packed.as_str().expect("pixels");
    BASE64_STANDARD.decode(packed).expect("base64")
}

/// The chart comes to show what the library draws of the visible part.
#[track_caller]
fn assert_drawn(page: &Page, index: &GanttIndex, origin: Origin) {
    page.poll("the picture", || is_drawn(page, index, origin).then_some(()));
}

/// Whether it is complete and shows that.
fn is_drawn(page: &Page, index: &GanttIndex, origin: Origin) -> bool {
    page.settle();
    page.wait_for("#gantt-canvas[data-complete=true]");
    page.settle();
    let theme = Theme::light();
    let options = RasterOptions { origin, ..RasterOptions::plain(&theme, 1.0) };
    let (plot, sight) = seen(page);
    let size = (plot.width as usize, plot.height as usize);
    let found = pixels(page, &plot);
    let mut wanted = vec![0; found.len()];
    Raster::new().draw(index, &sight, &options, size, &mut wanted);
    // Names and frames are laid over it.
    let others = found.chunks(4).zip(wanted.chunks(4)).filter(|(found, wanted)| found != wanted).count();
    println!("{others} of {size:?} differ, {sight:?}");
    others * 40 < size.0 * size.1
}

#[test]
fn more_bars_than_a_frame_has_time_for_come_to_the_same_picture() {
    let folder = Folder::new();
    let generator = "generate lublin --jobs 70000 --processors 2000 --largest-job 1 --load 0.8";
    let text = command::slotscope(&generator.split(' ').collect::<Vec<_>>());
    let log = workload::read("many.swf", &text).expect("a log").workload;
    let page = scene::open();
    page.send_file("#file", &folder.file("many.swf", text));
    page.wait_for("#spent[data-jobs='70000']");
    let index = GanttIndex::new(&scene::run(&scene::scenario_of(&log), &log));
    let origin = Origin::Dated(log.header().clock().expect("a date"));
    page.execute("document.querySelector('#gantt-canvas').focus()");
    // All of it, zoomed in a little, and moved.
    for key in ["0", "+", "ArrowRight"] {
        page.press(key);
        assert_drawn(&page, &index, origin);
    }
}

/// The visible part of the log before is none of this one: its times are others, and so is what lies between them.
#[test]
fn a_log_that_arrives_while_the_chart_is_zoomed_and_moved_is_wholly_in_sight() {
    let folder = Folder::new();
    // Bars so flat have no numbers over them, however far a last movement has zoomed in.
    let generator = "generate lublin --jobs 70000 --processors 128 --largest-job 2 --load 0.7";
    let text = command::slotscope(&generator.split(' ').collect::<Vec<_>>());
    let log = workload::read("long.swf", &text).expect("a log").workload;
    let page = scene::open();
    page.wheel(CANVAS, (700.0, 300.0), 0, -1200);
    scene::wait_for_sight(&page, CANVAS);
    page.send_file("#file", &folder.file("long.swf", text));
    let has_come = || page.count("#spent[data-jobs='70000']") > 0;
    let mut moves = 0;
    while !has_come() {
        let at = (300.0 + f64::from(moves * 37 % 600), 250.0);
        let turn = [-300, 120, -200, 260][moves as usize % 4];
        page.wheel(CANVAS, at, 0, turn);
        page.drag(CANVAS, (600.0, 250.0), (520.0, 250.0));
        moves += 1;
        assert!(moves < 2_000, "the log does not come");
    }
    let index = GanttIndex::new(&scene::run(&scene::scenario_of(&log), &log));
    let origin = Origin::Dated(log.header().clock().expect("a date"));
    // A last movement may have come after the log.
    page.execute("document.querySelector('#gantt-canvas').focus()");
    for key in ["", "+", "ArrowRight", "+", "-", "0"] {
        if !key.is_empty() {
            page.press(key);
        }
        assert_drawn(&page, &index, origin);
    }
    assert_eq!(sight(&page), index.whole());
}
