//! The offers of the providers to a reservation.

use super::Simulation;
use crate::availability::Request;
use crate::policy::grid::Offer;
use crate::system::two_level::provider::Provider;
use crate::system::two_level::{LateReservations, ReservationLength, Routed};
use workload::{Flexibility, Job, Time};

/// An offer, and the processors and time behind it.
pub struct Proposal {
    /// The offer that is reported to the grid scheduler.
    pub offer: Offer,
    /// The processors given: fewer than the job's size only to a best effort reservation.
    pub processors: u32,
    /// For how long, in seconds.
    pub length: Time,
    /// The job's processing time on that number of processors.
    pub run_time: Time,
}

impl Simulation {
    /// The proposals of the providers, in their order; those that cannot serve it are left out.
    pub(super) fn proposals(&self, job: u32) -> Vec<Proposal> {
        let wanted = &self.jobs[job as usize];
        let ready = wanted.ready().max(self.now);
        let providers = self.providers.iter().enumerate();
        let routed = Routed::of(wanted);
        providers
            .filter(|(index, _)| self.settings.grid.allows(routed, *index))
            .filter_map(|(index, provider)| self.proposal(index, provider, wanted, ready))
            .collect()
    }

    /// ARTS² on the provider's calendar for the least that the reservation takes, unless it can stand beside another
    /// one, and then as much more from that start on as there is and as it asks for. With due dates the search goes on past
    /// the deadline.
    fn proposal(&self, index: usize, provider: &Provider, job: &Job, ready: Time) -> Option<Proposal> {
        let request = job.reservation?;
        let reading = self.settings.reservation_length;
        let mut processors = request.flexibility.least_of(job.processors);
        let mut length = reading.of(job);
        if let Flexibility::Time { least_percent } = request.flexibility {
            length = share(length, least_percent);
        }
        if reading == ReservationLength::RunTime {
            length = length.max(on(processors, job, length));
        }
        let due_date = self.settings.late_reservations == LateReservations::DueDate;
        // More processors than the fewest may shorten it: it may yet end in time.
        let may_shorten = matches!(request.flexibility, Flexibility::Processors { .. });
        let asked = Request { ready, deadline: Some(request.deadline), length, processors };
        // A fixed interval leaves one start.
        let is_rigid = request.flexibility == Flexibility::Rigid;
        let start = is_rigid.then(|| provider.start_beside(&asked)).flatten().or_else(|| {
            let deadline = asked.deadline.filter(|_| !due_date && !may_shorten);
            let step = self.settings.grid.inquiry_step;
            provider.earliest_asked(&Request { deadline, ..asked }, step)
        })?;
        // A job without a limit holds its processors to the end of time, where no interval begins.
        start.checked_add(length)?;
        match request.flexibility {
            Flexibility::Rigid => {}
            Flexibility::Processors { .. } => {
                let room = provider.room(start, start.saturating_add(length));
                processors = room.clamp(processors.into(), job.processors.into()) as u32;
                if reading == ReservationLength::RunTime {
                    length = on(processors, job, reading.of(job));
                }
            }
            Flexibility::Time { .. } => {
                let until_then = request.deadline.saturating_sub(start);
                let most = reading.of(job).min(if due_date { Time::MAX } else { until_then });
                length = longest(provider, start, length..=most, processors);
            }
        }
        let meets_deadline = start.saturating_add(length) <= request.deadline;
        (due_date || meets_deadline).then(|| Proposal {
            offer: Offer {
                provider: index,
                start,
                meets_deadline,
                reservations: provider.reservations,
                waiting_reservations: provider.waiting_reservations(),
            },
            processors,
            length,
            run_time: on(processors, job, job.run_time),
        })
    }
}

/// `percent` percent of a length, rounded up.
fn share(length: Time, percent: u32) -> Time {
    let percent = u64::from(percent.clamp(1, 100));
    (length as u64 * percent).div_ceil(100) as Time
}

/// Scales `time`, which the job takes on its size, to fewer processors: the work stays the same.
pub(super) fn on(processors: u32, job: &Job, time: Time) -> Time {
    // At most 10^11 s on 10^7 processors.
    let work = time as u64 * u64::from(job.processors);
    work.div_ceil(processors.into()) as Time
}

/// The longest time of `lengths`, whose least fits, that still fits from `start` on.
fn longest(provider: &Provider, start: Time, lengths: std::ops::RangeInclusive<Time>, processors: u32) -> Time {
    let (mut fits, mut most) = lengths.into_inner();
    while fits < most {
        let middle = fits + (most - fits + 1) / 2;
        let end = start.saturating_add(middle);
        if provider.room(start, end) >= i64::from(processors) {
            fits = middle;
        } else {
            most = middle - 1;
        }
    }
    fits
}
