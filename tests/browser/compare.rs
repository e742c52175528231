//! Scenarios side by side: numbers, intervals, jobs and pictures against the library.

use serde_json::{Value, json};

use crate::harness::Page;
use crate::{picture, scene};
use slotscope::criteria::Report;
use slotscope::experiment::comparison::sentences::{answer, sentences};
use slotscope::experiment::comparison::{Basis, JobDifferences, Row, contrasts, rows};
use slotscope::experiment::{Run, Scenario};
use slotscope::workload::{Workload, WorkloadKind};

/// The scenario that a button makes of another.
fn contrast(scenario: &Scenario, id: &str) -> Scenario {
    contrasts(scenario).into_iter().into_iter().find(|it| it.id == id).expect("a contrast that is offered").scenario
}

/// The page with the sample under FCFS with backfilling, A, and under EASY, B.
fn open_two() -> (Page, [Scenario; 2]) {
    let page = scene::open();
    scene::compare_with_easy(&page);
    let default = Scenario::default();
    let easy = contrast(&default, "easy");
    wait_for_runs(&page);
    scroll_to_charts(&page);
    (page, [default, easy])
}

/// Charts that are off the screen are not drawn.
#[track_caller]
fn scroll_to_charts(page: &Page) {
    page.execute("document.querySelector('.compared-charts').scrollIntoView({ block: 'start', behavior: 'instant' })");
    page.settle();
}

#[test]
fn the_charts_come_first_and_a_row_has_one_unit() {
    let (page, _) = open_two();
    for (width, height) in [(390, 844), (1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        page.settle();
        let first = page.execute(
            "const rect = css => document.querySelector(css).getBoundingClientRect();
             return rect('.compared-charts').bottom <= rect('#compare-table').top",
        );
        assert_eq!(first, json!(true), "{width} × {height}");
    }
    // Of all jobs at first; of some of them when asked.
    let shown = "return [...document.querySelectorAll('#compare-table tr[data-criterion]')]
        .filter(it => it.checkVisibility()).length";
    let of_all = page.execute(shown);
    page.click("#compare-parts");
    page.wait_for("#compare-parts[aria-expanded=true]");
    assert!(page.execute(shown).as_u64() > of_all.as_u64());
    let units = page.execute(
        "return [...document.querySelectorAll('#compare-table tr[data-criterion]')].map(row =>
            new Set([...row.querySelectorAll('.value')].map(it =>
                it.textContent.replace(/^★ /, '').replace(/^[−0-9.\\u202f]+/, ''))).size)",
    );
    let units = units.as_array().expect("rows");
    assert!(units.len() > 10 && units.iter().all(|it| it == 1), "{units:?}");
}

/// Waits until all seeds of all scenarios have come back.
#[track_caller]
fn wait_for_runs(page: &Page) {
    page.wait_until_idle();
    scene::wait_for_runs(page, "#compare-done");
}

fn set_seeds(page: &Page, seeds: u64) {
    page.set_value("#compare-seeds", seeds);
    page.wait_until_with(
        "const it = document.querySelector('#compare-done').dataset;
         return Number(it.total) === arguments[0] * document.querySelectorAll('.chip').length
            && it.done === it.total",
        [seeds],
    );
}

/// The table as the library has it.
fn native_rows(scenarios: &[Scenario], workload: &Workload, seeds: u64, baseline: usize) -> Vec<Row> {
    let of_seed = |scenario: &Scenario, offset: u64| {
        let seed = scenario.seed + offset;
        let seeded = Scenario { seed, ..scenario.clone() };
        scene::report_of(&seeded, workload)
    };
    let reports: Vec<Vec<Report>> =
        scenarios.iter().map(|scenario| (0..seeds).map(|offset| of_seed(scenario, offset)).collect()).collect();
    let there: Vec<Vec<Option<&Report>>> = reports.iter().map(|of_seeds| of_seeds.iter().map(Some).collect()).collect();
    // The sample's waits are made up: nothing is far from them.
    let basis = |it: &Scenario| Basis::of(it, WorkloadKind::Log, false);
    let bases: Vec<Basis> = scenarios.iter().map(basis).collect();
    rows(&there, &bases, baseline)
}

