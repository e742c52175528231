//! What the tests of several systems share.

use super::{Simulated, SystemModel};
use crate::engine::Run;
use crate::workload::{Job, Time};

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
    }
}

/// A batch job of nobody, with a limit.
pub fn job(id: u32, submit: Time, processors: u32, run_time: Time, requested_time: Time) -> Job {
    Job {
        id,
        submit,
        processors,
        run_time,
        requested_time,
        limit_known: true,
        logged_wait: None,
        run_time_known: true,
        user: -1,
        group: -1,
        queue: -1,
        reservation: None,
    }
}
