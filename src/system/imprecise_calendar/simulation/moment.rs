//! How all stands at one moment of a watched run.

use super::Run;
use super::watching::Watching;
use crate::engine::decisions::{Claim, Claimant, Moment, ProviderMoment, Queued};

/// A moment lists so many jobs that wait for their start.
const MOST_QUEUED: usize = 60;

/// A moment lists so many jobs that have nodes.
const MOST_LISTED: usize = 400;

impl Run {
    /// How all stands after the last instant.
    pub(super) fn moment(&self, watching: &Watching) -> Moment {
        let queued = |&job: &u32| Queued {
            job,
            waits: self.waits(job),
        };
        let mut claims = self.claims();
        claims.sort_by_key(|it| (it.from, it.job));
        let promised = claims.iter().filter(|it| it.claimant == Claimant::Promise);
        let mut promised: Vec<Claim> = promised.copied().collect();
        promised.sort_by_key(|it| it.job);
        promised.truncate(MOST_LISTED);
        claims.truncate(MOST_LISTED);
        let pool = ProviderMoment {
            processors: self.calendar.nodes(),
            looked: watching.log.time,
            free: self.nodes.free(),
            queue: self.movable.iter().take(MOST_QUEUED).map(queued).collect(),
            queue_length: self.movable.len() as u32,
            claims,
            promised,
        };
        Moment {
            time: watching.log.time,
            previous: watching.log.previous,
            next: self.next_time(),
            above: Vec::new(),
            above_count: 0,
            providers: vec![pool],
        }
    }

    /// Who has nodes, now or later.
    fn claims(&self) -> Vec<Claim> {
        let claim = |(job, booking): (u32, &crate::availability::calendar::Booking)| {
            let is_reservation = self.jobs[job as usize].is_reservation();
            let has_begun = !self.starts.contains(&(booking.place.start, job));
            Claim {
                job,
                claimant: match (has_begun, is_reservation) {
                    (true, true) => Claimant::Reservation,
                    (true, false) => Claimant::Running,
                    (false, true) => Claimant::Booked,
                    (false, false) => Claimant::Promise,
                },
                processors: booking.demand.nodes,
                from: booking.place.start,
                until: booking.end(),
                gives_way: false,
            }
        };
        self.calendar.bookings().map(claim).collect()
    }
}
