//! Reservations: booking, and their begin.

use super::{Outlasts, Simulation};
use crate::engine::Course;
use crate::system::two_level::{Completion, LateReservations, ReservationEnd};
use workload::Time;

impl Simulation {
    /// Asks every provider for an offer and books the one that the grid's policy takes, if any.
    #[inline(never)]
    pub(super) fn allocate_reservation(&mut self, job: u32) {
        let proposals = self.proposals(job);
        let offers: Vec<_> = proposals.iter().map(|it| it.offer).collect();
        let Some(chosen) = self.grid.reservations.choose(&offers) else {
            return self.reject(job);
        };
        self.tell_booked(job, &proposals, chosen);
        let taken = &proposals[chosen];
        let (provider, start) = (taken.offer.provider, taken.offer.start);
        let (processors, length) = (taken.processors, taken.length);
        let progress = &mut self.progress[job as usize];
        progress.limit = length;
        progress.run_time = taken.run_time;
        let end = start.saturating_add(length);
        self.providers[provider].book(job, start, end, processors, self.now);
        self.recorder.allocate(job, provider, processors, self.now);
        self.recorder.promise(job, start, end);
    }

    /// Binds the reservations whose time has come to free processors, in order of their start.
    pub(super) fn begin_reservations(&mut self, provider: usize) {
        let now = self.now;
        let here = &mut self.providers[provider];
        while let Some(job) = here.booked.pop_due(now) {
            here.held_up.push(job);
        }
        let waiting = std::mem::take(&mut here.held_up);
        if let (Some(watching), false) = (&mut self.watching, waiting.is_empty()) {
            watching.had_reservations(provider);
        }
        for job in waiting {
            self.begin_reservation(provider, job);
        }
    }

    #[inline(never)]
    fn begin_reservation(&mut self, provider: usize, job: u32) {
        let now = self.now;
        let outcome = self.recorder.schedule().outcomes[job as usize];
        let (promised, processors) = (outcome.promised_start, outcome.processors);
        let length = self.progress[job as usize].limit;
        let here = &mut self.providers[provider];
        // Only a batch job that runs on past its limit can be in the way.
        if !here.can_begin(job, processors) {
            here.held_up.push(job);
            return;
        }
        let start = promised.max(now);
        if promised < now {
            let old = (promised, promised + length);
            here.shift(job, old, (now, now + length), processors);
        }
        let course = self.course_of_reservation(provider, job, start);
        let progress = &mut self.progress[job as usize];
        if !course.killed && course.end - course.start < progress.run_time {
            progress.outlasts = Outlasts::Will;
        } else {
            // The reservation may be held longer than its job runs.
            self.arrivals.ended(&mut self.jobs, job, course.end);
        }
        let here = &mut self.providers[provider];
        let mut suspended = Vec::new();
        self.recorder.start(job, course, |tell| {
            suspended = here.take_for_reservation(job, processors, tell);
        });
        self.began(provider, job, processors);
        self.progress[job as usize].runs = true;
        self.running.push(course.released, job);
        self.tell_started(provider, job, None);
        suspended.into_iter().for_each(|it| self.suspend(provider, it, job));
    }

    /// By when the job has to be done, if that is a hard limit.
    fn hard_deadline(&self, job: u32) -> Option<Time> {
        let hard = self.settings.late_reservations == LateReservations::Deadline;
        let request = self.jobs[job as usize].reservation.filter(|_| hard)?;
        Some(request.deadline)
    }

    /// Its times, if its job starts at `start`.
    fn course_of_reservation(&self, provider: usize, job: u32, start: i64) -> Course {
        let rules = self.providers[provider].rules;
        let progress = self.progress[job as usize];
        let held_until = rules.round_up(start.saturating_add(progress.limit));
        let mut stopped = held_until - rules.killed_before_end;
        if let (Some(deadline), false) = (self.hard_deadline(job), rules.open) {
            // The slots may reach beyond it; a reservation that begins late has no deadline left,
            // but its full length.
            stopped = stopped.min(deadline.max(start.saturating_add(progress.limit)));
        }
        let stopped = stopped.max(start);
        let is_cut = start + progress.run_time > stopped;
        let killed = is_cut && !self.may_outlast(provider, job, stopped - start);
        let end = if is_cut { stopped } else { start + progress.run_time };
        Course {
            held_from: self.now,
            held_until,
            start,
            end,
            released: match self.settings.reservation_end {
                ReservationEnd::ReservationEnd => held_until,
                ReservationEnd::JobEnd => end,
            },
            completion: self.completion(job, start, end),
            killed,
        }
    }

    /// The end time C of a job that starts at `start` and ends at `end`.
    pub(super) fn completion(&self, job: u32, start: Time, end: Time) -> Time {
        let wanted = &self.jobs[job as usize];
        if !wanted.is_reservation() {
            return end;
        }
        let booked = &self.recorder.schedule().outcomes[job as usize];
        match self.settings.completion {
            Completion::Reservation => start + (booked.promised_end - booked.promised_start),
            Completion::Job => end,
            Completion::Requested => start.saturating_add(wanted.requested_time),
        }
    }
}
