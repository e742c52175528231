//! Imprecise calendars on the page: their panel, and inside.

use serde_json::json;

use crate::harness::Page;
use crate::{accessibility, panel, scene};
use slotscope::criteria::report;
use slotscope::experiment::{Run, Scenario, System, Watch, explain};
use slotscope::export::snapshot::{FileMark, Snapshot, Source};
use slotscope::system::imprecise_calendar::{BeliefAt, BeliefsAt, CalendarAt, ImpreciseCalendar, Managed, Managers};
use slotscope::system::moment::busiest;
use slotscope::workload;
use slotscope::workload::Workload;

/// The scenario of the first visit under an imprecise calendar with its usual settings.
fn scenario() -> Scenario {
    Scenario { system: System::of_key("imprecise_calendar").expect("a system"), ..Scenario::default() }
}

/// Three jobs on sixteen nodes: the second has to wait for the first, which ends long before its limit, and
/// the third comes when the second's slot is split.
const LOG: &[u8] = b"; MaxProcs: 16\n\
    1 0 0 3000 16 -1 -1 16 3600 -1 1 1 1 1 1 1 -1 -1\n\
    2 0 0 600 16 -1 -1 16 600 -1 1 1 1 1 1 1 -1 -1\n\
    3 100 0 50 4 -1 -1 4 90000 -1 1 1 1 1 1 1 -1 -1\n";

fn small() -> (Scenario, Workload) {
    let log = workload::read("small.swf", LOG).expect("a log").workload;
    let scenario = Scenario { system: scenario().system, ..scene::scenario_of(&log) };
    (scenario, log)
}

/// The calendar that the page should show of a run at a moment.
fn calendar(scenario: &Scenario, log: &Workload, run: &Run, now: i64) -> CalendarAt {
    let told = explain(scenario, log, Watch::Moment(now)).expect("it hears");
    let moment = told.moment.expect("a moment");
    let settings = ImpreciseCalendar::of(&scenario.system).expect("its settings");
    let first = run.jobs.iter().map(|it| it.submit).min().unwrap_or(now);
    CalendarAt::of(settings, &moment, 0, first, now).expect("a manager")
}

/// How many slots the levels have, and how many jobs run, are firm and are vague, as the page says it.
fn counts(it: &CalendarAt) -> [String; 2] {
    let join = |all: Vec<usize>| all.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let slots = it.levels.iter().map(Vec::len).collect();
    [join(slots), join(it.by_firmness().to_vec())]
}

#[track_caller]
fn wait_for(page: &Page, it: &CalendarAt) {
    let [slots, firmness] = counts(it);
    page.wait_until_with(
        "const counts = document.querySelector('#calendar[data-told=true] #calendar-counts')?.dataset;
         return counts?.slots === arguments[0] && counts?.firmness === arguments[1]",
        (slots, firmness),
    );
}

/// What the page says is assigned to the opened slot.
fn assigned(page: &Page) -> Vec<String> {
    page.read("return [...document.querySelectorAll('#calendar-assigned li')].map(it => it.innerText)")
}

fn open_small() -> (Page, Scenario, Workload, Run) {
    let (scenario, log) = small();
    let run = scene::run(&scenario, &log);
    let page = scene::open();
    page.drop_bytes("small.swf", LOG);
    page.wait_for_text("#workload-name", "small.swf");
    page.set_value("#system", "Imprecise calendar");
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "slots");
    (page, scenario, log, run)
}

#[test]
fn a_click_opens_the_jobs_of_a_slot_and_time_makes_them_firm() {
    let (page, scenario, log, run) = open_small();
    page.set_value("#cursor-number", 200);
    let early = calendar(&scenario, &log, &run, 200);
    wait_for(&page, &early);
    assert_eq!(early.by_firmness(), [1, 0, 2], "two wait, in coarse slots");
    // The slot that holds the second job's start, in the row of the second level: at the middle of its cell.
    let (level, slot) = early.slot_at(3_840).expect("a slot");
    assert_eq!(level, 1);
    let cells = early.levels[level].len() as f64;
    let place = page.execute(
        "const box = document.querySelector('#calendar-rows').getBoundingClientRect();
         return [box.width, box.height]",
    );
    let (width, height) = (place[0].as_f64().expect("a width"), place[1].as_f64().expect("a height"));
    let x = 4.0 + (width - 8.0) * (slot as f64 + 0.5) / cells;
    // Somewhere below the middle of the picture lies the second of the three rows.
    let opens = (0..20).map(|it| height * (0.3 + 0.03 * f64::from(it))).find(|&y| {
        page.click_at("#calendar-rows", x, y);
        page.settle();
        page.count("#calendar-opened[data-level='1'][data-start='3840']") == 1
    });
    assert!(opens.is_some(), "no click opens the slot");
    let said = assigned(&page);
    let [second] = &said[..] else {
        panic!("one job has the slot: {said:?}");
    };
    assert!(second.starts_with("Job 2 · 16 nodes"), "{second}");
    assert!(second.contains("vague since 00:00:00: from 01:04:00, in a slot of 320 s"), "{second}");
    accessibility::assert_accessible(&page);
    // The slots are split, and the job moves forward when the first one ends.
    for now in [2_000, 3_000, 3_010] {
        page.set_value("#cursor-number", now);
        wait_for(&page, &calendar(&scenario, &log, &run, now));
    }
    page.set_value("#calendar-slot", 0);
    page.wait_until(
        "return document.querySelector('#calendar-opened').dataset.level === '0'
            && /Job 2 · 16 nodes\\nruns since/.test(document.querySelector('#calendar-assigned').innerText)",
    );
    // Nobody has anything any more.
    page.set_value("#cursor-number", 1_000_000);
    page.wait_for("#calendar-empty");
}

