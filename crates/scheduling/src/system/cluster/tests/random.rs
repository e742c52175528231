//! Random small clusters, jobs and settings.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::naive::Input;
use crate::policy::local::Promises;
use crate::policy::placement::Placement;
use crate::system::cluster::{Cluster, Outage};
use crate::system::prelude::*;
use crate::system::{self, Work};
use workload::resources::{Chunks, NodeKind, Resources};
use workload::{LogNames, MAX_TIME, NameKind, Predecessor, UNKNOWN, testing};

/// All that a run is made of.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub settings: Cluster,
    pub platform: Vec<u32>,
    pub jobs: Vec<Job>,
    pub resources: Resources,
    pub names: LogNames,
    pub seed: u64,
}

impl Scenario {
    /// For the system.
    pub fn of_system(&self) -> system::Input<'_> {
        system::Input {
            platform: &self.platform,
            seed: self.seed,
            work: Work::Jobs(self.jobs.clone()),
            placements: None,
            resources: Some(&self.resources),
            names: Some(&self.names),
        }
    }

    /// For the second simulator.
    pub fn input(&self) -> Input<'_> {
        Input {
            settings: &self.settings,
            platform: &self.platform,
            jobs: &self.jobs,
            resources: &self.resources,
            names: &self.names,
            seed: self.seed,
        }
    }
}

/// Orders that stay the same, that change, and that read names.
const FORMULAS: [&str; 11] = [
    "submit",
    "limit",
    "-size",
    "-wait / limit",
    "-(wait / limit) ^ 3 * size",
    "if(user == 2 or size > free, submit, -limit)",
    "max(size, waiting) - now / 7",
    "partition == \"gpu\"",
    "size / processors < 0.3 and user != \"ann\"",
    "dominant_share",
    "gpus * 3 + memory - nodes",
];

/// The partitions of a job by their numbers, from 1 on; 7 has no name.
const PARTITIONS: [&str; 5] = ["cpu", "gpu", "cpu,gpu", "gpu,cpu", "7,gpu"];

/// Jobs of a run at most.
const MOST_JOBS: usize = 40;

/// Nodes of a cluster at most.
const MOST_NODES: u32 = 8;

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|&it| it.to_owned()).collect()
}

fn words(of: &[&str]) -> Vec<Box<str>> {
    of.iter().map(|&it| it.into()).collect()
}

/// Kinds of nodes without names.
fn kind() -> impl Strategy<Value = NodeKind> {
    const NONE: &[&str] = &[];
    (
        1..=3u32,
        select(vec![1u32, 2, 4, 4, 8]),
        select(vec![0u32, 1, 2, 4]),
        select(vec!["", "a100", "a100", "v100"]),
        select(vec![0u64, 16, 16, 16, 64]),
        select(vec![NONE, NONE, &["cpu"], &["gpu"], &["cpu", "gpu"], &["gpu", "7"]]),
        select(vec![NONE, &["ib"], &["ssd", "ib"]]),
    )
        .prop_map(|(count, cores, gpus, gpu_type, memory, partitions, features)| NodeKind {
            count,
            name: String::new(),
            cores,
            gpus,
            gpu_type: if gpus > 0 { gpu_type } else { "" }.to_owned(),
            memory,
            partitions: texts(partitions),
            features: texts(features),
        })
}

/// One to three kinds of nodes, some of them with names.
fn kinds() -> impl Strategy<Value = Vec<NodeKind>> {
    vec((kind(), any::<bool>()), 1..=3).prop_map(|kinds| {
        let (mut left, mut named) = (MOST_NODES, Vec::new());
        for ((mut kind, has_name), prefix) in kinds.into_iter().zip(["a", "b", "c"]) {
            kind.count = kind.count.min(left);
            left -= kind.count;
            if has_name {
                kind.name = format!("{prefix}[1-{}]", kind.count);
            }
            named.push(kind);
        }
        named.retain(|it| it.count > 0);
        named
    })
}

fn chunks() -> impl Strategy<Value = Chunks> {
    const NONE: &[&str] = &[];
    (
        select(vec![0u32, 1, 1, 2, 3]),
        proptest::bool::weighted(0.3),
        proptest::bool::weighted(0.15),
        select(vec![0u32, 0, 0, 200, 300, 300, 500, 700, 1_000, 1_000, 1_500, 2_000, 3_000]),
        select(vec![0u64, 0, 0, 0, 1, 4, 8]),
        prop_oneof![8 => Just(NONE), 2 => select(vec![&["a100"][..], &["v100", "a100"], &["t4"]])],
        prop_oneof![8 => Just(NONE), 2 => select(vec![&["ib"][..], &["ssd", "ib"]])],
    )
        .prop_map(|(count, on_distinct_nodes, is_exclusive, gpus, memory, types, features)| Chunks {
            count,
            on_distinct_nodes,
            is_exclusive,
            gpus,
            memory,
            gpu_types: words(types),
            features: words(features),
        })
}

/// A job before it is numbered: itself, its chunks, and which of the jobs before it comes first.
type Drawn = (Job, Option<Chunks>, Option<(usize, u32)>);

