//! The jobs that a job overtakes when it starts, and why it may.

use serde::{Deserialize, Serialize};

use crate::policy::order_values::Precedence;
use workload::Time;

/// The waiting jobs that a job overtakes when it starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overtaking {
    /// Those whose turn came before, and for which there was no room.
    pub passed: Overtaken,
    /// The room that this job has, if it passed any.
    pub room: Option<Room>,
    /// Those that arrived before, but whose turn comes later by the policy's order.
    pub later: Overtaken,
    /// Why the turn of the first of `later` comes later, where the order is a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precedence: Option<Precedence>,
}

/// The most entries of a list of overtaken jobs.
pub const MOST_OVERTAKEN: usize = 16;

/// Overtaken jobs by their indices, the first of them in order of arrival, and how many more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overtaken {
    /// At most [`MOST_OVERTAKEN`].
    pub listed: Vec<u32>,
    /// How many more.
    pub others: u32,
}

/// Why a job may start although others wait whose turn came before. All counts are of processors of
/// its provider as it found them at its turn, before it took its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Room {
    /// None of the jobs that it passes is promised a later start: it fits into the free processors.
    Beside {
        needs: u32,
        /// The fewest processors that are free and not promised at any time until its limit.
        free: u32,
    },
    /// It ends before the earliest start that is promised to one that it passes.
    EndsBefore {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
        /// When the job that starts ends at the latest.
        ends: Time,
    },
    /// It runs on beside that promise, on processors that it leaves over.
    BesidePromise {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
        /// How many the job that starts needs.
        needs: u32,
        /// The fewest processors that are not promised at any time from that start until its limit.
        spare: u32,
    },
    /// It runs on beside that promise, on nodes that have room for both.
    BesideOnNodes {
        /// Index of that job.
        job: u32,
        /// The start that it is promised.
        promised: Time,
    },
    /// Nodes have room for it; none of the jobs that it passes is promised a later start.
    OnNodes,
    /// Running jobs are preempted for it.
    Preempting,
    /// A job that overruns its limit holds processors that were promised to the jobs that are
    /// passed: they do not fit, and this one does.
    Overrun,
}

impl Overtaking {
    /// The jobs that are named, those that were passed first.
    pub fn named(&self) -> impl Iterator<Item = u32> {
        let later = self.later.listed.iter();
        self.passed.listed.iter().chain(later).copied()
    }
}

impl Overtaken {
    /// A list of these jobs in order of arrival, cut to [`MOST_OVERTAKEN`].
    pub fn of(mut jobs: Vec<u32>) -> Self {
        let others = jobs.len().saturating_sub(MOST_OVERTAKEN) as u32;
        jobs.truncate(MOST_OVERTAKEN);
        Self { listed: jobs, others }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}
