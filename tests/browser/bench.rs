//! Measures the page in Chromium and writes `docs/performance.md`: `cargo xtask bench`. With the folder of a further
//! build of the page, it measures that too and prints the table of both: `cargo xtask bench served`. With `clusters` it prints
//! the tables of clusters: `cargo xtask bench clusters`.
//!
//! The page, built with the feature `bench` and opened with `?bench=log`, works its own controls and leaves its figures in
//! `window.slotscopeBench`. The native figures are those that Criterion left in
//! `target/criterion`.

#[path = "../../benches/cluster_log/mod.rs"]
mod cluster_log;
// An executable of its own, which uses a part of the harness only.
#[allow(dead_code)]
mod harness;
mod large_log;
mod performance;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use slotscope::workload::lublin::Lublin;
use slotscope::workload::write_swf;

use harness::Page;

const LIMIT: Duration = Duration::from_secs(1200);
const LOG: &str = "KTH-SP2-1996-2.swf.gz";

fn main() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let log =
        std::env::var_os("SLOTSCOPE_TRACES").map_or_else(|| project.join("../shared/traces"), PathBuf::from).join(LOG);
    if !log.exists() {
        eprintln!(
            "the figures are for {LOG} of the Parallel Workloads Archive, which is not there; \
             set SLOTSCOPE_TRACES to the folder that holds it"
        );
        std::process::exit(1);
    }
    match std::env::args_os().nth(1) {
        Some(word) if word == "clusters" => clusters(project),
        Some(served) => compare(&log, Path::new(&served)),
        None => write_document(project, &log),
    }
}

/// Writes `docs/performance.md` with what Criterion has left and what is measured on the page.
fn write_document(project: &Path, log: &Path) {
    let target = target(project);
    let mut in_browser = measure(log, "");
    in_browser["million"] = measure_million(&target);
    println!("{in_browser:#}");
    // The page that is published: the one that was measured has the code for it, too.
    let dist = project.join("dist");
    let document = performance::document(&in_browser, &target.join("criterion"), &dist);
    let path = project.join("docs/performance.md");
    let before = std::fs::read_to_string(&path).expect("docs/performance.md");
    let document = document + performance::kept(&before);
    std::fs::write(&path, document).expect("docs/ can be written");
    println!("written: docs/performance.md");
}

/// Prints the tables of clusters.
fn clusters(project: &Path) {
    let path = target(project).join("criterion/cluster.json");
    let native = std::fs::read(path).expect("the figures of `cargo bench --bench cluster`");
    let native = serde_json::from_slice(&native).expect("figures");
    let on_page = performance::clusters::measure();
    println!("{}", performance::clusters::tables(&native, on_page));
}

fn target(project: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| project.join("target"), PathBuf::from)
}

/// Prints the table of the published page and the one in `served`.
fn compare(log: &Path, served: &Path) {
    let site = harness::serve(served);
    let [published, served] = ["", &site.origin].map(|origin| measure(log, origin));
    println!("{}", performance::beside::table(&published, &served));
}

fn wide(jobs: u32) -> Lublin {
    Lublin { jobs, load: Some(0.8), ..Lublin::default() }
}

/// Logs that are generated: what they are called, and how.
fn large_logs() -> [(&'static str, Lublin); 5] {
    let narrow = |jobs| Lublin { processors: 24_515, largest_job: Some(1), ..wide(jobs) };
    [
        ("wide1k", wide(1_000)),
        ("wide200k", wide(200_000)),
        ("wide1m", wide(1_000_000)),
        ("narrow188k", narrow(188_000)),
        ("narrow1m", narrow(1_000_000)),
    ]
}

/// A log as a file, packed.
fn packed(model: &Lublin) -> Vec<u8> {
    let log = model.generate().expect("a valid model");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(write_swf(&log).as_bytes());
    written.expect("memory holds it");
    encoder.finish().expect("memory holds it")
}

/// A million of the wide jobs as somebody opens them, with one run.
fn measure_million(target: &Path) -> Value {
    const JOBS: u32 = 1_000_000;
    let path = target.join("wide1m.swf.gz");
    std::fs::write(&path, packed(&wide(JOBS))).expect("the target folder can be written");
    large_log::measure(&path, JOBS as usize)
}

/// What the page at an origin measures of itself: by default the one that the harness serves.
fn measure(log: &Path, origin: &str) -> Value {
    let bytes = std::fs::read(log).expect("the log can be read");
    let large = large_logs().map(|(name, model)| (name, BASE64_STANDARD.encode(packed(&model))));
    let page = Page::open(&format!("{origin}/?bench=log"));
    // It measures already, and needs no log until it comes back from the curves.
    page.wait_for("#tab-curves[aria-selected=true]");
    page.wait_for("#tab-gantt[aria-selected=true]");
    page.execute("window.slotscopeBenchLarge = []");
    for (name, text) in large {
        page.execute_with(
            "const [name, text] = arguments;
             window.slotscopeBenchLarge.push([name, Uint8Array.from(atob(text), c => c.charCodeAt(0))])",
            (name, text),
        );
    }
    page.execute_with(
        "window.slotscopeBenchInput = Uint8Array.from(atob(arguments[0]), c => c.charCodeAt(0))",
        [BASE64_STANDARD.encode(bytes)],
    );
    let start = Instant::now();
    loop {
        let result = page.execute("return window.slotscopeBench ?? null");
        if !result.is_null() {
            return result;
        }
        if start.elapsed() > LIMIT {
            eprintln!("the page left nothing in window.slotscopeBench");
            for error in page.console_errors() {
                eprintln!("console: {error}");
            }
            std::process::exit(1);
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}
