//! Small schedules, worked out on paper. Of each job its start, then the node of each chunk with its GPUs: `4: 0 1/2,3`.

mod gpus;
mod nodes;
mod order;

use super::naive::{Started, simulate};
use super::random::Scenario;
use super::sound;
use crate::system::cluster::Cluster;
use workload::resources::{Chunks, NodeKind, Resources};
use workload::{Job, LogNames, MAX_TIME, NameKind, Predecessor, Time, testing};

/// A scenario, and what becomes of its jobs by the rule.
pub struct Drawing {
    pub about: &'static str,
    pub scenario: Scenario,
    pub expected: Vec<&'static str>,
}

/// All drawings.
pub fn drawings() -> Vec<Drawing> {
    let drawings = [nodes::drawings(), gpus::drawings(), order::drawings()];
    drawings.into_iter().flatten().collect()
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

/// A job of a drawing: one chunk, in any partition.
struct Drawn {
    job: Job,
    chunks: Chunks,
}

/// (submit, processors, run time, limit)
fn job((submit, processors, run_time, limit): (Time, u32, Time, Time)) -> Drawn {
    let chunks = Chunks { count: 1, ..Chunks::default() };
    let job = testing::job(0, submit, processors, run_time, limit);
    Drawn { job, chunks }
}

impl Drawn {
    /// Divided into this number of chunks.
    fn chunks(mut self, count: u32) -> Self {
        self.chunks.count = count;
        self
    }

    fn distinct(mut self) -> Self {
        self.chunks.on_distinct_nodes = true;
        self
    }

    fn exclusive(mut self) -> Self {
        self.chunks.is_exclusive = true;
        self
    }

    /// Thousandths of GPUs for each chunk.
    fn gpus(mut self, thousandths: u32) -> Self {
        self.chunks.gpus = thousandths;
        self
    }

    fn gpu_type(mut self, name: &str) -> Self {
        self.chunks.gpu_types.push(name.into());
        self
    }

    fn memory(mut self, mib: u64) -> Self {
        self.chunks.memory = mib;
        self
    }

    fn feature(mut self, name: &str) -> Self {
        self.chunks.features.push(name.into());
        self
    }

    /// By its place among [`PARTITIONS`], from 1 on.
    fn partition(mut self, number: i64) -> Self {
        self.job.logged.partition = number;
        self
    }

    fn after(mut self, job: u32, think_time: u32) -> Self {
        self.job.predecessor = Some(Predecessor { job, think_time });
        self
    }

    fn without_limit(mut self) -> Self {
        (self.job.is_unlimited, self.job.requested_time) = (true, MAX_TIME);
        self
    }

    fn eligible_after(mut self, seconds: u32) -> Self {
        self.job.eligible_after = seconds;
        self
    }
}

const PARTITIONS: [&str; 4] = ["cpu", "gpu", "gpu,cpu", "void"];

/// Nodes with this many cores.
fn node(count: u32, cores: u32) -> NodeKind {
    NodeKind { count, cores, ..NodeKind::default() }
}

/// EASY on these nodes.
fn on(nodes: &[NodeKind]) -> Cluster {
    Cluster { nodes: nodes.to_vec(), ..Cluster::default() }
}

fn drawing<const N: usize>(about: &'static str, settings: Cluster, jobs: [(Drawn, &'static str); N]) -> Drawing {
    let names: LogNames = testing::log_names(&[(NameKind::Partition, &PARTITIONS)]);
    let mut scenario =
        Scenario { settings, platform: vec![2], jobs: Vec::new(), resources: Resources::default(), names, seed: 1 };
    let mut all_expected = Vec::new();
    for (place, (drawn, expected)) in jobs.into_iter().enumerate() {
        let mut job = drawn.job;
        (job.id, job.place) = (place as u64 + 1, place as u32);
        scenario.resources.set(place, drawn.chunks);
        scenario.jobs.push(job);
        all_expected.push(expected);
    }
    assert!(scenario.jobs.is_sorted_by_key(|it| it.submit), "{about}");
    Drawing { about, scenario, expected: all_expected }
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
            let with = |change: fn(&mut Started)| {
                let mut other = outcome.clone();
                let mut started = started.clone();
                change(&mut started);
                other[job] = Some(started);
                sound::check(&it.scenario, &other)
            };
            assert!(with(|it| it.end += 1).is_err());
            assert!(with(|it| it.chunks[0] = 99).is_err());
            assert!(with(|it| it.gpus[0].push(99)).is_err());
            assert!(with(|it| it.chunks.push(0)).is_err());
            let mut none = outcome.clone();
            none[job] = None;
            assert!(sound::check(&it.scenario, &none).is_err());
        }
    }
}
