//! The table of jobs: large logs, sorting, filtering, and the way to the chart.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::scene;

const ROWS: &str = "#job-table .row:not(.head)";

/// The texts of a column of the rows in sight, from the top.
fn column(page: &Page, index: usize) -> Vec<String> {
    page.settle();
    let texts = page.execute(
        "return [...document.querySelectorAll(arguments[0])]
            .sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
            .map(row => row.children[arguments[1]].textContent)",
        &[json!(ROWS), json!(index)],
    );
    serde_json::from_value(texts).expect("texts")
}

/// The place of a column.
fn place(page: &Page, name: &str) -> usize {
    let place = page.execute(
        "const all = [...document.querySelectorAll('#job-table .head button')];
         return all.findIndex(it => it.dataset.testid === 'sort-' + arguments[0])",
        &[json!(name)],
    );
    place.as_u64().expect("a column of that name") as usize
}

fn sort_by(page: &Page, name: &str) {
    page.click(&format!("[data-testid=sort-{name}]"));
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn two_hundred_thousand_jobs_are_a_few_dozen_rows() {
    let folder = Folder::new();
    let text = command::slotscope(&["generate", "lublin", "--jobs", "200000", "--load", "0.5"]);
    let page = scene::open();
    page.send_file("#file", &folder.file("large.swf", text));
    page.wait_for("#spent[data-jobs='200000']");
    scene::show(&page, "jobs");
    page.wait_for_text("#job-count-shown", "200\u{202f}000 jobs");
    assert!(page.count(ROWS) < 200);
    assert_eq!(column(&page, 0)[0], "1");
    // The end is reached by scrolling.
    page.execute("document.querySelector('#job-table').scrollTop = 1e9", &[]);
    page.wait_for("#job-table .row[aria-rowindex='200001']");
    let rows = page.count(ROWS);
    assert!(rows > 10 && rows < 200, "{rows} rows");
    // By their numbers they are sorted already: now the other way round.
    sort_by(&page, "job");
    page.execute("document.querySelector('#job-table').scrollTop = 0", &[]);
    page.wait_for("#job-table .row[aria-rowindex='2']");
    assert_eq!(column(&page, 0)[0], "200000");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn columns_sort_both_ways() {
    let page = scene::open();
    scene::show(&page, "jobs");
    let run = scene::sample_run();
    let mut sizes: Vec<u32> = run.jobs.iter().map(|job| job.processors).collect();
    sizes.sort_unstable();
    let at = place(&page, "processors");
    let text = |sizes: Vec<u32>| sizes.iter().map(u32::to_string).collect::<Vec<_>>();
    sort_by(&page, "processors");
    let shown = column(&page, at);
    assert_eq!(shown, text(sizes[..shown.len()].to_vec()));
    sort_by(&page, "processors");
    sizes.reverse();
    let shown = column(&page, at);
    assert_eq!(shown, text(sizes[..shown.len()].to_vec()));
    page.wait_for("[role=columnheader][aria-sort=descending]");
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn filters_show_what_they_say() {
    let page = scene::open();
    scene::show(&page, "jobs");
    let run = scene::sample_run();
    let count = |shown: usize| {
        page.wait_for_text("#job-count-shown", &format!("{shown} of"));
        page.settle();
    };
    page.click("label[for=job-kind-1]");
    count(run.jobs.iter().filter(|job| job.is_reservation()).count());
    let kind = place(&page, "kind");
    assert!(column(&page, kind).iter().all(|text| text == "AR"));
    page.click("label[for=job-kind-0]");
    page.set_value("#job-status", "Killed");
    count(report(&run).killed);
    let status = place(&page, "status");
    assert!(column(&page, status).iter().all(|text| text == "killed"));
    page.set_value("#job-status", "Any status");
    page.set_value("#job-filter", "73");
    let matches = |id: u32, user: i64| id.to_string().starts_with("73") || user == 73;
    count(
        run.jobs
            .iter()
            .filter(|job| matches(job.id, job.user))
            .count(),
    );
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_click_shows_the_job_in_the_chart() {
    let page = scene::open();
    scene::show(&page, "jobs");
    page.set_value("#job-filter", "500");
    page.wait_for_text("#job-count-shown", "1 of");
    page.click(ROWS);
    page.wait_for("#view-gantt");
    page.wait_for("#gantt-canvas[data-sight]");
    page.settle();
    let run = scene::sample_run();
    let at = run.jobs.iter().position(|job| job.id == 500).unwrap();
    let outcome = &run.schedule.outcomes[at];
    let sight = page.execute(
        "return document.querySelector('#gantt-canvas').dataset.sight.split(' ').map(Number)",
        &[],
    );
    let (start, end) = (sight[0].as_f64().unwrap(), sight[1].as_f64().unwrap());
    assert!(
        start <= outcome.start as f64 && end >= outcome.end as f64,
        "{sight}"
    );
    let whole = slotscope::chart::GanttIndex::new(&run).whole();
    assert!(end - start < whole.seconds() / 2.0, "brought near");
    // Back in the table it is still the one that was chosen.
    scene::show(&page, "jobs");
    page.set_value("#job-filter", "500");
    page.wait_for(&format!("{ROWS}.chosen"));
    assert_eq!(column(&page, 0), ["500"]);
    assert_eq!(
        scene::exported_text(&page, "scenario", ".json"),
        command::json(&Scenario::default()) + "\n"
    );
    page.assert_no_console_errors();
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn what_was_typed_in_a_view_stays_while_others_are_shown() {
    let page = scene::open();
    scene::show(&page, "jobs");
    page.set_value("#job-filter", "17");
    scene::show(&page, "slots");
    page.set_value("#query-size", 5);
    scene::show(&page, "jobs");
    let typed = page.execute("return document.querySelector('#job-filter').value", &[]);
    assert_eq!(typed, "17");
    scene::show(&page, "slots");
    let typed = page.execute("return document.querySelector('#query-size').value", &[]);
    assert_eq!(typed, "5");
    assert_eq!(page.console_errors(), Vec::<String>::new());
}
