//! Measures the page in Chromium and writes `docs/performance.md`: `cargo xtask bench`.
//!
//! The page, built with the feature `bench` and opened with `?bench=log`, works its own controls and leaves its figures in
//! `window.slotscopeBench`. The native figures are those that Criterion left in
//! `target/criterion`.

// An executable of its own, which uses a part of the harness only.
#[allow(dead_code)]
mod harness;
mod performance;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use harness::Page;

const LIMIT: Duration = Duration::from_secs(900);
const LOG: &str = "KTH-SP2-1996-2.swf.gz";

fn main() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let log = std::env::var_os("SLOTSCOPE_TRACES")
        .map_or_else(|| project.join("../shared/traces"), PathBuf::from)
        .join(LOG);
    if !log.exists() {
        eprintln!(
            "the figures are for {LOG} of the Parallel Workloads Archive, which is not there; \
             set SLOTSCOPE_TRACES to the folder that holds it"
        );
        std::process::exit(1);
    }
    let in_browser = measure(&log);
    println!("{in_browser:#}");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| project.join("target"), PathBuf::from);
    // The page that is published: the one that was measured has the code for it, too.
    let dist = project.join("dist");
    let document = performance::document(&in_browser, &target.join("criterion"), &dist);
    let path = project.join("docs/performance.md");
    std::fs::write(&path, document).expect("docs/ can be written");
    println!("written: docs/performance.md");
}

fn measure(log: &Path) -> Value {
    let page = Page::open("/?bench=log");
    let bytes = std::fs::read(log).expect("the log can be read");
    page.execute(
        "window.slotscopeBenchInput = Uint8Array.from(atob(arguments[0]), c => c.charCodeAt(0))",
        &[BASE64_STANDARD.encode(bytes).into()],
    );
    let start = Instant::now();
    loop {
        let result = page.execute("return window.slotscopeBench ?? null", &[]);
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
