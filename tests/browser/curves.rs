//! The curves: point after point, to be stopped, and equal to native runs in the end.

use std::collections::BTreeSet;

use serde_json::json;
use slotscope::criteria::{Criterion, report};
use slotscope::experiment::Scenario;
use slotscope::experiment::knobs;
use slotscope::experiment::replicated::Spread;
use slotscope::experiment::sweep::{Figures, Vary};
use slotscope::export::curves_file::CurvesFile;
use slotscope::export::snapshot::{CurvesForm, Snapshot, curves_form};
use slotscope::system::two_level::QueuePolicy;

use crate::harness::Page;
use crate::scene;

/// Runs made, runs to be made, points in the table, points of the lines in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Progress {
    done: u64,
    total: u64,
    points: u64,
    drawn: u64,
}

fn progress(page: &Page) -> Progress {
    let found = page.execute(
        "const bar = document.querySelector('#curves-progress');
         return [bar?.value ?? 0, bar?.max ?? 0,
             document.querySelectorAll('#curves-table td[data-value]').length,
             [...document.querySelectorAll('.curve-pictures polyline')]
                .reduce((sum, it) => sum + it.points.length, 0)]",
        &[],
    );
    let number = |at: usize| found[at].as_f64().expect("a number") as u64;
    Progress { done: number(0), total: number(1), points: number(2), drawn: number(3) }
}

#[track_caller]
fn wait_for_more(page: &Page, than: Progress) -> Progress {
    page.wait_until(
        "return document.querySelectorAll('#curves-table td[data-value]').length > arguments[0]",
        &[json!(than.points)],
    );
    progress(page)
}

#[track_caller]
fn wait_for_the_end(page: &Page) {
    scene::wait_for_runs(page, "#curves-done");
    page.wait_for("#curves-run");
}

#[test]
fn points_appear_one_after_another_until_they_are_stopped() {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 1, .., 100");
    scene::count_report_runs(&page);
    page.set_value("#curves-seeds", 16);
    scene::ask_for_curves(&page);
    page.wait_for("#curves-done[data-total='4848']");
    let first = wait_for_more(&page, progress(&page));
    let second = wait_for_more(&page, first);
    let third = wait_for_more(&page, second);
    // 101 values, three policies, sixteen seeds.
    assert_eq!(third.total, 4848);
    assert!(first.done < second.done && second.done < third.done && third.done < third.total);
    assert!(first.points < second.points && second.points < third.points);
    assert!(first.drawn < third.drawn, "{first:?}, {third:?}");
    page.click("#curves-cancel");
    page.wait_for("#curves-run");
    page.wait_for_text("#curves-done", "cancelled");
    let stopped = progress(&page);
    assert!(stopped.done < stopped.total);
    assert!(stopped.points >= third.points, "what was there must stay");
    let begun = scene::report_runs(&page);
    assert!(begun > 0 && begun < third.total, "{begun}");
    assert_eq!(progress(&page), stopped);
    // Runs of other settings would take their turn now; the stopped ones do not go on.
    scene::show(&page, "gantt");
    page.set_value("#ar-percent", 60);
    let mut scenario = Scenario::default();
    scenario.workload.reservations.percent = 60.0;
    scene::wait_for(&page, &report(&scene::run(&scenario, &scene::sample())));
    assert_eq!(scene::report_runs(&page), begun);
}

/// The cells of the table: for every policy and value the means of the three criteria and of the lateness.
fn means(queues: &[QueuePolicy], values: &[f64], seeds: u64, set: fn(&mut Scenario, f64)) -> Vec<String> {
    let sample = scene::sample();
    let mut means = Vec::new();
    for &queue in queues {
        for &value in values {
            let reports: Vec<_> = (1..=seeds)
                .map(|seed| {
                    let mut scenario = Scenario { seed, ..Scenario::default() };
                    scene::options(&mut scenario).local.queue = queue;
                    set(&mut scenario, value);
                    report(&scene::run(&scenario, &sample))
                })
                .collect();
            let runs: Vec<Figures> = reports.iter().map(|it| Figures::of(it, &[])).collect();
            let mean = |of_seeds: Vec<f64>| Some(Spread::of(&of_seeds)?.mean.to_string());
            let criteria = Criterion::PAPER.iter().map(|criterion| {
                let of_seeds = runs.iter().filter_map(|it| it.get(criterion.key()));
                mean(of_seeds.collect()).expect("a seed or more")
            });
            means.extend(criteria);
            // Of batch jobs and reservations where there are any, and the system's own; no job is rejected here.
            let keys: BTreeSet<&String> = runs.iter().flat_map(|it| it.measures.keys()).collect();
            let shown = keys.into_iter().filter(|it| *it != Criterion::REJECTED.key());
            means.extend(shown.filter_map(|key| {
                let of_seeds = runs.iter().filter_map(|it| it.measures.get(key));
                mean(of_seeds.copied().collect())
            }));
        }
    }
    means
}

