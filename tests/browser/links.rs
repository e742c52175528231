//! Links: what is on the page in its address, and back, on another machine, damaged, or hostile.

use std::io::Write;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::{FileMark, Sight, Snapshot, Source};
use slotscope::system::two_level::QueuePolicy;
use slotscope::workload;
use slotscope::workload::lublin::Lublin;
use slotscope::workload::testing::one_in;

/// Logs of a machine of 8 processors.
const SMALL: &[u8] = b"; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";
const OTHER: &[u8] = b"; MaxProcs: 8\n1 0 0 90 3 -1 -1 3 90 -1 1 1 1 -1 1 1 -1 -1\n";

/// A link that names the small log, with a scenario of its own.
pub fn on_small() -> Snapshot {
    let scenario = Scenario { platform: vec![2, 2], seed: 5, ..Scenario::default() };
    Snapshot {
        workload: Source::File(FileMark::of("small.swf", SMALL)),
        scenarios: vec![scenario],
        cursor: Some(30),
        ..Snapshot::default()
    }
}

#[track_caller]
fn wait_for_log(page: &Page, bytes: &[u8], scenario: &Scenario) {
    let log = workload::read("any", bytes).expect("a log").workload;
    scene::wait_for_run(page, scenario, &log);
}

#[track_caller]
fn sight(page: &Page) -> String {
    page.settle();
    page.read("return document.querySelector('#gantt-canvas').dataset.sight")
}

/// A link as an attacker makes it: 20 MB in a few thousand characters.
fn bomb() -> String {
    let json = format!("{{\"view\":\"{}\"}}", "a".repeat(20_000_000));
    let mut sum = Crc::new();
    sum.update(json.as_bytes());
    let mut packer = DeflateEncoder::new(sum.sum().to_le_bytes().to_vec(), Compression::best());
    packer.write_all(json.as_bytes()).expect("memory holds it");
    let bytes = packer.finish().expect("memory holds it");
    format!("1.{}", BASE64_URL_SAFE_NO_PAD.encode(bytes))
}

/// What is written to the clipboard from now on can be asked for.
fn record_clipboard(page: &Page) {
    page.execute("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }");
}

#[track_caller]
fn copied(page: &Page) -> String {
    page.wait_until("return typeof window.copied === 'string'");
    page.read("const it = window.copied; window.copied = null; return it")
}

#[test]
fn a_link_shows_the_same_in_a_fresh_profile() {
    let page = scene::open();
    scene::wait_for_link(&page, &Snapshot::default());
    page.drop_bytes(
        "scenario.json",
        br#"{"workload": {"first_job": 1, "last_job": 1000, "reservations": {"percent": 12.5}}, "platform": [64, 32], "seed": 3}"#,
    );
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 12.5;
    scenario.platform = vec![64, 32];
    scenario.seed = 3;
    let figures = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(&page, &figures);
    page.wheel("#gantt-canvas", (700.0, 300.0), 0, -400);
    page.wheel("#gantt-canvas", (500.0, 200.0), 0, -300);
    page.click_at("#gantt-canvas", 520.0, 240.0);
    scene::wait_for_sight(&page, "#gantt-canvas");
    let shown = scene::linked(&page);
    assert_eq!(shown.scenarios, [scenario]);
    assert!(shown.cursor.is_some() && shown.sight.is_some(), "{shown:?}");
    let zoomed = sight(&page);
    let Sight(start, end, first_row, last_row) = shown.sight.unwrap();
    assert_eq!(zoomed, format!("{start} {end} {first_row} {last_row}"));
    record_clipboard(&page);
    page.click("#copy-link");
    page.wait_for_text(".notice", "Link copied.");
    let link = copied(&page);
    assert_eq!(link, page.address());
    page.press("l");
    assert_eq!(copied(&page), link);
    drop(page);

    let page = Page::open(&link);
    scene::wait_for(&page, &figures);
    assert_eq!(sight(&page), zoomed);
    assert_eq!(scene::linked(&page), shown);
    assert_eq!(page.address(), link);
}

