//! An exercise for a class: solved by the page alone and handed in, and thirty hand-ins reviewed.

use serde_json::{Value, json};
use slotscope::experiment::Scenario;
use slotscope::experiment::words::run_line;
use slotscope::export::hand_in::{self, Figures, HandIn};
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::workload::csv::fields;
use slotscope::workload::{WorkloadKind, read};

use crate::accessibility::assert_accessible;
use crate::harness::Page;
use crate::scene;

const EXERCISE: &str = "Which policy and δ give the least mean flow time at 30 % reservations on SDSC SP2, and why?";

/// A log of a machine of 8 processors.
const SMALL: &[u8] = b"; MaxProcs: 8\n\
    1 0 0 60 5 -1 -1 5 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 90 5 -1 -1 5 90 -1 1 1 1 -1 1 1 -1 -1\n";

fn open_form(page: &Page) {
    page.click("#export");
    page.click("#export-hand-in");
    page.wait_for("#hand-in[open] #hand-in-name");
}

fn open_review(page: &Page) {
    page.click("#export");
    page.click("#export-review");
    page.wait_for("#review[open]");
}

fn fill(page: &Page, name: &str, answer: &str) {
    page.set_value("#hand-in-name", name);
    page.set_value("#hand-in-exercise", EXERCISE);
    page.set_value("#hand-in-answer", answer);
}

/// The file that *Save file* hands out.
fn saved(page: &Page) -> Vec<u8> {
    page.clear_downloads();
    page.click("#hand-in-save");
    page.wait_for_text("#hand-in-told", "has been saved");
    std::fs::read(page.wait_for_download(".hand-in.json")).expect("a file")
}

/// The text of a cell of the only row, and its value.
fn cell(page: &Page, column: &str) -> (String, Value) {
    let value = page.execute_with(
        "return document.querySelector(`#review-table td.${arguments[0]}`).dataset.value ?? null",
        [column],
    );
    (page.text(&format!("#review-table td.{column}")), value)
}

/// The names in the table, from top to bottom.
fn names(page: &Page) -> Vec<String> {
    page.read("return [...document.querySelectorAll('.review-show')].map(it => it.textContent)")
}

/// The exercise of the issue: solved and handed in by the page alone, then reviewed on another machine.
#[test]
fn the_exercise_of_a_class_on_a_real_log_is_solved_and_handed_in() {
    let (path, log) = scene::real_log("SDSC-SP2-1998-first-4961.swf");
    let page = scene::open();
    page.drop_file(&path);
    let mut base = scene::scenario_of(&log);
    scene::wait_for_run(&page, &base, &log);
    page.set_value("#ar-percent", 30);
    base.workload.reservations.percent = 30.0;
    scene::wait_for_run(&page, &base, &log);
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", "0, 600, 3600");
    page.set_value("#trade-seeds", 1);
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    page.wait_for("#trade-run");
    // The front is sorted by the y axis, which is F.
    let least = page.execute(
        "const flow = row => Number(row.querySelectorAll('td[data-value]')[1].dataset.value);
         const rows = [...document.querySelectorAll('#trade-front tbody tr')];
         return [rows.every(row => flow(rows[0]) <= flow(row)), String(flow(rows[0]))]",
    );
    assert_eq!(least[0], json!(true));
    page.click("#trade-front tbody tr:first-child th");
    page.wait_for("#trade-front tbody tr:first-child.chosen");
    page.wait_until_idle();
    open_form(&page);
    page.wait_for("#hand-in-figures");
    page.wait_for_text("#hand-in-tried summary", "scenarios tried");
    fill(&page, "Grace Hopper", "Short jobs no longer wait behind long ones.");
    let file = saved(&page);
    drop(page);

    // What was handed in is what the library makes of the scenario.
    let handed_in = hand_in::read(&file).expect("a hand-in");
    let scenario = &handed_in.page.scenarios[handed_in.page.front];
    assert_eq!(scenario.workload.reservations.percent, 30.0);
    let own = scene::report_of(scenario, &log);
    assert_eq!(json!(own.mean_flow_time.to_string()), least[1]);
    assert_eq!(handed_in.figures, Some(Figures::of(&own)));
    let words: Vec<&str> = handed_in.tried.iter().map(|it| &*it.words).collect();
    let explored = words.iter().filter(|it| it.starts_with("Trade-off over 27 combinations"));
    assert_eq!(explored.count(), 1, "{words:?}");
    let line = run_line(scenario, WorkloadKind::Log);
    assert!(words.iter().any(|it| it.starts_with(&line)), "{words:?}");

    // The lecturer's machine.
    let page = Page::open_for_the_first_time("/#");
    scene::wait_for(&page, &scene::sample_report());
    page.drop_bytes("any.json", &file);
    page.wait_for("#review-table tbody tr");
    assert_eq!(names(&page), ["Grace Hopper"]);
    let (shown, _) = cell(&page, "scenario");
    assert!(shown.starts_with(&line), "{shown}");
    assert!(shown.ends_with("SDSC-SP2-1998-first-4961.swf: not the log on this page"), "{shown}");
    assert_eq!(cell(&page, "flow-time").1, least[1]);
    assert_eq!(cell(&page, "utilization").1, json!(own.mean_utilization.to_string()));
    page.wait_for_text("#review-table td.reason", "Short jobs no longer wait");
    page.click(".review-show");
    page.wait_for_text("#awaited", "This hand-in was made on SDSC-SP2-1998-first-4961.swf");
    page.drop_file(&path);
    scene::wait_for(&page, &own);
    open_review(&page);
    page.wait_until_with(
        "return document.querySelector('#review-table td.scenario small')?.textContent === arguments[0]",
        ["SDSC-SP2-1998-first-4961.swf"],
    );
}

