//! How far a run has come.

/// How far a run has come, in jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of jobs of the run.
    pub jobs: usize,
    /// The number of submitted jobs.
    pub submitted: usize,
    /// The number of jobs that have ended or were rejected.
    pub settled: usize,
    /// The number of jobs that wait for processors.
    pub waiting: usize,
}

impl Standing {
    /// The submissions and ends that have happened.
    pub fn events(self) -> usize {
        self.submitted + self.settled
    }

    /// The submissions and ends that are still to come.
    pub fn left(self) -> usize {
        (2 * self.jobs).saturating_sub(self.events())
    }
}
