//! Claims on a provider's processors, now or later.

use super::Simulation;
use crate::engine::NEVER;
use crate::engine::decisions::{Claim, Claimant};
use crate::policy::local::Standing;
use workload::Time;

impl Simulation {
    /// Everything that takes processors of a provider, now or later. O(jobs there).
    pub(super) fn claims(&self, provider: usize) -> Vec<Claim> {
        let here = &self.providers[provider];
        let outcomes = &self.recorder.schedule().outcomes;
        // Of a job that was interrupted several ends stand in the queue.
        let mut running: Vec<u32> = self.running.jobs().collect();
        running.sort_unstable();
        running.dedup();
        running.retain(|&job| self.progress[job as usize].runs && outcomes[job as usize].provider == provider as u32);
        let mut claims: Vec<Claim> = running.iter().map(|&job| self.held_by(job)).collect();
        let keep_some = here.suspended().into_iter().filter(|&(_, kept)| kept > 0);
        claims.extend(keep_some.map(|(job, kept)| Claim {
            claimant: Claimant::Suspended,
            processors: kept,
            until: Time::MAX,
            ..self.held_by(job)
        }));
        let booked = here.booked.jobs().chain(here.held_up.iter().copied());
        claims.extend(booked.map(|job| {
            let outcome = &outcomes[job as usize];
            let end = outcome.promised_start.saturating_add(self.progress[job as usize].limit);
            Claim {
                job,
                claimant: Claimant::Booked,
                processors: outcome.processors,
                from: here.rules.round_down(outcome.promised_start),
                until: here.rules.round_up(end),
                gives_way: false,
                since: None,
            }
        }));
        for (place, &waiting) in here.queue().iter().enumerate() {
            if let Standing::Reserved { start } = here.standing(place) {
                let (from, until) = here.interval(waiting, start);
                claims.push(Claim {
                    job: waiting.job,
                    claimant: Claimant::Promise,
                    processors: waiting.processors,
                    from,
                    until,
                    gives_way: false,
                    since: None,
                });
            }
        }
        claims
    }

    /// The processors that a job holds, and until when at the latest.
    fn held_by(&self, job: u32) -> Claim {
        let outcome = &self.recorder.schedule().outcomes[job as usize];
        let is_reservation = !self.is_batch_job(job);
        let limit = self.progress[job as usize].limit;
        Claim {
            job,
            claimant: if is_reservation { Claimant::Reservation } else { Claimant::Running },
            processors: outcome.processors,
            from: outcome.held_from,
            until: match outcome.held_until {
                NEVER => outcome.held_from.saturating_add(limit),
                until => until,
            },
            gives_way: false,
            since: None,
        }
    }
}