#[test]
fn slots_are_opened_by_keys_and_time_goes_on_by_itself() {
    let (page, scenario, log, run) = open_small();
    page.set_value("#cursor-number", 200);
    let early = calendar(&scenario, &log, &run, 200);
    wait_for(&page, &early);
    page.execute("document.querySelector('#calendar-slot').focus()");
    let starts: Vec<i64> = early.levels.iter().flatten().map(|it| it.span.start).collect();
    page.press("Home");
    for start in &starts[..5] {
        page.wait_for(&format!("#calendar-opened[data-start='{start}']"));
        page.press("ArrowRight");
    }
    page.press("End");
    page.wait_for(&format!("#calendar-opened[data-start='{}']", starts[starts.len() - 1]));
    // It plays until nothing happens any more, and stops by itself.
    page.click("#calendar-play");
    page.wait_for("#calendar-play[aria-pressed=true]");
    page.wait_for("#calendar-empty");
    page.wait_for("#calendar-play[aria-pressed=false]");
}

#[test]
fn a_link_opens_the_same_slot_at_the_same_time() {
    let (scenario, log) = small();
    let run = scene::run(&scenario, &log);
    let snapshot = Snapshot {
        workload: Source::File(FileMark::of("small.swf", LOG)),
        scenarios: vec![scenario.clone()],
        view: "slots".to_owned(),
        cursor: Some(200),
        opened: Some(3_840),
        ..Snapshot::default()
    };
    let page = scene::open_at(&snapshot);
    page.wait_for("#awaited");
    page.drop_bytes("small.swf", LOG);
    wait_for(&page, &calendar(&scenario, &log, &run, 200));
    page.wait_for("#calendar-opened[data-level='1'][data-start='3840']");
    assert!(assigned(&page)[0].starts_with("Job 2"));
    page.set_value("#calendar-slot", 3);
    let linked = scene::linked(&page);
    assert_eq!((linked.cursor, linked.opened), (Some(200), Some(230)));
}

/// The whole of a year, with a hundred thousand slots of one level: the picture follows the cursor.
#[test]
fn a_hundred_thousand_slots_are_shown() {
    let (path, log) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let mut scenario = Scenario { system: scenario().system, ..scene::scenario_of(&log) };
    ImpreciseCalendar::of_mut(&mut scenario.system).configuration =
        serde_json::from_value(json!("configuration1")).expect("a configuration");
    let run = scene::run(&scenario, &log);
    let page = scene::open();
    page.drop_file(&path);
    page.wait_for_text("#workload-name", "KTH");
    page.set_value("#system", "Imprecise calendar");
    page.set_value("#configuration", "Configuration 1");
    scene::wait_for(&page, &report(&run));
    scene::show(&page, "slots");
    let middle = run.jobs[run.jobs.len() / 2].submit;
    for now in [middle, middle + 86_400] {
        page.set_value("#cursor-number", now);
        let it = calendar(&scenario, &log, &run, now);
        assert!(it.levels[0].len() >= 100_000);
        wait_for(&page, &it);
    }
}

fn open() -> Page {
    let page = scene::open();
    page.set_value("#system", "Imprecise calendar");
    wait_for_figures(&page, |_| {});
    page
}

/// Waits for the figures of the usual scenario with a change.
#[track_caller]
fn wait_for_figures(page: &Page, change: impl Fn(&mut ImpreciseCalendar)) {
    let mut scenario: Scenario = scenario();
    change(ImpreciseCalendar::of_mut(&mut scenario.system));
    let expected = scene::report_of(&scenario, &scene::sample());
    scene::wait_for(page, &expected);
}

#[test]
fn the_share_of_reservations_is_on_the_first_screen() {
    let page = open();
    for (width, height) in [(1280, 720), (1440, 900)] {
        page.set_window_size(width, height);
        page.settle();
        let wanted = ["#configuration", "#move-forward", "#ar-percent", "#ar-percent-number"];
        let hidden = panel::out_of_sight(&page, &wanted);
        assert_eq!(hidden, json!([]), "{width} × {height}");
    }
}

