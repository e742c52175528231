//! How long runs take where queues grow long: `cargo bench --bench deep_queues [WORDS]`.
//!
//! Each row is run, jobs selected and everything recorded, until it has taken a second, but at least once and at
//! most nine times, and its median printed in seconds:
//! 10,000 to 80,000 jobs of Lublin's model at load 1.3 on 128 processors, without reservations and
//! with one job in five a reservation; KTH on 60 of its 100 processors; 17,900 jobs at load 2 on 256; and 200,000 jobs
//! of one processor on 2,000. Of the first it prints the exponent with which the time grows from 10,000 to
//! 80,000 jobs: 1 where twice as many jobs take twice as long, 2 where every event looks at the whole
//! queue. A row that takes more than [`rows::PATIENCE`] is broken off and said to be; and one of the growing rows that
//! is expected to, by the one before it, is left out.
//!
//! `WORDS` name the rows that are run: those that have all of them, or `--exact` one. The figures are
//! left beside Criterion's, in `deep_queues.json`. Reads KTH in the folder named by
//! `SLOTSCOPE_TRACES`, or `../shared/traces`.

mod kth;
mod moves;
mod rows;

use kth::{LOG, kth};
use rows::{Rows, SIZES};
use serde_json::json;
use slotscope::experiment::Scenario;
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;

