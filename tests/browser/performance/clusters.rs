//! The rows of clusters: what `cargo bench --bench cluster` has left, and one of them on the page.

use std::fmt::Write as _;

use serde_json::Value;
use slotscope::experiment::Scenario;
use slotscope::workload::write_sacct;

use super::met;
use super::queues::{SIZES, seconds_row};
use crate::cluster_log::{log, scenario};
use crate::harness::Page;

/// The largest exponent that is asked for.
const EXPONENT: f64 = 1.3;

/// Jobs of the other rows.
const JOBS: u32 = 100_000;

/// The other rows, with the seconds asked for, where any are.
const AT_LOAD: [(&str, Option<f64>); 4] =
    [("EASY", Some(2.0)), ("EASY, best fit", None), ("EASY, spread", None), ("EASY, FGD", None)];

/// Seconds that the first of them may take on the page.
const ON_PAGE: f64 = 4.0;

/// How often the page runs it.
const REPEATS: u32 = 5;

/// The tables, from the native figures and the milliseconds on the page.
pub fn tables(native: &Value, on_page: f64) -> String {
    let mut text = String::from(
        "| load 1.1 | 10,000 | 20,000 | 40,000 | 80,000 | exponent | ≤ | met |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | :---: |\n",
    );
    for name in ["EASY", "100 promises"] {
        let _ = write!(text, "| {name} |");
        for jobs in SIZES {
            let measured = native[format!("{name}, {jobs} jobs at load 1.1")].as_f64();
            let shown = measured.map_or("–".to_owned(), |it| format!("{it:.2}"));
            let _ = write!(text, " {shown} |");
        }
        let exponent = native[format!("{name}: exponent")].as_f64();
        let shown = exponent.map_or("–".to_owned(), |it| format!("{it:.2}"));
        let met = met(exponent, EXPONENT);
        let _ = writeln!(text, " {shown} | {EXPONENT} | {met} |");
    }
    text.push_str("\n| 100,000 jobs at load 0.9 | target | measured | met |\n| --- | ---: | ---: | :---: |\n");
    for (name, target) in AT_LOAD {
        let measured = native[format!("{name}, {JOBS} jobs at load 0.9")].as_f64();
        seconds_row(&mut text, &format!("{name}, native"), target, measured);
    }
    let on_page = Some(on_page / 1e3);
    seconds_row(&mut text, "EASY, on the page", Some(ON_PAGE), on_page);
    text
}

/// Milliseconds that a run takes in the page's worker: the median. Each run leaves another number of last jobs out, which tells
/// the runs apart.
pub fn measure() -> f64 {
    let text = write_sacct(&log(JOBS, 0.9));
    let page = Page::open("/#");
    page.wait_for("[data-state=idle]");
    page.drop_bytes("cluster.sacct", text.as_bytes());
    page.wait_for_text("#workload-name", "cluster.sacct");
    page.settle();
    let mut times: Vec<f64> = (1..=REPEATS).map(|it| run(&page, JOBS - it)).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The milliseconds of a run of the first jobs.
fn run(page: &Page, jobs: u32) -> f64 {
    let mut scenario: Scenario = scenario(r#""promises": 1"#);
    scenario.workload.last_job = Some(jobs.into());
    let json = serde_json::to_string(&scenario).expect("JSON");
    page.drop_bytes("scenario.json", json.as_bytes());
    page.wait_until_with(
        "return document.querySelector('[data-state=idle]') !== null
             && document.querySelector('#spent')?.dataset.jobs === arguments[0]",
        [jobs.to_string()],
    );
    let said = page.execute("return document.querySelector('#spent').dataset.value");
    let said = said.as_str().and_then(|it| it.parse().ok());
    said.expect("milliseconds")
}