/// The sample on two clusters, each with a manager, which ask the one above at once.
fn clusters() -> Scenario {
    let mut scenario = Scenario { platform: vec![64, 64], ..scenario() };
    let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
    settings.managers = Managers::Clusters;
    settings.bump_after = Some(0);
    scenario
}

fn open_tree(scenario: &Scenario, view: &str) -> Page {
    let snapshot = Snapshot { scenarios: vec![scenario.clone()], view: view.to_owned(), ..Snapshot::default() };
    let page = scene::open_at(&snapshot);
    scene::wait_for_sample(&page, scenario);
    page
}

/// The cells of a manager's row.
fn row(page: &Page, manager: usize) -> Vec<String> {
    page.read_with(
        "return [...document.querySelectorAll(`#tree-of-managers tr[data-manager='${arguments[0]}'] td`)]
            .map(it => it.textContent)",
        [manager],
    )
}

#[test]
fn the_tree_shows_load_and_trade_and_each_manager_s_calendar() {
    let scenario = clusters();
    let page = open_tree(&scenario, "slots");
    page.wait_for("#calendar[data-told=true] #tree-of-managers");
    let report = scene::report_of(&scenario, &scene::sample());
    let hours = |key: &str| {
        let text = format!("{:.0}", report.measures[key].abs());
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits
    };
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    for cluster in 0..2 {
        let row = row(&page, cluster);
        assert_eq!(row[0], format!("Cluster {}", cluster + 1));
        assert!(row[1].ends_with("of 64"), "{row:?}");
        for (cell, key) in row[3..6].iter().zip(["supply", "consumption", "balance"]) {
            assert_eq!(digits(cell), hours(&format!("{key}_{}", cluster + 1)), "{row:?}");
        }
    }
    let highest = row(&page, 2);
    assert_eq!((highest[0].as_str(), highest[3].as_str()), ("All clusters", "0"));
    assert!(highest[1].ends_with("of 128"), "{highest:?}");
    // Busy nodes of both make up those of the highest, whose calendar is shown first.
    let busy = |row: &[String]| row[1].split(' ').next().unwrap().parse::<u32>().unwrap();
    let both: u32 = (0..2).map(|it| busy(&row(&page, it))).sum();
    assert_eq!(busy(&highest), both);
    page.wait_for("tr[data-manager='2'] [aria-pressed=true]");
    let counts = "#calendar-counts";
    let all = page.text(counts);
    page.click("tr[data-manager='1'] button");
    page.wait_for("tr[data-manager='1'] [aria-pressed=true]");
    page.wait_until_with("return document.querySelector(arguments[0]).textContent !== arguments[1]", (counts, all));
    accessibility::assert_accessible(&page);
}

#[test]
fn a_manager_s_beliefs_and_requests_stand_beside_what_is_true() {
    let mut scenario = clusters();
    ImpreciseCalendar::of_mut(&mut scenario.system).staleness = 3_600;
    let page = open_tree(&scenario, "slots");
    let run = scene::run(&scenario, &scene::sample());
    let now = busiest(&run);
    let told = explain(&scenario, &scene::sample(), Watch::Moment(now)).expect("it hears");
    let moment = told.moment.expect("a moment");
    let settings = ImpreciseCalendar::of(&scenario.system).expect("its settings");
    let first = run.jobs.iter().map(|it| it.submit).min().unwrap_or(now);
    let beliefs = |manager: usize| {
        let it = BeliefsAt::of(settings, &moment, manager, first, now).expect("a manager");
        let [all, differing] =
            it.clusters.iter().map(BeliefAt::slots).fold([0, 0], |sum, it| [sum[0] + it[0], sum[1] + it[1]]);
        format!("{all},{differing}")
    };
    let requests = Managed::of(&moment).expect("managers").requests;
    let of = |manager: u32| requests.iter().filter(|it| it.manager == manager).count();
    let shows = |manager: usize| {
        page.wait_until_with(
            "const beliefs = document.querySelector('#calendar[data-told=true] #calendar-beliefs');
             return beliefs?.dataset.manager === arguments[0] && beliefs?.dataset.slots === arguments[1]
                && document.querySelector('#calendar-requests').dataset.count === arguments[2]",
            (manager.to_string(), beliefs(manager), of(manager as u32).to_string()),
        );
    };
    shows(2);
    page.click("tr[data-manager='1'] button");
    shows(1);
    page.wait_for_text("#calendar-beliefs", "keeps its calendar itself");
    accessibility::assert_accessible(&page);
    page.unfold("#one-job-per-slot");
    page.click("#one-job-per-slot");
    page.wait_for_text("#beliefs-shared", "Jobs share slots");
    page.wait_for("#calendar[data-told=true] #calendar-requests");
}
