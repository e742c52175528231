//! The trade-off: every combination as the library tries it, the dominated ones grey, a click takes a
//! scenario; and the best period is the library's.

use serde_json::{Value, json};
use slotscope::chart::Theme;
use slotscope::experiment::trade_off::{Average, Criteria, Exploration, Point, Space};
use slotscope::experiment::{Scenario, System, run_all};
use slotscope::workload::WorkloadKind;
use slotscope::workload::workflow::generate::MadeUp;

use crate::harness::Page;
use crate::scene;

/// Opens the view with these periods and so many seeds.
fn open(periods: &str, seeds: u32) -> Page {
    let page = scene::open();
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", periods);
    page.set_value("#trade-seeds", seeds);
    page
}

/// What the view tries unless somebody chooses.
fn space() -> Space {
    Space::usual(&Scenario::default())
}

/// Leaves these queue policies ticked alone.
fn tick_only(page: &Page, queues: &[&str]) {
    let space = space();
    let all = space.values("queue").expect("queue policies");
    for (place, queue) in all.iter().enumerate() {
        let is_ticked = queues.iter().any(|it| queue == it);
        page.set_value(&format!("#trade-queue-{place}"), is_ticked);
    }
}

fn points(scenarios: &[Scenario]) -> Vec<Option<Point>> {
    let reports = run_all(scenarios, &scene::sample()).expect("scenarios that run");
    let criteria = Criteria::default();
    reports.iter().map(|it| Some(criteria.point(it))).collect()
}

fn runs(exploration: &Exploration) -> Vec<Scenario> {
    (0..exploration.study.count()).map(|run| exploration.run(run).0).collect()
}

/// What the library finds for a space around the first scenario.
fn explored(space: &Space, seeds: u32) -> (Exploration, Vec<Average>, Vec<(usize, bool)>) {
    let exploration = Exploration::new(&Scenario::default(), space, (seeds, None), WorkloadKind::Log);
    let points = points(&runs(&exploration));
    let averages = exploration.averages(&points);
    let ranked = exploration.criteria.ranked(&averages, &exploration.judged(&points));
    let averages = averages.into_iter().map(|it| it.expect("it was run"));
    (exploration, averages.collect(), ranked)
}

/// Every row of a table: candidate, whether on the front, U, F and D as the page has them.
fn rows(page: &Page, table: &str) -> Vec<Value> {
    let rows = page.execute_with(
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map(it => [
            it.dataset.candidate, it.dataset.front,
            ...[...it.querySelectorAll('td[data-value]')].map(cell => cell.dataset.value)])",
        [table],
    );
    rows.as_array().expect("rows").clone()
}

#[test]
fn a_row_and_a_dot_take_their_scenarios_and_undo_brings_the_old_one_back() {
    let page = open("0, 600", 1);
    let queues = ["fcfs_backfilling", "sjf"];
    tick_only(&page, &queues);
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    let space = space().with("queue", queues).with("period", [0, 600]);
    let (exploration, _, ranked) = explored(&space, 1);
    let assert_taken = |candidate: usize| {
        let scenario = &exploration.candidates[candidate].scenario;
        scene::wait_for_sample(&page, scenario);
        let exported = scene::exported_text(&page, "scenario", ".json");
        let exported: Scenario = serde_json::from_str(&exported).expect("a scenario");
        assert_eq!(exported, *scenario);
        let chosen = format!("#trade-front tr.chosen[data-candidate='{candidate}']");
        page.wait_for(&chosen);
    };
    let own = exploration.candidates.iter();
    let own = own.map(|it| &it.scenario).position(|it| *it == Scenario::default());
    let last = ranked.iter().rfind(|&&(at, on_front)| on_front && Some(at) != own);
    let last = last.expect("a front of more than the first scenario").0;
    page.click(&format!("#trade-front tr[data-candidate='{last}'] th"));
    assert_taken(last);
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    // The same by the keyboard.
    page.execute_with("document.querySelector(`#trade-front tr[data-candidate='${arguments[0]}']`).focus()", [last]);
    page.press("Enter");
    assert_taken(last);
    page.click("#undo");
    scene::wait_for(&page, &scene::sample_report());
    // And by its dot in the picture: some dot of the front that the pointer finds.
    page.execute("document.querySelector('.trade-off').scrollTop = 0");
    let pointed = find_a_dot(&page);
    page.wait_for_text("#trade-tooltip", "mean flow time F");
    page.click_at("#trade-picture", pointed.1, pointed.2);
    assert_taken(pointed.0);
}

