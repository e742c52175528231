//! The curves: point after point, to be stopped, and equal to native runs in the end.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::harness::Page;
use crate::scene;
use slotscope::criteria::{Criterion, report};
use slotscope::experiment::replicated::Spread;
use slotscope::experiment::sweep::{Figures, Vary};
use slotscope::experiment::{Scenario, knobs, report_on};
use slotscope::export::curves_file::CurvesFile;
use slotscope::export::snapshot::{CurvesForm, Snapshot, curves_form};
use slotscope::system::two_level::QueuePolicy;
use slotscope::workload::replicate::Replication;

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
    );
    let number = |at: usize| found[at].as_f64().expect("a number") as u64;
    Progress { done: number(0), total: number(1), points: number(2), drawn: number(3) }
}

#[track_caller]
fn wait_for_more(page: &Page, than: Progress) -> Progress {
    page.wait_until_with(
        "return document.querySelectorAll('#curves-table td[data-value]').length > arguments[0]",
        [than.points],
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
    scene::wait_for_sample(&page, &scenario);
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
                    scene::report_of(&scenario, &sample)
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
    let mut shown: Vec<String> = page.read(
        "return [...document.querySelectorAll('#curves-table td[data-value]')]
            .map(it => it.dataset.value)",
    );
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
    let run = |scenario: &Scenario| Figures::of(&scene::report_of(scenario, &sample), &[]);
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
    scene::wait_for_sample(&page, &scenario);
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
    let field = |css: &str| page.read_with::<String>("return document.querySelector(arguments[0]).value", [css]);
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
    assert_eq!(page.execute(spread), json!(0));
    let bands = "return document.querySelectorAll('.curve-pictures polygon[opacity^=\"0.1\"]').length";
    assert_eq!(page.execute(bands), json!(0));
    // With reservations there is something to tell.
    page.set_value("#ar-percent", 30);
    scene::draw_curves(&page);
    page.wait_for("#curves-chance[data-draws=true]");
    page.wait_for_text("#curves-chance", "95 % intervals");
    page.wait_until(&format!("{bands} > 0"));
    page.wait_until("return document.querySelectorAll('#curves-table td[data-half-width]').length > 0");
}

/// What the pictures and the table are of.
fn figures(page: &Page) -> Vec<String> {
    page.read("return [...document.querySelectorAll('#curves-table thead th')].slice(2).map(it => it.textContent)")
}

/// The boxes themselves are not seen: the colours of their names tell which are ticked.
fn assert_ticked_look_otherwise(page: &Page) {
    let [ticked, others]: [Vec<String>; 2] = page.read(
        "return [true, false].map(ticked => [...document.querySelectorAll('#curves-figures [type=checkbox]')]
            .filter(it => it.checked === ticked)
            .map(it => getComputedStyle(it.nextElementSibling).borderTopColor))",
    );
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
            let is_seen = page.execute_with(
                "const it = document.querySelector(arguments[0]);
                it.scrollIntoView({behavior: 'instant', block: 'center'});
                const {left, top} = it.getBoundingClientRect();
                return it.contains(document.elementFromPoint(left + 9, top + 9));",
                [end],
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
        scene::report_of(&one, &scene::sample()).mean_flow_time
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
    let page = scene::open_at(&snapshot);
    wait_for_the_end(&page);
    assert_table(&page, differences);
    page.wait_for_text(".curve-pictures", "Δ mean flow time F");
    page.wait_for_text("#curves-paired", "Differences from Strict FCFS · MCT, seed by seed");
    page.click("#curves-differences");
    page.wait_for_none("#curves-paired");
    assert_table(&page, means);
    assert_eq!(scene::linked(&page).curves.differences, Some(false));
}

/// The curves of two policies without reservations: nothing is drawn.
fn open_curves() -> Page {
    let page = scene::open();
    scene::show(&page, "curves");
    page.set_value("#curves-values", "0");
    page.set_value("#curves-seeds", 1);
    run_curves(&page);
    page
}

fn run_curves(page: &Page) {
    scene::draw_curves(page);
}

/// The names of the figures that the search finds.
fn found(page: &Page) -> Vec<String> {
    page.read("return [...document.querySelectorAll('#curves-figures .fold label')].map(it => it.innerText)")
}

#[test]
fn a_figure_is_searched_for_and_drawn_and_one_without_values_is_no_panel() {
    let page = open_curves();
    page.wait_for_text("#curves-left-out", "tardiness (no reservation ran)");
    assert!(!page.text(".curve-pictures").contains("tardiness"));
    page.click("#curves-figures-fold summary");
    page.set_value("#curves-figures-search", "90th BATCH");
    page.wait_until("return document.querySelectorAll('#curves-figures .fold label').length === 1");
    let name = "90th percentile of waiting time of batch jobs";
    assert_eq!(found(&page), [format!("{name} (s)")]);
    page.click("#curves-figures .fold label");
    page.wait_for_text(".curve-pictures", "90th percentile of waiting time of batch jobs");
    page.set_value("#curves-figures-search", "no such figure");
    page.wait_for_text("#curves-figures", "No other figure has these words.");
    page.set_value("#curves-figures-search", "");
    page.wait_for_text("#curves-figures-batch-jobs summary", "1 of ");
    // The axes are logarithmic on request; that of the share, which is 0, cannot be.
    assert_eq!(page.count("#curves-log-x"), 0);
    page.click("#curves-log-y");
    page.wait_for_text(".curve-pictures", ", log");
    let linked = scene::linked(&page).curves;
    assert!(linked.log_y && !linked.log_x);
    assert!(linked.figures.contains(&"batch.waiting_time_90".to_owned()));
    // Elsewhere the link opens the same.
    let address = page.address();
    page.goto("about:blank");
    page.goto(&address);
    page.wait_for("#view-curves");
    run_curves(&page);
    page.wait_for_text(".curve-pictures", name);
    page.wait_for_text(".curve-pictures", ", log");
}

#[test]
fn a_trade_off_weighs_a_figure_of_one_class_of_sizes() {
    let page = scene::open();
    scene::show(&page, "trade-off");
    let groups = "return [...document.querySelectorAll('#trade-criterion-1 optgroup')].map(it => it.label)";
    let few = ["Usual", "All jobs", "Of this system alone", "Batch jobs", "Reservations"];
    assert_eq!(page.execute(groups), json!(few));
    page.click("#trade-more-criteria");
    page.wait_until("return document.querySelectorAll('#trade-criterion-1 optgroup').length === 7");
    let name = "90th percentile of waiting time of jobs of 8–15 processors";
    page.set_value("#trade-criterion-1", format!("{name} (s)"));
    page.wait_until_with(
        "return document.querySelector('#trade-criterion-1').selectedOptions[0].text === arguments[0]",
        [format!("{name} (s)")],
    );
    let chosen = scene::linked(&page).trade_off.criteria;
    assert_eq!(chosen, ["mean_utilization", "by_size.8.waiting_time_90", "mean_tardiness"]);
    // It stays when the others are put away.
    page.click("#trade-more-criteria");
    page.wait_until("return document.querySelectorAll('#trade-criterion-2 optgroup').length === 5");
    assert_eq!(scene::linked(&page).trade_off.criteria, chosen);
}

/// The value of a control.
fn field(page: &Page, css: &str) -> String {
    page.read_with("return document.querySelector(arguments[0]).value", [css])
}

/// The words of an element, whether they are folded away or not.
fn words(page: &Page, css: &str) -> String {
    page.read_with("return document.querySelector(arguments[0]).textContent", [css])
}

/// The means of the table of curves.
fn intervals(page: &Page) -> Vec<Value> {
    let cells = "return [...document.querySelectorAll('#curves-table td[data-value]')]
        .map(it => [it.dataset.value, it.dataset.halfWidth ?? null])";
    page.read(cells)
}

#[test]
fn curves_on_replicates_have_intervals_and_come_back_with_their_link() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    scene::show(&page, "curves");
    assert!(words(&page, "#curves-replicates-about").contains("on the log itself"));
    page.set_value("#curves-axis", "period δ of the grid scheduler");
    page.set_value("#curves-values", "0");
    page.set_value("#curves-replicates", "Shaken submissions");
    page.unfold("#curves-replicates");
    page.wait_for_text(".curves-form", "Moved by up to");
    page.set_value("#curves-seeds", 3);
    page.set_value("#curves-replicate-amount", 300);
    page.wait_for_text("#curves-replicates-about", "3 copies of the log");
    let linked = scene::linked(&page);
    let replicate: Replication = "shake=3:300".parse().expect("a replication");
    assert_eq!(linked.curves.replicate, Some(replicate));
    scene::draw_curves(&page);
    let told = "3 perturbations of the submissions by up to 300 s; bands are their 95 % intervals";
    page.wait_for_text("#curves-chance", told);
    let cells = intervals(&page);
    assert!(cells.iter().any(|it| it[1].is_string()), "there are intervals");
    for queue in [QueuePolicy::FcfsBackfilling, QueuePolicy::Fcfs, QueuePolicy::Easy] {
        let flows = (0..3_u32).map(|place| {
            let mut scenario = Scenario { seed: 1 + u64::from(place), ..Scenario::default() };
            scenario.workload.reservations.percent = 0.0;
            scene::options(&mut scenario).local.queue = queue;
            let report = report_on(&scenario, &scene::sample(), Some((&replicate, place)));
            report.expect("a report").mean_flow_time
        });
        let mean = flows.sum::<f64>() / 3.0;
        let is_near = |it: &Value| {
            let told: f64 = it[0].as_str().and_then(|it| it.parse().ok()).expect("a number");
            (told - mean).abs() < 1e-6
        };
        assert!(cells.iter().any(is_near), "{queue:?} {mean}: {cells:?}");
    }
    page.goto("about:blank");
    page.goto(&scene::path_to(&linked));
    page.wait_for("#view-curves #curves-replicate-amount");
    assert_eq!(field(&page, "#curves-replicates"), "Shaken submissions");
    assert_eq!([field(&page, "#curves-seeds"), field(&page, "#curves-replicate-amount")], ["3", "300"]);
    scene::draw_curves(&page);
    page.wait_for_text("#curves-chance", told);
    assert_eq!(intervals(&page), cells);
    // Back on the log itself the seeds are those of before, and nothing is drawn.
    page.set_value("#curves-replicates", "The log itself");
    page.wait_for_none("#curves-replicate-amount");
    assert_eq!(field(&page, "#curves-seeds"), "10");
    scene::draw_curves(&page);
    page.wait_for("#curves-chance[data-draws=false]");
}

