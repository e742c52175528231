//! How all stands at one moment of a watched run.

use std::collections::BTreeSet;

use super::Simulation;
use super::reasons::LastPass;
use super::watching::Watching;
use crate::engine::decisions::{Claimant, Moment, ProviderMoment, Queued};
use base::ordering::sort_by_key;

/// The most jobs of a queue that a moment lists, with the reasons for their waits.
const MOST_QUEUED: usize = 60;

/// The most jobs that take processors of a provider that a moment lists.
const MOST_LISTED: usize = 400;

impl Simulation {
    /// How all stands after the last instant.
    pub(super) fn moment(&self, watching: &Watching) -> Moment {
        let above = self.grid.queue();
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: above.take(MOST_QUEUED).collect(),
            above_count: self.grid.queue().count() as u32,
            providers: (0..self.providers.len()).map(|provider| self.provider_moment(watching, provider)).collect(),
            own: None,
        }
    }

    fn provider_moment(&self, watching: &Watching, provider: usize) -> ProviderMoment {
        let here = &self.providers[provider];
        let queue = here.queue();
        let look = LastPass::of(self, watching, provider);
        let queued = (0..queue.len().min(MOST_QUEUED))
            .map(|place| Queued { job: queue[place].job, waits: look.as_ref().and_then(|look| look.waits(place)) });
        let mut claims = self.claims(provider);
        let promised = claims.iter();
        let promised = promised.filter(|it| it.claimant == Claimant::Promise);
        let promised = promised.cloned().collect();
        sort_by_key(&mut claims, |claim| (claim.from, claim.job));
        claims.truncate(MOST_LISTED);
        let waiting: BTreeSet<u32> = queue.iter().map(|it| it.job).collect();
        let values = here.values().cloned().map(|mut it| {
            it.jobs.retain(|it| waiting.contains(&it.job));
            it.jobs.truncate(MOST_QUEUED);
            it
        });
        ProviderMoment {
            processors: here.load().processors,
            free: here.processors.free(),
            looked: watching.looked(provider),
            queue: queued.collect(),
            queue_length: queue.len() as u32,
            claims,
            promised,
            values,
        }
    }
}