const QUEUES: [QueuePolicy; 3] = [QueuePolicy::FcfsBackfilling, QueuePolicy::Fcfs, QueuePolicy::Easy];

#[track_caller]
fn assert_table(page: &Page, mut expected: Vec<String>) {
    let shown = page.execute(
        "return [...document.querySelectorAll('#curves-table td[data-value]')]
            .map(it => it.dataset.value)",
        &[],
    );
    let mut shown: Vec<String> = serde_json::from_value(shown).expect("texts");
    // Whatever the order of the policies.
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected);
}

#[test]
fn a_sweep_that_was_run_elsewhere_is_shown_when_it_is_dropped() {
    let varied: Vec<Vary> =
        ["workload.reservations.percent=0,30,100", "system.two_level.local.queue=fcfs_backfilling,fcfs,easy"]
            .map(|it| it.parse().expect("values"))
            .into();
    let points = varied.iter().fold(vec![Scenario::default()], |points, vary: &Vary| {
        let each = |it| vary.values.iter().map(move |value| vary.set(it, value).expect("a scenario"));
        points.iter().flat_map(each).collect()
    });
    let scenarios = points.iter().flat_map(|it| [1, 2].map(|seed| Scenario { seed, ..it.clone() }));
    let sample = scene::sample();
    let run = |scenario: &Scenario| Figures::of(&report(&scene::run(scenario, &sample)), &[]);
    let file = CurvesFile {
        runs: scenarios.map(|it| run(&it)).collect(),
        scenario: Scenario::default(),
        varied,
        seeds: 2,
        replicate: None,
        log: "elsewhere.swf".to_owned(),
        kind: Default::default(),
    };
    let page = scene::open();
    page.drop_bytes("curves.json", file.to_json().as_bytes());
    page.wait_for("#view-curves .curve-pictures svg");
    page.wait_for_text("#curves-given", "From curves.json, run on elsewhere.swf");
    page.wait_for_none("#curves-old");
    let share = |scenario: &mut Scenario, value| scenario.workload.reservations.percent = value;
    assert_table(&page, means(&QUEUES, &[0.0, 30.0, 100.0], 2, share));
    page.wait_for_text(".curve-pictures", "advance reservations");
    // What cannot be shown leaves what is.
    page.drop_bytes("cut.json", br#"{"slotscope_sweep": 1, "log": "a"}"#);
    page.wait_for_text(".notice.failed", "cut.json is not a sweep");
    page.wait_for("#curves-given");
    // The page's own curves take its place.
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 1);
    page.click("#curves-run");
    page.wait_for_none("#curves-given");
    wait_for_the_end(&page);
}

#[test]
fn a_form_says_what_it_cannot_run_and_when_its_curves_are_old() {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-values", "many");
    page.wait_for(".curves-form .wrong");
    page.wait_for("#curves-run:disabled");
    page.wait_for_text("#curves-old", "the form has changed");
    page.wait_for(".curves-drawn.old");
    page.set_value("#seed", 9);
    page.wait_for_text("#curves-old", "the scenario has changed");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 1);
    scene::draw_curves(&page);
    page.wait_for_none("#curves-old");
}