/// A hand-in on the small log, with this mean flow time.
fn handed_in(name: &str, ended: i64, flow_time: f64) -> HandIn {
    let page = Snapshot {
        workload: Source::File(FileMark::of("small.swf", SMALL)),
        scenarios: vec![Scenario { platform: vec![8], ..Scenario::default() }],
        ..Snapshot::default()
    };
    HandIn {
        name: name.to_owned(),
        exercise: EXERCISE.to_owned(),
        answer: format!("=1+1, \"{name}\" says"),
        figures: Some(Figures { mean_flow_time: Some(flow_time), ..Figures::default() }),
        ..HandIn::of(page, (ended - 60, ended), 0)
    }
}

#[test]
fn thirty_hand_ins_dropped_at_once_are_a_table() {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut expected: Vec<(u32, String)> = Vec::new();
    for number in 0..28_u32 {
        // The last has the name of the first, later.
        let name = format!("Student {}", number % 27);
        let flow_time = (number * 11) % 29;
        let one = handed_in(&name, 1_000_000 + i64::from(number), flow_time.into());
        let text = hand_in::write(&one).expect("a file");
        files.push((format!("{number}.hand-in.json"), text.into_bytes()));
        expected.push((flow_time, name));
    }
    let cut = files[3].1[..200].to_vec();
    files.push(("cut.hand-in.json".to_owned(), cut));
    files.push(("picture.png".to_owned(), vec![0x89, b'P', b'N', b'G']));
    let page = scene::open();
    let all: Vec<(&str, &[u8])> = files.iter().map(|it| (&*it.0, &*it.1)).collect();
    page.drop_all(&all);
    page.wait_for_text("#review-told", "28 hand-ins. 2 could not be read.");
    page.wait_for_text("#review-broken", "cut.hand-in.json");
    page.wait_for_text("#review-broken", "picture.png");
    assert_eq!(page.count("tr[data-repeat^='latest of 2']"), 1);
    assert_eq!(page.count("tr[data-from='0.hand-in.json'][data-repeat^='replaced']"), 1);
    expected.sort();
    let by_flow_time: Vec<String> = expected.iter().map(|it| it.1.clone()).collect();
    page.click("#review-by-flow-time");
    page.wait_for("[aria-sort=ascending] #review-by-flow-time");
    assert_eq!(names(&page), by_flow_time);
    page.click("#review-by-flow-time");
    page.wait_for("[aria-sort=descending] #review-by-flow-time");
    let reversed: Vec<String> = by_flow_time.iter().rev().cloned().collect();
    assert_eq!(names(&page), reversed);
    assert_accessible(&page);

    page.clear_downloads();
    page.click("#review-csv");
    let csv = std::fs::read_to_string(page.wait_for_download(".csv")).expect("a file");
    let rows: Vec<Vec<String>> = csv
        .lines()
        .map(|line| fields(line.as_bytes()).into_iter().map(|it| String::from_utf8_lossy(&it).into_owned()).collect())
        .collect();
    assert_eq!(rows.len(), 31);
    assert!(rows.iter().all(|it| it.len() == rows[0].len()));
    let column = |name: &str| rows[0].iter().position(|it| it == name).expect("a column");
    let text = |row: usize, name: &str| rows[row][column(name)].clone();
    assert_eq!(text(1, "answer"), "=1+1, \"Student 0\" says");
    assert_eq!(text(2, "mean_flow_time"), "11");
    assert_eq!(text(28, "repeat"), "latest of 2 of this name");
    assert_eq!(text(29, "file"), "cut.hand-in.json");
    assert!(!text(29, "fault").is_empty() && text(28, "fault").is_empty());
    // No spreadsheet takes an answer for a formula.
    assert!(csv.contains("\"'=1+1, \"\"Student 0\"\" says\""));

    // The same once more is listed once, and closing the table loses nothing.
    page.drop_all(&all[..2]);
    page.wait_for_text("#review-told", "2 hand-ins had been added before.");
    page.click("#review-close");
    page.wait_for_none("#review[open]");
    open_review(&page);
    assert_eq!(names(&page).len(), 28);
    // A row opens its scenario.
    page.drop_bytes("small.swf", SMALL);
    page.wait_for_text("#review-table td.scenario small", "small.swf");
    page.click(".review-show");
    page.wait_for_none("#review[open]");
    let log = read("small.swf", SMALL).expect("a log").workload;
    let scenario = handed_in("", 60, 0.0).page.scenarios.remove(0);
    scene::wait_for_run(&page, &scenario, &log);
}

