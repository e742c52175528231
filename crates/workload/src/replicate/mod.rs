//! Several workloads made of one log, for intervals where nothing is drawn: windows of it, its users drawn anew, or its
//! submissions shaken.

mod shake;
#[cfg(test)]
mod tests;
mod users;
mod windows;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::reserve::RequestKind;
use crate::select::{Selection, taken};
use crate::{Job, Log, Record, Time, Workload};

/// The most replicates of a log.
pub const MOST_REPLICATES: u32 = 10_000;

/// The longest time by which a submission is moved: a day, in seconds.
pub const LONGEST_SHAKE: Time = 86_400;

/// The usual part of a window that is warm-up.
const USUAL_WARM_UP: f64 = 0.1;

/// The usual longest time by which a submission is moved, in seconds.
const USUAL_SHAKE: Time = 60;

/// How replicates are made of the jobs that a selection takes from a log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Replication {
    /// Consecutive windows of equal length, from the first submission to the last. The jobs of the first part of each
    /// are simulated and not counted: the machine is empty before them.
    Windows {
        /// How many windows.
        count: u32,
        /// The part of each that is warm-up, 0 to less than 1.
        warm_up: f64,
    },
    /// The users of the log drawn anew, after Zakay and Feitelson 2014. One whose submissions extend over more than
    /// half of the log is there once. Of the others as many as there are are drawn, with replacement. The jobs of each
    /// are moved by a whole number of weeks, drawn as well; what passes the end of the log begins again at its start. So
    /// the hour and the weekday of a submission stay. A log of less than two weeks is moved by whole days.
    Users {
        /// How many replicates.
        count: u32,
    },
    /// Every submission moved by a whole number of seconds, drawn from `-seconds` to `seconds`, after Tsafrir, Ouaknine
    /// and Feitelson 2007; none before time 0.
    Shake {
        /// How many replicates.
        count: u32,
        /// The longest time by which a submission is moved.
        seconds: Time,
    },
}

/// A workload made of another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicate {
    /// The log.
    pub workload: Workload,
    /// The selection that takes all of it, in other respects that of the original.
    pub selection: Selection,
    /// Which of its jobs figures count.
    pub counted: Counted,
}

/// The jobs of a replicate that figures count: those of a warm-up they do not. The default counts all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// For each record whether figures count its job; empty if they count all.
    records: Vec<bool>,
}

impl Counted {
    /// Whether figures count a job.
    pub fn counts(&self, job: &Job) -> bool {
        self.records.get(job.place as usize).copied().unwrap_or(true)
    }
}

/// A mistake in a replication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicationError(String);

impl fmt::Display for ReplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplicationError {}

fn fail<T>(why: impl Into<String>) -> Result<T, ReplicationError> {
    Err(ReplicationError(why.into()))
}

impl Replication {
    /// How many replicates there are.
    pub const fn count(&self) -> u32 {
        match *self {
            Self::Windows { count, .. } | Self::Users { count } | Self::Shake { count, .. } => count,
        }
    }

    /// The part of each window that is warm-up, in percent; 0 of other replicates.
    pub fn warm_up_percent(&self) -> f64 {
        match *self {
            // 0.07 × 100 is a little above 7.
            Self::Windows { warm_up, .. } => (warm_up * 1e8).round() / 1e6,
            Self::Users { .. } | Self::Shake { .. } => 0.0,
        }
    }

    /// The same with another number of replicates.
    pub fn with_count(self, count: u32) -> Self {
        match self {
            Self::Windows { warm_up, .. } => Self::Windows { count, warm_up },
            Self::Users { .. } => Self::Users { count },
            Self::Shake { seconds, .. } => Self::Shake { count, seconds },
        }
    }

    /// The replicates in words: `10 windows of the log, of each the first 10 % warm-up`.
    pub fn words(&self) -> String {
        match *self {
            Self::Windows { count, .. } => {
                let percent = self.warm_up_percent();
                format!("{count} windows of the log, of each the first {percent} % warm-up")
            }
            Self::Users { count } => format!("{count} resamplings of the log by user"),
            Self::Shake { count, seconds } => {
                format!("{count} perturbations of the submissions by up to {seconds} s")
            }
        }
    }

    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence with the invalid value.
    pub fn validate(&self) -> Result<(), ReplicationError> {
        let count = self.count();
        if !(2..=MOST_REPLICATES).contains(&count) {
            return fail(format!("{count} replicates: there must be 2 to {MOST_REPLICATES}"));
        }
        match *self {
            Self::Windows { warm_up, .. } if !(0.0..1.0).contains(&warm_up) => {
                fail(format!("a warm-up of {warm_up}: it is a part of each window, from 0 to less than 1"))
            }
            Self::Shake { seconds, .. } if !(1..=LONGEST_SHAKE).contains(&seconds) => {
                fail(format!("{seconds} s: submissions are moved by up to 1 to {LONGEST_SHAKE} s"))
            }
            _ => Ok(()),
        }
    }