/// From the first look on, without a click.
#[test]
fn curves_are_drawn_at_once_and_follow_the_panel() {
    let page = scene::open();
    scene::show(&page, "curves");
    page.wait_for(".curve-pictures svg");
    scene::wait_for_runs(&page, "#curves-done");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 2);
    page.set_value("#seed", 9);
    let scenario = Scenario { seed: 9, ..Scenario::default() };
    scene::wait_for(&page, &report(&scene::run(&scenario, &scene::sample())));
    wait_for_the_end(&page);
    page.wait_for_none("#curves-old");
    let seeds = |scenario: &mut Scenario, value| {
        scenario.seed += 8;
        scenario.workload.reservations.percent = value;
    };
    assert_table(&page, means(&QUEUES, &[0.0, 50.0], 2, seeds));
}

#[test]
fn a_link_brings_the_form_and_draws_the_same_curves() {
    let page = scene::open();
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", "0, 600");
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 2);
    let linked = scene::linked(&page);
    assert_eq!(linked.curves.values.as_deref(), Some("0, 50"));
    scene::draw_curves(&page);
    let drawn = page.text("#curves-table");
    // From elsewhere, so that it is loaded.
    page.goto("about:blank");
    page.goto(&scene::path_to(&linked));
    page.wait_for("#view-curves #curves-values");
    scene::wait_for_link(&page, &linked);
    let field = |css: &str| {
        let value = page.execute("return document.querySelector(arguments[0]).value", &[json!(css)]);
        value.as_str().expect("a text").to_owned()
    };
    assert_eq!(field("#curves-values"), "0, 50");
    assert_eq!(field("#curves-seeds"), "2");
    wait_for_the_end(&page);
    assert_eq!(page.text("#curves-table"), drawn);
    scene::show(&page, "trade-off");
    assert_eq!(field("#trade-period"), "0, 600");
}

#[test]
fn without_randomness_curves_have_no_bands_and_no_words_of_intervals() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    scene::show(&page, "curves");
    page.set_value("#curves-axis", "period δ of the grid scheduler");
    page.set_value("#curves-values", "0, 3600");
    page.set_value("#curves-seeds", 3);
    scene::draw_curves(&page);
    page.wait_for("#curves-chance[data-draws=false]");
    page.wait_for_text("#curves-chance", "one run suffices");
    let spread = "return document.querySelectorAll('#curves-table td[data-half-width]').length";
    assert_eq!(page.execute(spread, &[]), json!(0));
    let bands = "return document.querySelectorAll('.curve-pictures polygon[opacity^=\"0.1\"]').length";
    assert_eq!(page.execute(bands, &[]), json!(0));
    // With reservations there is something to tell.
    page.set_value("#ar-percent", 30);
    scene::draw_curves(&page);
    page.wait_for("#curves-chance[data-draws=true]");
    page.wait_for_text("#curves-chance", "95 % intervals");
    page.wait_until(&format!("{bands} > 0"), &[]);
    page.wait_until("return document.querySelectorAll('#curves-table td[data-half-width]').length > 0", &[]);
}

/// What the pictures and the table are of.
fn figures(page: &Page) -> Vec<String> {
    let shown = page.execute(
        "return [...document.querySelectorAll('#curves-table thead th')].slice(2).map(it => it.textContent)",
        &[],
    );
    serde_json::from_value(shown).expect("texts")
}

/// The boxes themselves are not seen: the colours of their names tell which are ticked.
fn assert_ticked_look_otherwise(page: &Page) {
    let colours = page.execute(
        "return [true, false].map(ticked => [...document.querySelectorAll('#curves-figures [type=checkbox]')]
            .filter(it => it.checked === ticked)
            .map(it => getComputedStyle(it.nextElementSibling).borderTopColor))",
        &[],
    );
    let [ticked, others]: [Vec<String>; 2] = serde_json::from_value(colours).expect("colours");
    assert!(ticked.len() > 1 && others.len() > 1);
    assert!(ticked.iter().all(|it| *it == ticked[0] && !others.contains(it)), "{ticked:?}");
}