/// Moves the pointer over the coloured dots of the picture until one on the front is explained:
/// which candidate that is, and where it stands.
fn find_a_dot(page: &Page) -> (usize, f64, f64) {
    let places = page.execute_with(
        "const frame = document.querySelector('#trade-picture').getBoundingClientRect();
         return [...document.querySelectorAll('#trade-picture circle')]
            .filter(it => it.getAttribute('fill').toLowerCase() !== arguments[0])
            .map(it => it.getBoundingClientRect())
            .map(it => [it.x + it.width / 2 - frame.x, it.y + it.height / 2 - frame.y])
            .reverse()",
        [Theme::light().axis.css()],
    );
    for place in places.as_array().expect("dots") {
        let coordinate = |at: usize| place[at].as_f64().expect("a number");
        let (x, y) = (coordinate(0), coordinate(1));
        page.hover("#trade-picture", x, y);
        page.settle();
        let found = page.execute(
            "const tip = document.querySelector('#trade-tooltip');
             return tip?.innerText.includes('on the front') ? tip.dataset.candidate : null",
        );
        if let Some(candidate) = found.as_str() {
            return (candidate.parse().expect("a number"), x, y);
        }
    }
    panic!("no dot of the front is found by the pointer");
}

#[test]
fn points_appear_until_they_are_stopped() {
    let page = open("0, 1, .., 60", 10);
    tick_only(&page, &["conservative"]);
    scene::count_report_runs(&page);
    page.click("#trade-run");
    page.wait_for("#trade-cancel");
    page.wait_for("#trade-front tr[data-front=true]");
    page.click("#trade-cancel");
    page.wait_for("#trade-run");
    page.wait_for_text("#trade-done", "cancelled");
    let count = |of: &str| -> u64 {
        page.read_with("return Number(document.querySelector('#trade-done').dataset[arguments[0]])", [of])
    };
    let stopped = count("done");
    assert!(stopped > 0);
    let begun = scene::report_runs(&page);
    assert!(begun >= stopped && begun < count("total"), "{begun}");
    // Runs of other settings would take their turn now; the stopped ones do not go on.
    page.set_value("#ar-percent", 60);
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 60.0;
    scene::wait_for_sample(&page, &scenario);
    assert_eq!(count("done"), stopped);
    assert_eq!(scene::report_runs(&page), begun);
    page.wait_for_text(".trade-off .stale", "has changed");
}

#[test]
fn a_period_is_set_by_a_click_on_its_curve() {
    let page = open("0", 1);
    page.click("#period-search");
    page.wait_for("#period-set");
    let width: f64 = page.read("return document.querySelector('#period-picture').clientWidth");
    // The longest period stands at the right end.
    page.click_at("#period-picture", width - 34.0, 150.0);
    page.wait_until("return document.querySelector('#grid-period-number').value === '86400'");
    page.wait_for("#period-table tr.chosen[data-period='86400']");
}

#[test]
fn dots_and_periods_are_found_where_the_charts_are_larger_for_a_projector() {
    let queues = ["fcfs_backfilling", "fcfs", "easy"];
    let page = open("0, 3600", 1);
    tick_only(&page, &queues);
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    page.wait_for("#trade-run");
    page.click("#period-search");
    page.wait_for("#period-set");
    page.execute("document.activeElement.blur()");
    page.press("p");
    page.wait_for(".projector");
    page.settle();
    page.execute("document.querySelector('.trade-off').scrollTop = 0");
    find_a_dot(&page);
    // The ring lies around the dot that the pointer stands on.
    let apart = page.execute(
        "const middle = it => [it.x + it.width / 2, it.y + it.height / 2];
         const ring = middle(document.querySelector('.dot-ring').getBoundingClientRect());
         const dots = [...document.querySelectorAll('#trade-picture circle')];
         return Math.min(...dots.map(it => middle(it.getBoundingClientRect()))
             .map(it => Math.hypot(it[0] - ring[0], it[1] - ring[1])))",
    );
    assert!(apart.as_f64().is_some_and(|it| it < 2.0), "{apart}");
    let place = page.execute(
        "const it = document.querySelector('#period-picture');
         const zoom = it.currentCSSZoom;
         return [(it.clientWidth - 34) * zoom, 150 * zoom, zoom]",
    );
    let number = |at: usize| place[at].as_f64().expect("a number");
    assert!(number(2) > 1.2, "{place}");
    page.click_at("#period-picture", number(0), number(1));
    page.wait_for("#period-table tr.chosen[data-period='86400']");
}

/// The sample workflow with run times that are off their estimates by up to 80 %, and its page.
fn open_workflow() -> (Page, Scenario) {
    let mut scenario = Scenario { system: System::of_key("workflow").expect("a system"), ..Scenario::default() };
    let settings = slotscope::system::workflow::Workflow::of_mut(&mut scenario.system);
    settings.qoi_percent = 80.0;
    let page = scene::open();
    page.unfold("#log");
    page.click("#sample-workflow");
    page.wait_for("#qoi");
    page.set_value("#qoi", "80");
    let sample = MadeUp::default().workload().expect("the sample");
    scene::wait_for_run(&page, &scenario, &sample);
    scene::show(&page, "trade-off");
    page.set_value("#trade-seeds", 2);
    (page, scenario)
}

