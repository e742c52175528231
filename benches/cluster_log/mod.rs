//! A log of a large cluster, generated: 1,000 nodes of four kinds, and jobs that ask for cores, memory and GPUs on one node or
//! on several.

use serde_json::json;
use slotscope::experiment::Scenario;
use slotscope::workload::draw::{Draw, Stream};
use slotscope::workload::resources::{Chunks, NodeKind, Resources};
use slotscope::workload::{Log, Record, Time, Workload};

/// Count, cores, GPUs and GiB of the nodes.
const NODES: [(u32, u32, u32, u64); 4] =
    [(600, 64, 0, 256), (200, 32, 4, 256), (100, 96, 8, 768), (100, 128, 0, 2_048)];

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

/// The nodes.
pub fn kinds() -> Vec<NodeKind> {
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
        [sum[0] + count * f64::from(it.1), sum[1] + count * f64::from(it.2), sum[2] + count * it.3 as f64]
    });
    let nodes = f64::from(nodes);
    [nodes * f64::from(cores) / all[0], nodes * f64::from(gpus) / all[1], nodes * gib as f64 / all[2]]
}

/// A log with this number of jobs, of which the resource that is asked for most has this load.
pub fn log(jobs: u32, load: f64) -> Workload {
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
    let log = Log { records, resources: Box::new(resources), ..Log::default() };
    Workload::of_log("cluster", log)
}

/// The scenario of a cluster of these nodes with further settings, on a whole log.
pub fn scenario(settings: &str) -> Scenario {
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