#[test]
fn a_trade_off_and_its_search_run_on_windows_of_the_log() {
    let page = scene::open();
    page.set_value("#ar-percent", 0);
    scene::show(&page, "trade-off");
    page.set_value("#trade-period", "0");
    page.set_value("#trade-replicates", "Windows of the log");
    page.set_value("#trade-seeds", 2);
    page.wait_for_text("#trade-count", "× 2 replicates");
    page.click("#trade-run");
    scene::wait_for_runs(&page, "#trade-done");
    page.wait_for_text("#trade-chance", "by the means over the replicates");
    page.wait_for_text(".trade-form .ran-line", "2 windows of the log, of each the first 10 % warm-up");
    // More windows than there are jobs say what to do.
    page.click(".trade-form .ran-line button");
    page.set_value("#trade-replicate-amount", 99);
    page.set_value("#trade-seeds", 100);
    page.click("#trade-run");
    page.wait_for_text(".trade-off .refused", "take fewer windows");
}

#[test]
fn a_share_of_the_work_is_typed_told_and_swept() {
    let page = scene::open();
    page.click("#jobs-taken > summary");
    page.set_value("#thin-users", 0.5);
    let mut scenario = Scenario::default();
    scenario.workload.thin_users = Some(0.5);
    let run = scene::run(&scenario, &scene::sample());
    assert!(run.jobs.len() < 900, "users leave");
    scene::wait_for(&page, &report(&run));
    page.wait_until("return document.querySelector('#account').textContent.includes('users stay, with')");
    let told = words(&page, "#account");
    assert!(told.contains("of 40 users stay, with"), "{told}");
    assert_eq!(scene::linked(&page).scenarios[0].workload.thin_users, Some(0.5));
    page.set_value("#thin-users", 1.5);
    page.wait_for_text("#jobs-taken .wrong", "at most 1");
    scene::show(&page, "curves");
    page.set_value("#curves-axis", "share of the work that stays, by thinning users");
    page.set_value("#curves-values", "0.25, 1");
    page.set_value("#curves-seeds", 2);
    scene::draw_curves(&page);
    page.wait_for_text(".curve-pictures", "thinning users");
}
