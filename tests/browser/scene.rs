//! What the tests of the page share: the page at rest, and what it should show.

use std::path::PathBuf;
use std::sync::LazyLock;

use serde_json::{Value, json};
use slotscope::chart::{Area, Viewport};
use slotscope::criteria::{Criterion, Report, report};
use slotscope::experiment::replicated::Spread;
use slotscope::experiment::{self, Run, Scenario};
use slotscope::export::permalink;
use slotscope::export::snapshot::{Sight, Snapshot, Source};
use slotscope::page::line_above::key_figures;
use slotscope::system::two_level::{QueuePolicy, TwoLevel};
use slotscope::workload::lublin::Lublin;
use slotscope::workload::reserve::usual_start;
use slotscope::workload::{Machine, Workload};

use crate::common;
use crate::harness::{Page, Site};

/// The page's groups of views with their views, in the order of their tabs.
pub const GROUPS: [(&str, &[&str]); 4] = [
    ("schedule", &["gantt", "play", "jobs", "summary"]),
    ("inside", &["slots"]),
    ("compare", &["compare", "curves", "trade-off"]),
    ("learn", &["lessons", "reproduce"]),
];

/// The page's views, in the order of their tabs.
pub const VIEWS: [&str; 10] =
    ["gantt", "play", "jobs", "summary", "slots", "compare", "curves", "trade-off", "lessons", "reproduce"];

/// The page with the sample scheduled.
pub fn open() -> Page {
    let page = Page::open("/#");
    wait_for(&page, &sample_report());
    page
}

/// The workload that the page begins with.
pub fn sample() -> Workload {
    Lublin::default().generate().expect("the sample is valid")
}

/// The run that the page begins with.
pub fn sample_run() -> Run {
    run(&Scenario::default(), &sample())
}

/// What the page should show at first.
pub fn sample_report() -> Report {
    static FOUND: LazyLock<Report> = LazyLock::new(|| report(&sample_run()));
    FOUND.clone()
}

/// A run as the command line makes it.
pub fn run(scenario: &Scenario, workload: &Workload) -> Run {
    experiment::run(scenario, workload).expect("a scenario that runs")
}

/// The report of that run.
pub fn report_of(scenario: &Scenario, workload: &Workload) -> Report {
    report(&run(scenario, workload))
}

/// The options of a scenario's system.
pub fn options(scenario: &mut Scenario) -> &mut TwoLevel {
    TwoLevel::of_mut(&mut scenario.system)
}

/// Waits until the page shows the key figures to the last digit.
#[track_caller]
pub fn wait_for(page: &Page, report: &Report) {
    let value = |it: Criterion| (it.key(), it.of(report).unwrap_or(f64::NAN).to_string());
    let figures: Vec<(&str, String)> = key_figures(report).into_iter().map(value).collect();
    page.wait_until_with(
        "return document.body.dataset.state === 'idle' && \
         document.getElementById('spent')?.dataset.jobs === arguments[0] && \
         arguments[1].every(([key, value]) => \
         document.getElementById('figure-' + key.replaceAll('_', '-'))?.dataset.value === value)",
        (report.jobs.to_string(), figures),
    );
}

/// Waits until the page shows the figures of a run.
#[track_caller]
pub fn wait_for_run(page: &Page, scenario: &Scenario, workload: &Workload) {
    wait_for(page, &report_of(scenario, workload));
}

/// The same, of a scenario on the sample.
#[track_caller]
pub fn wait_for_sample(page: &Page, scenario: &Scenario) {
    wait_for_run(page, scenario, &sample());
}

/// Counts from now on the runs of which the page asks its workers for nothing but the report, as sweeps and trade-offs do.
pub fn count_report_runs(page: &Page) {
    page.execute(
        "window.reportRuns = 0;
         const { postMessage } = Worker.prototype;
         Worker.prototype.postMessage = function (message, ...rest) {
             if (message?.Run?.wanted === 'Report') window.reportRuns++;
             return postMessage.call(this, message, ...rest);
         };",
    );
}

/// How many of these runs the page has asked for.
pub fn report_runs(page: &Page) -> u64 {
    page.read("return window.reportRuns")
}

/// What the page's address says that it shows, once the page has been at rest.
#[track_caller]
pub fn linked(page: &Page) -> Snapshot {
    page.settle();
    page.wait_until("return document.body.dataset.kept === 'true'");
    present_link(page)
}

