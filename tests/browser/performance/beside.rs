//! The table of two builds of the page: the published one, and the one of `cargo xtask serve`.

use std::fmt::Write as _;

use serde_json::Value;

use super::{PAGE, RUNS, Row, SWEEP, figure, large, met, milliseconds, queues};

/// The served page may take so many times as long as the published one.
const MOST: f64 = 2.0;

/// Every row that the page measures of itself, in milliseconds under both builds.
pub fn table(published: &Value, served: &Value) -> String {
    let mut text =
        String::from("| what | published | served | times | ≤ 2 × |\n| --- | ---: | ---: | ---: | :---: |\n");
    let mut row = |what: &str, pointer: &str| {
        let [published, served] = [published, served].map(|it| figure(it, pointer));
        let times = published.zip(served).map(|(before, after)| after / before);
        let _ = writeln!(
            text,
            "| {what} | {} | {} | {} | {} |",
            milliseconds(published),
            milliseconds(served),
            times.map_or("–".to_string(), |it| format!("{it:.2}")),
            met(times, MOST),
        );
    };
    let rows = |rows: &'static [Row]| rows.iter().map(|it| (it.what.to_owned(), it.in_browser.to_owned()));
    let all = rows(&RUNS).chain(queues::on_page());
    let all = all.chain(rows(&PAGE)).chain(rows(std::slice::from_ref(&SWEEP)));
    for (what, pointer) in all.chain(rows(&large::LARGE)) {
        row(&what, &pointer);
    }
    text
}
