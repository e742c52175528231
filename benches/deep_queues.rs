//! How long runs take where queues grow long: `cargo bench --bench deep_queues [WORDS]`.
//!
//! Each row is run, jobs selected and everything recorded, until it has taken a second, but at least once and at
//! most nine times, and its median printed in seconds:
//! 10,000 to 80,000 jobs of Lublin's model at load 1.3 on 128 processors, without reservations and
//! with one job in five a reservation; KTH on 60 of its 100 processors; 17,900 jobs at load 2 on 256; and 200,000 jobs
//! of one processor on 2,000. Of the first it prints the exponent with which the time grows from 10,000 to
//! 80,000 jobs: 1 where twice as many jobs take twice as long, 2 where every event looks at the whole
//! queue. A row that takes more than [`PATIENCE`] is broken off and said to be; and one of the growing rows that
//! is expected to, by the one before it, is left out.
//!
//! `WORDS` name the rows that are run: those that have all of them, or `--exact` one. The figures are
//! left beside Criterion's, in `deep_queues.json`. Reads KTH in the folder named by
//! `SLOTSCOPE_TRACES`, or `../shared/traces`.

mod kth;
mod moves;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use kth::{LOG, kth};
use serde_json::{Map, Value, json};
use slotscope::experiment::{Scenario, start};
use slotscope::workload::Workload;
use slotscope::workload::lublin::Lublin;

/// Seconds that a row may take.
const PATIENCE: f64 = 60.0;

/// A row is run again and again until it has taken so many seconds in all, at most so often.
const ENOUGH: (f64, usize) = (1.0, 9);

/// The clock is looked at after so many instants.
const INSTANTS: usize = 64;

/// Jobs of the rows from which the exponent is found.
const SIZES: [u32; 4] = [10_000, 20_000, 40_000, 80_000];

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
    (
        "PPPD with restarts",
        r#""queue": "pppd", "preempted": "restart""#,
    ),
];

/// `queue: "ordered"`: an order that stays the same with a hundred promises, and one that changes with time.
const ORDERED: [(&str, &str); 2] = [
    (
        "100 promises",
        r#""queue": "ordered", "order": "submit", "promises": 100"#,
    ),
    (
        "EASY by WFP3",
        r#""queue": "ordered", "order": "-(wait / limit)^3 * size""#,
    ),
];

/// The other systems that take logs.
const SYSTEMS: [(&str, &str); 4] = [
    ("co-allocation", r#"{"co_allocation": {}}"#),
    ("imprecise calendar", r#"{"imprecise_calendar": {}}"#),
    (
        "imprecise calendar, near changes",
        r#"{"imprecise_calendar": {"refine": "at_division"}}"#,
    ),
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
    policies
        .chain([("EASY, hard deadlines", hard.to_string())])
        .chain(others)
        .collect()
}

/// Which rows are asked for, and what they came to.
struct Rows {
    words: Vec<String>,
    exact: bool,
    figures: Map<String, Value>,
}

impl Rows {
    fn from_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let (options, words) = arguments
            .into_iter()
            .partition::<Vec<_>, _>(|it| it.starts_with("--"));
        Self {
            words,
            exact: options.iter().any(|it| it == "--exact"),
            figures: Map::new(),
        }
    }

    fn wants(&self, name: &str) -> bool {
        match self.exact {
            true => self.words.iter().any(|word| word == name),
            false => self.words.iter().all(|word| name.contains(word.as_str())),
        }
    }

    /// Runs a row, if it is asked for. The seconds that it took.
    fn measure(&mut self, name: &str, scenario: &Scenario, log: &Workload) -> Option<f64> {
        if !self.wants(name) {
            return None;
        }
        let mut times = Vec::new();
        while times.len() < ENOUGH.1 && times.iter().sum::<f64>() < ENOUGH.0 {
            match once(scenario, log) {
                Ok(seconds) => times.push(seconds),
                Err(why) => {
                    println!("{name}: {why}");
                    return None;
                }
            }
        }
        times.sort_by(f64::total_cmp);
        let seconds = times[times.len() / 2];
        println!("{name}: {seconds:.3} s");
        self.figures.insert(name.to_string(), json!(seconds));
        Some(seconds)
    }

    /// The same system over [`SIZES`].
    fn growth(&mut self, (name, system): (&str, &str), percent: u32, logs: &mut Logs) {
        let scenario = scenario(128, percent, system);
        let mut seconds: Vec<f64> = Vec::new();
        for (index, size) in SIZES.into_iter().enumerate() {
            let row = format!("{name}, {percent} % reservations, {size} jobs at load 1.3");
            if !self.wants(&row) {
                continue;
            }
            // Twice the jobs take about four times as long at the worst.
            if seconds.last().is_some_and(|last| 4.0 * last > PATIENCE) {
                println!("{row}: left out, expected to take more than {PATIENCE} s");
                return;
            }
            seconds.extend(self.measure(&row, &scenario, logs.overloaded(index)));
        }
        if seconds.len() == SIZES.len() {
            let times = f64::from(SIZES[SIZES.len() - 1]) / f64::from(SIZES[0]);
            let exponent = (seconds[SIZES.len() - 1] / seconds[0]).ln() / times.ln();
            let row = format!("{name}, {percent} % reservations: exponent");
            println!("{row} {exponent:.2}");
            self.figures.insert(row, json!(exponent));
        }
    }

    /// Leaves what was measured where the other figures are.
    fn leave(self) {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        let folder = target.join("criterion");
        let written = std::fs::create_dir_all(&folder).and_then(|()| {
            let figures = Value::Object(self.figures).to_string();
            std::fs::write(folder.join("deep_queues.json"), figures)
        });
        if let Err(error) = written {
            println!("the figures were not written: {error}");
        }
    }
}

/// The seconds that a run takes; or what it comes to instead.
fn once(scenario: &Scenario, log: &Workload) -> Result<f64, String> {
    let since = Instant::now();
    let mut simulation = start(scenario, log).map_err(|error| format!("not run: {error}"))?;
    while !simulation.advance(INSTANTS) {
        if since.elapsed().as_secs_f64() > PATIENCE {
            return Err(format!("broken off, it takes more than {PATIENCE} s"));
        }
    }
    black_box(simulation.finish());
    Ok(since.elapsed().as_secs_f64())
}

/// The logs of the first rows, made when they are needed.
#[derive(Default)]
struct Logs {
    overloaded: [Option<Workload>; SIZES.len()],
}

impl Logs {
    fn overloaded(&mut self, index: usize) -> &Workload {
        self.overloaded[index].get_or_insert_with(|| {
            synthetic(&Lublin {
                jobs: SIZES[index],
                load: Some(1.3),
                ..Lublin::default()
            })
        })
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
    let log = synthetic(&Lublin {
        jobs: 17_900,
        processors: 256,
        load: Some(2.0),
        ..Lublin::default()
    });
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
            rows.growth((name, system), percent, &mut logs);
        }
    }
    promises_moved(&mut rows, &systems, &mut logs);
    narrow_kth(&mut rows, &systems);
    overloaded_256(&mut rows, &systems);
    one_processor(&mut rows, &systems);
    rows.leave();
}
