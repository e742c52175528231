//! Slurm's states of jobs.

use crate::complaint::Problem;
use crate::{UNKNOWN, swf};

/// How a job ended, as far as SWF distinguishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The state is not given.
    Unknown,
    /// It has not started.
    Pending,
    /// It goes on.
    Running,
    /// It came to its own end.
    Completed,
    /// Its time limit was up.
    TimedOut,
    /// It came to another end: it failed, or was preempted, or could not end by its deadline.
    Failed,
    /// It was cancelled.
    Cancelled,
    /// Another word, shortened.
    Other(String),
}

impl State {
    /// Reads `COMPLETED`, `CANCELLED by 1003`, `TIMEOUT` and so on, long or short. A job that was
    /// preempted or requeued counts as failed: sacct lists its next run as another line.
    pub fn read(word: &[u8]) -> Self {
        let end = word.iter().position(|byte| b" +".contains(byte));
        let first = word[..end.unwrap_or(word.len())].to_ascii_uppercase();
        match first.as_slice() {
            b"" | b"UNKNOWN" => Self::Unknown,
            b"PENDING" | b"PD" | b"CONFIGURING" | b"CF" | b"REQUEUED" | b"RQ" => Self::Pending,
            b"RUNNING" | b"R" | b"COMPLETING" | b"CG" | b"SUSPENDED" | b"S" | b"RESIZING"
            | b"RS" | b"STOPPED" | b"ST" | b"SIGNALING" | b"SI" | b"STAGE_OUT" | b"SO" => {
                Self::Running
            }
            b"COMPLETED" | b"CD" => Self::Completed,
            b"TIMEOUT" | b"TO" => Self::TimedOut,
            b"FAILED" | b"F" | b"NODE_FAIL" | b"NF" | b"BOOT_FAIL" | b"BF" | b"OUT_OF_MEMORY"
            | b"OOM" | b"DEADLINE" | b"DL" | b"PREEMPTED" | b"PR" | b"LAUNCH_FAILED"
            | b"RECONFIG_FAIL" | b"SPECIAL_EXIT" | b"SE" => Self::Failed,
            b"CANCELLED" | b"CANCELED" | b"CA" | b"REVOKED" | b"RV" => Self::Cancelled,
            _ => Self::Other(swf::shortened(word)),
        }
    }

    /// Whether it was stopped at its limit, if the state says so: it does once the job has ended.
    pub fn killed_at_limit(&self) -> Option<bool> {
        match self {
            Self::TimedOut => Some(true),
            Self::Completed | Self::Failed | Self::Cancelled => Some(false),
            Self::Unknown | Self::Pending | Self::Running | Self::Other(_) => None,
        }
    }

    /// Field 11 of SWF. For a job that still runs, reports that its run time is not final.
    pub fn status(self, amended: &mut Vec<Problem>) -> i64 {
        let how = match self {
            Self::Completed => return 1,
            Self::Failed | Self::TimedOut => return 0,
            Self::Cancelled => return 5,
            Self::Unknown | Self::Pending => return UNKNOWN,
            Self::Running => "the job still runs; its run time counts up to now".to_owned(),
            Self::Other(word) => format!("State is \"{word}\"; it counts as unknown"),
        };
        amended.push(Problem::Amended { how });
        UNKNOWN
    }
}
