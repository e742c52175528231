//! The table of jobs: large logs, sorting, filtering, and the way to the chart.

use serde_json::json;
use slotscope::chart::time_axis::{Origin, time_label};
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload::clock::Clock;

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
fn a_table_taller_than_browsers_scroll_ends_at_its_last_row() {
    // 300,000 rows are 9.6 million pixels, and the element is at most 8 million tall.
    let folder = Folder::new();
    let text = command::slotscope(&["generate", "lublin", "--jobs", "300000", "--load", "0.5"]);
    let page = scene::open();
    page.send_file("#file", &folder.file("large.swf", text));
    page.wait_for("#spent[data-jobs='300000']");
    scene::show(&page, "jobs");
    page.wait_for_text("#job-count-shown", "300\u{202f}000 jobs");
    assert!(page.count(ROWS) < 200);
    assert_eq!(column(&page, 0)[0], "1");
    // The end is reached by scrolling, and the last row stands at the lower edge.
    scroll(&page, "scrollTop = 1e9");
    page.wait_for("#job-table .row[aria-rowindex='300001']");
    assert_eq!(last_in_sight(&page), 300_001);
    let rows = page.count(ROWS);
    assert!(rows > 10 && rows < 200, "{rows} rows");
    // From there back row by row: none is passed over, also when the table has come to rest.
    let rest = || page.wait_for("#job-table:not([data-moving])");
    rest();
    for up in 1..=20 {
        scroll(&page, "scrollTop -= 64");
        assert_eq!(last_in_sight(&page), 300_001 - 2 * up);
        if up % 10 == 0 {
            rest();
            assert_eq!(last_in_sight(&page), 300_001 - 2 * up);
        }
    }
    // By their numbers they are sorted already: now the other way round.
    sort_by(&page, "job");
    scroll(&page, "scrollTop = 0");
    page.wait_for("#job-table .row[aria-rowindex='2']");
    assert_eq!(column(&page, 0)[0], "300000");
}

fn scroll(page: &Page, how: &str) {
    page.execute(&format!("document.querySelector('#job-table').{how}"), &[]);
    page.settle();
}

/// The place of the last row that is wholly in sight.
fn last_in_sight(page: &Page) -> u64 {
    let last = page.execute(
        "const edge = document.querySelector('#job-table');
         const bottom = edge.getBoundingClientRect().top + edge.clientHeight;
         const isInSight = row => row.getBoundingClientRect().bottom <= bottom + 1;
         const rows = [...document.querySelectorAll(arguments[0])].filter(isInSight);
         return Math.max(...rows.map(row => Number(row.ariaRowIndex)))",
        &[json!(ROWS)],
    );
    last.as_u64().expect("a row in sight")
}

#[test]
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
}

#[test]
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
    let matches = |id: u64, user: i64| id.to_string().starts_with("73") || user == 73;
    count(run.jobs.iter().filter(|job| matches(job.id, job.logged.user)).count());
}

#[test]
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
    let sight =
        page.execute("return document.querySelector('#gantt-canvas').dataset.sight.split(' ').map(Number)", &[]);
    let (start, end) = (sight[0].as_f64().unwrap(), sight[1].as_f64().unwrap());
    assert!(start <= outcome.start as f64 && end >= outcome.end as f64, "{sight}");
    let whole = slotscope::chart::GanttIndex::new(&run).whole();
    assert!(end - start < whole.seconds() / 2.0, "brought near");
    // Back in the table it is still the one that was chosen.
    scene::show(&page, "jobs");
    page.set_value("#job-filter", "500");
    page.wait_for(&format!("{ROWS}.chosen"));
    assert_eq!(column(&page, 0), ["500"]);
    assert_eq!(scene::exported_text(&page, "scenario", ".json"), command::json(&Scenario::default()) + "\n");
}

#[test]
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

#[test]
fn numbers_of_seven_digits_and_dates_are_whole() {
    let log = b"; UnixStartTime: 904580820\n; MaxProcs: 8\n\
        4101234 0 0 60 2 -1 -1 2 60 -1 1 1234567 1 -1 1 1 -1 -1\n\
        4101235 5 0 60 8 -1 -1 8 60 -1 1 1234568 1 -1 1 1 -1 -1\n";
    let page = scene::open();
    page.drop_bytes("seven.swf", log);
    page.wait_for_text("#workload-name", "seven.swf");
    scene::show(&page, "jobs");
    page.wait_for(ROWS);
    let first = place(&page, "job");
    assert_eq!(column(&page, first), ["4101234", "4101235"]);
    let starts = column(&page, place(&page, "start"));
    let origin = Origin::Dated(Clock::utc(904_580_820));
    assert_eq!(starts, [time_label(0, origin), time_label(60, origin)]);
    let cut = "return [...document.querySelectorAll(arguments[0] + ' > span')]
        .filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)";
    for projected in [false, true] {
        if projected {
            page.execute("document.activeElement.blur()", &[]);
            page.press("p");
            page.wait_for(".projector");
        }
        page.settle();
        assert_eq!(page.execute(cut, &[json!(ROWS)]), json!([]));
    }
}
