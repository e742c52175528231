//! Reservations: booking, and their begin.

use super::{Outlasts, Simulation};
use crate::engine::Course;
use crate::policy::local::Standing;
use crate::system::prelude::*;
use crate::system::two_level::{Completion, LateReservations, ReservationAllocation, ReservationEnd, Routed};

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

impl Simulation {
    /// No provider takes the job: it is over, and the jobs that wait for it are submitted and join this pass.
    #[cold]
    pub(super) fn reject(&mut self, job: u32) {
        let rejection = self.rejection(job);
        self.recorder.reject(job, rejection.cause().unwrap_or_default());
        if self.watching.is_some() {
            self.tell_at(self.now, job, None, Decision::Rejected(rejection));
            self.is_over(job);
        }
        self.settled += 1;
        self.arrivals.rejected(&mut self.jobs, job, self.now);
        self.admit();
    }

    /// Why no provider takes the job: none that it may go to is large enough, or none has an interval in time.
    fn rejection(&self, job: u32) -> Rejection {
        let wanted = &self.jobs[job as usize];
        let partition = ReservationAllocation::StaticPartition;
        let partitioned = self.settings.grid.reservation_allocation == partition;
        let open = self
            .providers
            .iter()
            .enumerate()
            .filter(|(index, _)| !partitioned || wanted.is_reservation() == (*index == 0))
            .filter(|(index, _)| self.settings.grid.allows(Routed::of(wanted), *index));
        let most = open.map(|(_, it)| it.load().processors).max().unwrap_or(0);
        match wanted.reservation {
            Some(request) if request.flexibility.least_of(wanted.processors) <= most => {
                Rejection::NoInterval { deadline: request.deadline }
            }
            _ => Rejection::TooLarge { needs: wanted.processors, most },
        }
    }
}

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
