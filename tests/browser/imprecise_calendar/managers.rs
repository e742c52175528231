//! Clusters under a tree of managers: set in the panel, looked into in the Calendar view.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::{Scenario, Watch, explain};
use slotscope::export::snapshot::Snapshot;
use slotscope::system::imprecise_calendar::{BeliefAt, BeliefsAt, ImpreciseCalendar, Managed, Managers};
use slotscope::system::moment::busiest;

use super::scenario;
use crate::harness::Page;
use crate::{accessibility, scene};

/// The sample on two clusters, each with a manager, which ask the one above at once.
fn clusters() -> Scenario {
    let mut scenario = Scenario { platform: vec![64, 64], ..scenario() };
    let settings = ImpreciseCalendar::of_mut(&mut scenario.system);
    settings.managers = Managers::Clusters;
    settings.bump_after = Some(0);
    scenario
}

fn open(scenario: &Scenario, view: &str) -> Page {
    let snapshot = Snapshot { scenarios: vec![scenario.clone()], view: view.to_owned(), ..Snapshot::default() };
    let page = Page::open(&scene::path_to(&snapshot));
    wait_for(&page, scenario);
    page
}

fn wait_for(page: &Page, scenario: &Scenario) {
    scene::wait_for(page, &report(&scene::run(scenario, &scene::sample())));
}

/// The cells of a manager's row.
fn row(page: &Page, manager: usize) -> Vec<String> {
    let cells = page.execute(
        "return [...document.querySelectorAll(`#tree-of-managers tr[data-manager='${arguments[0]}'] td`)]
            .map(it => it.textContent)",
        &[json!(manager)],
    );
    serde_json::from_value(cells).expect("texts")
}

#[test]
fn the_tree_shows_load_and_trade_and_each_manager_s_calendar() {
    let scenario = clusters();
    let page = open(&scenario, "slots");
    page.wait_for("#calendar[data-told=true] #tree-of-managers");
    let report = report(&scene::run(&scenario, &scene::sample()));
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
    page.wait_until(
        "return document.querySelector(arguments[0]).textContent !== arguments[1]",
        &[json!(counts), json!(all)],
    );
    accessibility::assert_accessible(&page);
}

#[test]
fn a_manager_s_beliefs_and_requests_stand_beside_what_is_true() {
    let mut scenario = clusters();
    ImpreciseCalendar::of_mut(&mut scenario.system).staleness = 3_600;
    let page = open(&scenario, "slots");
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
        page.wait_until(
            "const beliefs = document.querySelector('#calendar[data-told=true] #calendar-beliefs');
             return beliefs?.dataset.manager === arguments[0] && beliefs?.dataset.slots === arguments[1]
                && document.querySelector('#calendar-requests').dataset.count === arguments[2]",
            &[json!(manager.to_string()), json!(beliefs(manager)), json!(of(manager as u32).to_string())],
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
