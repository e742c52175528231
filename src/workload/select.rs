//! Which jobs of a log a scenario takes, and how unknown values are filled.

use serde::{Deserialize, Serialize};

use super::Time;
use super::reserve::Reservations;

/// Which jobs of a log are taken, and how (the `workload` part of a scenario).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// The lowest job number taken; `null` takes from the first.
    pub first_job: Option<u32>,
    /// The highest job number taken; `null` takes to the last.
    pub last_job: Option<u32>,
    /// At most so many jobs, the first in order of submission, counted after cleaning.
    pub count: Option<usize>,
    /// Cleaning: leave out the jobs that never ran (no run time, or none above 0).
    pub skip_never_ran: bool,
    /// Which of the log's two sizes is the job's.
    pub size_from: SizeFrom,
    /// Sizes above this are set to it; `null` leaves them.
    pub clip_size_to: Option<u32>,
    /// A job without a requested time gets its run time times this.
    pub missing_limit_factor: f64,
    /// A job without a requested time gets this instead, in seconds; `null` uses the factor.
    pub missing_limit: Option<Time>,
    /// Which jobs become advance reservations.
    pub reservations: Reservations,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            first_job: Some(1),
            last_job: Some(1000),
            count: None,
            skip_never_ran: true,
            size_from: SizeFrom::Requested,
            clip_size_to: None,
            missing_limit_factor: 1.0,
            missing_limit: None,
            reservations: Reservations::default(),
        }
    }
}

/// Which of the log's two sizes is a job's size; the other stands in where the first is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SizeFrom {
    /// The processors it asked for (field 8).
    #[default]
    Requested,
    /// The processors it was given (field 5).
    Allocated,
}
