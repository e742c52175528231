//! Shortest job first.

use super::{Finds, LocalPass, LocalPolicy, Waiting, in_order, start_all_that_fit};
use workload::Time;

/// Takes the waiting jobs from the shortest to the longest, equals in order of arrival, and starts
/// every job that fits (Kurowski et al. 2011, Sect. 2.1). Processing times of batch jobs are not
/// known to schedulers (Sect. 4.1), so jobs are compared by their processing time limits.
#[derive(Clone, Debug, Default)]
pub struct ShortestJobFirst;

impl LocalPolicy for ShortestJobFirst {
    fn pass(&mut self, pass: &mut LocalPass) {
        let queue = pass.queue;
        let now = pass.now;
        start_all_that_fit(pass, || in_order(queue, |job| self.order(job, now)));
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        job.limit
    }
}
