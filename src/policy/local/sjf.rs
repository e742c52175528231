//! Shortest job first.

use super::{LocalPolicy, Shown, in_order, start_whatever_fits};

/// Takes the waiting jobs from the shortest to the longest, equals in order of arrival, and starts
/// whatever fits (Kurowski et al. 2011, Sect. 2.1). Processing times of batch jobs are not known
/// to schedulers (Sect. 4.1), so the processing time limit tells which is shorter.
#[derive(Clone, Debug, Default)]
pub struct ShortestJobFirst;

impl LocalPolicy for ShortestJobFirst {
    fn pass(&mut self, shown: &mut Shown) {
        let queue = shown.queue;
        start_whatever_fits(shown, in_order(queue, |job| job.limit));
    }
}