/// Names of queue policies, and how a scenario says them.
const POLICIES: [(&str, &str); 9] = [
    ("FCFS", r#""queue": "fcfs""#),
    ("FCFS-BF", r#""queue": "fcfs_backfilling""#),
    ("EASY", r#""queue": "easy""#),
    ("LSF-600", r#""queue": "lsf", "period": 600"#),
    ("SJF", r#""queue": "sjf""#),
    ("PPP", r#""queue": "ppp""#),
    ("FSS", r#""queue": "fss""#),
    ("conservative", r#""queue": "conservative""#),
    ("PPPD with restarts", r#""queue": "pppd", "preempted": "restart""#),
];

/// `queue: "ordered"`: an order that stays the same with a hundred promises, and one that changes with time.
const ORDERED: [(&str, &str); 2] = [
    ("100 promises", r#""queue": "ordered", "order": "submit", "promises": 100"#),
    ("EASY by WFP3", r#""queue": "ordered", "order": "-(wait / limit)^3 * size""#),
];

/// The other systems that take logs.
const SYSTEMS: [(&str, &str); 4] = [
    ("co-allocation", r#"{"co_allocation": {}}"#),
    ("imprecise calendar", r#"{"imprecise_calendar": {}}"#),
    ("imprecise calendar, near changes", r#"{"imprecise_calendar": {"refine": "at_division"}}"#),
    ("as logged", r#"{"as_logged": {}}"#),
];

/// All jobs of a log on one provider, so many percent of them reservations.
fn scenario(processors: u32, percent: u32, system: &str) -> Scenario {
    let json = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null,
              "reservations": {{"percent": {percent}}}}},
            "platform": [{processors}], "system": {system}}}"#
    );
    match Scenario::from_json(json.as_bytes()) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{json}: {error}"),
    }
}

/// Every system with its name, a queue policy being one.
fn systems() -> Vec<(&'static str, String)> {
    let policies = POLICIES.iter().chain(&ORDERED);
    let policies = policies.map(|&(name, queue)| {
        let hard = r#""late_reservations": "due_date""#;
        let system = format!(r#"{{"two_level": {{"local": {{{queue}}}, {hard}}}}}"#);
        (name, system)
    });
    let hard = r#"{"two_level": {"local": {"queue": "easy"}, "late_reservations": "deadline",
        "completion": "reservation"}}"#;
    let others = SYSTEMS.iter();
    let others = others.map(|&(name, system)| (name, system.to_string()));
    policies.chain([("EASY, hard deadlines", hard.to_string())]).chain(others).collect()
}

/// The logs of the first rows, made when they are needed.
#[derive(Default)]
struct Logs {
    overloaded: [Option<Workload>; SIZES.len()],
}

impl Logs {
    fn overloaded(&mut self, index: usize) -> &Workload {
        self.overloaded[index]
            .get_or_insert_with(|| synthetic(&Lublin { jobs: SIZES[index], load: Some(1.3), ..Lublin::default() }))
    }
}

fn synthetic(model: &Lublin) -> Workload {
    // The parameters are fixed and valid; an empty workload would show at once.
    model.generate().unwrap_or_default()
}

/// What conservative backfilling has to do at the least, by the first and the last of [`SIZES`].
fn promises_moved(rows: &mut Rows, systems: &[(&str, String)], logs: &mut Logs) {
    let Some((name, system)) = systems.iter().find(|it| it.0 == "conservative") else {
        return;
    };
    for percent in [0, 20] {
        let scenario = scenario(128, percent, system);
        for index in [0, SIZES.len() - 1] {
            let size = SIZES[index];
            let row = format!("{name}, {percent} % reservations, {size} jobs: promises moved");
            if rows.wants(&row)
                && let Some(moves) = moves::count(&scenario, logs.overloaded(index))
            {
                println!("{row}: {moves}");
                rows.figures.insert(row, json!(moves));
            }
        }
    }
}

/// How an order that changes grows beyond the last of [`SIZES`].
fn twice_as_many(rows: &mut Rows, systems: &[(&str, String)]) {
    let (name, system) = &systems[POLICIES.len() + 1];
    let half = SIZES[SIZES.len() - 1];
    let row = |jobs: u32| format!("{name}, 0 % reservations, {jobs} jobs at load 1.3");
    if !rows.wants(&row(2 * half)) {
        return;
    }
    let log = synthetic(&Lublin { jobs: 2 * half, load: Some(1.3), ..Lublin::default() });
    let seconds = rows.measure(&row(2 * half), &scenario(128, 0, system), &log);
    let before = rows.figures.get(&row(half)).and_then(serde_json::Value::as_f64);
    if let (Some(before), Some(seconds)) = (before, seconds) {
        let row = format!("{name}, 0 % reservations: exponent beyond {half} jobs");
        let exponent = (seconds / before).log2();
        println!("{row} {exponent:.2}");
        rows.figures.insert(row, json!(exponent));
    }
}

/// KTH with too few processors for its load.
fn narrow_kth(rows: &mut Rows, systems: &[(&str, String)]) {
    let Some(log) = kth() else {
        return println!("skipped: what needs {LOG}, which is absent");
    };
    for (name, system) in systems {
        for percent in [0, 20] {
            let row = format!("{name}, {percent} % reservations, KTH on 60 processors");
            rows.measure(&row, &scenario(60, percent, system), &log);
        }
    }
    for (name, system) in systems {
        if ORDERED.iter().any(|it| it.0 == *name) {
            let row = format!("{name}, 0 % reservations, KTH");
            rows.measure(&row, &scenario(100, 0, system), &log);
        }
    }
    for percent in [0, 20] {
        let row = format!("PPPD with restarts, {percent} % reservations, KTH");
        let (_, system) = systems[POLICIES.len() - 1].clone();
        rows.measure(&row, &scenario(100, percent, &system), &log);
    }
}

/// A short log on which conservative backfilling takes long.
fn overloaded_256(rows: &mut Rows, systems: &[(&str, String)]) {
    let log = synthetic(&Lublin { jobs: 17_900, processors: 256, load: Some(2.0), ..Lublin::default() });
    for (name, system) in systems {
        let row = format!("{name}, 17900 jobs on 256 processors at load 2");
        rows.measure(&row, &scenario(256, 0, system), &log);
    }
}

/// Many jobs of one processor.
fn one_processor(rows: &mut Rows, systems: &[(&str, String)]) {
    for load in [0.7, 1.3] {
        let name = |system: &str, percent: u32| {
            format!("{system}, {percent} % reservations, 200000 jobs of 1 processor at load {load}")
        };
        let wanted = |system: &str| [0, 20].iter().any(|&it| rows.wants(&name(system, it)));
        if !systems.iter().any(|(system, _)| wanted(system)) {
            continue;
        }
        let log = synthetic(&Lublin {
            jobs: 200_000,
            processors: 2_000,
            largest_job: Some(1),
            load: Some(load),
            ..Lublin::default()
        });
        for (system, settings) in systems {
            for percent in [0, 20] {
                let scenario = scenario(2_000, percent, settings);
                rows.measure(&name(system, percent), &scenario, &log);
            }
        }
    }
}

fn main() {
    let mut rows = Rows::from_arguments();
    let systems = systems();
    let mut logs = Logs::default();
    for (name, system) in &systems {
        for percent in [0, 20] {
            let begin = format!("{name}, {percent} % reservations");
            let scenario = scenario(128, percent, system);
            rows.growth(&begin, 1.3, |rows, row, index| rows.measure(row, &scenario, logs.overloaded(index)));
        }
    }
    twice_as_many(&mut rows, &systems);
    promises_moved(&mut rows, &systems, &mut logs);
    narrow_kth(&mut rows, &systems);
    overloaded_256(&mut rows, &systems);
    one_processor(&mut rows, &systems);
    rows.leave("deep_queues.json");
}
