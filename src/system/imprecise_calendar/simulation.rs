//! The run of imprecise calendars, instant by instant.

mod moment;
#[cfg(test)]
mod tests;
mod watching;

use std::collections::BTreeSet;

use self::watching::Watching;
use super::ImpreciseCalendar;
use super::measures::Sizes;
use crate::availability::calendar::{Calendar, Demand, FAR_FUTURE};
use crate::engine::decisions::{Decision, Explanation, Rejection, Watch};
use crate::engine::{Course, EventQueue, Processors, Recorder, Standing};
use crate::system::{Finished, Simulation};
use crate::workload::{Job, Time};

/// A run in progress.
pub struct Run {
    settings: ImpreciseCalendar,
    /// In order of submission, then of number.
    jobs: Vec<Job>,
    /// How many have been submitted, and how many are over or were rejected.
    submitted: usize,
    settled: usize,
    calendar: Calendar,
    nodes: Processors,
    /// Those that have a place, by the time at which they start, and those that may be moved, by index.
    starts: BTreeSet<(Time, u32)>,
    movable: BTreeSet<u32>,
    /// Those that have started, by the time at which they end.
    ends: EventQueue,
    /// Their nodes, as ranges.
    held: Vec<Vec<(u32, u32)>>,
    recorder: Recorder,
    sizes: Sizes,
    now: Time,
    watching: Option<Box<Watching>>,
}

impl Run {
    /// A run of `jobs`, sorted by submission and number, on so many nodes.
    pub fn new(settings: &ImpreciseCalendar, nodes: u32, jobs: Vec<Job>) -> Self {
        let first = jobs.first().map_or(0, |job| job.submit);
        Self {
            settings: settings.clone(),
            recorder: Recorder::new(jobs.len()),
            held: vec![Vec::new(); jobs.len()],
            jobs,
            submitted: 0,
            settled: 0,
            calendar: settings.calendar(nodes, first),
            nodes: Processors::new(nodes),
            starts: BTreeSet::new(),
            movable: BTreeSet::new(),
            ends: EventQueue::default(),
            sizes: Sizes::default(),
            now: Time::MIN,
            watching: None,
        }
    }

    /// All that happens at the next instant.
    fn instant(&mut self) -> bool {
        let Some(now) = self.next_time() else {
            return false;
        };
        if let Some(watching) = &mut self.watching
            && !watching.log.goes_on_to(now)
        {
            return false;
        }
        self.at(now);
        true
    }

    /// All that happens at `now`: splits, ends, backfilling, submissions, starts.
    fn at(&mut self, now: Time) {
        self.now = now;
        let mut freed = self.calendar.roll(now);
        while let Some(job) = self.ends.pop_due(now) {
            freed |= self.end(job);
        }
        if freed && self.settings.backfill {
            self.backfill();
        }
        while self.submitted < self.jobs.len() && self.jobs[self.submitted].submit <= now {
            let job = self.submitted as u32;
            self.submitted += 1;
            self.tell(job, now, Decision::Submitted);
            match self.place(job) {
                Ok(()) => self
                    .sizes
                    .add(self.calendar.size(self.settings.least_slots())),
                Err(why) => {
                    self.settled += 1;
                    self.tell_rejected(job, why);
                }
            }
        }
        self.tell_places();
        while let Some(&(start, job)) = self.starts.first()
            && start <= now
        {
            self.starts.pop_first();
            self.start(job);
        }
    }

    /// The next instant. Splits matter only to those that wait.
    fn next_time(&self) -> Option<Time> {
        let submission = self.jobs.get(self.submitted).map(|job| job.submit);
        let start = self.starts.first().map(|&(time, _)| time);
        let split = match self.movable.is_empty() {
            true => None,
            false => self.calendar.next_split(),
        };
        let times = [
            submission,
            start,
            split,
            self.ends.next_time(),
            self.next_firmer(),
        ];
        times.into_iter().flatten().min()
    }