/// What the address says now.
#[track_caller]
fn present_link(page: &Page) -> Snapshot {
    let address = page.address();
    let hash = address.split_once('#').map_or("", |(_, hash)| hash);
    permalink::read(hash).expect("a link")
}

/// What a canvas says of itself: its plotted area in the pixels of its style, and what is in sight.
pub fn seen(page: &Page, canvas: &str) -> (Area, Viewport) {
    page.settle();
    let [plot, sight]: [[f64; 4]; 2] = page.read_with(
        "const it = document.querySelector(arguments[0]).dataset;
         return [it.plot, it.sight].map(it => it.split(' ').map(Number))",
        [canvas],
    );
    let [left, top, width, height] = plot;
    let [start, end, first_row, last_row] = sight;
    (Area { left, top, width, height }, Viewport { start, end, first_row, last_row })
}

/// Waits until the address has the times that a canvas shows, whose whole is not in sight: they are
/// told when they have come to rest, as fine as a screen shows them.
#[track_caller]
pub fn wait_for_sight(page: &Page, canvas: &str) {
    page.settle();
    page.poll("the times in sight in the address", || {
        let Sight(start, end, ..) = present_link(page).sight?;
        let shown = page
            .execute_with("return document.querySelector(arguments[0]).dataset.sight.split(' ').map(Number)", [canvas]);
        let fine = (end - start) / 10_000.0;
        let is_at = |at: usize, time: f64| (shown[at].as_f64()? - time).abs().le(&fine).then_some(());
        is_at(0, start).and(is_at(1, end))
    });
}

/// Waits until the address shows this.
#[track_caller]
pub fn wait_for_link(page: &Page, snapshot: &Snapshot) {
    let hash = permalink::link(snapshot).expect("short enough for a link");
    let hash = if hash.is_empty() { hash } else { format!("#{hash}") };
    page.wait_until_with("return location.hash === arguments[0]", [hash]);
}

/// The path of the page that shows this.
pub fn path_to(snapshot: &Snapshot) -> String {
    format!("/#{}", permalink::link(snapshot).expect("short enough for a link"))
}

/// The page that shows this.
pub fn open_at(snapshot: &Snapshot) -> Page {
    Page::open(&path_to(snapshot))
}

/// The page of a site of its own.
pub fn open_served(site: &Site) -> Page {
    let page = Page::open("/");
    page.goto(&format!("{}/#", site.origin));
    page
}

/// Draws the Gantt chart that is shown for a projector, and waits until it is as sharp as it is large.
pub fn project(page: &Page) {
    page.execute("document.activeElement.blur()");
    page.press("p");
    page.wait_for(".projector");
    page.wait_until(
        "const it = document.querySelector('#gantt-canvas');
         return it.currentCSSZoom > 1.2 && Math.abs(it.width - it.getBoundingClientRect().width) < 3",
    );
}

/// What is under way for minutes: more jobs than the machine can take, and every one of them promised
/// its start.
pub fn long() -> Snapshot {
    let mut scenario = Scenario { platform: vec![128], ..Scenario::default() };
    (scenario.workload.first_job, scenario.workload.last_job) = (None, None);
    options(&mut scenario).local.queue = QueuePolicy::Conservative;
    Snapshot {
        workload: Source::Generated(Box::new(Lublin { jobs: 30_000, load: Some(1.5), ..Lublin::default() })),
        scenarios: vec![scenario],
        ..Snapshot::default()
    }
}

/// Opens it on a page that shows something else.
#[track_caller]
pub fn open_long(page: &Page) {
    page.goto(&path_to(&long()));
}

/// Opens a view, and before that its group.
#[track_caller]
pub fn show(page: &Page, view: &str) {
    show_bars(page);
    let group = GROUPS.iter().find(|(_, views)| views.contains(&view));
    let (group, _) = group.expect("a view of a group");
    page.click(&format!("#group-{group}"));
    if view != "slots" {
        page.click(&format!("#tab-{view}"));
    }
    page.wait_for(&format!("#view-{view}"));
    // Its code may have to be fetched.
    page.wait_for_none("#view-coming");
}

