//! Reservations that are named one by one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Flexibility, Job, MAX_TIME, ReservationRequest, Time};

/// The most requests in a list.
pub const MOST_REQUESTS: usize = 100_000;

/// The request of one job, by its number in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedRequest {
    /// The job's number.
    pub job: u64,
    /// Ready time r, in seconds of the log. A ready time before the job's submission counts as the
    /// submission.
    pub ready: Time,
    /// Deadline d, in seconds of the log. The window may be shorter than the job is long, or end
    /// before it is submitted: the job is late then, or rejected.
    pub deadline: Time,
    /// The least that it takes, if its full request cannot be met; `None`: the full request only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_effort: Option<BestEffort>,
}

/// The least that a single request takes: "available number of slots within a range given by a user
/// (per-slot best-effort) or a specific number of slots for available time also from a range given
/// by a user (per-time best-effort)" (Kurowski et al. 2011, Sect. 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BestEffort {
    /// Processors, down to this percentage of the job's size, 1 to 100.
    Processors(u32),
    /// Time, down to this percentage of the length that it is made for, 1 to 100.
    Time(u32),
}

impl BestEffort {
    fn flexibility(self, job: &Job) -> Flexibility {
        match self {
            Self::Processors(percent) => {
                Flexibility::Processors { least: super::least(job.processors, percent.clamp(1, 100)) }
            }
            Self::Time(percent) => Flexibility::Time { least_percent: percent.clamp(1, 100) },
        }
    }
}

impl ListedRequest {
    /// Checks its times.
    ///
    /// # Errors
    ///
    /// A sentence that names the invalid one and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        for (name, time) in [("ready", self.ready), ("deadline", self.deadline)] {
            if !(0..=MAX_TIME).contains(&time) {
                return Err(format!("{name} is {time}: it must be from 0 to {MAX_TIME} seconds"));
            }
        }
        if self.ready > self.deadline {
            let Self { ready, deadline, .. } = self;
            return Err(format!("ready is {ready}, after the deadline ({deadline})"));
        }
        if let Some(BestEffort::Processors(percent) | BestEffort::Time(percent)) = self.best_effort
            && !(1..=100).contains(&percent)
        {
            return Err(format!("best_effort is {percent}: it must be from 1 to 100 percent"));
        }
        Ok(())
    }
}

/// Whether every one of `listed` makes sense, and no job is named twice. O(n log n).
pub(super) fn validate(listed: &[ListedRequest]) -> Result<(), String> {
    let count = listed.len();
    if count > MOST_REQUESTS {
        return Err(format!("listed: {count} requests, above {MOST_REQUESTS}"));
    }
    let mut named = BTreeSet::new();
    for (index, request) in listed.iter().enumerate() {
        let problem = match request.validate() {
            Err(problem) => problem,
            Ok(()) if named.insert(request.job) => continue,
            Ok(()) => format!("job {} is listed already", request.job),
        };
        return Err(format!("listed[{index}]: {problem}"));
    }
    Ok(())
}

/// Makes exactly the jobs that are listed advance reservations; the first request for a job counts.
pub(super) fn mark(jobs: &mut [Job], listed: &[ListedRequest]) {
    let mut requests = BTreeMap::new();
    for request in listed {
        requests.entry(request.job).or_insert(request);
    }
    for job in jobs {
        let request = requests.get(&job.id);
        job.reservation = request.map(|request| ReservationRequest {
            ready: request.ready.max(job.submit),
            deadline: request.deadline,
            flexibility: request.best_effort.map_or(Flexibility::Rigid, |it| it.flexibility(job)),
            is_listed: true,
        });
    }
}
