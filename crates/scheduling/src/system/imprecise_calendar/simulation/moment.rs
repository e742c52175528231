//! How all stands at one moment of a watched run.

use super::CalendarSimulation;
use super::cluster::{Booked, Cluster};
use super::watching::Watching;
use crate::availability::calendar::FAR_FUTURE;
use crate::engine::decisions::{Claim, Claimant, Moment, Own, ProviderMoment, Queued, Watch};
use base::ordering::sort_by_key;
use workload::Time;

/// The most jobs waiting for their start that a moment lists.
const MOST_QUEUED: usize = 60;

/// The most jobs with nodes that a moment lists: more than any realistic queue has, since the
/// calendar is drawn from them.
const MOST_CLAIMS: usize = 20_000;

/// The most promises that a moment lists.
const MOST_PROMISED: usize = 400;

impl CalendarSimulation {
    /// How all stands after the last instant.
    pub(super) fn moment(&self, watching: &Watching) -> Moment {
        let clusters = 0..self.clusters.len();
        let at = match watching.log.watch() {
            Watch::Moment(at) => at.clamp(self.now, FAR_FUTURE.max(self.now)),
            Watch::Job(_) => self.now,
        };
        let providers = clusters.map(|it| self.provider(it, watching.log.time));
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: providers.collect(),
            own: self.managed(&watching.requests, at).map(|it| Own::of(&it)),
        }
    }

    /// How all stands in a cluster.
    fn provider(&self, cluster: usize, looked: Option<Time>) -> ProviderMoment {
        let queued = |job: u32| Queued { job, waits: self.waits(job) };
        let mut claims = self.claims(cluster);
        sort_by_key(&mut claims, |it| (it.from, it.job));
        let promised = claims.iter().filter(|it| it.claimant == Claimant::Promise);
        let mut promised: Vec<Claim> = promised.copied().collect();
        sort_by_key(&mut promised, |it| it.job);
        let queue_length = promised.len() as u32;
        let queue = promised.iter().map(|it| queued(it.job));
        let queue = queue.take(MOST_QUEUED).collect();
        promised.truncate(MOST_PROMISED);
        claims.truncate(MOST_CLAIMS);
        let Cluster { calendar, nodes, .. } = &self.clusters[cluster];
        ProviderMoment {
            processors: calendar.nodes(),
            looked,
            free: nodes.free(),
            queue,
            queue_length,
            claims,
            promised,
            values: None,
        }
    }

    /// The jobs that have nodes of a cluster, now or later.
    fn claims(&self, cluster: usize) -> Vec<Claim> {
        let claim = |(job, booking): (u32, Booked)| {
            let is_reservation = self.jobs[job as usize].is_reservation();
            // Of a job that has no place yet clusters may hold parts.
            let has_begun = !self.starts.contains(&(booking.start, job)) && !self.messages.has(job);
            Claim {
                job,
                claimant: match (has_begun, is_reservation) {
                    (true, true) => Claimant::Reservation,
                    (true, false) => Claimant::Running,
                    (false, true) => Claimant::Booked,
                    (false, false) => Claimant::Promise,
                },
                processors: booking.demand.nodes,
                from: booking.start,
                until: booking.end(),
                gives_way: false,
                since: Some(self.placed[job as usize]),
            }
        };
        let bookings = self.clusters[cluster].bookings();
        bookings.into_iter().map(claim).collect()
    }
}