#[test]
fn view_cursor_job_and_selection_are_in_the_link() {
    let mut easy = Scenario::default();
    scene::options(&mut easy).local.queue = QueuePolicy::Easy;
    let shown = Snapshot {
        scenarios: vec![Scenario::default(), easy.clone()],
        front: 1,
        view: "slots".to_owned(),
        sight: Some(Sight(86_400.0, 186_400.0, 10.5, 60.0)),
        cursor: Some(100_000),
        // Outside what is in sight: it stays as it is.
        job: Some(900),
        selected: vec![3, 4, 5, 17],
        ..Snapshot::default()
    };
    let page = scene::open_at(&shown);
    scene::wait_for_sample(&page, &easy);
    page.wait_for("#view-slots");
    page.wait_until("return document.querySelector('#cursor-number')?.value === '100000'");
    assert_eq!(scene::linked(&page), shown);
    scene::show(&page, "gantt");
    assert_eq!(sight(&page), "86400 186400 10.5 60");
    let on_gantt = Snapshot { view: "gantt".to_owned(), ..shown };
    assert_eq!(scene::linked(&page), on_gantt);
}

/// Counts the steps that the page adds to the browser's history, whose length grows to 50 and no further.
fn count_steps(page: &Page) {
    page.execute(
        "window.steps = 0;
         const push = history.pushState.bind(history);
         history.pushState = (...step) => { window.steps += 1; push(...step); }",
    );
}

fn steps(page: &Page) -> u64 {
    page.read("return window.steps")
}

#[test]
fn a_link_put_into_the_address_is_a_step() {
    let page = scene::open();
    count_steps(&page);
    page.set_value("#ar-percent", 20);
    let mut twenty = Snapshot::default();
    twenty.scenarios[0].workload.reservations.percent = 20.0;
    scene::wait_for_link(&page, &twenty);
    assert_eq!(steps(&page), 0);
    let mut linked = Snapshot::default();
    linked.scenarios[0].workload.reservations.percent = 40.0;
    linked.view = "summary".to_owned();
    let hash = permalink::link(&linked).unwrap();
    page.execute_with("location.hash = arguments[0]", [hash]);
    scene::wait_for_sample(&page, &linked.scenarios[0]);
    page.wait_for("#view-summary");
    page.click(".notice button");
    scene::wait_for_sample(&page, &twenty.scenarios[0]);
    page.execute("location.hash = '1.damaged'");
    page.wait_for_text(".notice.failed", "This link cannot be opened");
    page.wait_until("return location.hash !== '#1.damaged'");
}

#[test]
fn a_link_is_opened_although_the_page_writes_its_own_before_it_hears_of_it() {
    let page = scene::open();
    let mut linked = Snapshot::default();
    linked.scenarios[0].workload.reservations.percent = 40.0;
    let hash = permalink::link(&linked).unwrap();
    // The event comes only when the script is done.
    page.execute_with("location.hash = arguments[0]; history.replaceState(null, '', location.pathname)", [hash]);
    let run = scene::run(&linked.scenarios[0], &scene::sample());
    scene::wait_for(&page, &report(&run));
    scene::wait_for_link(&page, &linked);
}

#[test]
fn a_moving_control_does_not_flood_the_address() {
    let page = scene::open();
    page.execute(
        "window.written = 0;
         const write = history.replaceState;
         history.replaceState = function (...all) { window.written++; return write.apply(this, all); }",
    );
    // Within the page, a value a frame, as a hand moves it: however slow the machine is, it is not at
    // rest in between.
    page.execute(
        "const slider = document.querySelector('#ar-percent');
         const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
         return (async () => {
             for (let percent = 0; percent < 60; percent++) {
                 set.call(slider, percent);
                 for (const type of ['input', 'change'])
                     slider.dispatchEvent(new Event(type, { bubbles: true }));
                 await new Promise(requestAnimationFrame);
             }
         })()",
    );
    let mut last = Snapshot::default();
    last.scenarios[0].workload.reservations.percent = 59.0;
    scene::wait_for_link(&page, &last);
    let written = page.execute("return window.written");
    assert!(written.as_u64().unwrap() < 20, "{written}");
}

