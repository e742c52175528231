//! `docs/performance.md`: every figure with its target beside it.

pub mod beside;
pub mod clusters;
mod large;
mod queues;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

/// One figure: its target natively, where Criterion has it, and where the page has it.
struct Row {
    what: &'static str,
    /// Milliseconds.
    target: f64,
    /// Criterion's name, or nothing where it is the page's alone.
    native: Option<&'static str>,
    /// JSON pointer into the page's figures.
    in_browser: &'static str,
}

const RUNS: [Row; 6] = [
    Row {
        what: "parse KTH (28,489 jobs, gzip)",
        target: 20.0,
        native: Some("read KTH-SP2-1996-2.swf.gz"),
        in_browser: "/log/parse_ms",
    },
    Row { what: "KTH, FCFS", target: 15.0, native: Some("KTH, FCFS"), in_browser: "/log/run_ms/fcfs" },
    Row {
        what: "KTH, FCFS with backfilling",
        target: 40.0,
        native: Some("KTH, FCFS with backfilling"),
        in_browser: "/log/run_ms/fcfs_backfilling",
    },
    Row { what: "KTH, EASY", target: 40.0, native: Some("KTH, EASY"), in_browser: "/log/run_ms/easy" },
    Row {
        what: "KTH, conservative",
        target: 100.0,
        native: Some("KTH, conservative"),
        in_browser: "/log/run_ms/conservative",
    },
    Row {
        what: "10,000 synthetic jobs at load 1.3, conservative",
        target: 500.0,
        native: Some("10,000 jobs at load 1.3, conservative"),
        in_browser: "/overload/run_ms/conservative",
    },
];

const PAGE: [Row; 6] = [
    Row { what: "first view after load from localhost", target: 2000.0, native: None, in_browser: "/first_view_ms" },
    Row {
        what: "1,000 jobs, 30 % ARs, 2 providers: change of a control to new picture, median",
        target: 150.0,
        native: None,
        in_browser: "/control_to_picture_ms/median",
    },
    Row { what: "the same, 95th percentile", target: 150.0, native: None, in_browser: "/control_to_picture_ms/p95" },
    Row {
        what: "Curves of 1,000 jobs: from opening the view to the first curve",
        target: 1000.0,
        native: None,
        in_browser: "/first_curve_ms",
    },
    Row { what: "the same on KTH", target: 3000.0, native: None, in_browser: "/log/first_curve_ms" },
    Row {
        what: "Gantt pan and zoom on KTH with 30 % ARs: frame interval, 95th percentile",
        target: 33.0,
        native: None,
        in_browser: "/frames/interval_ms/p95",
    },
];

/// Natively only: what Criterion measures of co-allocation, with its target in milliseconds.
const CO_ALLOCATION: [(&str, f64, &str); 4] = [
    ("KTH, ρ = 0.2, horizon 30 d, τ 1 min", 150.0, "KTH, fast, slots of 60 s"),
    ("the same, τ 15 min", 150.0, "KTH, fast, slots of 900 s"),
    ("the same, τ 1 h", 150.0, "KTH, fast, slots of 3600 s"),
    ("200,000 jobs on 24,000 servers", 3_000.0, "large/200,000 jobs on 24,000 servers"),
];

/// Natively only: what Criterion measures of imprecise calendars, with its target in milliseconds.
const IMPRECISE_CALENDAR: [(&str, f64, &str); 9] = [
    ("KTH, November 1996, configuration 1", 150.0, "calendar, November, configuration1"),
    ("the same, configuration 2", 150.0, "calendar, November, configuration2"),
    ("the same, configuration 3", 150.0, "calendar, November, configuration3"),
    ("the same, configuration 4", 150.0, "calendar, November, configuration4"),
    ("the same, configuration 5", 150.0, "calendar, November, configuration5"),
    ("the same, configuration 6", 150.0, "calendar, November, configuration6"),
    ("the same, Los Alamos", 150.0, "calendar, November, los_alamos"),
    ("KTH, configuration 1", 2_000.0, "calendar, KTH, configuration1"),
    ("KTH, configuration 6", 2_000.0, "calendar, KTH, configuration6"),
];

/// A request for 16 of 100,000 servers with a million idle periods, in milliseconds.
const REQUEST: f64 = 0.05;

/// 11 shares of reservations × 5 queue policies × 10 seeds, with the page's target.
const SWEEP: Row = Row {
    what: "550 runs: 11 shares of reservations × 5 queue policies × 10 seeds, 1,000 jobs",
    target: 4000.0,
    native: Some("550 runs of 1,000 jobs"),
    in_browser: "/sweep_ms",
};
const SWEEP_IN_BROWSER: f64 = 6000.0;

