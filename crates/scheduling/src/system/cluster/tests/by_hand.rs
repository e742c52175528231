//! Small schedules, worked out on paper. Of each job its start, then the node of each chunk with its GPUs: `4: 0 1/2,3`.

use super::naive::{Started, simulate};
use super::random::Scenario;
use super::sound;
use crate::system::cluster::Cluster;
use crate::system::testing::{job, named, settings};
use workload::resources::{Chunks, NodeKind, Resources};
use workload::{Job, NameKind, testing};

/// A scenario, and what becomes of its jobs by the rule.
pub struct Drawing {
    pub about: &'static str,
    pub scenario: Scenario,
    pub expected: Vec<&'static str>,
}

/// All drawings.
pub fn drawings() -> Vec<Drawing> {
    let texts = [ON_NODES, ON_GPUS, IN_ORDER];
    texts.into_iter().flat_map(|it| it.split("\n\n")).map(drawing).collect()
}

/// What became of a job, as drawings have it.
fn words(it: Option<&Started>) -> String {
    let Some(it) = it else {
        return "rejected".to_owned();
    };
    let mut words = format!("{}:", it.start);
    for (node, gpus) in it.chunks.iter().zip(&it.gpus) {
        words += &format!(" {node}");
        if !gpus.is_empty() {
            let gpus: Vec<String> = gpus.iter().map(usize::to_string).collect();
            words += &format!("/{}", gpus.join(","));
        }
    }
    words
}

/// By their numbers, from 1 on.
const PARTITIONS: [&str; 4] = ["cpu", "gpu", "gpu,cpu", "void"];

/// All texts behind a name.
fn all<T: for<'a> From<&'a str>>(text: &str, name: &str) -> Vec<T> {
    text.split_whitespace().filter_map(|it| it.strip_prefix(name)).map(T::from).collect()
}

/// How many nodes with how many cores, and what else is named.
fn node(text: &str) -> NodeKind {
    let mut words = text.split(' ');
    let mut count = || words.next().and_then(|it| it.parse().ok()).expect(text);
    NodeKind {
        count: count(),
        cores: count(),
        gpus: named(text, "gpus=").unwrap_or(0) as u32,
        gpu_type: all::<String>(text, "type=").concat(),
        memory: named(text, "memory=").unwrap_or(0) as u64,
        partitions: all(text, "partition="),
        features: all(text, "feature="),
        ..NodeKind::default()
    }
}

/// The chunks of a job; one where the text gives no number. `gpus` are thousandths.
fn chunks(text: &str) -> Chunks {
    Chunks {
        count: named(text, "chunks=").unwrap_or(1) as u32,
        on_distinct_nodes: text.contains("distinct"),
        is_exclusive: text.contains("exclusive"),
        gpus: named(text, "gpus=").unwrap_or(0) as u32,
        memory: named(text, "memory=").unwrap_or(0) as u64,
        gpu_types: all(text, "type="),
        features: all(text, "feature="),
    }
}

/// Behind its name a drawing has its settings, if they are not the usual ones, its nodes, and its jobs with what
/// becomes of them.
fn drawing(text: &'static str) -> Drawing {
    let mut lines = text.lines().map(str::trim).filter(|it| !it.starts_with('#'));
    let about = lines.next().expect("a name");
    let mut scenario = Scenario {
        settings: Cluster::default(),
        platform: vec![2],
        jobs: Vec::new(),
        resources: Resources::default(),
        names: testing::log_names(&[(NameKind::Partition, &PARTITIONS)]),
        seed: 1,
    };
    let mut expected = Vec::new();
    for line in lines {
        if let Some((drawn, becomes)) = line.split_once(" -> ") {
            let place = expected.len();
            scenario.resources.set(place, chunks(drawn));
            scenario.jobs.push(Job { id: place as u64 + 1, place: place as u32, ..job(drawn) });
            expected.push(becomes);
        } else if let Some(nodes) = line.strip_prefix("nodes ") {
            scenario.settings.nodes.push(node(nodes));
        } else {
            scenario.settings = settings(line.strip_prefix("settings ").expect(line));
        }
    }
    assert!(scenario.jobs.is_sorted_by_key(|it| it.submit), "{about}");
    Drawing { about, scenario, expected }
}

