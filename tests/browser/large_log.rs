//! A large log on the page: what memory it takes, and how long the page stands still for it.

use std::path::Path;

use serde_json::{Value, json};
use slotscope::experiment::{Scenario, run, wire};
use slotscope::workload;

use crate::harness::Page;

/// Notes the tasks of the page's thread that take more than 50 ms, as browsers tell of them.
const WATCH: &str = "window.longTasks = [];
    new PerformanceObserver(list => window.longTasks.push(...list.getEntries().map(it => it.duration)))
        .observe({ type: 'longtask' })";

/// What so many jobs of a log for 128 processors come to that is chosen as a file, run with the usual policies and
/// without reservations, drawn, and handed out as a picture.
pub fn measure(log: &Path, jobs: usize) -> Value {
    let page = Page::open("/?bench=memory");
    page.wait_for("[data-state=idle]");
    page.execute(WATCH);
    let before = memory(&page);
    page.send_file("#file", log);
    page.wait_until_with(
        "return document.querySelector('[data-state=idle]') !== null
             && document.querySelector('#spent')?.dataset.jobs === arguments[0]",
        [jobs.to_string()],
    );
    page.settle();
    let shown = longest_task(&page);
    page.click("#export");
    page.click("#export-png");
    page.wait_for_download(".png");
    let exported = longest_task(&page);
    let beyond = memory(&page) - before - columns(log, jobs);
    json!({
        "shown_longest_task_ms": shown,
        "png_longest_task_ms": exported,
        "bytes_a_job": beyond / jobs as f64,
        "page_megabytes": memory(&page) / 1e6,
        "tab_megabytes": largest_renderer(),
    })
}

/// Bytes of the page's WebAssembly.
fn memory(page: &Page) -> f64 {
    page.read("return window.slotscopeBenchMemory.buffer.byteLength")
}

/// Milliseconds of the longest task since the last time; none took longer than 50 where it is `0`.
fn longest_task(page: &Page) -> f64 {
    // They are told a little later.
    page.read("return new Promise(done => setTimeout(() => done(Math.max(0, ...window.longTasks.splice(0))), 500))")
}

/// Bytes of the columns that the worker hands to the page.
fn columns(log: &Path, jobs: usize) -> f64 {
    let bytes = std::fs::read(log).expect("the log can be read");
    let name = log.file_name().unwrap_or_default().to_string_lossy();
    let reading = workload::read(&name, &bytes).expect("a log");
    let mut scenario = Scenario::default();
    scenario.workload.first_job = None;
    scenario.workload.last_job = None;
    scenario.workload.reservations.percent = 0.0;
    scenario.platform = vec![128];
    let run = run(&scenario, &reading.workload).expect("a valid scenario");
    assert_eq!(run.jobs.len(), jobs);
    wire::encode(&run).len() as f64
}

/// Megabytes that the largest process of a tab has had at the most; nothing where the system does not tell.
fn largest_renderer() -> Option<f64> {
    let processes = std::fs::read_dir("/proc").ok()?;
    let peak = |folder: &Path| -> Option<f64> {
        let command = std::fs::read(folder.join("cmdline")).ok()?;
        let is_tab = String::from_utf8_lossy(&command).contains("--type=renderer");
        let status = is_tab.then(|| std::fs::read_to_string(folder.join("status")).ok())??;
        let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
        let kilobytes: f64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024.0 / 1e6)
    };
    processes.filter_map(|it| peak(&it.ok()?.path())).max_by(f64::total_cmp)
}