/// WebAssembly may take so many times as long as native code.
const WASM_FACTOR: f64 = 2.0;

/// Gzipped wasm before the first picture, in bytes.
const LARGEST_WASM: f64 = 1.2e6;

/// The whole document.
pub fn document(in_browser: &Value, criterion: &Path, dist: &Path) -> String {
    let mut text = String::from(
        "# Performance\n\n\
         Written by `cargo xtask bench`, which measures natively with Criterion and in headless\n\
         Chromium through the page's own controls. KTH is `KTH-SP2-1996-2.swf.gz` of the Parallel\n\
         Workloads Archive, from the folder named by `SLOTSCOPE_TRACES`. Schedules are recorded in\n\
         full; selecting the jobs from the log is part of a run.\n\n",
    );
    let _ = writeln!(text, "Measured on {}.\n", machine());
    text.push_str(
        "## Reading and scheduling\n\n\
         | what | target, native | native | met | WebAssembly | times native | ≤ 2 × |\n\
         | --- | ---: | ---: | :---: | ---: | ---: | :---: |\n",
    );
    for row in &RUNS {
        run_row(&mut text, row, in_browser, criterion);
    }
    text.push_str(
        "\nNative figures are Criterion's medians; WebAssembly's are medians of eleven, timed in the \
         worker.\n",
    );
    queues::sections(&mut text, in_browser, criterion);
    co_allocation(&mut text, criterion);
    imprecise_calendar(&mut text, criterion);
    text.push_str("\n## The page\n\n| what | target | measured | met |\n| --- | ---: | ---: | :---: |\n");
    page_rows(&mut text, &PAGE, in_browser);
    sweep_row(&mut text, in_browser, criterion);
    let at_once = |name: &str| name.ends_with("_bg.wasm") && !["papers_bg.wasm", "parquet_bg.wasm"].contains(&name);
    let size = gzipped_wasm(dist, at_once);
    let _ = writeln!(
        text,
        "| wasm before the first picture, gzipped | ≤ 1.2 MB | {:.2} MB | {} |\n\
         | wasm of views that are opened later, gzipped | | {:.2} MB | |",
        size / 1e6,
        met(Some(size), LARGEST_WASM),
        gzipped_wasm(dist, |name| name.contains("-part-")) / 1e6
    );
    if size > LARGEST_WASM {
        text.push_str(WHY_LARGER);
    }
    large::section(&mut text, in_browser);
    let work = figure(in_browser, "/frames/work_ms/p95");
    let _ = writeln!(
        text,
        "\nIn each frame the page draws the chart in {} (95th percentile); the browser takes the rest.",
        milliseconds(work)
    );
    text
}

/// The last sections of a document, which `cargo xtask bench clusters`, `set-up` and `served` write.
pub fn kept(document: &str) -> &str {
    let begin = document.find("\n## Clusters\n");
    begin.map_or("", |begin| &document[begin..])
}

/// What was measured on the page, with targets in milliseconds.
fn page_rows(text: &mut String, rows: &[Row], in_browser: &Value) {
    for row in rows {
        let measured = figure(in_browser, row.in_browser);
        let (shown, met) = (milliseconds(measured), met(measured, row.target));
        let target = milliseconds(Some(row.target));
        let _ = writeln!(text, "| {} | ≤ {target} | {shown} | {met} |", row.what);
    }
}

/// What bounds the size, where the target is missed.
const WHY_LARGER: &str = "
The target was set for one system, without comparison, explanations, player, lessons, links, projects and
the formats of other programs. More than half of the bytes belong to the page: the panel, the Gantt chart,
and the readers and writers of links, files and messages. The page is compiled for size except for the
loops that fill the pixels of the chart; the worker, the rest of the bytes, for speed where it reads logs and
schedules. The browser loads them once, and the service worker stores them.
";

/// Imprecise calendars: a month under each of the paper's configurations, and the whole log.
fn imprecise_calendar(text: &mut String, criterion: &Path) {
    text.push_str(
        "\n## Imprecise calendars, natively\n\n\
         | what | target | measured | met |\n| --- | ---: | ---: | :---: |\n",
    );
    for (what, target, name) in IMPRECISE_CALENDAR {
        let measured = median(criterion, name);
        let (shown, met) = (milliseconds(measured), met(measured, target));
        let target = milliseconds(Some(target));
        let _ = writeln!(text, "| {what} | ≤ {target} | {shown} | {met} |");
    }
}

