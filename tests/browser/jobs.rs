//! The table of jobs: large logs, sorting, filtering, and the way to the chart.

use serde_json::json;

use crate::command::Folder;
use crate::harness::Page;
use crate::{command, scene};
use slotscope::chart::time_axis::{Origin, time_label};
use slotscope::criteria::groups::{GroupBy, Grouping, groups};
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::groups_csv;
use slotscope::workload;
use slotscope::workload::clock::Clock;

const ROWS: &str = "#job-table .row:not(.head)";

/// The texts of a column of the rows in sight, from the top.
fn column(page: &Page, index: usize) -> Vec<String> {
    page.settle();
    page.read_with(
        "return [...document.querySelectorAll(arguments[0])]
            .sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
            .map(row => row.children[arguments[1]].textContent)",
        (ROWS, index),
    )
}

/// The place of a column.
fn place(page: &Page, name: &str) -> usize {
    page.read_with(
        "const all = [...document.querySelectorAll('#job-table .head button')];
         return all.findIndex(it => it.dataset.testid === 'sort-' + arguments[0])",
        [name],
    )
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
    page.execute(&format!("document.querySelector('#job-table').{how}"));
    page.settle();
}

/// The place of the last row that is wholly in sight.
fn last_in_sight(page: &Page) -> u64 {
    page.read_with(
        "const edge = document.querySelector('#job-table');
         const bottom = edge.getBoundingClientRect().top + edge.clientHeight;
         const isInSight = row => row.getBoundingClientRect().bottom <= bottom + 1;
         const rows = [...document.querySelectorAll(arguments[0])].filter(isInSight);
         return Math.max(...rows.map(row => Number(row.ariaRowIndex)))",
        [ROWS],
    )
}

#[test]
fn columns_sort_both_ways_filters_show_what_they_say_and_what_was_typed_stays() {
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
    // Filters show what they say.
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
    // What was typed stays while other views are shown.
    scene::show(&page, "slots");
    page.set_value("#query-size", 5);
    for (view, field, typed) in [("jobs", "#job-filter", "73"), ("slots", "#query-size", "5")] {
        scene::show(&page, view);
        let shown = page.execute_with("return document.querySelector(arguments[0]).value", [field]);
        assert_eq!(shown, typed, "{field}");
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
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
    let sight = page.execute("return document.querySelector('#gantt-canvas').dataset.sight.split(' ').map(Number)");
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
            page.execute("document.activeElement.blur()");
            page.press("p");
            page.wait_for(".projector");
        }
        page.settle();
        assert_eq!(page.execute_with(cut, [ROWS]), json!([]));
    }
}

/// The first job takes all processors for an hour, and both others wait for it. Job 3 has no wait in the log. The log
/// begins on Friday, 2024-03-01, at noon.
const LOG: &[u8] = b"; MaxProcs: 8\n; UnixStartTime: 1709294400\n\
    1 0 100 3600 8 -1 -1 8 3600 -1 1 1 1 -1 1 1 -1 -1\n\
    2 60 30 1800 4 -1 -1 4 1800 -1 1 2 1 -1 2 1 -1 -1\n\
    3 120 -1 1800 4 -1 -1 4 1800 -1 1 1 1 -1 2 1 -1 -1\n";

/// *Summary* of a log, dropped on the page.
fn summary_of(bytes: &[u8]) -> Page {
    let log = workload::read("small.swf", bytes).expect("a log").workload;
    let page = scene::open();
    page.drop_bytes("small.swf", bytes);
    page.wait_for_text("#workload-name", "small.swf");
    let run = scene::run(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "summary");
    page
}

/// The value of a group in a column.
#[track_caller]
fn value(page: &Page, group: &str, column: &str) -> f64 {
    let css = format!("#by-group tr[data-group='{group}'] [data-column='{column}']");
    page.wait_for(&css);
    let found = page.execute_with("return document.querySelector(arguments[0]).dataset.value", [css]);
    found.as_str().and_then(|it| it.parse().ok()).expect("a number")
}

/// The labels of the groups, from the top.
fn labels(page: &Page) -> Vec<String> {
    page.settle();
    page.read("return [...document.querySelectorAll('#by-group tbody tr')].map(it => it.dataset.group)")
}

#[test]
fn users_and_queues_have_their_hours_and_waits_beside_those_of_the_log() {
    let page = summary_of(LOG);
    page.wait_for("#by-group");
    assert_eq!(value(&page, "partition 1", "hours"), 12.0);
    page.set_value("#group-by", "User");
    page.wait_for("#by-group tr[data-group='user 1']");
    assert_eq!(labels(&page), ["user 1", "user 2"]);
    for (group, column, expected) in [
        ("user 1", "jobs", 2.0),
        ("user 1", "hours", 10.0),
        ("user 1", "mean-simulated", 1_740.0),
        ("user 1", "median-simulated", 0.0),
        ("user 1", "90-simulated", 3_480.0),
        ("user 1", "mean-logged", 100.0),
        ("user 1", "slowdown-logged", 3_700.0 / 3_600.0),
        ("user 1", "without-logged", 1.0),
        ("user 2", "hours", 2.0),
        ("user 2", "mean-simulated", 3_540.0),
        ("user 2", "mean-logged", 30.0),
    ] {
        assert_eq!(value(&page, group, column), expected, "{group} {column}");
    }
    page.wait_for_text(".by-group", "Of 3 jobs 1 has no wait in the log");
    page.set_value("#group-by", "Queue");
    assert_eq!(value(&page, "queue 2", "mean-simulated"), 3_510.0);
    assert_eq!(labels(&page), ["queue 1", "queue 2"]);
    page.click("[data-testid=sort-mean-simulated]");
    assert_eq!(labels(&page), ["queue 2", "queue 1"]);
    // The choice stays while another view is shown.
    scene::show(&page, "jobs");
    scene::show(&page, "summary");
    assert_eq!(value(&page, "queue 1", "hours"), 8.0);
    page.click("#groups-csv");
    let file = page.wait_for_download(".csv");
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let grouping = Grouping { with_log: true, ..Grouping::new(GroupBy::Queue) };
    let run = scene::run(&scene::scenario_of(&log), &log);
    let expected = groups_csv(&groups(&run, &grouping));
    assert_eq!(std::fs::read_to_string(file).expect("the file"), expected);
}

#[test]
fn waits_over_the_week_stand_beside_those_of_the_log() {
    let page = summary_of(LOG);
    page.wait_for("#week-simulated svg");
    page.wait_for("#week-logged svg");
    // Friday noon: 0, 3540 and 3480 s in the run, 100 and 30 s in the log.
    for (side, expected) in [("simulated", "39 min (3 jobs)"), ("logged", "65 s (2 jobs)")] {
        page.click(&format!("#week-{side}-numbers summary"));
        page.wait_for(&format!("#week-{side}-numbers table"));
        let cell = format!("#week-{side}-numbers tbody tr:nth-child(13) td:nth-child(6)");
        assert_eq!(page.text(&cell), expected);
    }
    // A telephone scrolls within the table, not across the page.
    page.set_window_size(390, 844);
    page.settle();
    let width = page.execute("return document.documentElement.scrollWidth");
    assert!(width.as_f64().expect("a width") <= 390.0, "{width}");
}