/// What the table shows must be these rows, to the last digit.
#[track_caller]
fn assert_table(page: &Page, rows: &[Row]) {
    let text = |number: f64| json!(number.to_string());
    let expected: Vec<Value> = rows
        .iter()
        .map(|row| {
            let cells = row.cells.iter().map(|cell| {
                let Some(cell) = cell else {
                    return json!({
                        "value": null, "halfWidth": null, "seeds": null, "difference": null,
                        "differenceHalfWidth": null, "best": false, "star": false,
                    });
                };
                json!({
                    "value": text(cell.value.mean),
                    "halfWidth": cell.value.half_width.map(text),
                    "seeds": json!(cell.value.count.to_string()),
                    "difference": cell.difference.map(|it| text(it.mean)),
                    "differenceHalfWidth": cell.difference.and_then(|it| it.half_width).map(text),
                    "best": cell.is_best,
                    "star": cell.is_told_best,
                })
            });
            json!([row.criterion.id(), cells.collect::<Vec<_>>()])
        })
        .collect();
    let shown = page.execute(
        "return [...document.querySelectorAll('#compare-table tr[data-criterion]')].map(row => [
            row.dataset.criterion,
            [...row.querySelectorAll('td')].map(cell => { const { dataset, classList } = cell; return {
                value: dataset.value ?? null, halfWidth: dataset.halfWidth ?? null, seeds: dataset.seeds ?? null,
                difference: dataset.difference ?? null,
                differenceHalfWidth: dataset.differenceHalfWidth ?? null,
                best: classList.contains('best'), star: Boolean(cell.querySelector('.star')),
            }; })])",
    );
    assert_eq!(shown, json!(expected));
}

#[test]
fn the_scenario_in_front_follows_the_panel_and_everything_is_undone() {
    let (page, [default, mut easy]) = open_two();
    set_seeds(&page, 2);
    page.set_value("#ar-percent", 60);
    easy.workload.reservations.percent = 60.0;
    scene::wait_for_sample(&page, &easy);
    set_seeds(&page, 2);
    let sample = scene::sample();
    assert_table(&page, &native_rows(&[default.clone(), easy.clone()], &sample, 2, 0));
    assert!(page.text("#chip-1").contains("60 % advance reservations"));
    // The other one comes to the front: the panel and the figures above are its own.
    page.click("#front-0");
    page.wait_for("#chip-0.in-front");
    scene::wait_for(&page, &scene::sample_report());
    // Backwards: to the front, the share, the contrast.
    for _ in 0..3 {
        page.click("#undo");
    }
    page.wait_for("#chip-0.in-front");
    page.wait_for("#undo:disabled");
    scene::wait_for(&page, &scene::sample_report());
    for _ in 0..3 {
        page.click("#redo");
    }
    page.wait_for("#chip-0.in-front");
    wait_for_runs(&page);
    assert_table(&page, &native_rows(&[default.clone(), easy], &sample, 2, 0));
    page.click("#remove-1");
    page.wait_for("#compare-invite");
    page.click("#undo");
    page.wait_for("#chip-1");
}

/// What a canvas says is in sight: the times.
fn times(page: &Page, canvas: &str) -> (f64, f64) {
    let number: Vec<f64> =
        page.read_with("return document.querySelector(arguments[0]).dataset.sight.split(' ').map(Number)", [canvas]);
    (number[0], number[1])
}

const CANVASES: [&str; 5] =
    ["#compare-axis", "#compare-gantt-0", "#compare-gantt-1", "#compare-busy", "#compare-queue"];

/// The times in sight, once they are the same in all charts: when they have come to rest all are
/// drawn anew, as fine as a screen shows them.
#[track_caller]
fn common_times(page: &Page) -> (f64, f64) {
    page.settle();
    page.wait_until_with(
        "const times = css => document.querySelector(css).dataset.sight?.split(' ', 2).join(' ');
         return new Set(arguments[0].map(times)).size === 1",
        [CANVASES],
    );
    times(page, CANVASES[0])
}