/// What the library finds of the sample workflow by these criteria, as the rows of both tables.
fn weighed(scenario: &Scenario, names: &[&str]) -> Vec<Value> {
    let criteria = Criteria::named(&scenario.system, names).expect("criteria");
    let space = Space::usual(scenario);
    let exploration = Exploration::new(scenario, &space, (2, None), WorkloadKind::Workflow).by(criteria.clone());
    let sample = MadeUp::default().workload().expect("the sample");
    let reports = run_all(&runs(&exploration), &sample).expect("scenarios that run");
    let points: Vec<Option<Point>> = reports.iter().map(|it| Some(criteria.point(it))).collect();
    let averages = exploration.averages(&points);
    let row = |(at, on_front): (usize, bool)| {
        let mean = averages[at].expect("it was run").mean;
        let values = (0..names.len()).map(|place| mean.at(place).to_string());
        let head = [at.to_string(), on_front.to_string()];
        json!(head.into_iter().chain(values).collect::<Vec<_>>())
    };
    let judged = exploration.judged(&points);
    criteria.ranked(&averages, &judged).into_iter().map(row).collect()
}

/// Waits until the picture says what a pattern says.
#[track_caller]
fn wait_for_picture(page: &Page, said: &str) {
    page.wait_until_with(
        "const text = document.querySelector('#trade-picture')?.textContent ?? '';
         return new RegExp(arguments[0]).test(text)",
        [said],
    );
}

/// Both tables of the page, the dominated ones unfolded.
fn all_rows(page: &Page) -> Vec<Value> {
    page.wait_until(
        "const fold = document.querySelector('#trade-rest');
         if (fold && !fold.open) fold.querySelector('summary').click();
         return !fold || document.querySelector('#trade-dominated') !== null",
    );
    let mut shown = rows(page, "#trade-front");
    shown.extend(rows(page, "#trade-dominated"));
    shown
}

#[test]
fn a_workflow_is_tried_in_24_ways_and_weighed_by_what_is_chosen() {
    let (page, scenario) = open_workflow();
    page.wait_for("#trade-count[data-value='24']");
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    page.wait_for("#trade-run");
    let usual = ["schedule_length", "spare_least", "failures"];
    let shown = all_rows(&page);
    assert_eq!(shown.len(), 24);
    assert_eq!(shown, weighed(&scenario, &usual));
    page.wait_for_text(".trade-table h2", "in all of schedule length, least spare time and failures");
    page.wait_for_text("#trade-front thead", "Least spare time");
    wait_for_picture(&page, r"schedule length \((s|min)\), lower is better");
    wait_for_picture(&page, r"least spare time \(%\), higher is better");
    wait_for_picture(&page, "edge of schedule length and least spare time alone");
    let linked = scene::linked(&page).trade_off;
    assert_eq!(linked.criteria, [] as [String; 0], "what is usual is left out");
    // Each says what it is.
    let tips = page.execute(
        "return [...document.querySelectorAll('#trade-front th[data-tip], .weighed select[data-tip]')]
            .filter(it => it.dataset.tip.length > 20).length",
    );
    assert_eq!(tips, 6);
    // Another across: no run is made again.
    page.set_value("#trade-criterion-0", "Makespan (s)");
    page.wait_for_text("#trade-front thead", "Makespan");
    assert_eq!(all_rows(&page), weighed(&scenario, &["makespan", "spare_least", "failures"]));
    assert_eq!(page.count("#trade-cancel"), 0);
    // Two are enough.
    page.set_value("#trade-criterion-2", "None");
    page.wait_until("return !document.querySelector('#trade-front thead').innerText.includes('Failures')");
    let two = ["makespan", "spare_least"];
    assert_eq!(all_rows(&page), weighed(&scenario, &two));
    assert_eq!(scene::linked(&page).trade_off.criteria, two);
    let picture = scene::exported_text(&page, "svg", ".svg");
    assert!(picture.contains("Trade-off of makespan and least spare time"), "{picture:.400}");
    // The two change places.
    page.set_value("#trade-criterion-0", "Least spare time (%)");
    wait_for_picture(&page, r"makespan \((s|min)\), lower is better");
    assert_eq!(all_rows(&page), weighed(&scenario, &["spare_least", "makespan"]));
}

#[test]
fn the_view_begins_with_the_policies_and_periods_and_tries_all_on_request() {
    let page = scene::open();
    scene::show(&page, "trade-off");
    page.wait_for("#trade-front tr[data-front=true]");
    scene::wait_for_runs(&page, "#trade-done");
    let total = || page.read("return Number(document.querySelector('#trade-done').dataset.total)");
    let begun = total();
    assert!((20..1_000).contains(&begun), "{begun} runs");
    assert_eq!(page.text("#trade-run"), "Try all");
    assert!(page.text("#trade-ran").contains("combinations"));
    page.click("#trade-run");
    page.wait_for("#trade-cancel");
    assert!(total() > 2 * begun, "{} runs", total());
    page.click("#trade-cancel");
    page.wait_for_text("#trade-done", "cancelled");
    // What was asked for stays as it is.
    page.set_value("#seed", 9);
    page.wait_for_text(".trade-off .stale", "has changed");
}
