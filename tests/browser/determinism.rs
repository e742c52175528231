//! The same scenario and workload give the same bytes natively and in WebAssembly.

use serde_json::{Value, json};
use slotscope::experiment::{Scenario, WorkloadFacts, full_report, report_beside_log};
use slotscope::export::jobs_csv;
use slotscope::policy::spare_time::Variant;
use slotscope::workload::task_batch::generate as tasks;
use slotscope::workload::task_batch::to_csv;
use slotscope::workload::testing::one_in;
use slotscope::workload::workflow::generate::MadeUp;
use slotscope::workload::{self, Workload};

use crate::harness::Page;
use crate::{command, scene};

const QUEUES: [&str; 9] = ["fcfs", "fcfs_backfilling", "easy", "conservative", "lsf", "sjf", "ppp", "pppd", "fss"];

const ALLOCATIONS: [&str; 4] = ["mct", "resource_priority", "static_partition", "random"];

/// Every queue policy with every allocation of reservations; between them they take every other
/// policy and every reading in several mixtures.
fn scenarios(base: &Scenario) -> Vec<Scenario> {
    let pairs = QUEUES.iter().flat_map(|queue| ALLOCATIONS.map(|it| (*queue, it)));
    // Windows of a day, an hour apart.
    let request = |job: i64| json!({ "job": job, "ready": 3600 * job, "deadline": 3600 * job + 86_400 });
    let requests: Value = (1..=300).map(request).collect();
    let one = |(index, (queue, allocation)): (usize, (&str, &str))| {
        let pick = |choices: &[&'static str], step: usize| choices[index / step % choices.len()];
        let mut scenario = serde_json::to_value(base).expect("a scenario is JSON");
        scenario["seed"] = json!(index + 1);
        scenario["workload"]["reservations"] = json!({
            "percent": 15 * (index % 5) + 10,
            "request": pick(
                &["fixed", "flexible", "best_effort_processors", "best_effort_time", "listed"],
                1,
            ),
            "earlier_hours": 1.5,
            "later_hours": 4.0,
            "start": pick(&["logged_wait", "lead_time"], 3),
            "lead_hours_max": 6.5,
            "least_percent": 10 * (index % 7) + 10,
            "listed": requests.clone(),
        });
        scenario["system"]["two_level"] = json!({
            "grid": {
                "period": 600 * (index % 3),
                "reservation_queue": pick(&["first", "fcfs"], 2),
                "batch_allocation": pick(
                    &["random", "round_robin", "load_balancing", "least_work", "most_free"],
                    2,
                ),
                "reservation_allocation": allocation,
                "resource_order": [1, 0],
            },
            "local": {
                "queue": queue,
                "period": 60 * (index % 2),
                "over_limit": pick(&["kill", "ignore"], 3),
                "priority": {
                    "by": pick(&["size", "limit", "work", "queue", "user", "group"], 1),
                    "first": pick(&["high", "low"], 1),
                },
                "preempted": pick(&["resume", "restart"], 1),
                "fair_share": { "among": pick(&["users", "groups"], 1), "half_life": 36_000 },
                "systems": systems(queue, index),
                "binding": if queue == "conservative" { "dynamic" } else { pick(&["dynamic", "static"], 1) },
                "slots": match index % 3 {
                    1 if queue != "conservative" => json!({ "fixed": 900 }),
                    _ => json!("variable"),
                },
            },
            "late_reservations": pick(&["due_date", "deadline"], 4),
            "reservation_length": pick(&["requested", "run_time"], 3),
            "reservation_end": pick(&["reservation_end", "job_end"], 5),
            "completion": pick(&["reservation", "job"], 2),
            "mct_ties": pick(&["random", "fewest_reservations", "order"], 2),
        });
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    pairs.enumerate().map(one).collect()
}

/// Co-allocation by every selection, for either length, in either structure.
fn co_allocations(base: &Scenario) -> Vec<Scenario> {
    let selections = ["latest_start", "earliest_end", "first_server", "printed"];
    let lengths = [("run_time", "held"), ("requested", "held"), ("requested", "freed")];
    let pairs = selections.into_iter().flat_map(|it| lengths.map(|length| (it, length)));
    let one = |(index, (selection, (length, early_end))): (usize, (&str, (&str, &str)))| {
        let mut scenario = serde_json::to_value(base).expect("a scenario is JSON");
        scenario["seed"] = json!(index + 1);
        scenario["workload"]["reservations"]["percent"] = json!(20 * (index % 4));
        if index % 2 == 1 {
            // The printed trees take minutes for more jobs in a debug build.
            scenario["workload"]["last_job"] = json!(200);
        }
        scenario["system"] = json!({ "co_allocation": {
            // The printed trees hold a period once a slot.
            "horizon": 2_592_000, "slot": 86_400, "step": 300 * (index % 3 + 1), "attempts": 2_000,
            "length": length, "early_end": early_end, "selection": selection,
            "structure": if index % 2 == 0 { "fast" } else { "printed" },
            "deadline": if index % 4 == 0 { json!(86_400) } else { json!(null) },
        }});
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    pairs.enumerate().map(one).collect()
}

/// Imprecise calendars of every configuration, with and without what else can be set.
fn imprecise_calendars(base: &Scenario) -> Vec<Scenario> {
    let configurations = [
        "levels",
        "configuration1",
        "configuration2",
        "configuration3",
        "configuration4",
        "configuration5",
        "configuration6",
        "los_alamos",
    ];
    let one = |(index, configuration): (usize, &str)| {
        let mut scenario = serde_json::to_value(base).expect("a scenario is JSON");
        scenario["seed"] = json!(index + 1);
        scenario["workload"]["reservations"]["percent"] = json!(20 * (index % 3));
        scenario["system"] = json!({ "imprecise_calendar": {
            "configuration": configuration,
            "levels": [{ "count": 7, "length": 15 }, { "count": null, "length": 600 }],
            "threshold_percent": 100 - 20 * (index % 4),
            "low_water": if index % 2 == 0 { json!(null) } else { json!(3) },
            "backfill": index % 5 != 4,
        }});
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    configurations.into_iter().enumerate().map(one).collect()
}

/// Clusters whose managers hear of each other late, a tree with a limit of the deficit, and jobs that share
/// slots.
fn managers(base: &Scenario) -> Vec<Scenario> {
    let settings = [
        json!({ "managers": "clusters", "home": "in_turn", "staleness": 900, "bump_after": 0,
            "promote": { "processors": 16, "hours": 12 } }),
        json!({ "managers": [[0, 2], 1], "home": "user", "staleness": 60, "deficit_limit": 100,
            "threshold_percent": 80 }),
        json!({ "one_job_per_slot": false }),
    ];
    let one = |settings: Value| {
        let mut scenario = serde_json::to_value(base).expect("a scenario is JSON");
        // The largest jobs of the logs need two of them.
        scenario["platform"] = json!([60, 40, 30]);
        scenario["workload"]["fold"] = json!({ "days": 7, "intervals": 3 });
        if settings["one_job_per_slot"] == false {
            // More jobs that share slots take half a minute in a debug build.
            scenario["workload"]["last_job"] = json!(500);
        }
        scenario["system"] = json!({ "imprecise_calendar": settings });
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    settings.into_iter().map(one).collect()
}

/// Local systems that go with a queue policy.
fn systems(queue: &str, index: usize) -> Value {
    match (queue, index % 4) {
        (_, 0) => json!([]),
        ("conservative", _) => json!(["pbs_pro"]),
        (_, 1) => json!(["model", "sge"]),
        ("easy", _) => json!(["sge", "maui"]),
        (_, 2) => json!(["platform_lsf"]),
        _ => json!(["maui", "platform_lsf"]),
    }
}

/// Has the page run some of the scenarios, given as files, and compares what it hands out. `file` are the bytes of the
/// workload, if it came from a file.
#[track_caller]
fn assert_same_bytes(page: &Page, scenarios: &[Scenario], workload: &Workload, file: Option<&[u8]>) {
    let facts = match file {
        Some(bytes) => WorkloadFacts::of_file(workload, bytes),
        None => WorkloadFacts::of(workload),
    };
    for scenario in one_in(8, 0, scenarios) {
        let json = command::json(scenario);
        let run = scene::run(scenario, workload);
        let native = report_beside_log(&run, scenario, workload);
        page.drop_bytes("scenario.json", json.as_bytes());
        scene::wait_for(page, &native);
        let in_browser = scene::exported_text(page, "report", ".json");
        let native = full_report(native, scenario, &facts);
        assert_eq!(in_browser, native.to_json(), "{json}");
        let in_browser = scene::exported_text(page, "csv", ".csv");
        assert!(in_browser == jobs_csv(&run), "the jobs differ: {json}");
    }
}

#[test]
fn reports_on_the_sample_are_the_same_bytes() {
    let page = scene::open();
    assert_same_bytes(&page, &scenarios(&Scenario::default()), &scene::sample(), None);
}

#[test]
fn reports_of_co_allocation_are_the_same_bytes() {
    let page = scene::open();
    assert_same_bytes(&page, &co_allocations(&Scenario::default()), &scene::sample(), None);
}

/// Every scheduler with every variant, with errors of the estimates that some plans survive, some not, and
/// some renegotiate.
fn workflows() -> Vec<Scenario> {
    let schedulers = ["heft", "hybrid_bmct", "fcp", "dls"];
    let pairs = schedulers.iter().flat_map(|scheduler| Variant::ALL.map(|it| (*scheduler, it.name())));
    let one = |(index, (scheduler, variant)): (usize, (&str, &str))| {
        let scenario = json!({
            "seed": index + 1,
            "workload": { "ccr": if index % 4 == 3 { json!(0.7) } else { json!(null) } },
            "system": { "workflow": {
                "scheduler": scheduler,
                "variant": variant,
                "deadline_factor": 1.2 + 0.3 * (index % 4) as f64,
                "qoi_percent": 35 * (index % 5),
                "on_overrun": if index % 2 == 0 { "fail" } else { "renegotiate" },
                "on_early_end": if index % 3 == 0 { "move_earlier" } else { "keep" },
            }},
        });
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    pairs.enumerate().map(one).collect()
}

#[test]
fn reports_of_workflows_are_the_same_bytes() {
    let page = scene::open();
    page.unfold("#log");
    page.click("#sample-workflow");
    let sample = MadeUp::default().workload().expect("the sample");
    page.wait_for("#spent[data-jobs='60']");
    assert_same_bytes(&page, &workflows(), &sample, None);
}

/// Brokers and agents: every placement, either rule for ties, agents by number and by what they hold, slow,
/// unsteady and lossy links, agents that go down, several brokers, with a lease and without.
fn brokers(base: &Scenario) -> Vec<Scenario> {
    let settings = [
        json!({ "tie_rule": "when_all_are_in" }),
        json!({}),
        json!({ "placement": "first_fit" }),
        json!({ "placement": "random", "max_load_percent": 70 }),
        json!({ "placement": "first_idle" }),
        json!({ "agents": [1, 2, 3] }),
        json!({ "agents": 4, "max_tasks": 2, "max_load_percent": 60 }),
        json!({ "latency": 0.5, "jitter": 2.25 }),
        json!({ "latency": 1, "loss_percent": 20 }),
        json!({ "latency": 0.2, "failure_percent": 30, "down": 45 }),
        json!({ "brokers": 2, "latency": 1, "jitter": 0.5 }),
        json!({ "brokers": 2, "latency": 1, "lease": null }),
        json!({ "brokers": 3, "jitter": 3, "loss_percent": 10, "failure_percent": 10, "lease": 2.5,
            "timeout": 7.125, "tries": 3, "tie_rule": "when_all_are_in" }),
        json!({ "links": [{ "agent": 1, "latency": 4, "jitter": 2.5, "loss_percent": 30 }],
            "outages": [{ "agent": 0, "from": 10, "until": 200 }, { "agent": 2, "from": 400, "until": null }],
            "timeout": 10 }),
        json!({ "agents": 6, "brokers": 2, "lease": null, "loss_percent": 15 }),
        json!({ "agents": 1, "clusters": [{ "name": "left", "farm": "north", "nodes": 3 }],
            "access": [{ "node": 0, "users": ["1"] }] }),
    ];
    let one = |(index, mut settings): (usize, Value)| {
        // So that there is time to place the jobs of a log, too.
        settings["lead"] = json!(300 * (index % 3));
        let mut scenario = serde_json::to_value(base).expect("a scenario is JSON");
        scenario["seed"] = json!(index + 1);
        scenario["system"] = json!({ "broker": settings });
        serde_json::from_value(scenario).expect("a valid scenario")
    };
    settings.into_iter().enumerate().map(one).collect()
}

#[test]
fn reports_of_brokers_are_the_same_bytes() {
    // Many more tasks at once than six nodes hold, submitted over time.
    let made = tasks::MadeUp { tasks: 400, latest: 900, ahead: Some(120), ..tasks::MadeUp::default() };
    let made = made.workload().expect("a batch");
    let table = to_csv(made.batch().expect("tasks"));
    let batch = workload::read("tasks.csv", table.as_bytes()).expect("a batch");
    let page = scene::open();
    page.drop_bytes("tasks.csv", table.as_bytes());
    page.wait_for_text(".notice", "tasks.csv: 400 tasks");
    let on_nodes = Scenario { platform: vec![100; 6], ..Scenario::default() };
    assert_same_bytes(&page, &brokers(&on_nodes), &batch.workload, Some(table.as_bytes()));
}

#[test]
fn reports_of_brokers_on_the_sample_are_the_same_bytes() {
    let page = scene::open();
    let on_nodes = Scenario { platform: vec![128, 64, 64, 32, 32, 16], ..Scenario::default() };
    assert_same_bytes(&page, &brokers(&on_nodes), &scene::sample(), None);
}

#[test]
fn reports_of_imprecise_calendars_are_the_same_bytes() {
    let page = scene::open();
    let base = Scenario::default();
    let scenarios = [imprecise_calendars(&base), managers(&base)].concat();
    assert_same_bytes(&page, &scenarios, &scene::sample(), None);
}

/// November 1996, as the paper has it.
#[test]
fn reports_of_imprecise_calendars_on_a_month_of_kth_are_the_same_bytes() {
    let (path, workload) = scene::real_log("KTH-SP2-1996-2.swf.gz");
    let page = scene::open();
    page.drop_file(&path);
    let mut base = scene::scenario_of(&workload);
    scene::wait_for_run(&page, &base, &workload);
    (base.workload.first_job, base.workload.last_job) = (Some(2_514), Some(4_497));
    assert_same_bytes(&page, &imprecise_calendars(&base), &workload, Some(&std::fs::read(&path).expect("the log")));
}

#[test]
fn reports_on_a_real_log_are_the_same_bytes() {
    let (page, base, workload, bytes) = real_log();
    assert_same_bytes(&page, &scenarios(&base), &workload, Some(&bytes));
}

#[test]
fn reports_of_co_allocation_on_a_real_log_are_the_same_bytes() {
    let (page, base, workload, bytes) = real_log();
    // Each length; without the printed trees.
    let some: Vec<Scenario> = co_allocations(&base).into_iter().step_by(4).collect();
    assert_same_bytes(&page, &some, &workload, Some(&bytes));
}

/// A page that has a real log open, the scenario to begin with, and the bytes of the log.
fn real_log() -> (Page, Scenario, Workload, Vec<u8>) {
    let (path, workload) = scene::real_log("SDSC-SP2-1998-first-4961.swf");
    let page = scene::open();
    page.drop_file(&path);
    let base = scene::scenario_of(&workload);
    scene::wait_for_run(&page, &base, &workload);
    // A static partition needs two providers.
    let mut two_providers = Scenario { platform: vec![128, 64], ..base };
    two_providers.workload.reservations.percent = 30.0;
    let bytes = std::fs::read(path).expect("the log");
    (page, two_providers, workload, bytes)
}
