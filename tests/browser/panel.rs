//! The side panel: system and policies on the first screen, the rest a line each until it is opened.

use serde_json::{Value, json};

use crate::command::Folder;
use crate::harness::Page;
use crate::{command, scene};
use slotscope::experiment::Scenario;
use slotscope::export::permalink;
use slotscope::export::snapshot::{Snapshot, Source};
use slotscope::system::two_level::{ReservationEnd, ReservationLength};
use slotscope::workload::lublin::Lublin;
use slotscope::workload::reserve::{IntervalLength, ListedRequest, RequestKind};

/// What a person came for: the system's policies and how many reservations there are, the log, the
/// chart, the figures.
const FIRST_SCREEN: [&str; 13] = [
    "#log > summary",
    "[aria-label=System] h2",
    "#queue-policy",
    "#batch-allocation",
    "#reservation-allocation",
    "#grid-period",
    "#grid-period-number",
    "#ar-percent",
    "#ar-percent-number",
    "#gantt-canvas",
    "#figure-mean-utilization",
    "#figure-mean-flow-time",
    "#figure-mean-tardiness",
];

/// Which of these cannot be seen whole without scrolling: beyond the window, or beyond whatever
/// scrolls or cuts around them.
pub fn out_of_sight(page: &Page, wanted: &[&str]) -> Value {
    page.execute_with(
        "return arguments[0].filter(css => {
            const it = document.querySelector(css);
            let { left, top, right, bottom } = it.getBoundingClientRect();
            const within = box => left >= box.left - 0.5 && right <= box.right + 0.5
                && top >= box.top - 0.5 && bottom <= box.bottom + 0.5;
            const inside = [];
            for (let outer = it.parentElement; outer; outer = outer.parentElement)
                if (getComputedStyle(outer).overflowY !== 'visible') inside.push(outer.getBoundingClientRect());
            return right <= left || !within(new DOMRect(0, 0, innerWidth, innerHeight)) || !inside.every(within);
         })",
        [wanted],
    )
}