fn job() -> impl Strategy<Value = Drawn> {
    let times = (0..150i64, 0..100i64, 1..40i64, 0..8u8);
    let later = prop_oneof![5 => Just(0u32), 1 => 1..30u32];
    let names = (-1..=3i64, prop_oneof![4 => Just(UNKNOWN), 4 => 1..=5i64, 1 => 6..=7i64]);
    let size = prop_oneof![3 => 1..=2u32, 1 => 1..=6u32];
    let first = option::weighted(0.2, (0..MOST_JOBS, 0..6u32));
    let chunks = option::weighted(0.7, chunks());
    (times, later, names, size, chunks, first).prop_map(|(times, eligible_after, names, processors, chunks, first)| {
        let (submit, time, limit, below) = times;
        let run_time = match below {
            // At the limit and just above it.
            0 => limit,
            1 => limit + 1,
            _ => limit * time / 90,
        };
        let mut job = testing::job(0, submit, processors, run_time, limit);
        job.eligible_after = eligible_after;
        if time % 9 == 0 {
            (job.is_unlimited, job.requested_time) = (true, MAX_TIME);
        }
        (job.logged.user, job.logged.partition) = names;
        (job, chunks, first)
    })
}

/// Jobs in order of submission, the places in the log in another one.
fn jobs() -> impl Strategy<Value = (Vec<Job>, Resources)> {
    // Submissions close together and far apart.
    let pace = select(vec![1i64, 1, 4, 30]);
    (vec(job(), 5..=MOST_JOBS), pace).prop_map(|(mut drawn, pace)| {
        for (job, ..) in &mut drawn {
            job.submit /= pace;
        }
        drawn.sort_by_key(|it| it.0.submit);
        let (mut jobs, mut resources) = (Vec::new(), Resources::default());
        let last = drawn.len() as u32 - 1;
        for (index, (mut job, chunks, first)) in (0..).zip(drawn) {
            (job.id, job.place) = (u64::from(index) + 1, last - index);
            if let Some(chunks) = chunks {
                resources.set(job.place as usize, chunks);
            }
            if let (Some((of, think_time)), true) = (first, index > 0) {
                let job_before = of as u32 % index;
                job.predecessor = Some(Predecessor { job: job_before, think_time });
            }
            jobs.push(job);
        }
        (jobs, resources)
    })
}

fn formula() -> impl Strategy<Value = Formula> {
    select(&FORMULAS[..]).prop_map(|text| Formula::read(text).expect("a formula"))
}

fn settings() -> impl Strategy<Value = Cluster> {
    let promises =
        select(vec![Promises::Count(0), Promises::Count(1), Promises::Count(1), Promises::Count(4), Promises::All]);
    let placement = prop_oneof![Just(Placement::FirstFit), select(&Placement::ALL[..])];
    let strict = proptest::bool::weighted(0.15);
    let backfill_order = option::of(formula());
    (formula(), backfill_order, promises, strict, placement).prop_map(
        |(order, backfill_order, promises, strict, placement)| Cluster {
            order,
            backfill_order,
            promises,
            strict,
            placement,
            ..Cluster::default()
        },
    )
}

/// The names of single nodes of some kinds, as an outage names them.
fn lists_of(kinds: &[NodeKind]) -> Vec<String> {
    let (mut lists, mut before) = (Vec::new(), 0);
    for kind in kinds {
        let (prefix, first) = match kind.name.split('[').next() {
            None | Some("") => ("node", before),
            Some(prefix) => (prefix, 0),
        };
        lists.extend((1..=kind.count).map(|at| format!("{prefix}[{}]", first + at)));
        before += kind.count;
    }
    lists
}

/// Where a run knows its nodes from.
#[derive(Clone, Copy, Debug)]
enum Known {
    Settings,
    Log,
    Nowhere,
}

pub fn scenario() -> impl Strategy<Value = Scenario> {
    use Known::*;
    let known = select(vec![Settings, Settings, Settings, Settings, Log, Nowhere]);
    let platform = vec(select(vec![1u32, 4, 8]), 1..=3);
    // Which node, which other one, from when and for how long.
    let outages = vec((0..30usize, option::of(0..30usize), 0..150i64, 1..80i64), 0..=3);
    let cluster = (kinds(), known, platform, outages);
    (cluster, jobs(), settings(), any::<u64>()).prop_map(
        |((kinds, known, platform, outages), (jobs, mut resources), mut settings, seed)| {
            let of_platform = [NodeKind { count: platform.len() as u32, ..NodeKind::default() }];
            let lists = match known {
                Nowhere => lists_of(&of_platform),
                Settings | Log => lists_of(&kinds),
            };
            for (one, other, from, length) in outages {
                let mut nodes: Vec<&str> =
                    [Some(one), other].into_iter().flatten().map(|it| &*lists[it % lists.len()]).collect();
                nodes.dedup();
                settings.outages.push(Outage { nodes: nodes.join(","), from, until: from + length });
            }
            match known {
                Settings => settings.nodes = kinds,
                Log => resources.nodes = kinds,
                Nowhere => {}
            }
            Scenario { settings, platform, jobs, resources, names: names(), seed }
        },
    )
}

/// Of users and partitions.
pub fn names() -> LogNames {
    testing::log_names(&[(NameKind::User, &["ann", "bob"]), (NameKind::Partition, &PARTITIONS)])
}