    /// The replicate at a place, counted from 0, of the jobs that `selection` takes from `workload`. `seed` decides all
    /// draws: the same one gives the same replicate. O(n log n).
    ///
    /// # Errors
    ///
    /// A sentence: if it is no log, if the selection folds it, if a window has no jobs, if the log names no users or is not longer than a day, or if
    /// reservations are listed by the numbers of jobs that resampling changes.
    pub fn replicate(
        &self,
        workload: &Workload,
        selection: &Selection,
        (seed, place): (u64, u32),
    ) -> Result<Replicate, ReplicationError> {
        self.validate()?;
        let Some(log) = workload.log() else {
            return fail(format!("replicates are made of logs, and this is {}", workload.kind().name()));
        };
        if selection.fold.is_some() {
            return fail("workload.fold: a folded log has no replicates; set it to null");
        }
        let speed = selection.flops_per_second;
        let records = workload.records_at(speed);
        let jobs = taken(workload, selection);
        // Resampled jobs have numbers of their own, so no names.
        let (places, named, records, counted) = match *self {
            Self::Windows { count, warm_up } => {
                let window = windows::window(&jobs, (place, count), warm_up)?;
                let records = copied(&records, &window.places);
                (window.places, true, records, window.counted)
            }
            Self::Shake { seconds, .. } => {
                let mut places: Vec<usize> = jobs.iter().map(|it| it.place as usize).collect();
                places.sort_unstable();
                let mut records = copied(&records, &places);
                shake::shake(&mut records, seconds, seed);
                (places, true, records, Vec::new())
            }
            Self::Users { .. } => {
                if selection.reservations.request == RequestKind::Listed {
                    return fail("reservations are listed by the numbers of jobs, which resampling by user changes");
                }
                let taken: Vec<Record> = jobs.iter().map(|it| records[it.place as usize]).collect();
                let (drawn, resampled) = users::resample(&taken, seed)?;
                let places = drawn.iter().map(|&at| jobs[at].place as usize);
                (places.collect(), false, resampled, Vec::new())
            }
        };
        let replicate = Log {
            header: log.header.clone(),
            records,
            unused: log.unused.clone(),
            names: log.names.at_places(places.iter().copied().filter(|_| named)),
            resources: Box::new(log.resources.at_places(places.into_iter())),
            ..Log::default()
        };
        Ok(Replicate {
            workload: Workload::of_log(&workload.name, replicate),
            selection: Selection {
                first_job: None,
                last_job: None,
                count: None,
                flops_per_second: None,
                ..selection.clone()
            },
            counted: Counted { records: counted },
        })
    }
}

fn copied(records: &[Record], places: &[usize]) -> Vec<Record> {
    places.iter().map(|&place| records[place]).collect()
}

impl FromStr for Replication {
    type Err = ReplicationError;

    /// Reads `windows=10`, `users=20` or `shake=20`, with the warm-up or the longest move behind a colon where another
    /// one is wanted: `windows=10:0.2`, `shake=20:300`.
    fn from_str(text: &str) -> Result<Self, ReplicationError> {
        let wrong = || {
            ReplicationError(format!(
                "\"{text}\": write windows=10 (windows=10:0.2 for a warm-up of a fifth), users=20 or shake=20 \
                 (shake=20:300 for up to 300 s)"
            ))
        };
        let (kind, rest) = text.split_once('=').ok_or_else(wrong)?;
        let (count, value) = match rest.split_once(':') {
            Some((count, value)) => (count, Some(value)),
            None => (rest, None),
        };
        let count = count.trim().parse().map_err(|_| wrong())?;
        let read = match (kind.trim(), value) {
            ("windows", value) => Self::Windows {
                count,
                warm_up: match value {
                    Some(value) => value.trim().parse().map_err(|_| wrong())?,
                    None => USUAL_WARM_UP,
                },
            },
            ("users", None) => Self::Users { count },
            ("shake", value) => Self::Shake {
                count,
                seconds: match value {
                    Some(value) => value.trim().parse().map_err(|_| wrong())?,
                    None => USUAL_SHAKE,
                },
            },
            _ => return Err(wrong()),
        };
        read.validate().map_err(|why| ReplicationError(format!("\"{text}\": {why}")))?;
        Ok(read)
    }
}

impl fmt::Display for Replication {
    /// As [`FromStr`] reads it, with every value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Windows { count, warm_up } => write!(f, "windows={count}:{warm_up}"),
            Self::Users { count } => write!(f, "users={count}"),
            Self::Shake { count, seconds } => write!(f, "shake={count}:{seconds}"),
        }
    }
}
