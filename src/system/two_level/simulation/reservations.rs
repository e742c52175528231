//! Reservations: offers, booking, and what happens when their time has come.

use super::Simulation;
use crate::availability::Request;
use crate::engine::Course;
use crate::policy::grid::Offer;
use crate::system::two_level::{Completion, LateReservations, ReservationEnd};
use crate::workload::{Job, Time};

impl Simulation {
    /// Asks every provider for an offer and books the one that the grid's policy takes, if any.
    pub(super) fn allocate_reservation(&mut self, job: u32) {
        let offers = self.offers(job);
        let Some(chosen) = self.grid.reservations.choose(&offers) else {
            return;
        };
        let Offer {
            provider, start, ..
        } = offers[chosen];
        let end = start.saturating_add(self.length_of(job));
        let processors = self.jobs[job as usize].processors;
        self.providers[provider].book(job, start, end, processors);
        self.recorder.allocate(job, provider, self.now);
        self.recorder.promise(job, start);
    }

    /// What each provider offers a reservation: ARTS² on its calendar. With due dates the search
    /// goes on past the deadline.
    fn offers(&self, job: u32) -> Vec<Offer> {
        let wanted = &self.jobs[job as usize];
        let deadline = wanted.reservation.map(|request| request.deadline);
        let mut request = Request {
            ready: wanted.ready().max(self.now),
            deadline,
            length: self.length_of(job),
            processors: wanted.processors,
        };
        let has_to_meet_it = self.settings.late_reservations == LateReservations::Deadline;
        let providers = self.providers.iter().enumerate();
        providers
            .filter_map(|(index, provider)| {
                request.deadline = deadline.filter(|_| has_to_meet_it);
                let start = provider.calendar.earliest_fit(&request)?;
                request.deadline = deadline;
                Some(Offer {
                    provider: index,
                    start,
                    meets_deadline: request.meets_deadline(start),
                    reservations: provider.reservations,
                    waiting_reservations: provider.waiting_reservations(),
                })
            })
            .collect()
    }

    /// For how long the reservation is made, in seconds.
    pub(super) fn length_of(&self, job: u32) -> Time {
        self.settings
            .reservation_length
            .of(&self.jobs[job as usize])
    }

    /// Binds the reservations whose time has come to free processors, in order of their start.
    pub(super) fn begin_reservations(&mut self, provider: usize) {
        let now = self.now;
        let here = &mut self.providers[provider];
        while let Some(job) = here.booked.pop_due(now) {
            here.held_up.push(job);
        }
        let waiting = std::mem::take(&mut here.held_up);
        for job in waiting {
            self.begin_reservation(provider, job);
        }
    }

    fn begin_reservation(&mut self, provider: usize, job: u32) {
        let (now, length) = (self.now, self.length_of(job));
        let Job {
            processors,
            run_time,
            requested_time,
            ..
        } = self.jobs[job as usize];
        let here = &mut self.providers[provider];
        // Only a batch job that runs on past its limit can be in the way.
        if processors > here.processors.free() {
            here.held_up.push(job);
            return;
        }
        let promised = self.recorder.schedule().outcomes[job as usize].promised_start;
        if promised < now {
            here.calendar
                .release(promised, promised + length, processors);
            here.calendar.reserve(now, now + length, processors);
        }
        let end = now + run_time.min(length);
        let course = Course {
            start: now,
            end,
            released: match self.settings.reservation_end {
                ReservationEnd::ReservationEnd => now + length,
                ReservationEnd::JobEnd => end,
            },
            completion: match self.settings.completion {
                Completion::Reservation => now.saturating_add(requested_time),
                Completion::Job => end,
            },
            killed: run_time > length,
        };
        let processors_here = &mut here.processors;
        self.recorder
            .start(job, course, processors, processors_here);
        self.running.push(course.released, job);
    }
}
