//! How all stands at one moment of a watched run.

use super::CoAllocationSimulation;
use super::watching::Watching;
use crate::engine::decisions::{Claim, Claimant, Moment, ProviderMoment, Queued, Waits};
use base::ordering::sort_by_key;

/// The most jobs waiting for their start that a moment lists.
const MOST_QUEUED: usize = 60;

/// The most jobs with servers that a moment lists.
const MOST_LISTED: usize = 400;

impl CoAllocationSimulation {
    /// How all stands after the last instant.
    pub(super) fn moment(&self, watching: &Watching) -> Moment {
        let mut waiting: Vec<u32> = self.starts.jobs().collect();
        waiting.retain(|&job| !self.jobs[job as usize].is_reservation());
        waiting.sort_unstable();
        let queued = |&job: &u32| Queued {
            job,
            waits: watching.failed.get(&job).map(|reason| Waits {
                promised: self.places[job as usize].as_ref().map(|it| it.from),
                ..Waits::of(reason.clone())
            }),
        };
        let mut claims = self.claims();
        sort_by_key(&mut claims, |it| (it.from, it.job));
        claims.truncate(MOST_LISTED);
        let pool = ProviderMoment {
            processors: self.servers,
            looked: watching.log.time,
            free: self.servers - self.held,
            queue: waiting.iter().take(MOST_QUEUED).map(queued).collect(),
            queue_length: waiting.len() as u32,
            claims,
            promised: Vec::new(),
            values: None,
        };
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: vec![pool],
            own: None,
        }
    }

    /// The jobs that have servers, now or later.
    pub(super) fn claims(&self) -> Vec<Claim> {
        let started = self.ends.jobs().map(|job| (job, true));
        let ahead = self.starts.jobs().map(|job| (job, false));
        let claim = |(job, has_started): (u32, bool)| {
            let place = self.places[job as usize].as_ref()?;
            let it = &self.jobs[job as usize];
            Some(Claim {
                job,
                claimant: match (has_started || place.from <= self.now, it.is_reservation()) {
                    (true, true) => Claimant::Reservation,
                    (true, false) => Claimant::Running,
                    // Every future place counts as booked.
                    (false, _) => Claimant::Booked,
                },
                processors: it.processors,
                from: place.from,
                until: place.to,
                gives_way: false,
                since: None,
            })
        };
        started.chain(ahead).filter_map(claim).collect()
    }
}