#[test]
fn system_policies_and_figures_are_on_the_first_screen() {
    let page = scene::open();
    for (width, height) in [(1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        page.settle();
        let scrolled = page.execute("return [...document.querySelectorAll('.panel *')].some(it => it.scrollTop > 0)");
        assert_eq!(scrolled, json!(false));
        let hidden = out_of_sight(&page, &FIRST_SCREEN);
        assert_eq!(hidden, json!([]), "{width} × {height}");
    }
}

/// What opens on a click, closed at first, and what its line says then.
const LINES: [(&str, &str); 5] = [
    ("log", "Lublin-Feitelson"),
    ("platform", "2 × 64 processors"),
    ("more-settings", ""),
    ("readings", ""),
    ("statistics", "load 70 %"),
];

#[test]
fn what_is_a_line_says_what_is_set() {
    let page = scene::open();
    for (id, said) in LINES {
        assert_eq!(page.count(&format!("#{id}[open]")), 0, "{id}");
        page.wait_for_text(&format!("#{id} > summary"), said);
        let height: u64 = page.read_with("return document.getElementById(arguments[0]).offsetHeight", [id]);
        assert!((20..40).contains(&height), "{id}: {height}");
    }
    page.click("[data-testid=preset-4x64]");
    page.wait_for_text("#platform > summary", "4 × 64 processors");
    page.set_value("#provider-1", 128);
    page.wait_for_text("#platform > summary", "4 providers, 320 processors");
}

/// What was changed is counted on the lines that hide it, found by its words, and put back one by one.
#[test]
fn further_settings_are_counted_found_and_put_back() {
    let page = scene::open();
    page.unfold("#seed");
    page.set_value("#seed", 7);
    page.click("label[for=request-kind-1]");
    page.wait_for_text("#more-settings > summary", "2 changed");
    page.wait_for_text("#draws > summary", "1 changed");
    page.set_value("#find-setting", "fair share users");
    page.wait_for_none("#draws");
    page.set_value("#find-setting", "same seed");
    page.wait_for("#draws[open]");
    assert_eq!(page.count("#reservations"), 0);
    page.click("#draws .put-back");
    page.wait_for_text("#draws > summary", "Draws");
    page.wait_until("return document.querySelector('#seed').value === '1'");
    page.set_value("#find-setting", "");
    page.wait_for_text("#more-settings > summary", "1 changed");
    page.click("#undo");
    page.wait_for_text("#more-settings > summary", "2 changed");
    page.set_value("#find-setting", "no such words");
    page.wait_for_text("#more-settings", "No setting");
    page.set_value("#find-setting", "");
    page.click("#readings > summary");
    page.click("label[for=late-reservations-1]");
    page.wait_for_text("#readings > summary", "1 changed");
    page.click("#readings .put-back");
    page.wait_for_none("#readings .put-back");
}

#[test]
fn what_was_opened_stays_open_on_other_views() {
    let page = scene::open();
    page.click("#platform > summary");
    page.click("#statistics > summary");
    let open =
        |page: &Page| page.execute("return [...document.querySelectorAll('.panel details[open]')].map(it => it.id)");
    let before = open(&page);
    assert_eq!(before, json!(["platform", "statistics"]));
    for view in scene::VIEWS {
        scene::show(&page, view);
        assert_eq!(open(&page), before, "{view}");
    }
    scene::show(&page, "gantt");
    page.click("#platform > summary");
    scene::show(&page, "jobs");
    assert_eq!(open(&page), json!(["statistics"]));
}

/// Until when a reservation holds its processors, and all else that it costs, is in one group once there are some.
#[test]
fn what_reservations_cost_hangs_on_is_set_once_there_are_some() {
    let page = scene::open();
    let place = "return document.getElementById(arguments[0]).closest('details')?.id ?? ''";
    for (group, fold) in [
        ("reservation-end", "reservations"),
        ("interval-length", "reservations"),
        ("reservation-length", "reservations"),
    ] {
        assert_eq!(page.execute_with(place, [group]), json!(fold), "{group}");
        page.unfold(&format!("[id={group}]"));
        page.click(&format!("label[for={group}-1]"));
    }
    page.settle();
    let scenario = scene::linked(&page).scenarios[0].clone();
    let settings = scene::options(&mut scenario.clone()).clone();
    assert_eq!(settings.reservation_end, ReservationEnd::JobEnd);
    assert_eq!(settings.reservation_length, ReservationLength::RunTime);
    assert_eq!(scenario.workload.reservations.interval, IntervalLength::RunTime);
    page.set_value("#ar-percent", 0);
    page.wait_for_none("#reservation-end");
    page.click("#undo");
    page.wait_for("#reservation-end");
}

#[test]
fn a_drag_is_undone_in_one_step() {
    let page = scene::open();
    page.execute(
        "const slider = document.querySelector('#ar-percent');
         for (let value = 31; value <= 80; value++) {
             slider.value = value;
             slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
         }
         slider.dispatchEvent(new Event('change', { bubbles: true }));",
    );
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 80.0;
    scene::wait_for_sample(&page, &scenario);
    page.press("Control+z");
    scene::wait_for_sample(&page, &Scenario::default());
    page.press("Control+Shift+z");
    scene::wait_for_sample(&page, &scenario);
    page.click("#reset");
    scene::wait_for_sample(&page, &Scenario::default());
}

#[test]
fn what_is_not_allowed_is_said_and_goes_nowhere() {
    let page = scene::open();
    for wrong in ["0", "-5", "1e99", ""] {
        page.set_value("#provider-0", wrong);
        page.wait_for(".is-wrong .wrong");
    }
    scene::wait_for(&page, &scene::sample_report());
    page.set_value("#provider-0", "64");
    page.wait_for_none(".is-wrong");
}

#[test]
fn where_there_are_no_jobs_the_page_says_what_to_do() {
    let page = scene::open();
    scene::show(&page, "jobs");
    page.set_value("#view-jobs input", "999999");
    page.wait_for("#no-match");
    page.execute("document.querySelector('#jobs-taken').open = true");
    page.set_value("#last-job", "");
    page.set_value("#first-job", 9000);
    for view in ["gantt", "slots", "jobs", "summary"] {
        scene::show(&page, view);
        page.wait_for_text("#no-jobs", "Job selection");
    }
    page.set_value("#first-job", 1);
    page.wait_for_none("#no-jobs");
}

/// The controls in the window: buttons, links, fields and selects. A group of radio buttons, a slider with its number and a
/// group of tabs are one each, and so are a button for files and its field.
fn in_sight(page: &Page) -> Vec<String> {
    page.read(
        "const all = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')].filter(it => {
            const {left, top, right, bottom, width} = it.getBoundingClientRect();
            const x = (left + right) / 2, y = (top + bottom) / 2;
            const inside = width > 0 && x >= 0 && x < innerWidth && y >= 0 && y < innerHeight;
            const label = it.labels?.[0];
            const above = inside && document.elementFromPoint(x, y);
            return above && it.checkVisibility() && (it.contains(above) || above.contains(it) || label?.contains(above));
         });
         const one = it => it.closest('[role=radiogroup], [role=tablist], .field:has(.slider), li:has(> [type=file])') ?? it;
         return [...new Set(all.map(one))].map(it => it.id || it.className || it.textContent)")
}

