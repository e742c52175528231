//! What the tests of several systems share.

use super::{Simulated, SystemModel};
use crate::engine::Run;
use crate::workload::Job;

/// A run of jobs to its end, in pieces as large as they come; nobody is left waiting.
pub fn run(system: &(impl SystemModel + Simulated), platform: &[u32], jobs: Vec<Job>) -> Run {
    let mut simulation = system.start(platform, jobs, 1);
    for pieces in 1.. {
        if simulation.advance(pieces) {
            break;
        }
    }
    let standing = simulation.standing();
    assert_eq!((standing.waiting, standing.left()), (0, 0));
    let finished = simulation.finish();
    Run {
        platform: system.providers(platform),
        over_the_top: finished.over_the_top,
        jobs: finished.jobs,
        schedule: finished.schedule,
        measures: finished.measures,
        killed_unknown: finished.killed_unknown,
        ..Run::default()
    }
}
