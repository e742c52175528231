//! How long jobs are believed to run, where that is not until their limits.

use super::Provider;
use crate::policy::local::{Believed, Waiting};
use workload::Time;

impl Provider {
    /// From now on it goes by estimates. It counts processors, at any second.
    pub fn believe(&mut self) {
        self.believed = Some(Believed::new(self.calendar.capacity()));
    }

    /// Replaces the estimates that are outlived at `now`.
    pub fn expire_estimates(&mut self, now: Time) {
        if let Some(believed) = &mut self.believed {
            self.changed |= believed.expire(now);
        }
    }

    /// For how long a waiting job, or one that has just started, is believed to run.
    pub fn length(&self, job: Waiting) -> Time {
        self.believed.as_ref().map_or(job.limit, |it| it.estimate(job.job, job.limit))
    }

    /// The first stretch until its limit in which a job that starts now would take processors from a reservation, though it
    /// would not until its estimate: the stretch, and the fewest that are left to it. As it was before the jobs in `before`,
    /// started in the last pass, got their processors. `None` without estimates.
    pub fn conflict(&self, job: Waiting, now: Time, before: &[Waiting]) -> Option<((Time, Time), i64)> {
        let end = now.saturating_add(job.limit);
        let believed = self.believed.as_ref()?;
        let mut stretches: Vec<_> = believed.reserved_within(now, end).collect();
        stretches.sort_unstable();
        let limits = self.outlook_by_limits(now, before);
        stretches.into_iter().find_map(|(from, to)| {
            let shortage = limits.shortage(job.processors, from, to)?;
            Some(((from, to), shortage.least))
        })
    }
}
