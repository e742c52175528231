//! Largest size first.

use std::cmp::Reverse;

use super::{LocalPolicy, Shown, in_order, start_whatever_fits};

/// Takes the waiting jobs from the largest to the smallest, equals in order of arrival, and starts
/// whatever fits (Kurowski et al. 2011, Sect. 4.4.3). Its period δ is the scheduler's to keep.
#[derive(Clone, Debug, Default)]
pub struct LargestSizeFirst;

impl LocalPolicy for LargestSizeFirst {
    fn pass(&mut self, shown: &mut Shown) {
        let queue = shown.queue;
        let places = in_order(queue, |job| Reverse(job.processors));
        start_whatever_fits(shown, places);
    }
}