/// Opens the comparison of the sample, which begins beside EASY, and brings EASY to the front.
#[track_caller]
pub fn compare_with_easy(page: &Page) {
    show(page, "compare");
    page.click("#front-1");
    page.wait_for("#chip-1.in-front");
}

/// Opens the comparison and takes away what it begins beside.
#[track_caller]
pub fn compare_alone(page: &Page) {
    show(page, "compare");
    page.click("#remove-1");
    page.wait_for("#compare-invite");
}

/// Brings the page's bars back where an open lesson stands alone.
#[track_caller]
pub fn show_bars(page: &Page) {
    if page.count(".stage") > 0 {
        page.click("#lesson-bars");
        page.wait_for_none(".stage");
    }
}

/// Waits until all runs that a view has asked for have come back; `css` selects what counts them.
/// There may be many: as long as some more have come back, there is reason to wait.
#[track_caller]
pub fn wait_for_runs(page: &Page, css: &str) {
    let done = |before: &Value| {
        page.poll("more runs", || {
            let now = page.execute_with(
                "const it = document.querySelector(arguments[0])?.dataset;
                 return it === undefined ? null : [it.done, it.total]",
                [css],
            );
            (now != json!(null) && (now != *before || now[0] == now[1])).then_some(now)
        })
    };
    let mut now = done(&json!(null));
    while now[0] != now[1] {
        now = done(&now);
    }
}

/// What the export menu hands out.
#[track_caller]
pub fn exported(page: &Page, what: &str, ending: &str) -> Vec<u8> {
    page.clear_downloads();
    page.click("#export");
    page.click(&format!("#export-{what}"));
    std::fs::read(page.wait_for_download(ending)).expect("a file that was handed out")
}

/// The same, of a text.
#[track_caller]
pub fn exported_text(page: &Page, what: &str, ending: &str) -> String {
    String::from_utf8(exported(page, what, ending)).expect("text in UTF-8")
}

/// A real log, where it is and what it holds. Tests that read one have `real_log` in their names:
/// `cargo xtask test` leaves these out where it is told of no logs.
pub fn real_log(name: &str) -> (PathBuf, Workload) {
    let path = common::real_log_path(name);
    // The driver of the browser takes no path with ".." in it.
    let path = path.canonicalize().expect("a path that exists");
    (path, common::real_log(name))
}

/// The scenario that the page takes for a log that has just been opened: all of it on its own machine,
/// without reservations.
pub fn scenario_of(workload: &Workload) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    scenario.workload.reservations.percent = 0.0;
    scenario.workload.reservations.start = usual_start(workload);
    let machine = Machine::of(workload.header(), workload.records());
    scenario.platform = vec![machine.processors];
    scenario
}

/// Asks for the curves of the settings, unless the view draws them by itself, as it does where they are quick.
#[track_caller]
pub fn ask_for_curves(page: &Page) {
    page.wait_until_idle();
    page.settle();
    if page.count("#curves-old, #curves-first") > 0 {
        page.click("#curves-run");
    }
}

/// Has the curves of the settings drawn, and waits for the last of their runs.
#[track_caller]
pub fn draw_curves(page: &Page) {
    ask_for_curves(page);
    wait_for_runs(page, "#curves-done");
    page.wait_for("#curves-run");
}

/// Draws the curves over these values of a knob, one seed each, and finds every mean of the reports that
/// `report_of` makes of a value in their table.
#[track_caller]
pub fn assert_curves(page: &Page, label: &str, values: &[f64], report_of: impl Fn(f64) -> Report) {
    page.set_value("#curves-axis", label);
    let typed: Vec<String> = values.iter().map(f64::to_string).collect();
    page.set_value("#curves-values", typed.join(", "));
    page.set_value("#curves-seeds", 1);
    draw_curves(page);
    page.wait_for_text(".curve-pictures", label);
    let shown: Vec<String> = page.read(
        "return [...document.querySelectorAll('#curves-table td[data-value]')]
            .map(it => it.dataset.value)",
    );
    for &value in values {
        let report = report_of(value);
        for criterion in Criterion::PAPER {
            let value = criterion.of(&report).expect("a figure");
            let mean = Spread::of(&[value]).expect("a seed").mean;
            assert!(shown.contains(&mean.to_string()), "{label} {value}: {mean} in {shown:?}");
        }
    }
}