#[test]
fn a_screen_has_few_controls() {
    let page = Page::open("/");
    page.wait_for("#front-door");
    page.set_window_size(1440, 900);
    page.settle();
    let first = in_sight(&page);
    assert!(first.len() <= 25, "{}: {first:?}", first.len());
    let page = scene::open();
    scene::show(&page, "curves");
    page.wait_for(".curve-pictures polyline");
    scene::wait_for_runs(&page, "#curves-done");
    let curves = in_sight(&page);
    assert!(curves.len() <= 30, "{}: {curves:?}", curves.len());
}

const SMALL: &[u8] = b"; MaxProcs: 8\n\
    1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n\
    2 5 0 60 8 -1 -1 8 60 -1 1 1 1 -1 1 1 -1 -1\n\
    3 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n";

/// Makes a change, each of another kind.
type Change = fn(&Page);

fn open_link(page: &Page, snapshot: &Snapshot) {
    let hash = permalink::link(snapshot).unwrap();
    page.execute_with("location.hash = arguments[0]", [hash]);
}

/// Three scenarios side by side.
fn compared(front: usize, baseline: usize) -> Snapshot {
    let scenarios = [1, 2, 3].map(|seed| Scenario { seed, ..Scenario::default() });
    Snapshot { scenarios: scenarios.to_vec(), front, baseline, ..Snapshot::default() }
}