/// With all figures unfolded the form is higher than these windows: its last box can be scrolled to, and so can
/// the button above and the line below.
fn assert_all_is_in_reach(page: &Page) {
    for (width, height) in [(1280, 720), (390, 844)] {
        page.set_window_size(width, height);
        page.rest();
        for end in ["#curves-figures label:last-child", "#curves-done", "#curves-run"] {
            let is_seen = page.execute(
                "const it = document.querySelector(arguments[0]);
                it.scrollIntoView({behavior: 'instant', block: 'center'});
                const {left, top} = it.getBoundingClientRect();
                return it.contains(document.elementFromPoint(left + 9, top + 9));",
                &[end.into()],
            );
            assert_eq!(is_seen, true, "{end} at {width} x {height}");
        }
    }
    page.set_window_size(1440, 900);
}

#[test]
fn any_figure_of_a_report_is_drawn_of_the_runs_that_are_there() {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0, 50");
    page.set_value("#curves-seeds", 1);
    scene::draw_curves(&page);
    let usual = figures(&page);
    assert!(!usual.iter().any(|it| it == "makespan"), "{usual:?}");
    page.click("#curves-figures-fold summary");
    let offered = curves_form::figures(&Scenario::default());
    let place = |wanted: Criterion| offered.iter().position(|it| *it == wanted);
    let makespan = place(Criterion::MAKESPAN).expect("a figure");
    let makespan = format!("#curves-figures-{makespan}");
    page.set_value(&makespan, true);
    page.wait_for_text(".curve-pictures", "makespan");
    page.wait_for_text("#curves-figures-fold summary", "chosen");
    assert!(figures(&page).contains(&"makespan".to_owned()));
    assert_ticked_look_otherwise(&page);
    assert_all_is_in_reach(&page);
    // Without another run, and no other curves are asked for.
    page.wait_for_none("#curves-old");
    assert!(scene::linked(&page).curves.figures.contains(&"makespan".to_owned()));
    page.set_value(&makespan, false);
    page.wait_for_text("#curves-figures-fold summary", "default");
    assert_eq!(figures(&page), usual);
}

/// The mean difference of the second line from the first, seed by seed.
#[test]
fn differences_from_the_first_line_take_the_place_of_means_on_request() {
    let mut scenario = Scenario { platform: vec![32, 32], ..Scenario::default() };
    scene::options(&mut scenario).local.queue = QueuePolicy::Fcfs;
    let allocations = ["mct", "resource_priority"];
    let overlaid = [("queue", &["fcfs"][..]), ("reservation_allocation", &allocations)];
    let form = CurvesForm {
        values: Some("20, 40".to_owned()),
        seeds: 3,
        overlaid: overlaid.map(|(key, all)| (key.to_owned(), all.iter().map(|&it| it.to_owned()).collect())).into(),
        figures: vec!["mean_flow_time".to_owned()],
        differences: Some(true),
        ..CurvesForm::default()
    };
    let flow_time = |allocation: &str, share: f64, seed: u64| {
        let set =
            |it: &Scenario, path: &str, value: serde_json::Value| knobs::set(it, path, &value).expect("a scenario");
        let one = set(&scenario, "system.two_level.grid.reservation_allocation", json!(allocation));
        let one = Scenario { seed, ..set(&one, knobs::SHARE, json!(share)) };
        report(&scene::run(&one, &scene::sample())).mean_flow_time
    };
    let mean = |of: &dyn Fn(u64) -> f64| Spread::of(&[1, 2, 3].map(of)).expect("seeds").mean.to_string();
    let (mut differences, mut means) = (vec!["0".to_owned(); 2], Vec::new());
    for share in [20.0, 40.0] {
        let [first, second] = allocations.map(|it| move |seed| flow_time(it, share, seed));
        differences.push(mean(&|seed| second(seed) - first(seed)));
        means.extend([mean(&first), mean(&second)]);
    }
    let snapshot =
        Snapshot { scenarios: vec![scenario.clone()], view: "curves".to_owned(), curves: form, ..Snapshot::default() };
    let page = Page::open(&scene::path_to(&snapshot));
    wait_for_the_end(&page);
    assert_table(&page, differences);
    page.wait_for_text(".curve-pictures", "Δ mean flow time F");
    page.wait_for_text("#curves-paired", "Differences from Strict FCFS · MCT, seed by seed");
    page.click("#curves-differences");
    page.wait_for_none("#curves-paired");
    assert_table(&page, means);
    assert_eq!(scene::linked(&page).curves.differences, Some(false));
}
