//! The rows of large logs on the page.

use std::fmt::Write as _;

use serde_json::Value;

use super::{Row, figure, met, milliseconds, page_rows};

/// Large logs with 30 % reservations, and six charts of KTH; a frame of 60 a second is to be kept.
pub const LARGE: [Row; 11] = [
    large("200,000 jobs of up to 64 processors on 128: drop to picture", 3_000.0, "/large/wide200k/drop_to_picture_ms"),
    large("1,000,000 of them: drop to picture", 12_000.0, "/large/wide1m/drop_to_picture_ms"),
    large("188,000 one-processor jobs on 24,515: drop to picture", 3_000.0, "/large/narrow188k/drop_to_picture_ms"),
    large("1,000,000 of them: drop to picture", 12_000.0, "/large/narrow1m/drop_to_picture_ms"),
    large("1,000 jobs: frame interval, 95th percentile", FRAME, "/large/wide1k/interval_ms/p95"),
    large("200,000 jobs of up to 64 processors", FRAME, "/large/wide200k/interval_ms/p95"),
    large("1,000,000 of them", FRAME, "/large/wide1m/interval_ms/p95"),
    large("188,000 one-processor jobs on 24,515", FRAME, "/large/narrow188k/interval_ms/p95"),
    large("1,000,000 of them", FRAME, "/large/narrow1m/interval_ms/p95"),
    large("six charts of KTH in Compare", FRAME, "/six_charts/interval_ms/p95"),
    large("one chart of KTH", FRAME, "/frames/interval_ms/p95"),
];

/// The interval of two frames at 60 a second, as browsers tell it: 16.8 in tenths, and no more exactly than that.
const FRAME: f64 = 16.84;

const fn large(what: &'static str, target: f64, in_browser: &'static str) -> Row {
    Row { what, target, native: None, in_browser }
}

/// The section of large logs.
pub fn section(text: &mut String, in_browser: &Value) {
    text.push_str(
        "\n## Large logs on the page\n\n\
         Generated logs at load 0.8 with 30 % advance reservations, compressed with gzip; one pan or zoom event in each\n\
         frame. Chromium reports times in tenths of a millisecond: a frame of 16.67 ms is reported as 16.6 to 16.8.\n\n\
         | what | target | measured | met |\n| --- | ---: | ---: | :---: |\n",
    );
    page_rows(text, &LARGE, in_browser);
    million(text, &in_browser["million"]);
}

/// A million jobs with one run: what they take, and how long the page stands still for them.
fn million(text: &mut String, figures: &Value) {
    text.push_str(
        "\n1,000,000 jobs of up to 64 processors on 128, opened as a file, one run without reservations. Memory is the\n\
         peak; WebAssembly memory never shrinks:\n\n\
         | what | target | measured | met |\n| --- | ---: | ---: | :---: |\n",
    );
    let task = |ms: f64| match ms {
        0.0 => "≤ 50 ms".to_string(),
        ms => milliseconds(Some(ms)),
    };
    let rows = [
        ("longest task of the page's thread until the picture is there", None, "/shown_longest_task_ms"),
        ("longest task while its picture is made into a PNG", Some((50.0, "≤ 50 ms")), "/png_longest_task_ms"),
        ("WebAssembly memory of the page, for a job, beyond its columns", Some((150.0, "≤ 150 bytes")), "/bytes_a_job"),
        ("WebAssembly memory of the page", None, "/page_megabytes"),
        (
            "memory of the tab's process: the page, its worker, and what the browser takes for both",
            Some((1_000.0, "≤ 1,000 MB")),
            "/tab_megabytes",
        ),
    ];
    for (what, target, pointer) in rows {
        let measured = figure(figures, pointer);
        let shown = match measured {
            None => "–".to_string(),
            Some(ms) if pointer.ends_with("_ms") => task(ms),
            Some(bytes) if pointer.ends_with("job") => format!("{bytes:.0} bytes"),
            Some(megabytes) => format!("{megabytes:.0} MB"),
        };
        let (asked, is_met) = match target {
            None => ("", ""),
            Some((target, asked)) => (asked, met(measured, target)),
        };
        let _ = writeln!(text, "| {what} | {asked} | {shown} | {is_met} |");
    }
    let (page, tab) = (figure(figures, "/page_megabytes"), figure(figures, "/tab_megabytes"));
    if let (Some(page), Some(tab)) = (page, tab) {
        let _ = writeln!(
            text,
            "\nThe page and its worker each hold the jobs and the whole schedule, so that the page changes its views without\n\
             the worker. Beside the {page:.0} MB of the page, the worker, which also holds the log, and Chromium itself take\n\
             {:.0} MB.",
            tab - page
        );
    }
}
