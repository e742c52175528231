//! Helpers that tests of several systems share.

use super::{Input, Simulated, Simulation, System};
use crate::engine::Run;
use workload::select::{Selection, select};
use workload::{Job, Workload};

/// A run of jobs before its first instant, its draws from seed 1.
pub fn started(system: &impl Simulated, platform: &[u32], jobs: Vec<Job>) -> Box<dyn Simulation> {
    let input = Input::of_jobs(platform, jobs, 1);
    system.start(input).expect("jobs can be run")
}

/// A run of jobs to its end, in pieces of growing size; no job is left waiting.
pub fn run(system: &impl Simulated, platform: &[u32], jobs: Vec<Job>) -> Run {
    let mut simulation = started(system, platform, jobs);
    for pieces in 1.. {
        if simulation.advance(pieces) {
            break;
        }
    }
    let standing = simulation.standing();
    assert_eq!((standing.waiting, standing.left()), (0, 0));
    simulation.finish()
}

/// A run to its end of a selection of a log, by the system that `json` names.
pub fn run_of(json: &str, platform: &[u32], (log, selection): (&Workload, &Selection), seed: u64) -> Run {
    let system: System = serde_json::from_str(json).expect("a system");
    let input = Input::of_jobs(platform, select(log, selection, seed), seed);
    let mut simulation = system.start(input).expect("jobs can be run");
    while !simulation.advance(usize::MAX) {}
    simulation.finish()
}
