//! How long runs of a cluster take: `cargo bench --bench cluster [WORDS]`.
//!
//! The cluster has 1,000 nodes of four kinds, and jobs ask for cores, memory and GPUs on one node or on several. The load
//! is that of the resource that is asked for most. Each row is run, jobs selected and everything recorded, until it has
//! taken a second, but at least once and at most nine times, and its median printed in seconds. Of the rows at load 1.1 it
//! prints the exponent with which the time grows from 10,000 to 80,000 jobs. `WORDS` name the rows that are run: those
//! that have all of them. The figures are left beside Criterion's, in `cluster.json`.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Map, Value, json};
use slotscope::experiment::{Scenario, run};
use slotscope::workload::draw::{Draw, Stream};
use slotscope::workload::resources::{Chunks, NodeKind, Resources};
use slotscope::workload::{Log, Record, Time, Workload};

/// A row is run again and again until it has taken so many seconds in all, at most so often.
const ENOUGH: (f64, usize) = (1.0, 9);

/// Jobs of the rows from which the exponent is found.
const SIZES: [u32; 4] = [10_000, 20_000, 40_000, 80_000];

/// Count, cores, GPUs and GiB of the nodes.
const NODES: [(u32, u32, u32, u64); 4] = [
    (600, 64, 0, 256),
    (200, 32, 4, 256),
    (100, 96, 8, 768),
    (100, 128, 0, 2_048),
];

/// Out of a hundred jobs, nodes, cores, GPUs and GiB on each.
const JOBS: [(u32, u32, u32, u32, u64); 10] = [
    (20, 1, 1, 0, 2),
    (15, 1, 4, 0, 16),
    (12, 1, 16, 0, 64),
    (8, 1, 64, 0, 200),
    (6, 4, 64, 0, 128),
    (2, 32, 32, 0, 64),
    (2, 1, 32, 0, 1_024),
    (20, 1, 4, 1, 32),
    (10, 1, 16, 4, 128),
    (5, 2, 64, 8, 512),
];

/// Hours of the limits.
const LIMITS: [Time; 5] = [1, 4, 12, 24, 48];

fn kinds() -> Vec<NodeKind> {
    let kind = |&(count, cores, gpus, gib): &(u32, u32, u32, u64)| NodeKind {
        count,
        cores,
        gpus,
        memory: gib * 1_024,
        ..NodeKind::default()
    };
    NODES.iter().map(kind).collect()
}

/// The part of the cluster that a second of a job takes, of cores, GPUs and memory.
fn parts((_, nodes, cores, gpus, gib): (u32, u32, u32, u32, u64)) -> [f64; 3] {
    let all = NODES.iter().fold([0.0; 3], |sum, it| {
        let count = f64::from(it.0);
        [
            sum[0] + count * f64::from(it.1),
            sum[1] + count * f64::from(it.2),
            sum[2] + count * it.3 as f64,
        ]
    });
    let nodes = f64::from(nodes);
    [
        nodes * f64::from(cores) / all[0],
        nodes * f64::from(gpus) / all[1],
        nodes * gib as f64 / all[2],
    ]
}

/// A log of so many jobs, of which the resource that is asked for most has this load.
fn log(jobs: u32, load: f64) -> Workload {
    let mut draw = Draw::new(1, Stream::PLACES);
    let (mut records, mut resources) = (Vec::new(), Resources::default());
    let mut demand = [0.0; 3];
    for place in 0..jobs {
        let mut percent = draw.below(100);
        let kind = JOBS.iter().find(|it| {
            let is_it = percent < it.0;
            percent = percent.saturating_sub(it.0);
            is_it
        });
        let kind = *kind.unwrap_or(&JOBS[0]);
        let (_, nodes, cores, gpus, gib) = kind;
        let limit = LIMITS[draw.below(LIMITS.len() as u32) as usize] * 3_600;
        let run_time = Time::from(draw.below(limit as u32)) + 1;
        for (sum, part) in demand.iter_mut().zip(parts(kind)) {
            *sum += part * run_time as f64;
        }
        records.push(Record {
            id: u64::from(place) + 1,
            run_time,
            requested_time: limit,
            requested_processors: i64::from(nodes * cores),
            ..Record::UNKNOWN
        });
        let chunks = Chunks {
            count: nodes,
            on_distinct_nodes: true,
            gpus: gpus * 1_000,
            memory: gib * 1_024,
            ..Chunks::default()
        };
        resources.set(place as usize, chunks);
    }
    let most = demand.into_iter().fold(0.0, f64::max);
    let span = (most / load) as u32;
    let mut times: Vec<Time> = (0..jobs).map(|_| draw.below(span).into()).collect();
    times.sort_unstable();
    for (record, time) in records.iter_mut().zip(times) {
        record.submit = time;
    }
    let log = Log {
        records,
        resources: Box::new(resources),
        ..Log::default()
    };
    Workload::of_log("cluster", log)
}

