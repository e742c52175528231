//! Consecutive windows of a log.

use super::{ReplicationError, fail};
use crate::{Job, Time};

/// The jobs of a window.
pub(super) struct Window {
    /// The places of their records, ascending.
    pub(super) places: Vec<usize>,
    /// For each of them whether it was submitted after the warm-up.
    pub(super) counted: Vec<bool>,
}

/// The jobs of the window at a place among `count` of equal length. `jobs` are in order of submission.
pub(super) fn window(jobs: &[Job], (place, count): (u32, u32), warm_up: f64) -> Result<Window, ReplicationError> {
    let (Some(first), Some(last)) = (jobs.first(), jobs.last()) else {
        return fail("the selection takes no jobs");
    };
    let (first, length) = (first.submit, last.submit - first.submit + 1);
    // The second at which a window begins: the first that is not before its share of the log.
    let begin = |place: u32| {
        let share = i128::from(length) * i128::from(place);
        let count = i128::from(count);
        first + ((share + count - 1) / count) as Time
    };
    let (from, to) = (begin(place), begin(place + 1));
    let counted_from = from + ((to - from) as f64 * warm_up).ceil() as Time;
    let mut jobs: Vec<(usize, bool)> = jobs
        .iter()
        .filter(|job| (from..to).contains(&job.submit))
        .map(|job| (job.place as usize, job.submit >= counted_from))
        .collect();
    if !jobs.iter().any(|(_, is_counted)| *is_counted) {
        return fail(format!("window {} of {count} has no jobs after its warm-up: take fewer windows", place + 1));
    }
    jobs.sort_unstable();
    let (places, counted) = jobs.into_iter().unzip();
    Ok(Window { places, counted })
}
