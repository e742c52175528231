//! Experiments: scenarios, runs of them, sweeps over them.

pub mod scenario;

pub use scenario::{Scenario, System};

use crate::engine::Schedule;
use crate::workload::Job;

/// What a scenario makes of a workload: the jobs taken and their schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The processors of each provider.
    pub platform: Vec<u32>,
    /// The jobs taken, in order of submission, then of number.
    pub jobs: Vec<Job>,
    /// What became of them: `schedule.outcomes` stands parallel to `jobs`.
    pub schedule: Schedule,
}
