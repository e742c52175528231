//! Slurm's states of jobs.

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
    /// The run ended as it was put back into the queue, or it waits to be.
    Requeued,
    /// It is about to change its size, or this part of it ended so.
    Resizing,
    /// A part of a job, which went on with another size.
    Resized,
    /// Another word, shortened.
    Other(String),
}

/// States that padded columns cut off after nine characters.
const LONG: [&[u8]; 5] = [b"OUT_OF_MEMORY", b"LAUNCH_FAILED", b"RECONFIG_FAIL", b"SPECIAL_EXIT", b"CONFIGURING"];

/// The fewest characters of such a word.
const CUT: usize = 9;

impl State {
    /// Reads `COMPLETED`, `CANCELLED by 1003`, `TIMEOUT` and so on, long, short or cut off (`OUT_OF_ME+`).
    pub fn read(word: &[u8]) -> Self {
        let end = word.iter().position(|byte| b" +".contains(byte));
        let first = word[..end.unwrap_or(word.len())].to_ascii_uppercase();
        let is_cut = word.ends_with(b"+") && first.len() >= CUT;
        let mut long = LONG.into_iter().filter(|_| is_cut);
        let whole = long.find(|it| it.starts_with(&first));
        match whole.unwrap_or(&first) {
            b"" | b"UNKNOWN" => Self::Unknown,
            b"PENDING" | b"PD" | b"CONFIGURING" | b"CF" | b"REQUEUE_HOLD" | b"RH" | b"REQUEUE_FED" | b"RF"
            | b"RESV_DEL_HOLD" | b"RD" => Self::Pending,
            b"REQUEUED" | b"RQ" => Self::Requeued,
            b"RESIZING" | b"RS" => Self::Resizing,
            b"RUNNING" | b"R" | b"COMPLETING" | b"CG" | b"SUSPENDED" | b"S" | b"STOPPED" | b"ST" | b"SIGNALING"
            | b"SI" | b"STAGE_OUT" | b"SO" => Self::Running,
            b"COMPLETED" | b"CD" => Self::Completed,
            b"TIMEOUT" | b"TO" => Self::TimedOut,
            b"FAILED" | b"F" | b"NODE_FAIL" | b"NF" | b"BOOT_FAIL" | b"BF" | b"OUT_OF_MEMORY" | b"OOM"
            | b"DEADLINE" | b"DL" | b"PREEMPTED" | b"PR" | b"LAUNCH_FAILED" | b"RECONFIG_FAIL" | b"SPECIAL_EXIT"
            | b"SE" => Self::Failed,
            b"CANCELLED" | b"CANCELED" | b"CA" | b"REVOKED" | b"RV" => Self::Cancelled,
            _ => Self::Other(swf::shortened(word)),
        }
    }

    /// The state of a line by what else it says: whether the job ran, and whether that has ended.
    ///
    /// Slurm keeps a record for each run of a requeued job, of which the earlier ones end as `REQUEUED`, and one for each
    /// size of a job that was resized, of which the earlier ones end as `RESIZING`. Each held its processors from
    /// its start to its end, so each is a run; a run that was requeued counts as failed, as one that was preempted.
    pub fn of_line(self, ran: bool, has_ended: bool) -> Self {
        match self {
            Self::Requeued if ran => Self::Failed,
            Self::Requeued => Self::Pending,
            Self::Resizing if ran && has_ended => Self::Resized,
            Self::Resizing => Self::Running,
            other => other,
        }
    }

    /// Whether it was stopped at its limit, if the state says so: it does once the job has ended.
    pub fn killed_at_limit(&self) -> Option<bool> {
        match self {
            Self::TimedOut => Some(true),
            Self::Completed | Self::Failed | Self::Cancelled | Self::Resized => Some(false),
            Self::Unknown | Self::Pending | Self::Running | Self::Requeued | Self::Resizing | Self::Other(_) => None,
        }
    }

    /// Field 11 of SWF. For a job that still runs, reports that its run time is not final, or not known.
    pub fn status(self, has_run_time: bool, amended: &mut Vec<String>) -> i64 {
        let how = match self {
            Self::Completed => return 1,
            Self::Failed | Self::TimedOut => return 0,
            Self::Cancelled => return 5,
            Self::Unknown | Self::Pending | Self::Requeued | Self::Resized => return UNKNOWN,
            Self::Running | Self::Resizing if has_run_time => {
                "the job still runs; its run time counts up to now".to_owned()
            }
            Self::Running | Self::Resizing => "the job still runs; its run time is unknown".to_owned(),
            Self::Other(word) => format!("State is \"{word}\"; it counts as unknown"),
        };
        amended.push(how);
        UNKNOWN
    }
}