#[test]
fn all_charts_show_the_same_times() {
    let (page, _) = open_two();
    let whole = common_times(&page);
    page.wheel("#compare-gantt-1", (500.0, 60.0), 0, -800);
    let near = common_times(&page);
    assert!(near.1 - near.0 < (whole.1 - whole.0) / 2.0);
    page.drag("#compare-gantt-0", (700.0, 60.0), (400.0, 60.0));
    let moved = common_times(&page);
    assert!(moved.0 > near.0);
    page.drag("#compare-queue", (400.0, 50.0), (600.0, 50.0));
    assert!(common_times(&page).0 < moved.0);
    // What is in sight stays while other views are open, and the Gantt view shows it too.
    let last = common_times(&page);
    scene::wait_for_sight(&page, "#compare-gantt-0");
    scene::show(&page, "gantt");
    page.settle();
    let in_gantt = times(&page, "#gantt-canvas");
    // Links are short: what is kept is as fine as a screen shows it.
    let fine = (last.1 - last.0) / 10_000.0;
    assert!((in_gantt.0 - last.0).abs() < fine, "{in_gantt:?}, {last:?}");
    scene::show(&page, "compare");
    page.wait_for("#compare-gantt-1");
    scroll_to_charts(&page);
    assert!((common_times(&page).0 - last.0).abs() < fine);
    page.click("#compare-reset");
    assert_eq!(common_times(&page), whole);
    page.execute("document.querySelector('#compare-busy').focus()");
    page.press("+");
    let nearer = common_times(&page);
    assert!(nearer.1 - nearer.0 < whole.1 - whole.0);
    for canvas in CANVASES {
        assert!(!picture::canvas(&page, canvas).is_blank(), "{canvas}");
    }
    scroll_to_charts(&page);
    page.click("#fold-0");
    page.wait_for_none("#compare-gantt-0");
}

#[test]
fn sentences_single_out_their_jobs_in_every_view() {
    let (page, scenarios) = open_two();
    let sample = scene::sample();
    let runs: Vec<Run> = scenarios.iter().map(|it| scene::run(it, &sample)).collect();
    let said = sentences(&JobDifferences::between(&runs[0], &runs[1]), "A", "B");
    let shown = page.execute(
        "return [...document.querySelectorAll('[data-sentence]')]
            .map(it => [it.dataset.sentence, Number(it.dataset.jobs), it.textContent])",
    );
    let expected: Vec<Value> = said.iter().map(|it| json!([it.id, it.jobs.len(), it.text])).collect();
    assert_eq!(shown, json!(expected));
    let before = picture::pixels_of(&page, "#compare-gantt-0", &slotscope::chart::Theme::light().batch);
    page.click("[data-sentence=longer] button");
    let longer = said[0].jobs.len().to_string();
    page.wait_for(&format!("#selected[data-count='{longer}']"));
    scroll_to_charts(&page);
    let after = picture::pixels_of(&page, "#compare-gantt-0", &slotscope::chart::Theme::light().batch);
    assert!(after < before, "the others are dimmed: {after}, {before}");
    scene::show(&page, "jobs");
    page.wait_for_text("#job-count-shown", &format!("{longer} of"));
    page.set_value("#job-selected", false);
    page.wait_until("return document.querySelector('#job-count-shown').innerText === '1\u{202f}000 jobs'");
    page.click("#unselect");
    page.wait_for_none("#selected");
    page.wait_for_none("#job-selected");
}

#[test]
fn a_job_that_is_pointed_at_is_outlined_in_all_charts() {
    let (page, _) = open_two();
    let highlight = [slotscope::chart::Theme::light().highlight];
    let dark = |canvas: &str| picture::pixels_of(&page, canvas, &highlight);
    let canvases = ["#compare-gantt-0", "#compare-gantt-1"];
    page.wheel(canvases[0], (300.0, 100.0), 0, -1500);
    page.settle();
    page.hover(canvases[0], 20.0, 100.0);
    page.settle();
    let before = canvases.map(dark);
    let mut outlined = false;
    for x in (60..1000).step_by(40) {
        page.hover(canvases[0], f64::from(x), 70.0);
        page.settle();
        if page.count("#gantt-tooltip") == 1 {
            let after = canvases.map(dark);
            assert!(after[0] > before[0], "at {x}");
            outlined |= after[1] > before[1];
        }
    }
    assert!(outlined, "no job was in sight in both");
    // A click marks it, and the moment, in all.
    page.click_at(canvases[0], 500.0, 70.0);
    page.settle();
    for canvas in canvases {
        assert!(dark(canvas) > 50, "the cursor is not in {canvas}");
    }
}

/// What a layout of the comparison picture hands out.
#[track_caller]
fn pictured(page: &Page, layout: &str, ending: &str) -> Vec<u8> {
    page.clear_downloads();
    page.execute("document.querySelector('.compare').scrollTop = 0");
    page.click("#compare-layouts");
    page.click(&format!("#picture-{layout}"));
    std::fs::read(page.wait_for_download(ending)).expect("a picture")
}

