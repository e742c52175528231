//! Shortest job first.

use super::{Finds, LocalPolicy, Shown, Waiting, in_order, start_whatever_fits};
use workload::Time;

/// Takes the waiting jobs from the shortest to the longest, equals in order of arrival, and starts
/// whatever fits (Kurowski et al. 2011, Sect. 2.1). Processing times of batch jobs are not known
/// to schedulers (Sect. 4.1), so the processing time limit tells which is shorter.
#[derive(Clone, Debug, Default)]
pub struct ShortestJobFirst;

impl LocalPolicy for ShortestJobFirst {
    fn pass(&mut self, shown: &mut Shown) {
        let queue = shown.queue;
        let now = shown.now;
        start_whatever_fits(shown, || in_order(queue, |job| self.order(job, now)));
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        job.limit
    }
}
