//! The length of the queue over time, in jobs and in processors.

use super::steps::Steps;
use scheduling::engine::{Outcome, Run, Status};
use workload::{Job, Time};

/// How many jobs wait, and how many processors they ask for.
///
/// A job waits from its submission, an advance reservation from its ready time if that is later,
/// until its first start: the area beneath the number of jobs is the sum of their waiting times, where
/// none is ready before it is submitted. Rejected jobs do not wait, nor do jobs between their stints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueLength {
    /// In jobs.
    pub jobs: Steps,
    /// In processors.
    pub processors: Steps,
}

impl QueueLength {
    /// Of a run. O(jobs · log jobs).
    pub fn of(run: &Run) -> Self {
        let waits: Vec<(Time, Time, i64)> = waits(run).collect();
        let steps = |size: fn(i64) -> i64| {
            let changes =
                waits.iter().flat_map(|&(from, to, processors)| [(from, size(processors)), (to, -size(processors))]);
            Steps::of_changes(changes.collect())
        };
        Self { jobs: steps(|_| 1), processors: steps(|processors| processors) }
    }
}

/// From when to when each job that waits does, and the processors that it asks for. O(jobs).
pub fn waits(run: &Run) -> impl Iterator<Item = (Time, Time, i64)> + '_ {
    run.jobs.iter().zip(&run.schedule.outcomes).filter_map(|(job, outcome)| {
        let (from, to) = wait(job, outcome)?;
        Some((from, to, i64::from(job.processors)))
    })
}

fn wait(job: &Job, outcome: &Outcome) -> Option<(Time, Time)> {
    let from = job.ready().max(job.submit);
    (outcome.status != Status::Rejected && from < outcome.start).then_some((from, outcome.start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::{Scenario, run};
    use proptest::prelude::*;
    use scheduling::criteria;
    use scheduling::engine::testing::random_run;
    use workload::lublin::Lublin;

    #[test]
    fn the_area_beneath_it_is_the_sum_of_the_waiting_times() {
        let workload = Lublin::default().generate().unwrap();
        let run = run(&Scenario::default(), &workload).unwrap();
        let queue = QueueLength::of(&run);
        let report = criteria::report(&run);
        let whole = crate::GanttIndex::new(&run).whole();
        let area = queue.jobs.means(&whole, 1)[0] * whole.seconds();
        let waited = report.mean_waiting_time * (report.jobs - report.rejected) as f64;
        assert!(waited > 0.0 && (area - waited).abs() < 1e-3 * waited, "{area}, {waited}");
    }

    proptest! {
        #[test]
        fn every_second_is_counted_right(run in random_run()) {
            let queue = QueueLength::of(&run);
            for time in (-5..1500).step_by(7) {
                let waiting = run.jobs.iter().zip(&run.schedule.outcomes).filter(|(job, outcome)| {
                    outcome.status != Status::Rejected
                        && job.submit <= time && job.ready() <= time && time < outcome.start
                });
                let sizes: Vec<i64> = waiting.map(|(job, _)| i64::from(job.processors)).collect();
                prop_assert_eq!(queue.jobs.at(time), sizes.len() as i64);
                prop_assert_eq!(queue.processors.at(time), sizes.iter().sum::<i64>());
            }
        }
    }
}