#[test]
fn damaged_and_hostile_links_give_a_message_and_the_first_page() {
    let whole = permalink::link(&on_small()).unwrap();
    let huge = format!("1.{}", "A".repeat(200_000));
    let bomb = bomb();
    let links = [
        (&whole[..whole.len() - 4], "damaged"),
        ("1.", "damaged"),
        ("2.abcdef", "version 2"),
        ("<script>alert(1)</script>", "does not begin with a version"),
        ("1.%3Cimg%20src=x%20onerror=alert(1)%3E", "damaged"),
        (&huge, "longer than"),
        (&bomb, "unpacks to more"),
    ];
    for (hash, said) in one_in(2, 0, links) {
        let page = Page::open(&format!("/#{hash}"));
        page.wait_for_text(".notice.failed", "This link cannot be opened");
        page.wait_for_text(".notice.failed", said);
        scene::wait_for(&page, &scene::sample_report());
        scene::wait_for_link(&page, &Snapshot::default());
        page.set_value("#ar-percent", 10);
        let mut scenario = Scenario::default();
        scenario.workload.reservations.percent = 10.0;
        scene::wait_for_sample(&page, &scenario);
    }
}

#[test]
fn scripts_in_the_names_of_a_link_stay_text() {
    let name = "<img src=x onerror=alert(1)>.swf";
    let mut shown = on_small();
    shown.workload = Source::File(FileMark::of(name, SMALL));
    shown.view = "no-such-view".to_owned();
    let page = scene::open_at(&shown);
    page.wait_for_text("#awaited", name);
    assert_eq!(page.count("img"), 0);
    page.drop_bytes("renamed.swf", SMALL);
    wait_for_log(&page, SMALL, &shown.scenarios[0]);
    page.wait_for_text(".notice.failed", "no view \"no-such-view\"");
    page.wait_for("#view-gantt");
    assert_eq!(page.count("img"), 0);
}

#[test]
fn a_link_asks_for_its_file_and_knows_it() {
    let shown = on_small();
    let page = scene::open_at(&shown);
    page.wait_for_text("#awaited", "This link shows small.swf (58 bytes). Drop it here.");
    // Neither chart nor figures of another log.
    let shown_run = "canvas, .figures, #run-line, #spent, #export";
    page.wait_for_none(shown_run);
    page.wait_for_text("#workload-name", "small.swf");
    // The address still is the link.
    assert_eq!(scene::linked(&page), shown);
    page.drop_bytes("wrong.swf", OTHER);
    page.wait_for_text("#awaited-other", "wrong.swf (58 bytes) is a different file");
    page.wait_for_none(shown_run);
    page.drop_bytes("renamed.swf", SMALL);
    page.wait_for_none("#awaited");
    wait_for_log(&page, SMALL, &shown.scenarios[0]);
    let mut renamed = shown;
    renamed.workload = Source::File(FileMark::of("renamed.swf", SMALL));
    assert_eq!(scene::linked(&page), renamed);
}

#[test]
fn another_file_is_opened_with_the_link_or_by_itself() {
    let shown = on_small();
    let log = workload::read("other.swf", OTHER).unwrap().workload;
    for (button, scenario) in
        [("#awaited-with", shown.scenarios[0].clone()), ("#awaited-without", scene::scenario_of(&log))]
    {
        let page = scene::open_at(&shown);
        page.wait_for("#awaited");
        page.drop_bytes("other.swf", OTHER);
        page.click(button);
        wait_for_log(&page, OTHER, &scenario);
        page.wait_for_none("#awaited");
        let now = scene::linked(&page);
        assert_eq!(now.workload, Source::File(FileMark::of("other.swf", OTHER)));
        assert_eq!(now.scenarios, [scenario]);
        page.click("#undo");
        scene::wait_for(&page, &scene::sample_report());
    }
    let page = scene::open_at(&shown);
    page.click("#awaited-leave");
    page.wait_for_none("#awaited");
    page.wait_for_text(".notice", "small.swf was not opened. The page shows");
    scene::wait_for_link(&page, &Snapshot::default());
    // A view by itself has nothing to go back to.
    page.goto("about:blank");
    page.goto(&scene::path_to(&shown).replacen("/#", "/?view=only#", 1));
    page.wait_for_text("#awaited", "This link shows small.swf (58 bytes). Drop it here.");
    page.wait_for_none("canvas, #run-line, #awaited-leave");
    page.drop_bytes("small.swf", SMALL);
    page.wait_for_none("#awaited");
    page.wait_for("canvas");
}