#[test]
fn the_second_simulator_draws_what_the_rule_says() {
    for it in drawings() {
        let outcome = simulate(&it.scenario.input());
        let words: Vec<String> = outcome.iter().map(|it| words(it.as_ref())).collect();
        assert_eq!(words, it.expected, "{}", it.about);
        assert_eq!(sound::check(&it.scenario, &outcome), Ok(()), "{}", it.about);
    }
}

#[test]
fn a_schedule_that_is_not_sound_is_found() {
    for it in drawings() {
        let outcome = simulate(&it.scenario.input());
        for job in 0..outcome.len() {
            let Some(started) = &outcome[job] else {
                continue;
            };
            let changes: [fn(&mut Started); 4] =
                [|it| it.end += 1, |it| it.chunks[0] = 99, |it| it.gpus[0].push(99), |it| it.chunks.push(0)];
            let changed = changes.map(|change| {
                let mut started = started.clone();
                change(&mut started);
                Some(started)
            });
            for other in changed.into_iter().chain([None]) {
                let mut outcome = outcome.clone();
                outcome[job] = other;
                assert!(sound::check(&it.scenario, &outcome).is_err(), "{}: {job}", it.about);
            }
        }
    }
}

const ON_GPUS: &str = "\
  three free GPUs on each of two nodes do not hold a job of four
    nodes 2 8 gpus=4
    0 2 5 10 chunks=2 distinct gpus=1000 -> 0: 0/0 1/0
    # Promised node 0 from 10 on; the job before it ends early.
    1 1 2 2 gpus=4000 -> 5: 0/0,1,2,3
    2 1 9 9 gpus=3000 -> 2: 1/1,2,3
    2 1 9 9 gpus=5000 -> rejected

  shares go to the lowest GPU with room, whole GPUs are free of them
    nodes 1 8 gpus=2
    0 1 6 6 gpus=600 -> 0: 0/0
    0 1 3 3 gpus=500 -> 0: 0/1
    0 1 5 5 gpus=400 -> 0: 0/0
    # Promised 3, when one GPU is whole again.
    1 1 2 2 gpus=1000 -> 3: 0/1
    # On GPU 1 it would run into the promise.
    1 1 3 3 gpus=500 -> 5: 0/1
    1 1 2 2 gpus=500 -> 1: 0/1

  shares of one job add up, and one and a half GPUs are two
    nodes 1 8 gpus=4
    0 3 4 4 chunks=3 gpus=400 -> 0: 0/0 0/0 0/1
    0 1 4 4 gpus=1500 -> 0: 0/2,3
    0 1 4 4 gpus=600 -> 0: 0/1
    0 1 4 4 gpus=300 -> 4: 0/0

  GPUs of the types that a job may have
    nodes 1 8 gpus=2 type=t4
    nodes 1 8 gpus=1 type=a100
    nodes 1 8 gpus=1
    0 1 4 4 gpus=1000 type=a100 -> 0: 1/0
    0 1 4 4 gpus=1000 type=a100 -> 4: 1/0
    0 1 4 4 gpus=1000 type=a100 type=t4 -> 0: 0/0
    0 1 4 4 gpus=1000 type=h100 -> rejected
    0 1 4 4 gpus=2000 -> 4: 0/0,1

  GPU packing takes GPUs in use first, then nodes in use
    settings placement: gpu_packing
    nodes 2 8 gpus=2
    0 1 9 9 gpus=500 -> 0: 0/0
    0 1 9 9 gpus=300 -> 0: 0/0
    0 1 9 9 gpus=1000 -> 0: 0/1
    0 1 9 9 gpus=2000 -> 0: 1/0,1
    0 1 9 9 gpus=200 -> 0: 0/0

  GPU clustering sees the jobs that are promised a node until the limit
    settings placement: gpu_clustering
    nodes 2 8 gpus=4
    0 7 4 4 -> 0: 0
    0 4 20 20 gpus=1000 -> 0: 1/0
    0 2 20 20 gpus=500 -> 0: 1/1
    1 5 5 5 gpus=1000 -> 4: 0/1
    # On node 0 only its kind will run, on node 1 runs another one beside it.
    1 1 9 9 gpus=1000 -> 1: 0/0

  an exclusive job has all GPUs of its node
    nodes 2 8 gpus=2
    0 1 3 3 gpus=200 exclusive -> 0: 0/0,1
    0 1 9 9 gpus=2000 -> 0: 1/0,1
    0 1 1 1 gpus=100 -> 3: 0/0";

