//! The system a second time, in the plainest style, to compare whole schedules with.
//!
//! Each node has a list of what holds it from when until when. Whether something fits is looked up anew each time: the
//! holds are summed up at every moment of the interval at which one of them begins or ends. Nothing is kept from one
//! question to the next. It shares the points of the placement policies, the formulas, the draws and the order of
//! arrivals with the system: these have twins of their own. The usage of users and groups is always 0.

mod nodes;
mod pass;

use workload::resources::Resources;
use workload::{Job, LogNames, Time};

use crate::engine::decisions::Hindrance;
use crate::system::cluster::Cluster;
use pass::Instants;

/// All that a run is made of.
pub struct Input<'a> {
    pub settings: &'a Cluster,
    pub platform: &'a [u32],
    pub jobs: &'a [Job],
    pub resources: &'a Resources,
    pub names: &'a LogNames,
    pub seed: u64,
}

/// When and where a job ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    pub start: Time,
    pub end: Time,
    pub killed: bool,
    /// The node of each chunk, in the order in which they were placed.
    pub chunks: Vec<usize>,
    /// The GPUs of each chunk on its node; all of the node where the job is alone there.
    pub gpus: Vec<Vec<usize>>,
}

/// What became of each job; nothing of one that was rejected, or that never arrived.
pub fn simulate(input: &Input) -> Vec<Option<Started>> {
    let mut run = Instants::new(input);
    while let Some(now) = run.next() {
        run.instant(now);
    }
    run.started
}

/// After every instant what each job that waits then lacks.
pub fn hindrances(input: &Input) -> Vec<(Time, Vec<(usize, Hindrance)>)> {
    let mut run = Instants::new(input);
    let mut told = Vec::new();
    while let Some(now) = run.next() {
        run.instant(now);
        let lacks = |&job: &usize| (job, run.machine.hindrance(job, now));
        told.push((now, run.waiting.iter().map(lacks).collect()));
    }
    told
}