#[test]
fn an_unreadable_file_leaves_the_question() {
    let page = scene::open_at(&on_small());
    page.wait_for("#awaited");
    page.drop_bytes("letter.txt", b"Dear Sir or Madam,");
    page.wait_for_text(".notice.failed", "letter.txt");
    assert_eq!(page.count("#awaited"), 1);
    page.drop_bytes("small.swf", SMALL);
    wait_for_log(&page, SMALL, &on_small().scenarios[0]);
}

#[test]
fn a_file_that_is_kept_is_taken_at_once() {
    let page = scene::open();
    page.drop_bytes("small.swf", SMALL);
    let log = workload::read("small.swf", SMALL).unwrap().workload;
    wait_for_log(&page, SMALL, &scene::scenario_of(&log));
    scene::linked(&page);
    page.goto("about:blank");
    page.goto(&scene::path_to(&on_small()));
    wait_for_log(&page, SMALL, &on_small().scenarios[0]);
    assert_eq!(page.count("#awaited"), 0);
    assert_eq!(scene::linked(&page), on_small());
    record_clipboard(&page);
    page.click("#copy-link");
    page.wait_for_text(".notices", "also need the file small.swf (58 bytes)");
}

#[test]
fn a_workload_that_was_generated_or_written_comes_with_the_link() {
    let model = workload::lublin::Lublin { jobs: 50, seed: 9, ..Default::default() };
    let text = String::from_utf8(SMALL.to_vec()).unwrap();
    for (source, log) in [
        (Source::Generated(Box::new(model.clone())), model.generate().unwrap()),
        (Source::Written { name: "drawn".to_owned(), text }, workload::read("drawn", SMALL).unwrap().workload),
    ] {
        let shown = Snapshot { workload: source, view: "jobs".to_owned(), ..Snapshot::default() };
        let page = scene::open_at(&shown);
        scene::wait_for_run(&page, &shown.scenarios[0], &log);
        assert_eq!(scene::linked(&page), shown);
    }
}

#[test]
fn a_link_to_a_real_log_shows_the_same_in_a_fresh_profile() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    let figures = scene::report_of(&scene::scenario_of(&log), &log);
    scene::wait_for(&page, &figures);
    page.wheel("#gantt-canvas", (700.0, 300.0), 0, -900);
    scene::wait_for_sight(&page, "#gantt-canvas");
    let shown = scene::linked(&page);
    let zoomed = sight(&page);
    let link = page.address();
    assert!(link.split_once('#').unwrap().1.len() < 140, "{link}");
    drop(page);
    let page = Page::open(&link);
    page.wait_for_text("#awaited", "KTH-SP2-1996-2.swf.gz");
    page.drop_file(&path);
    scene::wait_for(&page, &figures);
    assert_eq!(sight(&page), zoomed);
    assert_eq!(scene::linked(&page), shown);
}

fn back(page: &Page) {
    page.execute("history.back()");
}

fn forward(page: &Page) {
    page.execute("history.forward()");
}

fn with_share(percent: f64) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = percent;
    scenario
}