    /// Finds a job its first place.
    fn place(&mut self, job: u32) -> Result<(), Rejection> {
        let it = &self.jobs[job as usize];
        let demand = self.demand(it)?;
        let place = self.calendar.earliest(&demand);
        let place = place.ok_or(Rejection::BeyondHorizon {
            end: it.ready().saturating_add(it.requested_time),
            horizon: FAR_FUTURE,
        })?;
        self.calendar.book(job, &demand, place);
        self.starts.insert((place.start, job));
        self.recorder.allocate(job, 0, demand.nodes, self.now);
        if demand.fixed {
            let (start, end) = (place.start, place.start.saturating_add(demand.length));
            self.recorder.promise(job, start, end);
            let booked = Decision::Booked {
                start,
                end,
                processors: demand.nodes,
                offers: Vec::new(),
            };
            self.tell(job, self.now, booked);
        } else {
            self.movable.insert(job);
        }
        Ok(())
    }

    /// What a job asks for.
    fn demand(&self, job: &Job) -> Result<Demand, Rejection> {
        let (nodes, most) = (job.processors, self.calendar.nodes());
        if nodes > most {
            return Err(Rejection::TooLarge { needs: nodes, most });
        }
        let length = job.requested_time;
        if length <= 0 {
            return Err(Rejection::NoLength { length });
        }
        let ready = job.ready();
        if ready < job.submit {
            return Err(Rejection::ReadyBeforeSubmission { ready });
        }
        Ok(Demand {
            nodes,
            length,
            ready,
            fixed: job.is_reservation(),
        })
    }

    /// Moves forward whoever waits, in order of submission.
    fn backfill(&mut self) {
        let waiting: Vec<u32> = self.movable.iter().copied().collect();
        for job in waiting {
            let before = self.calendar.booking(job).map(|it| it.place.start);
            if !self.calendar.move_forward(job, self.now) {
                continue;
            }
            let after = self.calendar.booking(job).map(|it| it.place.start);
            if let (Some(before), Some(after)) = (before, after) {
                self.starts.remove(&(before, job));
                self.starts.insert((after, job));
            }
        }
    }

    /// A job has its nodes.
    fn start(&mut self, job: u32) {
        let Some(booking) = self.calendar.booking(job) else {
            return;
        };
        self.movable.remove(&job);
        let it = &self.jobs[job as usize];
        let (start, limit) = (booking.place.start, booking.end());
        let end = start.saturating_add(it.run_time.max(0)).min(limit);
        let course = Course {
            held_from: start,
            held_until: limit,
            start,
            end,
            released: end,
            completion: end,
            killed: it.run_time > it.requested_time,
        };
        let (nodes, held) = (&mut self.nodes, &mut self.held[job as usize]);
        self.recorder.start(job, course, |tell| {
            nodes.take(it.processors, |first, last| {
                held.push((first, last));
                tell(first, last);
            });
        });
        self.ends.push(end, job);
        let started = Decision::Started {
            processors: it.processors,
            until: limit,
            again: false,
            overtaking: None,
        };
        self.tell(job, start, started);
    }

    /// A job gives its nodes back; whether some of its slots are free again.
    fn end(&mut self, job: u32) -> bool {
        self.settled += 1;
        for (first, last) in std::mem::take(&mut self.held[job as usize]) {
            self.nodes.give(first, last);
        }
        self.tell_ended(job);
        self.calendar.cancel(job, self.now)
    }
}

impl Simulation for Run {
    fn advance(&mut self, instants: usize) -> bool {
        !(0..instants).all(|_| self.instant())
    }

    fn standing(&self) -> Standing {
        Standing {
            jobs: self.jobs.len(),
            submitted: self.submitted,
            settled: self.settled,
            waiting: self.movable.len(),
        }
    }

    fn watch(&mut self, watch: Watch) {
        self.watching = Some(Box::new(Watching::new(watch)));
    }

    fn explanation(&mut self) -> Option<Explanation> {
        let watching = self.watching.take()?;
        let moment = match watching.log.watch() {
            Watch::Job(_) => None,
            Watch::Moment(_) => Some(self.moment(&watching)),
        };
        Some(watching.log.explanation(moment))
    }

    fn finish(self: Box<Self>) -> Finished {
        let schedule = self.recorder.finish();
        Finished {
            measures: super::measures::measures(&self.jobs, &schedule, self.sizes),
            jobs: self.jobs,
            schedule,
            over_the_top: Vec::new(),
        }
    }
}
