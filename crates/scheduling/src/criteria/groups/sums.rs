//! Sums over the jobs of a group.

use super::{Group, Grouping, Waits};
use crate::criteria::distribution::{WAITS_AT, nearest_ranks};
use crate::criteria::job_figures::{bounded_slowdown, has_run, logged_wait, wait};
use crate::engine::{Outcome, Run};
use workload::{Job, Time};

/// Sums over some jobs of a run, and their waits. Times are ticks.
#[derive(Default)]
pub(super) struct Sums {
    jobs: usize,
    rejected: usize,
    /// Processors times ticks.
    work: i128,
    simulated: Collected,
    logged: Collected,
}

/// The waits of some jobs, and the sum of their bounded slowdowns.
#[derive(Default)]
struct Collected {
    waits: Vec<Time>,
    slowdowns: f64,
}

impl Sums {
    pub(super) fn add(&mut self, job: &Job, outcome: &Outcome, run: &Run) {
        self.jobs += 1;
        if !has_run(outcome) {
            self.rejected += 1;
            return;
        }
        let ran = i128::from(outcome.ran) + i128::from(outcome.lost);
        self.work += ran * i128::from(outcome.processors);
        self.simulated.waits.push(wait(job, outcome));
        self.simulated.slowdowns += bounded_slowdown(job, outcome, run.slowdown_threshold_in_ticks());
    }

    /// Adds the wait of a job in the log, if the log gives it and the run time.
    pub(super) fn add_logged(&mut self, job: &Job, run: &Run) {
        let Some(wait) = logged_wait(job, run) else {
            return;
        };
        let in_system = wait.saturating_add(job.run_time);
        let in_system = in_system.saturating_add(job.suspended.into()) as f64;
        let least = job.run_time.max(run.slowdown_threshold_in_ticks());
        self.logged.waits.push(wait);
        self.logged.slowdowns += (in_system / least as f64).max(1.0);
    }

    /// Adds the jobs of another group.
    pub(super) fn append(&mut self, other: Self) {
        self.jobs += other.jobs;
        self.rejected += other.rejected;
        self.work += other.work;
        for (all, more) in [(&mut self.simulated, other.simulated), (&mut self.logged, other.logged)] {
            all.waits.extend(more.waits);
            all.slowdowns += more.slowdowns;
        }
    }

    /// Processors times ticks in which the jobs ran.
    pub(super) fn work(&self) -> i128 {
        self.work
    }

    /// The figures. O(n) for n jobs.
    pub(super) fn group(self, grouping: &Grouping, label: String, number: i64, run: &Run) -> Group {
        let with_wait = self.logged.waits.len();
        Group {
            label,
            number,
            jobs: self.jobs,
            rejected: self.rejected,
            processor_hours: run.tick.in_seconds(self.work as f64) / 3_600.0,
            simulated: self.simulated.figures(run),
            logged: self.logged.figures(run),
            without_logged_wait: grouping.with_log.then(|| self.jobs - with_wait),
        }
    }
}

impl Collected {
    fn figures(mut self, run: &Run) -> Option<Waits> {
        let jobs = self.waits.len();
        if jobs == 0 {
            return None;
        }
        let sum: i128 = self.waits.iter().map(|&it| i128::from(it)).sum();
        let [median, of_90, of_99] = nearest_ranks(&mut self.waits, WAITS_AT).map(|it| run.tick.seconds(it));
        Some(Waits {
            jobs,
            mean_waiting_time: run.tick.in_seconds(sum as f64 / jobs as f64),
            median_waiting_time: median,
            waiting_time_90: of_90,
            waiting_time_99: of_99,
            mean_bounded_slowdown: self.slowdowns / jobs as f64,
        })
    }
}
