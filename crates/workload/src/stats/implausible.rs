//! Requested times that are implausibly long.

use serde::{Deserialize, Serialize};

use crate::{Record, Time};

/// No request up to this is called implausible, in seconds: 100 days, longer than production systems
/// let a job run.
pub const LONGEST_PLAUSIBLE: Time = 100 * 86_400;

/// Nor is any up to this multiple of the longest run of its log.
pub const TIMES_LONGEST_RUN: Time = 10;

/// The most jobs that are named.
const NAMED: usize = 20;

/// The requests of a log that are longer than both [`LONGEST_PLAUSIBLE`] and [`TIMES_LONGEST_RUN`] times
/// the longest that any of its jobs ran. Times are seconds.
///
/// Such a request is a mistake, or stands for none: its job could never have made use of it. But a
/// scheduler that believes it promises the processors for years.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implausible {
    /// How many jobs have one.
    pub jobs: u64,
    /// Their numbers, in the order of the log: the first 20.
    pub first: Vec<u64>,
    /// The longest of these requests.
    pub longest: Time,
    /// The bound above which requests are implausible.
    pub beyond: Time,
    /// The limit to which they can be cut without any job being stopped or any other request changed:
    /// the longest plausible request, or the longest run if that is longer. At least 1.
    pub clip_to: Time,
}

impl Implausible {
    /// The implausible requests of the jobs of a log that ran; `None` if there are none. O(n).
    pub fn of(records: &[Record]) -> Option<Self> {
        let ran = || records.iter().filter(|it| it.has_run());
        let longest_run = ran().map(|it| it.run_time).max()?;
        let beyond = LONGEST_PLAUSIBLE.max(longest_run.saturating_mul(TIMES_LONGEST_RUN));
        let is_beyond = |record: &&Record| record.requested_time > beyond;
        let found = || ran().filter(is_beyond);
        let longest = found().map(|it| it.requested_time).max()?;
        let longest_plausible = ran().filter(|it| !is_beyond(it)).map(|it| it.requested_time).max();
        Some(Self {
            jobs: found().count() as u64,
            first: found().map(|it| it.id).take(NAMED).collect(),
            longest,
            beyond,
            clip_to: longest_plausible.unwrap_or(0).max(longest_run),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Time = 86_400;

    /// Of jobs numbered from 1, run times and requested times.
    fn found(jobs: &[(Time, Time)]) -> Option<Implausible> {
        let line = |(id, (run, requested)): (u32, &(Time, Time))| format!("{id} 0 0 {run} 1 -1 -1 1 {requested}\n");
        let text: String = (1..).zip(jobs).map(line).collect();
        Implausible::of(crate::testing::reading(&text).workload.records())
    }

    #[test]
    fn a_request_of_23_years_is_implausible() {
        let years = 23 * 365 * DAY;
        let expected = Implausible { jobs: 2, first: vec![2, 4], longest: years, beyond: 100 * DAY, clip_to: 7 * DAY };
        let jobs = [(2 * DAY, 7 * DAY), (60, years), (5, -1), (60, 101 * DAY)];
        assert_eq!(found(&jobs), Some(expected));
    }

    #[test]
    fn a_log_of_long_jobs_has_long_requests() {
        let jobs = [(11 * DAY, 12 * DAY), (60, 110 * DAY)];
        assert_eq!(found(&jobs), None);
        let jobs = [(11 * DAY, 12 * DAY), (60, 110 * DAY + 1)];
        assert_eq!(found(&jobs).unwrap().beyond, 110 * DAY);
    }

    #[test]
    fn a_hundred_days_are_plausible_and_nothing_known_is() {
        assert_eq!(found(&[(60, 100 * DAY)]), None);
        assert_eq!(found(&[(-1, -1)]), None);
        assert_eq!(found(&[(-1, 101 * DAY)]), None);
        let only = found(&[(1, 101 * DAY)]).unwrap();
        assert_eq!((only.jobs, only.clip_to), (1, 1));
    }

    #[test]
    fn no_job_is_stopped_by_the_clip() {
        // It ran beyond every plausible request.
        let jobs = [(3 * DAY, DAY), (60, 1000 * DAY)];
        assert_eq!(found(&jobs).unwrap().clip_to, 3 * DAY);
    }
}
