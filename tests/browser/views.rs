//! What the views show, against what the library says natively.

use serde_json::json;
use slotscope::availability::{Availability, Request};
use slotscope::chart::layout::{Layout, strip_height};
use slotscope::chart::{GanttIndex, Viewport};
use slotscope::experiment::moment::{promises, slots};
use slotscope::experiment::{Run, Scenario};

use crate::harness::Page;
use crate::scene;

fn sample_run() -> Run {
    scene::run(&Scenario::default(), &scene::sample())
}

/// The room that the axes take beside and below the plotted area.
const AXES: (f64, f64) = (46.0, 26.0);

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn hovering_names_the_job_under_the_pointer() {
    let page = scene::open();
    let run = sample_run();
    let index = GanttIndex::new(&run);
    let size = page.execute("const it = document.querySelector('#gantt-canvas'); return [it.clientWidth, it.clientHeight]", &[]);
    let (width, height) = (
        size[0].as_f64().unwrap() - AXES.0,
        size[1].as_f64().unwrap() - AXES.1,
    );
    let all: Viewport = index.whole();
    let strip = strip_height(run.platform.len(), height);
    let layout = Layout::new(&run.platform, &all, height, strip);
    let mut wide: Vec<_> = index.pieces.iter().collect();
    wide.sort_by_key(|piece| {
        std::cmp::Reverse((piece.end - piece.start) * i64::from(piece.last - piece.first + 1))
    });
    for piece in wide.into_iter().take(5) {
        let lane = layout.lane(piece.provider as usize).unwrap();
        let (top, bottom) = layout.span(lane, piece.first, piece.last);
        let x = all.x((piece.start + piece.end) as f64 / 2.0, width);
        page.hover("#gantt-canvas", AXES.0 + x, (top + bottom) / 2.0);
        let id = run.jobs[piece.job as usize].id;
        page.wait_for(&format!("#gantt-tooltip[data-job='{id}']"));
        assert!(page.text("#gantt-tooltip").contains(&format!("Job {id}")));
    }
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_query_is_answered_as_natively() {
    let page = scene::open();
    scene::show(&page, "slots");
    let run = sample_run();
    for (now, length, size, deadline) in [
        (400_000, 3_600, 16, None),
        (500_000, 40_000, 64, None),
        (641_569, 7_200, 32, Some(660_000)),
    ] {
        page.set_value("#cursor-number", now);
        page.set_value("#query-length", length);
        page.set_value("#query-size", size);
        page.set_value(
            "#query-deadline",
            deadline.map_or(json!(""), |time: i64| json!(time)),
        );
        let request = Request {
            ready: now,
            deadline,
            length,
            processors: size,
        };
        let offers = run
            .platform
            .iter()
            .enumerate()
            .filter_map(|(index, &processors)| {
                let promised = promises(&run, index, now, |job| job.requested_time);
                Some((slots(processors, &promised).earliest_fit(&request)?, index))
            });
        let (start, provider) = match offers.min() {
            Some((start, index)) => (json!(start.to_string()), json!(index.to_string())),
            None => (json!(null), json!(null)),
        };
        page.wait_until(
            "const it = document.querySelector('#query-answer').dataset;
             return (it.start ?? null) === arguments[0] && (it.provider ?? null) === arguments[1]",
            &[start, provider],
        );
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

fn runs_done(page: &Page) -> u64 {
    let done = page.execute(
        "return Number(document.querySelector('#curves-done')?.dataset.done ?? 0)",
        &[],
    );
    done.as_u64().unwrap_or(0)
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn curves_appear_point_by_point_and_can_be_cancelled() {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-seeds", 100);
    page.click("#curves-run");
    page.wait_until(
        "return Number(document.querySelector('#curves-done')?.dataset.done) > 5",
        &[],
    );
    page.wait_for(
        ".curve-pictures svg path, .curve-pictures svg polyline, .curve-pictures svg circle",
    );
    let early = runs_done(&page);
    page.wait_until(
        "return Number(document.querySelector('#curves-done').dataset.done) > arguments[0]",
        &[json!(early)],
    );
    page.click("#curves-cancel");
    page.wait_for("#curves-run");
    let stopped = runs_done(&page);
    assert!(stopped < 3300, "{stopped}");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(runs_done(&page), stopped);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_finished_sweep_holds_the_means_of_its_runs() {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 2);
    page.click("#curves-run");
    page.wait_until("const it = document.querySelector('#curves-done')?.dataset; return it?.done === it?.total && it?.total === '12'", &[]);
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 0.0;
    let slotscope::experiment::System::TwoLevel(options) = &mut scenario.system;
    options.local.queue = slotscope::system::two_level::QueuePolicy::Fcfs;
    let of_seed = |seed| {
        let run = scene::run(
            &Scenario {
                seed,
                ..scenario.clone()
            },
            &scene::sample(),
        );
        slotscope::criteria::report(&run).mean_flow_time
    };
    let mean = (of_seed(1) + of_seed(2)) / 2.0;
    let shown = page.execute(
        "return document.querySelectorAll('#curves-table td[data-value]')[1].dataset.value",
        &[],
    );
    assert_eq!(shown, json!(mean.to_string()));
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn curves_are_drawn_over_the_period_and_over_the_interval() {
    let page = scene::open();
    scene::show(&page, "curves");
    for (axis, values, label) in [
        ("#curves-axis-1", "0, 3600, 86400", "period"),
        ("#curves-axis-2", "0, 2, 8", "interval"),
    ] {
        page.execute(
            "document.querySelector(arguments[0]).click()",
            &[json!(axis)],
        );
        page.set_value("#curves-values", values);
        page.set_value("#curves-seeds", 1);
        page.click("#curves-run");
        page.wait_until(
            "const it = document.querySelector('#curves-done')?.dataset; \
             return it?.done === it?.total && it?.total === '9' && \
             document.querySelector('.curve-pictures').textContent.includes(arguments[0])",
            &[json!(label)],
        );
        let drawn = page.execute(
            "return new Set([...document.querySelectorAll('#curves-table td[data-value]')] \
             .map(cell => cell.dataset.value)).size",
            &[],
        );
        assert!(
            drawn.as_u64() > Some(9),
            "{label}: the values make a difference"
        );
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn the_table_of_jobs_sorts_filters_and_draws_only_what_is_seen() {
    let page = scene::open();
    scene::show(&page, "jobs");
    assert!(page.count("#job-table .row") < 100);
    page.click("[data-testid=sort-processors]");
    page.click("[data-testid=sort-processors]");
    let run = sample_run();
    let largest = run.jobs.iter().map(|job| job.processors).max().unwrap();
    page.wait_until("return document.querySelectorAll('#job-table .row')[1].children[11].textContent === arguments[0]", &[json!(largest.to_string())]);
    page.click("label[for=job-kind-1]");
    let reservations = run.jobs.iter().filter(|job| job.is_reservation()).count();
    page.wait_until("return document.querySelector('#job-count-shown').textContent.startsWith(arguments[0] + ' of')", &[json!(reservations.to_string())]);
    page.execute(
        "document.querySelectorAll('#job-table .row')[1].click()",
        &[],
    );
    page.wait_for("#view-gantt");
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn zooming_and_panning_leave_the_whole_reachable() {
    let page = scene::open();
    page.wheel("#gantt-canvas", (500.0, 300.0), 0, -800);
    page.drag("#gantt-canvas", (500.0, 300.0), (300.0, 320.0));
    page.click("#gantt-reset");
    page.press("2");
    page.wait_for("#view-slots");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
