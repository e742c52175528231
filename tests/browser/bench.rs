//! Prints what the page measures of itself, as JSON: `cargo xtask bench`.
//!
//! The page, opened with `?bench`, runs its benchmarks and leaves the result
//! in `window.slotscopeBench`.

// An executable of its own, which uses a part of the harness only.
#[allow(dead_code)]
mod harness;

use std::time::{Duration, Instant};

use harness::Page;

const LIMIT: Duration = Duration::from_secs(300);

fn main() {
    let page = Page::open("/?bench");
    let start = Instant::now();
    loop {
        let result = page.execute("return window.slotscopeBench ?? null", &[]);
        if !result.is_null() {
            println!("{result:#}");
            return;
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