#[test]
fn a_link_of_a_hand_in_is_reviewed_beside_the_page() {
    let page = scene::open();
    page.execute("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
    page.set_value("#seed", 7);
    let scenario = Scenario { seed: 7, ..Scenario::default() };
    let own = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(&page, &own);
    open_form(&page);
    fill(&page, "Ada", "Seed 7.");
    page.click("#hand-in-copy");
    page.wait_for_text("#hand-in-told", "Link copied.");
    let link = page.execute("return window.copied");
    let link = link.as_str().expect("a link").to_owned();
    let handed_in = hand_in::read_link(&link).expect("a hand-in");
    assert_eq!((&*handed_in.name, &*handed_in.answer), ("Ada", "Seed 7."));
    assert_eq!(handed_in.figures, Some(Figures::of(&own)));
    assert_accessible(&page);
    drop(page);

    let page = Page::open_for_the_first_time("/");
    page.goto("about:blank");
    page.goto(&link);
    page.wait_for("#review-table tbody tr");
    assert_eq!(names(&page), ["Ada"]);
    // The page itself is as it opens; once it shows something, its address is its own.
    page.wait_for("#front-door");
    page.click(".review-show");
    scene::wait_for(&page, &own);
    scene::linked(&page);
    assert!(!page.address().contains("hand-in"));
    // Links can be pasted as well; what is none is named with the reason.
    open_review(&page);
    page.set_value("#review-links", format!("{link}\nhttps://example.org/#x\n"));
    page.click("#review-add");
    page.wait_for_text("#review-broken", "no link of a hand-in");
    assert_eq!(names(&page), ["Ada", "Ada"]);
    page.click("#review-clear");
    page.wait_for_none("#review-table");
    // In the address of an open page it opens the same.
    page.click("#review-close");
    let hash = link.split_once('#').expect("a hash").1;
    page.execute_with("location.hash = arguments[0]", [hash]);
    page.wait_for("#review[open] #review-table tbody tr");
    scene::wait_for(&page, &own);
}

#[test]
fn what_a_student_writes_is_kept_and_shown_as_text() {
    const MARKUP: &str = "<img src=x onerror=alert(1)> https://example.org/";
    let page = scene::open();
    open_form(&page);
    fill(&page, MARKUP, MARKUP);
    page.click("#hand-in-close");
    page.wait_for_none("#hand-in[open]");
    page.set_value("#seed", 3);
    page.wait_until_idle();
    // A narrow page has the way in its export menu.
    page.set_window_size(390, 844);
    page.settle();
    page.click("#export");
    page.click("#export-hand-in");
    page.wait_for("#hand-in[open]");
    let kept =
        page.execute("return ['name', 'exercise', 'answer'].map(it => document.querySelector('#hand-in-' + it).value)");
    assert_eq!(kept, json!([MARKUP, EXERCISE, MARKUP]));
    page.wait_for_text("#hand-in-tried summary", "1 scenario tried");
    assert_accessible(&page);
    page.click("#hand-in-tried li button");
    page.wait_for_text("#hand-in", "You have tried no other scenario");
    let file = saved(&page);
    page.click("#hand-in-close");
    page.drop_bytes("x.hand-in.json", &file);
    page.wait_for("#review-table tbody tr");
    assert_eq!(names(&page), [MARKUP]);
    assert_eq!(page.count("#review a, #review img"), 0);
    assert_accessible(&page);
}

#[test]
fn answers_of_lessons_are_handed_in() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson-drawn[data-ready=true]");
    page.click(".lesson-steps li:last-child button");
    page.wait_for("#lesson-hidden[data-ready=true]");
    for (number, right) in [("10", "false"), ("26", "true")] {
        page.set_value("#answer-number", number);
        page.click("#answer-check");
        page.wait_for(&format!("#lesson-feedback[data-right={right}]"));
    }
    scene::show_bars(&page);
    open_form(&page);
    page.wait_for_text("#hand-in-answers summary", "1 answer");
    let handed_in = hand_in::read(&saved(&page)).expect("a hand-in");
    let [answer] = &handed_in.answers[..] else {
        panic!("{:?}", handed_in.answers);
    };
    assert_eq!((&*answer.answer, answer.right, answer.tries), ("26 s", true, 2));
    // The lesson stands in the page that is handed in.
    let place = handed_in.page.lesson.expect("a lesson");
    assert_eq!(place.id, "backfilling");
}