#[test]
fn back_and_forward_go_through_the_views() {
    let page = scene::open();
    count_steps(&page);
    scene::show(&page, "jobs");
    scene::show(&page, "curves");
    page.press("]");
    page.wait_for("#view-trade-off");
    // By way of the group Compare two steps, its view that was open last and then Curves.
    assert_eq!(steps(&page), 4);
    for view in ["curves", "compare", "jobs", "gantt"] {
        back(&page);
        page.wait_for(&format!("#view-{view}"));
    }
    for view in ["jobs", "compare", "curves", "trade-off"] {
        forward(&page);
        page.wait_for(&format!("#view-{view}"));
    }
    assert_eq!(steps(&page), 4);
}

#[test]
fn back_leaves_the_scenario_as_it_is_and_the_address_says_so() {
    let page = scene::open();
    scene::show(&page, "summary");
    page.set_value("#ar-percent", 60);
    let sixty = scene::report_of(&with_share(60.0), &scene::sample());
    scene::wait_for(&page, &sixty);
    let shown =
        |view: &str| Snapshot { scenarios: vec![with_share(60.0)], view: view.to_owned(), ..Snapshot::default() };
    scene::wait_for_link(&page, &shown("summary"));
    back(&page);
    page.wait_for("#view-gantt");
    scene::wait_for_link(&page, &shown("gantt"));
    scene::wait_for(&page, &sixty);
    assert_eq!(page.count(".notice"), 0);
    // The page is loaded anew where somebody has gone back to, and its steps are still there.
    page.reload();
    scene::wait_for(&page, &sixty);
    page.wait_for("#view-gantt");
    forward(&page);
    page.wait_for("#view-summary");
    scene::wait_for(&page, &sixty);
}

#[test]
fn back_goes_out_of_a_lesson_and_forward_into_it() {
    let page = scene::open();
    scene::show(&page, "lessons");
    page.click("#lesson-backfilling");
    page.wait_for("#lesson[data-lesson=backfilling]");
    back(&page);
    page.wait_for("#lesson-list");
    forward(&page);
    page.wait_for("#lesson[data-lesson=backfilling]");
    // A lesson that stays open while another view is.
    page.press("1");
    page.wait_for("#view-gantt");
    back(&page);
    page.wait_for("#lesson[data-lesson=backfilling]");
    page.click("#lesson-close");
    page.wait_for("#lesson-list");
    back(&page);
    page.wait_for("#lesson[data-lesson=backfilling]");
    back(&page);
    page.wait_for("#lesson-list");
    back(&page);
    page.wait_for("#view-gantt");
}

#[test]
fn beyond_a_link_that_was_put_into_the_address_back_opens_what_was_there() {
    let page = scene::open();
    page.set_value("#ar-percent", 20);
    let twenty = Snapshot { scenarios: vec![with_share(20.0)], ..Snapshot::default() };
    scene::wait_for_link(&page, &twenty);
    let linked = Snapshot { scenarios: vec![with_share(40.0)], view: "summary".to_owned(), ..Snapshot::default() };
    let of = |snapshot: &Snapshot| scene::report_of(&snapshot.scenarios[0], &scene::sample());
    page.execute_with("location.hash = arguments[0]", [permalink::link(&linked).expect("a link")]);
    scene::wait_for(&page, &of(&linked));
    page.wait_for("#view-summary");
    back(&page);
    scene::wait_for(&page, &of(&twenty));
    page.wait_for("#view-gantt");
    forward(&page);
    scene::wait_for(&page, &of(&linked));
    page.wait_for("#view-summary");
}

/// The title of a lesson's first step, made another.
fn own_lesson(title: &str, id: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/lessons");
    let text = std::fs::read_to_string(format!("{folder}/backfilling.json")).expect("a lesson");
    text.replacen("\"backfilling\"", &format!("\"{id}\""), 1).replacen(
        "\"Jobs are rectangles\"",
        &format!("\"{title}\""),
        1,
    )
}