const ON_NODES: &str = "\
  a promise names a node: a later job may start beside it, not on it
    nodes 2 3
    0 2 10 10 -> 0: 0
    0 2 4 4 -> 0: 1
    # Two cores are free, one on each node. It is promised node 1 from 4 on.
    1 3 5 5 -> 4: 1
    1 1 9 9 -> 1: 0
    # It would hold a core of node 1 until 10.
    1 1 9 9 -> 9: 1
    1 1 3 3 -> 1: 1

  memory holds a job back though cores are free
    nodes 1 4 memory=10
    0 1 5 5 memory=6 -> 0: 0
    1 1 5 5 memory=6 -> 5: 0
    1 1 4 4 memory=4 -> 1: 0
    1 1 5 5 memory=4 -> 5: 0
    1 1 5 5 memory=11 -> rejected

  chunks on distinct nodes
    nodes 2 4
    0 2 5 5 chunks=2 distinct -> 0: 0 1
    0 2 7 7 chunks=2 -> 0: 0 0
    0 3 1 1 chunks=3 distinct -> rejected
    # Three cores on each node: node 0 has two until 7.
    0 6 2 2 chunks=2 distinct -> 7: 0 1
    1 1 9 9 -> 1: 0

  processors without chunks fill one node after the other
    nodes 3 2
    0 1 9 9 -> 0: 0
    0 4 9 9 chunks=0 -> 0: 0 1 1 2
    0 7 1 1 chunks=0 -> rejected

  an exclusive job waits for a node that is wholly idle, and has all of it
    nodes 2 4
    0 1 4 4 -> 0: 0
    0 1 3 3 exclusive -> 0: 1
    1 1 9 9 -> 1: 0
    1 1 2 2 exclusive -> 3: 1
    1 4 1 1 -> 5: 1

  until its limit an exclusive job is beside no promise either
    nodes 2 4
    0 2 4 4 -> 0: 0
    1 6 2 2 chunks=2 distinct -> 4: 0 1
    # Node 1 is idle, and has a core beside the promise.
    1 1 5 5 exclusive -> 6: 0
    1 1 3 3 exclusive -> 1: 1

  a long job waits behind an outage, a short one ends before it
    settings outages: [{\"nodes\": \"node[1]\", \"from\": 5, \"until\": 10}]
    nodes 1 2
    # It would take less than its limit.
    0 1 1 8 -> 10: 0
    0 1 5 5 -> 0: 0
    1 1 4 4 -> 1: 0
    1 1 5 5 -> 10: 0

  jobs run in their partitions; a node without one is in all
    nodes 1 2 partition=cpu
    nodes 1 2 partition=gpu
    nodes 1 1
    0 2 5 5 partition=1 -> 0: 0
    # Node 2 has one core.
    1 2 5 5 partition=1 -> 5: 0
    1 1 2 9 partition=2 -> 1: 1
    1 1 2 2 -> 1: 1
    1 1 1 1 partition=1 -> 1: 2
    # Only node 2 is in it.
    1 2 2 2 chunks=0 partition=4 -> rejected
    1 4 2 2 chunks=0 partition=1 -> rejected

  the first of two partitions that has room, and the earlier promise of both
    nodes 1 2 partition=cpu
    nodes 1 2 partition=gpu
    0 2 9 9 partition=3 -> 0: 1
    0 2 6 6 partition=3 -> 0: 0
    1 1 4 4 partition=3 -> 6: 0
    # Its chunks would be in two.
    1 3 1 1 chunks=3 partition=3 -> rejected
    1 2 1 1 partition=3 -> 9: 1

  the nodes have the features that a job needs
    nodes 1 4
    nodes 1 1 feature=ib feature=ssd
    0 1 3 3 feature=ib -> 0: 1
    0 1 3 3 feature=ssd feature=ib -> 3: 1
    0 1 3 3 feature=ib feature=avx -> rejected

  best fit takes the smaller node
    settings placement: best_fit
    nodes 1 8
    nodes 1 4
    0 1 9 9 -> 0: 1
    0 4 9 9 -> 0: 0
    # Three cores are free on node 1 and four on node 0.
    0 4 9 9 chunks=4 -> 0: 1 1 1 0

  spread takes the emptier node, of equals the first
    settings placement: spread
    nodes 1 8
    nodes 1 4
    0 5 9 9 -> 0: 0
    0 4 9 9 chunks=4 -> 0: 1 0 1 0

  spread looks at the least room until the limit
    settings placement: spread
    nodes 1 8
    nodes 1 4
    0 2 4 4 -> 0: 0
    # Promised node 0 from 4 on, where it leaves one core.
    1 7 5 5 -> 4: 0
    1 1 9 9 -> 1: 1
    1 1 3 3 -> 1: 0

  each provider of a platform is a node, of which only the cores count
    0 2 3 3 gpus=4000 memory=99 -> 0: 0 0
    0 1 3 3 chunks=0 -> 3: 0
    0 3 3 3 -> rejected";

const IN_ORDER: &str = "\
  one promise: the last job delays the third
    settings promises: 1
    nodes 1 4
    0 2 4 4 -> 0: 0
    1 3 2 2 -> 4: 0
    1 4 2 2 -> 7: 0
    1 1 6 6 -> 1: 0

  two promises: it does not
    settings promises: 2
    nodes 1 4
    0 2 4 4 -> 0: 0
    1 3 2 2 -> 4: 0
    1 4 2 2 -> 6: 0
    1 1 6 6 -> 8: 0

  nothing is promised behind a job without a limit
    settings promises: 1
    nodes 1 4
    0 2 100 100 endless -> 0: 0
    10 4 10 10 -> 110: 0
    20 2 90 90 endless -> 20: 0

  no promise: what fits starts, the smallest first
    settings promises: 0; order: size
    nodes 1 4
    0 2 2 2 -> 0: 0
    1 4 1 1 -> 4: 0
    1 2 2 2 -> 2: 0
    1 1 3 3 -> 1: 0

  strictly nothing overtakes the largest
    settings order: -size; strict: true
    nodes 1 4
    0 2 2 2 -> 0: 0
    1 1 1 1 -> 3: 0
    1 4 1 1 -> 2: 0

  the shortest are backfilled first
    settings promises: 1; backfill_order: limit
    nodes 1 4
    0 2 4 4 -> 0: 0
    1 4 2 2 -> 4: 0
    1 1 3 3 -> 6: 0
    1 2 1 1 -> 1: 0
    1 2 2 2 -> 2: 0

  jobs that wait for others, and one that is eligible later
    nodes 1 1
    0 1 3 5 -> 0: 0
    0 1 1 1 eligible=8 -> 8: 0
    # Two seconds after the end of the first; killed at 7.
    1 1 4 2 after=0 think=2 -> 5: 0
    1 1 1 1 after=2 think=0 -> 7: 0
    1 2 1 1 -> rejected
    # Released when that one is rejected.
    1 1 2 2 after=4 think=50 -> 3: 0

  a job that takes no time ends at once
    nodes 1 1
    0 1 0 5 -> 0: 0
    0 1 2 2 -> 0: 0
    0 1 2 2 after=0 think=0 -> 2: 0";