/// The scenario of a system on the nodes.
fn scenario(settings: &str) -> Scenario {
    let nodes = json!(kinds());
    let json = format!(
        r#"{{"workload": {{"first_job": null, "last_job": null, "reservations": {{"percent": 0}}}},
            "system": {{"cluster": {{"nodes": {nodes}, {settings}}}}}}}"#
    );
    match Scenario::from_json(json.as_bytes()) {
        Ok(scenario) => scenario,
        Err(error) => panic!("{json}: {error}"),
    }
}

struct Rows {
    words: Vec<String>,
    figures: Map<String, Value>,
}

impl Rows {
    fn measure(&mut self, name: &str, scenario: &Scenario, log: &Workload) -> Option<f64> {
        if !self.words.iter().all(|word| name.contains(word.as_str())) {
            return None;
        }
        let mut times: Vec<f64> = Vec::new();
        while times.len() < ENOUGH.1 && times.iter().sum::<f64>() < ENOUGH.0 {
            let since = Instant::now();
            let run = run(scenario, log).expect("settings that can be run");
            times.push(since.elapsed().as_secs_f64());
            assert!(!run.schedule.bars.is_empty());
        }
        times.sort_by(f64::total_cmp);
        let seconds = times[times.len() / 2];
        println!("{name}: {seconds:.3} s");
        self.figures.insert(name.to_owned(), json!(seconds));
        Some(seconds)
    }

    fn growth(&mut self, name: &str, settings: &str) {
        let scenario = scenario(settings);
        let mut seconds = Vec::new();
        for size in SIZES {
            let row = format!("{name}, {size} jobs at load 1.1");
            if self.words.iter().all(|word| row.contains(word.as_str())) {
                seconds.extend(self.measure(&row, &scenario, &log(size, 1.1)));
            }
        }
        if let [first, .., last] = seconds[..]
            && seconds.len() == SIZES.len()
        {
            let times = f64::from(SIZES[SIZES.len() - 1]) / f64::from(SIZES[0]);
            let exponent = (last / first).ln() / times.ln();
            println!("{name}: exponent {exponent:.2}");
            self.figures
                .insert(format!("{name}: exponent"), json!(exponent));
        }
    }

    /// Leaves what was measured where the other figures are.
    fn leave(self) {
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        let folder = target.join("criterion");
        let figures = Value::Object(self.figures).to_string();
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::write(folder.join("cluster.json"), figures));
        if let Err(error) = written {
            println!("the figures were not written: {error}");
        }
    }
}

fn main() {
    let words = std::env::args().skip(1).filter(|it| !it.starts_with("--"));
    let mut rows = Rows {
        words: words.collect(),
        figures: Map::new(),
    };
    rows.growth("EASY", r#""promises": 1"#);
    rows.growth("100 promises", r#""promises": 100"#);
    let name = "100000 jobs at load 0.9";
    if rows
        .words
        .iter()
        .all(|word| format!("EASY, best fit, spread, FGD, {name}").contains(word.as_str()))
    {
        let log = log(100_000, 0.9);
        for (policy, placement) in [
            ("EASY", "first_fit"),
            ("EASY, best fit", "best_fit"),
            ("EASY, spread", "spread"),
            ("EASY, FGD", "fgd"),
        ] {
            let scenario = scenario(&format!(r#""promises": 1, "placement": "{placement}""#));
            rows.measure(&format!("{policy}, {name}"), &scenario, &log);
        }
    }
    rows.leave();
}
