//! How long jobs are in the system for each second that they run.

use super::{Outcome, Schedule, Status};
use workload::{Job, Time};

/// The classes of run times: below 10 s, 100 s, 1000 s, and all above (Hollingsworth and
/// Maneewongvatana 1999, Figure 3).
pub const CLASSES: usize = 4;
const BOUNDS: [Time; CLASSES - 1] = [10, 100, 1_000];

/// The class of a job with this run time, counted from 0.
pub fn class_of(ran: Time) -> usize {
    BOUNDS.iter().take_while(|&&it| it <= ran).count()
}

/// Normalized mean queuing delay of some jobs, from submission to completion for each second of run time
/// (Hollingsworth and Maneewongvatana 1999, Sect. 3.1), in four ways: the paper's words allow for each.
/// Of a reservation it counts from the time that it asks for. A job that was stopped has run until then.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QueuingDelay {
    jobs: u64,
    by_limit: f64,
    timed: u64,
    by_run_time: f64,
    /// Processor seconds from submission to completion, and of the run times.
    spent: i128,
    run: i128,
    /// Seconds from submission to completion, and of the run times.
    delays: i128,
    run_times: i128,
}

impl QueuingDelay {
    /// With one more job.
    pub fn add(&mut self, job: &Job, outcome: &Outcome) {
        let delay = outcome.end - job.ready();
        let ran = outcome.ran;
        self.jobs += 1;
        self.by_limit += delay as f64 / job.requested_time as f64;
        if ran > 0 {
            self.timed += 1;
            self.by_run_time += delay as f64 / ran as f64;
        }
        self.spent += i128::from(job.processors) * i128::from(delay);
        self.run += i128::from(job.processors) * i128::from(ran);
        self.delays += i128::from(delay);
        self.run_times += i128::from(ran);
    }

    /// The number of jobs that it covers.
    pub fn jobs(&self) -> u64 {
        self.jobs
    }

    /// Weighted by processor seconds: Σ p · (completion − submission) / Σ p · run time.
    pub fn weighted(&self) -> Option<f64> {
        share(self.spent as f64, self.run as f64)
    }

    /// Weighted by run time: Σ (completion − submission) / Σ run time.
    pub fn weighted_by_time(&self) -> Option<f64> {
        share(self.delays as f64, self.run_times as f64)
    }

    /// (Completion − submission) / run time, mean over jobs; a job that ran for less than a second is not
    /// counted.
    pub fn by_run_time(&self) -> Option<f64> {
        share(self.by_run_time, self.timed as f64)
    }

    /// (Completion − submission) / limit, mean over jobs.
    pub fn by_limit(&self) -> Option<f64> {
        share(self.by_limit, self.jobs as f64)
    }
}

fn share(sum: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| sum / of)
}

/// The delay of all jobs that were taken, and of each class by run time. O(jobs).
pub fn queuing_delays(jobs: &[Job], schedule: &Schedule) -> [QueuingDelay; CLASSES + 1] {
    let mut delays = [QueuingDelay::default(); CLASSES + 1];
    for (job, outcome) in jobs.iter().zip(&schedule.outcomes) {
        if outcome.status != Status::Rejected {
            delays[0].add(job, outcome);
            delays[class_of(outcome.ran) + 1].add(job, outcome);
        }
    }
    delays
}
