//! Shortest job first.

use super::{Finds, LocalPolicy, Waiting};
use workload::Time;

/// Takes the waiting jobs from the shortest to the longest, equals in order of arrival, and starts
/// every job that fits (Kurowski et al. 2011, Sect. 2.1). Processing times of batch jobs are not
/// known to schedulers (Sect. 4.1), so jobs are compared by their processing time limits.
#[derive(Clone, Debug, Default)]
pub struct ShortestJobFirst;

impl LocalPolicy for ShortestJobFirst {
    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        job.limit
    }
}
