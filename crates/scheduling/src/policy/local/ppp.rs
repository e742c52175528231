//! Priority.

use std::sync::Arc;

use super::{Finds, LocalPolicy, Waiting};
use workload::Time;

/// PPP: "all tasks have priorities assigned that indicate the order in a waiting queue" (Kurowski et
/// al. 2011, Sect. 2.1). Takes the waiting jobs by rank, equals in order of arrival, and starts
/// every job that fits.
#[derive(Clone, Debug)]
pub struct Priority {
    /// The rank of each job of the run: the lower, the more urgent.
    ranks: Arc<[i64]>,
}

impl Priority {
    /// The policy with the rank of each job of the run.
    pub fn new(ranks: Arc<[i64]>) -> Self {
        Self { ranks }
    }
}

impl LocalPolicy for Priority {
    fn finds(&self) -> Finds {
        Finds::ByTurn
    }

    fn order(&self, job: &Waiting, _now: Time) -> i64 {
        self.ranks[job.job as usize]
    }
}