/// Without it *Hand in* and *Review* stand under *Learn* and in the export menu.
#[test]
fn a_link_for_a_class_has_hand_in_beside_the_work_and_no_tools_of_a_lecturer() {
    let page = scene::open();
    page.execute("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
    page.set_value("#seed", 7);
    let own = scene::report_of(&Scenario { seed: 7, ..Scenario::default() }, &scene::sample());
    scene::wait_for(&page, &own);
    assert_eq!(page.count("#hand-in-open"), 0);
    page.click("#copy-ways");
    page.click("#copy-as-class");
    page.wait_for_text(".notice", "Link for a class copied");
    let link = page.execute("return window.copied");
    scene::show(&page, "lessons");
    page.wait_for("#lesson-make");
    page.click("#review-open");
    page.wait_for("#review[open]");
    page.goto("about:blank");
    page.goto(link.as_str().expect("a link"));
    scene::wait_for(&page, &own);
    page.click("#export");
    assert_eq!(page.count("#export-hand-in"), 1);
    assert_eq!(page.count("#export-review, #export-lesson, #copy-as-class"), 0);
    page.click("#export");
    scene::show(&page, "lessons");
    page.wait_for(".lesson-cards");
    assert_eq!(page.count("#lesson-make, #review-open, .lesson-path"), 0);
    scene::show(&page, "gantt");
    for (width, height) in [(1280, 720), (390, 844)] {
        page.set_window_size(width, height);
        let is_in_sight = "const it = document.querySelector('#hand-in-open').getBoundingClientRect();
             return it.height > 0 && it.left >= 0 && it.right <= innerWidth && it.bottom <= innerHeight";
        page.wait_until(is_in_sight);
    }
    // On a telephone as well.
    page.click("#hand-in-open");
    page.wait_for("#hand-in[open] #hand-in-name");
    assert_accessible(&page);
}
