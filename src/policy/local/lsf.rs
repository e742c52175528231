//! Largest size first.

use super::{Finds, LocalPolicy, Shown, Waiting, in_order, start_whatever_fits};
use crate::workload::Time;

/// Takes the waiting jobs from the largest to the smallest, equals in order of arrival, and starts
/// whatever fits (Kurowski et al. 2011, Sect. 4.4.3). Its period δ is the scheduler's to keep.
#[derive(Clone, Debug, Default)]
pub struct LargestSizeFirst;

impl LocalPolicy for LargestSizeFirst {
    fn pass(&mut self, shown: &mut Shown) {
        let queue = shown.queue;
        let now = shown.now;
        start_whatever_fits(shown, || in_order(queue, |job| self.order(job, now)));
    }

    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        -i64::from(job.processors)
    }
}