#[track_caller]
fn pictured_text(page: &Page, layout: &str) -> String {
    String::from_utf8(pictured(page, layout, ".svg")).expect("text in UTF-8")
}

#[test]
fn the_comparison_is_pictured_for_slides_and_for_papers() {
    let (page, _) = open_two();
    set_seeds(&page, 2);
    let png = picture::png(&page, &pictured(&page, "slide-png", ".png"));
    assert_eq!((png.width, png.height), (1920, 1080));
    assert!(!png.is_blank() && png.colours > 100, "{png:?}");
    let slide = pictured_text(&page, "slide-svg");
    let column = pictured_text(&page, "column-svg");
    let sample = scene::sample();
    for (name, text) in [("slide", &slide), ("column", &column)] {
        let (titles, said) = picture::svg(&page, text);
        assert!(titles[0].contains(&sample.name), "{name}: {titles:?}");
        for words in
            ["EASY backfilling", "FCFS with backfilling", "seeds 1–2", concat!("Slotscope ", env!("CARGO_PKG_VERSION"))]
        {
            assert!(said.contains(words), "{name} does not say {words}: {said}");
        }
    }
    assert!(slide.contains("width=\"1920\" height=\"1080\""));
    // As a browser shows the column: 85 mm.
    assert!(column.contains("width=\"321.26\""));
}

/// Broker rejects jobs of the sample that the grid runs.
#[test]
fn figures_of_other_jobs_are_grey_with_the_reason() {
    let why = "other jobs are rejected";
    let page = scene::open();
    scene::show(&page, "summary");
    page.set_value("#system", "Broker");
    page.wait_for_text("#summary-unjudged", why);
    page.wait_for_text("#figures-unjudged", why);
    assert!(page.count(".verdict.unjudged") > 3);
    assert_eq!(page.count(".better, .worse:not(#rejected)"), 0);
    page.click("#undo");
    scene::compare_alone(&page);
    page.click("#contrast-broker");
    wait_for_runs(&page);
    page.wait_for_text("#compare-marks", &format!("no verdict: B: {why}"));
    assert!(page.count("#compare-table .unjudged") > 3);
    assert_eq!(page.count("#compare-table :is(.best, .better, .worse, .star, .sure)"), 0);
}

/// The log of the blackboard says of no job how long it waited.
#[test]
fn the_log_itself_is_offered_where_it_has_waits() {
    let page = Page::open("/#");
    scene::compare_alone(&page);
    page.wait_for("#contrast-easy");
    for (name, log, is_offered) in [
        ("without.swf", "1 0 -1 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n", false),
        ("with.swf", "1 0 5 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n", true),
    ] {
        page.drop_bytes(name, log.as_bytes());
        page.wait_for_text("#workload-name", name);
        page.wait_for("#contrast-easy");
        assert_eq!(page.count("#contrast-as-logged") == 1, is_offered, "{name}");
        let needs = page.text("body").contains("As logged system needs a log with waiting times");
        assert_eq!(needs, !is_offered, "{name}");
    }
}

/// Without a click: the answer above both charts, which are whole on a projector's screen.
#[test]
fn a_comparison_opens_beside_its_contrast_with_the_answer_on_top() {
    let page = scene::open();
    scene::show(&page, "compare");
    wait_for_runs(&page);
    let default = Scenario::default();
    let easy = contrast(&default, "easy");
    let sample = scene::sample();
    assert_table(&page, &native_rows(&[default.clone(), easy.clone()], &sample, 10, 0));
    let [first, second] = [&default, &easy].map(|it| scene::run(it, &sample));
    let jobs = JobDifferences::between(&first, &second);
    let rows = native_rows(&[default.clone(), easy.clone()], &sample, 10, 0);
    let expected = answer(&rows, 1, ("A", "EASY backfilling"), (&jobs, true)).expect("waits");
    assert_eq!(page.text("#compare-answer"), format!("B {expected}."));
    let slide = pictured_text(&page, "slide-svg");
    assert!(slide.contains("B EASY backfilling: mean wait"), "{slide}");
    page.set_window_size(1280, 720);
    page.settle();
    let ends: Vec<i64> = page.read(
        "return [...document.querySelectorAll('#compare-answer, .compared-chart:not(.curve)')]
            .map(it => Math.round(it.getBoundingClientRect().bottom))",
    );
    assert!(ends.len() == 3 && ends.is_sorted() && ends[2] <= 720, "{ends:?}");
    // The scenario of the other views is as it was, and there is nothing to undo.
    assert_eq!(page.count("#undo:disabled"), 1);
    scene::show(&page, "summary");
    assert_eq!(scene::linked(&page).scenarios, std::slice::from_ref(&default));
    // Reservations and several providers: the grid policy is one click away.
    scene::show(&page, "compare");
    assert_eq!(page.text("#compare-further"), "+ AR resource priority");
    page.click("#compare-further");
    page.wait_for("#chip-2");
    let by_resource = contrast(&default, "resource-priority");
    assert_eq!(scene::linked(&page).scenarios, [default, easy, by_resource]);
    assert_eq!(page.count("#compare-further"), 0);
}

