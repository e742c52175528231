//! One log as several: its months at once.

use serde::{Deserialize, Serialize};

use crate::{Job, Time};
use base::ordering::sort_by_key;

const DAY: Time = 86_400;

/// A log is cut into intervals of equal length in days, from its first job on, and all of them begin at
/// the same time; the queue of a job is the number of its interval, counted from 0. So the months of one
/// machine's log stand for the logs of several machines (Hollingsworth and Maneewongvatana 1999, Sect.
/// 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fold {
    /// How long the intervals are.
    pub days: u32,
    /// How many there are; later jobs are left out.
    pub intervals: u32,
    /// The days of each that are taken, from its beginning; `null` for all.
    #[serde(default)]
    pub keep_days: Option<u32>,
}

/// The longest interval, in days.
const MOST_DAYS: u32 = 36_600;

/// The most intervals.
const MOST_INTERVALS: u32 = 1_000;

impl Fold {
    /// Checks every value.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub(super) fn validate(&self) -> Result<(), String> {
        let within = |name: &str, value: u32, most: u32| {
            if (1..=most).contains(&value) {
                Ok(())
            } else {
                Err(format!("fold.{name} is {value}: it must be from 1 to {most}"))
            }
        };
        within("days", self.days, MOST_DAYS)?;
        within("intervals", self.intervals, MOST_INTERVALS)?;
        self.keep_days.map_or(Ok(()), |days| within("keep_days", days, self.days))
    }

    /// Folds jobs, in order of submission, which they are in afterwards; `turn` orders those of one instant.
    /// O(n log n).
    pub(super) fn fold(&self, jobs: &mut Vec<Job>, turn: impl Fn(&Job) -> u64) {
        let Some(first) = jobs.iter().map(|job| job.submit).min() else {
            return;
        };
        let length = Time::from(self.days.max(1)) * DAY;
        let kept = self.keep_days.map_or(length, |it| Time::from(it) * DAY);
        jobs.retain_mut(|job| {
            let (interval, within) = ((job.submit - first) / length, (job.submit - first) % length);
            job.submit = first + within;
            job.logged.queue = interval;
            interval < Time::from(self.intervals) && within < kept
        });
        sort_by_key(jobs, |job| (job.submit, turn(job)));
    }
}