/// Co-allocation: what is measured natively, and what was measured once.
fn co_allocation(text: &mut String, criterion: &Path) {
    text.push_str(
        "\n## Co-allocation, natively\n\n\
         | what | target | measured | met |\n| --- | ---: | ---: | :---: |\n",
    );
    let mut row = |what: &str, target: f64, measured: Option<f64>| {
        let (shown, met) = (milliseconds(measured), met(measured, target));
        let target = milliseconds(Some(target));
        let _ = writeln!(text, "| {what} | ≤ {target} | {shown} | {met} |");
    };
    for (what, target, name) in CO_ALLOCATION {
        row(what, target, median(criterion, name));
    }
    let once = std::fs::read(criterion.join("co_allocation.json")).unwrap_or_default();
    let once: Value = serde_json::from_slice(&once).unwrap_or_default();
    row(
        "a request for 16 of 100,000 servers with a million idle periods, median",
        REQUEST,
        figure(&once, "/request_ms"),
    );
    text.push_str(
        "\nThe printed trees, on KTH whole with ρ = 0.2 and a horizon of 7 d, once each, without a target:\n\n\
         | τ | measured | operations for a request |\n| ---: | ---: | ---: |\n",
    );
    for printed in once["printed"].as_array().into_iter().flatten() {
        let _ = writeln!(
            text,
            "| {} h | {} | {:.0} |",
            printed["slot_hours"],
            milliseconds(printed["milliseconds"].as_f64()),
            printed["operations_per_request"].as_f64().unwrap_or(f64::NAN),
        );
    }
}

fn run_row(text: &mut String, row: &Row, in_browser: &Value, criterion: &Path) {
    let native = row.native.and_then(|name| median(criterion, name));
    let wasm = figure(in_browser, row.in_browser);
    let ratio = native.zip(wasm).map(|(native, wasm)| wasm / native);
    let _ = writeln!(
        text,
        "| {} | ≤ {} | {} | {} | {} | {} | {} |",
        row.what,
        milliseconds(Some(row.target)),
        milliseconds(native),
        met(native, row.target),
        milliseconds(wasm),
        ratio.map_or("–".into(), |ratio| format!("{ratio:.2}")),
        met(ratio, WASM_FACTOR),
    );
}

/// The sweep: on all processors, natively and through the page's Curves view.
fn sweep_row(text: &mut String, in_browser: &Value, criterion: &Path) {
    let native = SWEEP.native.and_then(|name| median(criterion, name));
    let measured = figure(in_browser, SWEEP.in_browser);
    for (place, target, took) in
        [("native, on all cores", SWEEP.target, native), ("in the page, drawn as it goes", SWEEP_IN_BROWSER, measured)]
    {
        let _ = writeln!(
            text,
            "| {}, {place} | ≤ {} | {} | {} |",
            SWEEP.what,
            milliseconds(Some(target)),
            milliseconds(took),
            met(took, target)
        );
    }
}

fn met(measured: Option<f64>, target: f64) -> &'static str {
    match measured {
        Some(measured) if measured <= target => "yes",
        Some(_) => "**no**",
        None => "–",
    }
}

fn milliseconds(value: Option<f64>) -> String {
    match value {
        None => "–".into(),
        Some(value) if value < 1.0 => format!("{:.1} µs", 1e3 * value),
        Some(value) if value < 100.0 => format!("{value:.1} ms"),
        Some(value) => format!("{value:.0} ms"),
    }
}

fn figure(figures: &Value, pointer: &str) -> Option<f64> {
    figures.pointer(pointer)?.as_f64()
}

/// Criterion's median of a benchmark, in milliseconds.
fn median(criterion: &Path, name: &str) -> Option<f64> {
    let path = criterion.join(name).join("new/estimates.json");
    let estimates: Value = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    Some(figure(&estimates, "/median/point_estimate")? / 1e6)
}

fn gzipped_wasm(dist: &Path, counts: impl Fn(&str) -> bool) -> f64 {
    let files = std::fs::read_dir(dist).expect("the page is built");
    let wasm = files.filter_map(|file| {
        let path = file.ok()?.path();
        let is_wasm = path.extension()? == "wasm" && counts(path.file_name()?.to_str()?);
        is_wasm.then(|| std::fs::read(path).ok())?
    });
    let sizes = wasm.map(|bytes| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes).expect("memory holds it");
        encoder.finish().expect("memory holds it").len()
    });
    sizes.sum::<usize>() as f64
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let information = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("a processor that does not say its name", |(_, model)| model);
    let chromium = std::env::var_os("SLOTSCOPE_CHROMIUM")
        .and_then(|path| Command::new(path).arg("--version").output().ok())
        .map_or_else(String::new, |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    format!("{cores} cores of {model}; {chromium}, headless")
}
