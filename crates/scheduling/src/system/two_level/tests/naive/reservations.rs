//! The offer of a provider to a reservation, and the reservation's begin and end.

use super::machine::Booked;
use super::*;

/// A possible promise of a provider to a reservation.
#[derive(Clone)]
pub struct Offer {
    pub machine: usize,
    pub start: Time,
    pub length: Time,
    pub size: u32,
}

impl Naive<'_> {
    /// The earliest offer of this machine: all that is asked for, or, as best effort, the most from
    /// the first start at which there is the least. `None` after a hard deadline.
    pub fn offer(&self, machine: usize, job: usize) -> Option<Offer> {
        let here = &self.machines[machine];
        let asked = &self.jobs[job];
        let request = asked.reservation?;
        let ready = request.ready.max(self.now);
        let asked_for = (ready, self.settings.grid.inquiry_step);
        let by = match self.settings.late_reservations {
            LateReservations::DueDate => Time::MAX,
            LateReservations::Deadline => request.deadline,
        };
        let on = |processors: u32| self.length_on(job, processors);
        let (mut size, mut length) = (asked.processors, on(asked.processors));
        let free = |start: Time, length: Time| here.free_throughout(start, start + length);
        let start = match request.flexibility {
            Flexibility::Rigid => {
                // Every second of the window.
                let mut window = match self.settings.grid.flexible_start {
                    FlexibleStart::Earliest => ready..=ready - 1,
                    FlexibleStart::BesideReservation => ready..=request.deadline - length,
                };
                window
                    .find(|&start| here.touches(start, length) && free(start, length) >= size)
                    .or_else(|| here.earliest_asked(asked_for, length, size))?
            }
            Flexibility::Processors { least } => {
                let start = here.earliest_asked(asked_for, on(least), least)?;
                size = free(start, on(least)).min(size);
                length = on(size);
                start
            }
            Flexibility::Time { least_percent } => {
                let least = divided_up(length * i64::from(least_percent), 100);
                let start = here.earliest_asked(asked_for, least, size)?;
                let lengths = (least..=length.min(by - start)).rev();
                length = lengths.into_iter().find(|&it| free(start, it) >= size)?;
                start
            }
        };
        (start + length <= by).then_some(Offer { machine, start, length, size })
    }

    /// The length of a reservation of the job on `processors` processors.
    fn length_on(&self, job: usize, processors: u32) -> Time {
        let job = &self.jobs[job];
        let work = job.run_time.max(1) * i64::from(job.processors);
        match self.settings.reservation_length {
            ReservationLength::Requested => job.requested_time,
            ReservationLength::RunTime => divided_up(work, processors.into()),
        }
    }

    /// Scales `time` from the processors that the job requested to those that it was given.
    pub fn on_what_it_was_given(&self, job: usize, time: Time) -> Time {
        let asked = i64::from(self.jobs[job].processors);
        divided_up(time * asked, i64::from(self.size_of(job)))
    }

    pub fn book(&mut self, job: usize, offer: Offer) {
        let Offer { start, length, size, .. } = offer;
        let work = self.jobs[job].run_time * i64::from(self.jobs[job].processors);
        self.left[job].run_time = divided_up(work, i64::from(size));
        let machine = &mut self.machines[offer.machine];
        machine.promise(job, size, (start, start + length), None);
        machine.booked.push(Booked { job, from: machine.habits.down(start).max(self.now), start, length });
        machine.reservations += 1;
        machine.has_changed = true;
        self.fates[job] = Some(Fate { promised: start, ..self.unborn(offer.machine, size) });
    }

    /// Reservations whose time has come take their processors. Returns whether none is held up:
    /// while one is, no batch job starts.
    pub fn begin_reservations(&mut self, machine: usize) -> bool {
        let mut booked = std::mem::take(&mut self.machines[machine].booked);
        booked.sort_by_key(|it| (it.from, it.job));
        let mut nobody_waits = true;
        for it in booked {
            match self.processors_for(machine, it.job) {
                Some(processors) if it.from <= self.now => self.begin(machine, &it, processors),
                _ => {
                    nobody_waits &= it.from > self.now;
                    self.machines[machine].booked.push(it);
                }
            }
        }
        nobody_waits
    }

    /// The processors that the reservation would take now: its own, or the lowest that are idle.
    fn processors_for(&self, machine: usize, job: usize) -> Option<Vec<u32>> {
        let here = &self.machines[machine];
        let promise = here.promise_to(job)?;
        let mut idle = here.idle();
        match &promise.processors {
            Some(named) if !here.habits.batch_jobs_count => Some(named.clone()),
            Some(named) => named.iter().all(|it| idle.contains(it)).then(|| named.clone()),
            None => {
                idle.truncate(promise.size as usize);
                (idle.len() == promise.size as usize).then_some(idle)
            }
        }
    }

    fn begin(&mut self, machine: usize, booked: &Booked, processors: Vec<u32>) {
        let (now, job) = (self.now, booked.job);
        let here = &mut self.machines[machine];
        for &processor in &processors {
            here.reserved[processor as usize] = Some(job);
        }
        // A reservation that begins late lasts as long as it was promised.
        let start = booked.start.max(now);
        let until = here.habits.up(start + booked.length);
        here.forget(job);
        let size = processors.len() as u32;
        here.promise(job, size, (start, until), Some(processors.clone()));
        let mut longest = (until - start - here.habits.killed_early).max(0);
        // A job that must be done by its deadline is stopped there, though its slots last longer.
        let open = here.habits.open;
        if let (LateReservations::Deadline, Some(request), false) =
            (self.settings.late_reservations, self.jobs[job].reservation, open)
        {
            longest = longest.min((request.deadline - start).max(booked.length));
        }
        // An open reservation does not end its job, but its limit does.
        let limit = self.on_what_it_was_given(job, self.jobs[job].requested_time);
        let is_stopped = self.settings.local.over_limit == OverLimit::Kill && longest >= limit;
        let goes_on = open && self.left[job].run_time > longest && !is_stopped;
        if goes_on {
            self.left[job].limit = Some(limit);
            self.too_long.push(job);
        }
        self.booked_until[job] = start + booked.length;
        let run_time = self.left[job].run_time;
        let Some(fate) = &mut self.fates[job] else {
            return;
        };
        fate.killed = run_time > longest && !goes_on;
        fate.start = start;
        fate.ran = run_time.min(longest);
        fate.end = start + fate.ran;
        fate.held = (now, until);
        fate.released = match self.settings.reservation_end {
            ReservationEnd::ReservationEnd => until,
            ReservationEnd::JobEnd => fate.end,
        };
        fate.completion = match self.settings.completion {
            // From the booking itself, however it came to its length.
            Completion::Reservation => start + booked.length,
            Completion::Job => fate.end,
            Completion::Requested => start + self.jobs[job].requested_time,
        };
        fate.stints.push((now, fate.released, processors));
    }
}

fn divided_up(what: i64, by: i64) -> i64 {
    (what + by - 1) / by
}