#[test]
fn forward_opens_the_lessons_of_files_that_back_went_out_of() {
    let page = scene::open();
    // One has the id of a lesson that comes with the page.
    let files = [("First of mine", "mine"), ("Second of mine", "another"), ("Third of mine", "backfilling")];
    for (title, id) in files {
        page.drop_bytes("own.json", own_lesson(title, id).as_bytes());
        page.wait_for(&format!("#lesson[data-lesson={id}]"));
        page.wait_for_text("#lesson-step", title);
        page.click("#lesson-close");
        page.wait_for("#lesson-list");
    }
    for (title, id) in files.into_iter().rev() {
        back(&page);
        page.wait_for(&format!("#lesson[data-lesson={id}]"));
        page.wait_for_text("#lesson-step", title);
        back(&page);
        page.wait_for("#view-gantt, #lesson-list");
    }
    for (title, id) in files {
        forward(&page);
        page.wait_for(&format!("#lesson[data-lesson={id}]"));
        page.wait_for_text("#lesson-step", title);
        forward(&page);
        page.wait_for("#lesson-list");
    }
    // What is opened from the list has its id from then on.
    page.click("#lesson-backfilling");
    page.wait_for_text("#lesson-step", "Jobs are rectangles");
    back(&page);
    page.wait_for("#lesson-list");
    forward(&page);
    page.wait_for_text("#lesson-step", "Jobs are rectangles");
}

#[test]
fn the_browsers_own_keys_to_go_back_are_left_to_it() {
    let page = scene::open();
    for (view, css) in [("jobs", "#tab-jobs"), ("gantt", "#gantt-canvas"), ("gantt", "#minimap")] {
        scene::show(&page, view);
        for modifier in ["altKey", "ctrlKey", "metaKey"] {
            let is_left = page.execute_with(
                "const element = document.querySelector(arguments[0]);
                 element.focus();
                 return element.dispatchEvent(new KeyboardEvent('keydown',
                     { key: 'ArrowLeft', [arguments[1]]: true, bubbles: true, cancelable: true }))",
                (css, modifier),
            );
            assert_eq!(is_left, json!(true), "{css}, {modifier}");
        }
        page.settle();
        assert_eq!(page.count(&format!("#view-{view}")), 1, "{css}");
    }
}

const LINKS: &str = include_str!("../earlier/links.json");
const PROJECT: &[u8] = include_bytes!("../earlier/project.json");
const LOG: &[u8] = include_bytes!("../earlier/machine-of-twelve.swf");

/// Waits until the page shows a snapshot, and asserts that it is the one that the page hands out again.
fn assert_shown(page: &Page, snapshot: &Snapshot) {
    let log = match &snapshot.workload {
        Source::Sample => scene::sample(),
        Source::Generated(model) => Lublin::generate(model).expect("a workload"),
        Source::Written { name, text } => read(name, text.as_bytes()),
        Source::Workflow(made) => made.workload().expect("a made-up workflow"),
        Source::Tasks(made) => made.workload().expect("a made-up task batch"),
        Source::File(mark) => read(&mark.name, LOG),
    };
    let run = scene::run(&snapshot.scenarios[snapshot.front], &log);
    scene::wait_for(page, &report(&run));
    page.wait_for(&format!("#view-{}", snapshot.view));
    scene::wait_for_link(page, snapshot);
}

fn read(name: &str, bytes: &[u8]) -> workload::Workload {
    workload::read(name, bytes).expect(name).workload
}

#[test]
fn links_of_earlier_versions_show_what_they_showed() {
    let links: Vec<Value> = serde_json::from_str(LINKS).expect("the links");
    for link in links {
        let hash = link["link"].as_str().expect("a link");
        let snapshot = permalink::read(hash).expect("a link");
        let page = Page::open(&format!("/#{hash}"));
        if matches!(snapshot.workload, Source::File(_)) {
            page.wait_for("#awaited");
            page.drop_bytes("machine-of-twelve.swf", LOG);
        }
        assert_shown(&page, &snapshot);
    }
}

#[test]
fn a_project_of_an_earlier_version_shows_what_it_showed() {
    let project = slotscope::export::project::read(PROJECT).expect("a project");
    let page = scene::open();
    page.drop_bytes("project.json", PROJECT);
    assert_shown(&page, &project.snapshot);
}
