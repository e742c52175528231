//! The same scenario and workload give the same bytes natively and in WebAssembly.

use serde_json::json;
use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::workload::Workload;

use crate::harness::Page;
use crate::scene;

const QUEUES: [&str; 6] = [
    "fcfs",
    "fcfs_backfilling",
    "easy",
    "conservative",
    "lsf",
    "sjf",
];

/// Scenarios that between them take every policy and every reading.
fn scenarios(base: &Scenario) -> Vec<Scenario> {
    let pick = |choices: &[&'static str], index: usize| choices[index % choices.len()];
    let one = |(index, queue): (usize, &&str)| {
        let mut scenario = serde_json::to_value(base).expect("a scenario is JSON");
        scenario["seed"] = json!(index + 1);
        scenario["platform"] = json!([base.platform[0], 64]);
        scenario["workload"]["reservations"] = json!({
            "percent": 15 * (index % 4) + 10,
            "request": pick(&["fixed", "flexible"], index),
            "earlier_hours": 1.5,
            "later_hours": 4.0,
        });
        scenario["system"]["two_level"] = json!({
            "grid": {
                "period": 600 * (index % 3),
                "reservation_queue": pick(&["first", "fcfs"], index),
                "batch_allocation": pick(&["random", "round_robin", "load_balancing"], index),
                "reservation_allocation": pick(&["mct", "resource_priority", "static_partition"], index / 2),
            },
            "local": {
                "queue": queue,
                "period": 60 * (index % 2),
                "over_limit": pick(&["kill", "ignore"], index / 3),
            },
            "late_reservations": pick(&["due_date", "deadline"], index / 2),
            "reservation_length": pick(&["requested", "run_time"], index / 3),
            "reservation_end": pick(&["reservation_end", "job_end"], index),
            "completion": pick(&["reservation", "job"], index / 2),
            "mct_ties": pick(&["random", "fewest_reservations", "order"], index),
        });
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    let twice = QUEUES.iter().chain(&QUEUES[1..]).enumerate();
    twice.map(one).collect()
}

/// Has the page run each scenario, given as a file, and compares the reports that it hands out.
fn assert_same_bytes(page: &Page, base: &Scenario, workload: &Workload) {
    for scenario in scenarios(base) {
        let json = serde_json::to_string_pretty(&scenario).expect("a scenario is JSON");
        let native = report(&scene::run(&scenario, workload));
        page.drop_bytes("scenario.json", json.as_bytes());
        scene::wait_for(page, &native);
        page.clear_downloads();
        page.click("#export");
        page.click("#export-report");
        let in_browser = std::fs::read(page.wait_for_download(".json")).expect("a report");
        let in_browser = String::from_utf8(in_browser).expect("UTF-8");
        assert_eq!(in_browser, native.to_json(), "{json}");
    }
    assert_eq!(page.console_errors(), Vec::<String>::new());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn reports_on_the_sample_are_the_same_bytes() {
    let page = scene::open();
    assert_same_bytes(&page, &Scenario::default(), &scene::sample());
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn reports_on_a_real_log_are_the_same_bytes() {
    let Some((path, workload)) = scene::log("SDSC-SP2-1998-first-4961.swf") else {
        return;
    };
    let page = scene::open();
    page.drop_file(&path);
    let base = scene::scenario_of(&workload);
    scene::wait_for(&page, &report(&scene::run(&base, &workload)));
    assert_same_bytes(&page, &base, &workload);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn a_scenario_that_is_none_is_refused_in_words() {
    let page = scene::open();
    page.drop_bytes("mine.json", br#"{ "workload": { "reservation": {} } }"#);
    page.wait_for_text(".notice", "mine.json");
    page.wait_for_text(".notice", "unknown field `reservation`");
    scene::wait_for(&page, &scene::sample_report());
}