#[test]
fn without_randomness_there_are_no_intervals_and_no_stars() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    let mut first = Scenario::default();
    first.workload.reservations.percent = 0.0;
    let sample = scene::sample();
    scene::wait_for_run(&page, &first, &sample);
    scene::compare_with_easy(&page);
    let easy = contrast(&first, "easy");
    wait_for_runs(&page);
    set_seeds(&page, 3);
    page.wait_for_text(".compare-head", "no randomness: all seeds agree");
    let native = native_rows(&[first, easy], &sample, 3, 0);
    let cells = || native.iter().flat_map(|row| row.cells.iter().flatten());
    assert!(cells().all(|it| it.value.half_width.is_none() && !it.is_told_best));
    assert!(cells().any(|it| it.is_best), "bold is left");
    assert_table(&page, &native);
    for mark in [".star", ".sure", ".width"] {
        assert_eq!(page.count(&format!("#compare-table {mark}")), 0, "{mark}");
    }
    let marks = page.text("#compare-marks");
    assert!(!marks.contains('★') && !marks.contains("95 %"), "{marks}");
    let slide = pictured_text(&page, "slide-svg");
    assert!(slide.contains("no randomness: all seeds agree") && !slide.contains("95 %"));
    // With reservations the seeds have something to tell again.
    page.set_value("#ar-percent", 30);
    wait_for_runs(&page);
    page.wait_for_text("#compare-marks", "★");
}

/// A cluster with GPUs and partitions on which jobs waited for hours though much was free; one ran into its limit.
const FAR: &str = "JobID|Submit|Start|End|ElapsedRaw|Timelimit|AllocCPUS|AllocTRES|Partition|State\n\
    1|1970-01-02T00:00:00|1970-01-02T10:00:00|1970-01-02T11:00:00|3600|01:00:00|4|cpu=4,gres/gpu=2|a|TIMEOUT\n\
    2|1970-01-02T00:00:10|1970-01-02T12:00:00|1970-01-02T12:30:00|1800|01:00:00|4|cpu=4|b|COMPLETED\n\
    3|1970-01-02T00:00:20|1970-01-02T11:30:00|1970-01-02T12:30:00|3600|01:00:00|8|cpu=8|b|COMPLETED\n";

#[test]
fn a_model_that_is_far_from_the_log_is_marked_and_not_judged_against_it() {
    let page = scene::open();
    page.drop_bytes("far.txt", FAR.as_bytes());
    page.wait_for_text("body", "far.txt");
    scene::show(&page, "summary");
    page.wait_for("#summary-calibration[data-far=true]");
    let told = page.text("#summary-calibration");
    assert!(told.contains("GPUs") && told.contains("partitions"), "{told}");
    scene::compare_alone(&page);
    page.execute(
        "[...document.querySelectorAll('#compare-invite button')]
            .find(it => it.textContent.includes('as logged')).click()",
    );
    wait_for_runs(&page);
    page.wait_for("#compare-calibrations [data-far=true]");
    // The log has no line of its own.
    assert_eq!(page.count("#compare-calibrations li"), 1);
    assert_eq!(page.count("#compare-table .star"), 0);
    let waiting = "#compare-table tr[data-criterion=waiting-time]";
    page.wait_for(&format!("{waiting} .far"));
    assert_eq!(page.count(&format!("{waiting} td.best")), 0);
    page.wait_for_text("#compare-marks", "no comparison with the log is judged");
    // The job that timed out in the log is killed there.
    let killed = "#compare-table tr[data-criterion=killed] td[data-place=B]";
    page.wait_for(&format!("{killed}[data-value='1']"));
}