const CHANGES: [Change; 20] = [
    |page| page.set_value("#ar-percent", 20),
    |page| page.set_value("#seed", 7),
    |page| page.set_value("#queue-policy", "EASY backfilling"),
    |page| page.drop_bytes("a.swf", SMALL),
    |page| page.set_value("#grid-period-number", 60),
    |page| page.click("#add-provider"),
    |page| page.drop_bytes("list.csv", b"job,ready,deadline\n2,100,200\n"),
    |page| page.drop_bytes("scenario.json", br#"{"platform": [16]}"#),
    |page| open_link(page, &compared(0, 0)),
    |page| open_link(page, &compared(2, 0)),
    |page| open_link(page, &compared(2, 1)),
    |page| page.set_value("#ar-percent", 45),
    |page| page.drop_bytes("b.swf", &[SMALL, b"4 9 0 30 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n"].concat()),
    |page| page.set_value("#seed", 77),
    |page| page.click("#reset"),
    |page| page.set_value("#last-job", 2),
    |page| {
        open_link(
            page,
            &Snapshot {
                workload: Source::Generated(Box::new(Lublin { jobs: 40, ..Lublin::default() })),
                ..Snapshot::default()
            },
        );
    },
    |page| page.set_value("#ar-percent", 80),
    |page| page.drop_bytes("all.json", br#"{"seed": 12, "workload": {"count": 30}}"#),
    |page| page.set_value("#seed", 13),
];

/// The address and the key figures, at rest.
#[track_caller]
fn at_rest(page: &Page) -> (Snapshot, Vec<String>) {
    let snapshot = scene::linked(page);
    page.wait_until_idle();
    let figures = "return [...document.querySelectorAll('.figure dd[data-value]')].map(it => it.dataset.value)";
    (snapshot, page.read(figures))
}

/// Presses a button wherever it stands: it moves when a notice below it goes away by itself.
fn press(page: &Page, button: &str) {
    let pressed = page.execute_with(
        "const it = document.querySelector(arguments[0]), may = !it.disabled; it.click(); return may",
        [button],
    );
    assert_eq!(pressed, json!(true), "{button}");
}

#[test]
fn twenty_changes_are_undone_to_the_start_and_done_again() {
    let page = scene::open();
    page.execute("document.querySelectorAll('details').forEach(it => it.open = true)");
    let mut seen = vec![at_rest(&page)];
    for (number, change) in CHANGES.iter().enumerate() {
        change(&page);
        // Until a file has been read, nothing has changed yet.
        let before = &seen[number].0;
        let after = page.poll(&format!("change {number}"), || Some(at_rest(&page)).filter(|after| after.0 != *before));
        seen.push(after);
    }
    for number in (0..CHANGES.len()).rev() {
        press(&page, "#undo");
        assert_eq!(at_rest(&page), seen[number], "undo {number}");
    }
    assert_eq!(page.execute("return document.querySelector('#undo').disabled"), json!(true));
    assert_eq!(seen[0].0, Snapshot::default());
    scene::wait_for(&page, &scene::sample_report());
    for (number, seen) in seen.iter().enumerate().skip(1) {
        press(&page, "#redo");
        // Quick presses, with a check after every fifth.
        if number % 5 == 0 {
            assert_eq!(&at_rest(&page), seen, "redo {number}");
        }
    }
}

#[test]
fn a_control_that_came_back_leaves_nothing_to_undo() {
    let page = scene::open();
    page.set_value("#ar-percent", 10);
    let mut ten = Scenario::default();
    ten.workload.reservations.percent = 10.0;
    let ten = scene::report_of(&ten, &scene::sample());
    scene::wait_for(&page, &ten);
    page.execute(
        "const it = document.querySelector('#ar-percent');
         const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
         for (const value of [30, 60, 10]) {
             set.call(it, value);
             it.dispatchEvent(new Event('input', { bubbles: true }));
         }
         it.dispatchEvent(new Event('change', { bubbles: true }));",
    );
    scene::wait_for(&page, &ten);
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
}

/// Of the sample's 1,000 jobs, and one that it does not have.
const LIST: &str = "job,ready,deadline\r\n\
    3,100000,190000\r\n\
    17,50000,60000\r\n\
    400,600000,700000\r\n\
    5000,1,2\r\n";

/// A log with a job 3.
const ONE_JOB: &[u8] = b"; MaxProcs: 8\n3 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n";

fn listed() -> Scenario {
    let request = |(job, ready, deadline)| ListedRequest { job, ready, deadline, best_effort: None };
    let requests = [(3, 100_000, 190_000), (17, 50_000, 60_000), (400, 600_000, 700_000), (5000, 1, 2)];
    let mut scenario = Scenario::default();
    scenario.workload.reservations.request = RequestKind::Listed;
    scenario.workload.reservations.listed = requests.map(request).into();
    scenario
}

#[test]
fn a_dropped_list_makes_its_jobs_the_reservations() {
    let folder = Folder::new();
    let page = scene::open();
    page.drop_bytes("requests.csv", LIST.as_bytes());
    scene::wait_for_sample(&page, &listed());
    page.wait_for_text(".notice", "requests.csv: 4 reservations listed, 3 of them for selected jobs.");
    page.wait_for("#requests[data-listed='4'][data-found='3']");
    page.wait_for_text("#requests", "3 for selected jobs");
    let shown = scene::exported_text(&page, "scenario", ".json");
    assert_eq!(shown, command::json(&listed()) + "\n");
    // The command line takes the same file.
    let usual = command::json(&Scenario::default());
    let [scenario, list] = [("usual.json", usual.as_str()), ("requests.csv", LIST)]
        .map(|(name, text)| folder.file(name, text))
        .map(|path| path.to_str().expect("a plain path").to_owned());
    let log = folder.sample();
    let log = log.to_str().expect("a plain path");
    let native = command::slotscope(&["run", &scenario, log, "--requests", &list]);
    let native = String::from_utf8(native).expect("a report");
    let in_browser = scene::exported_text(&page, "report", ".json");
    assert_eq!(command::without_log(&in_browser), command::without_log(&native));
    // It is another log's list now, which may be meant.
    page.drop_bytes("small.swf", ONE_JOB);
    page.wait_for_text(".notice", "The listed reservations stay.");
    page.wait_for("#requests[data-listed='4'][data-found='1']");
    page.press("Control+z");
    scene::wait_for_sample(&page, &listed());
    page.press("Control+z");
    scene::wait_for_sample(&page, &Scenario::default());
    page.wait_for_none("#requests");
}

#[test]
fn a_list_can_be_chosen_replaced_and_cleared() {
    let folder = Folder::new();
    let page = scene::open();
    page.click("label[for=request-kind-2]");
    let mut scenario = listed();
    scenario.workload.reservations.listed = [].into();
    scene::wait_for_sample(&page, &scenario);
    page.wait_for("#requests[data-listed='0']");
    page.wait_for_none("#requests-clear");
    page.send_file("#requests-file", &folder.file("all.csv", LIST));
    scene::wait_for_sample(&page, &listed());
    page.wait_for("#requests[data-found='3']");
    // A list that is dropped takes the place of the one before.
    page.drop_bytes("one.txt", b"3,100000,190000");
    page.wait_for_text("#notices", "one.txt: 1 reservation listed, all for selected jobs.");
    page.wait_for("#requests[data-listed='1'][data-found='1']");
    page.press("Control+z");
    scene::wait_for_sample(&page, &listed());
    // The percentage and the list do not know of each other.
    page.click("label[for=request-kind-0]");
    scene::wait_for_sample(&page, &Scenario::default());
    page.set_value("#ar-percent", 55);
    page.click("label[for=request-kind-2]");
    scene::wait_for_sample(&page, &listed());
    // Only some jobs are taken.
    page.execute("document.querySelector('#jobs-taken').open = true");
    page.set_value("#last-job", 20);
    page.wait_for("#requests[data-listed='4'][data-found='2']");
    page.click("#requests-clear");
    page.wait_for("#requests[data-listed='0']");
}

#[test]
fn a_broken_list_says_what_is_wrong_and_loses_nothing() {
    let page = scene::open();
    page.drop_bytes("requests.csv", LIST.as_bytes());
    scene::wait_for_sample(&page, &listed());
    page.wait_for("#requests[data-found='3']");
    page.click(".notice button.icon");
    for (name, text, why) in [
        ("late.csv", "job,ready,deadline\n1,5,3\n", "line 2: ready is 5"),
        ("twice.txt", "1,0,9\n\n1,0,9\n", "line 3: job 1 is listed in line 1"),
        ("half.csv", "1,0\n", "line 1: two columns"),
        ("columns.csv", "id,start,end\n1,0,5\n", "job,ready,deadline"),
        ("points.csv", "1;0;5\n", "job,ready,deadline"),
        ("none.csv", "job,ready,deadline\n", "no job"),
        ("<b>.csv", "1,0,x", "whole number of seconds"),
    ] {
        page.drop_bytes(name, text.as_bytes());
        page.wait_for_text(".notice.failed", &format!("{name} is not a list of requests"));
        page.wait_for_text(".notice.failed", why);
        page.click(".notice.failed button");
        page.wait_for_none(".notice.failed");
    }
    scene::wait_for_sample(&page, &listed());
    page.wait_for("#requests[data-listed='4'][data-found='3']");
}

#[test]
fn a_share_cannot_vary_where_reservations_are_listed() {
    let page = scene::open();
    page.drop_bytes("requests.csv", LIST.as_bytes());
    page.wait_for("#requests[data-found='3']");
    page.click(".notice button.icon");
    scene::show(&page, "curves");
    page.click("#curves-run");
    page.wait_for_text(".notice.failed", "no share to vary");
    assert_eq!(page.count("#curves-done"), 0);
}
