//! A pass of a queue policy: what it sees, and its means to start jobs.

use super::queue::Left;
use super::turns::{Span, Turn};
use super::{Believed, Named, Room, Running, Waiting, queue};
use crate::availability::{Availability, ProcessorSet, Request};
use workload::Time;

/// The queue and processors as a policy sees them at one instant, and its means to start jobs.
pub struct LocalPass<'a> {
    /// The instant.
    pub now: Time,
    /// The waiting jobs in order of arrival. If the policy does not walk, those that have left may be
    /// among them.
    pub queue: &'a [Waiting],
    pub(crate) left: &'a mut Left,
    /// Whether the pass is to be explained.
    pub watched: bool,
    /// The batch jobs on processors, if the policy preempts.
    pub running: &'a [Running],
    /// The released part of the promise of each job that ended here since the last pass: from its
    /// end to its limit, empty if it ended there.
    pub ended: &'a [(Time, Time)],
    /// Processors promised: to reservations, and to running jobs until their limits.
    pub calendar: &'a mut dyn Availability,
    /// What is believed of run times, where that is not the limits. The calendar then counts until the limits only what
    /// reservations have to fear.
    pub(crate) believed: Option<&'a mut Believed>,
    /// Processors that no job uses now.
    pub(crate) free: u32,
    /// The checks that are needed before a job starts.
    pub(crate) ahead: Ahead,
    /// Knowledge about the room since the last start.
    pub(crate) room: Room,
    /// Under static binding, where a count does not suffice.
    pub(crate) named: Option<Named<'a>>,
    pub(crate) decisions: &'a mut Decisions,
}

/// Promises that may block a job for which there are free processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// As the calendar says.
    Calendar,
    /// None: no processors are promised for later, so that free processors stay free.
    Clear,
    /// None: batch jobs give way when a reservation begins, and are not in the calendar.
    GivesWay,
}

/// Processors promised to a waiting job for the time of a pass.
#[derive(Clone, Debug)]
pub struct Promise {
    start: Time,
    end: Time,
    processors: u32,
    bound: Option<ProcessorSet>,
}

/// A policy's decisions in one pass.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The places of the queue whose jobs start, in the order in which they get their processors.
    pub started: Vec<usize>,
    /// Under static binding the processors of each of those.
    pub bound: Vec<ProcessorSet>,
    /// The places among the running jobs that lose theirs before.
    pub preempted: Vec<usize>,
}

impl LocalPass<'_> {
    /// Idle processors, less those of the jobs started in this pass.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// The places of the queue whose jobs were started in this pass, in that order.
    pub fn started(&self) -> &[usize] {
        &self.decisions.started
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.queue.len() - self.left.count()
    }

    /// The places of the jobs that wait, in order of arrival.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.queue.len()).filter(|&place| !self.left.is_gone(place))
    }

    /// The place of the job that arrived first of those that wait.
    pub fn first(&mut self) -> Option<usize> {
        self.left.first()
    }

    /// Whether the job at this place of the queue can start now and run until its limit without
    /// taking promised processors.
    pub fn fits(&self, place: usize) -> bool {
        let job = self.queue[place];
        let is_clear = || match &self.believed {
            Some(believed) => {
                let interval = (self.now, self.now.saturating_add(job.limit));
                let conflict = believed.conflict(self.calendar, interval, job.processors);
                conflict.is_none()
            }
            None => true,
        };
        let has_room = || self.room_for(self.length(job)) >= i64::from(job.processors);
        let is_ahead = self.ahead == Ahead::Calendar;
        job.processors <= self.free && (!is_ahead || has_room() && is_clear())
    }

    /// For how long it is believed to run.
    fn length(&self, job: Waiting) -> Time {
        self.believed.as_ref().map_or(job.limit, |it| it.estimate(job.job, job.limit))
    }

    /// The processors that batch jobs and their promises find.
    fn ahead_of_batch_jobs(&mut self) -> &mut dyn Availability {
        match &mut self.believed {
            Some(believed) => &mut believed.calendar,
            None => self.calendar,
        }
    }

    /// The number of idle processors that are not promised for `length` from now on.
    fn room_for(&self, length: Time) -> i64 {
        let end = self.now.saturating_add(length);
        match (&self.named, &self.believed) {
            (Some(named), _) => named.idle_throughout(self.now, end).count().into(),
            (_, Some(believed)) => believed.calendar.least_free(self.now, end),
            (None, None) => self.calendar.least_free(self.now, end),
        }
    }

    /// The place of the job that fits and has its turn first; `None` if no job fits. Only where there is
    /// an index of turns.
    pub(super) fn first_that_fits(&mut self) -> Option<usize> {
        let (_, arrival) = self.first_of_that_fits(&Span::ALL)?;
        Some(queue::place_of(self.queue, arrival))
    }

    /// The places of the jobs that fit, in any order. Without an index O(n) for n jobs, with one O(f · log n) for each that fits.
    pub(super) fn all_that_fit(&mut self) -> Vec<usize> {
        if self.left.turns().is_none() {
            return self.places().filter(|&place| self.fits(place)).collect();
        }
        let (mut span, mut found) = (Span::ALL, Vec::new());
        while let Some(turn) = self.first_of_that_fits(&span) {
            found.push(queue::place_of(self.queue, turn.1));
            span.after = Some(turn);
        }
        found
    }

    /// Whether a job of this size fits that runs for so long. Only where there is an index of turns.
    pub(super) fn has_room(&mut self, processors: u32, length: Time) -> bool {
        let mut room = std::mem::take(&mut self.room);
        let find_out = || self.room_for(length);
        let has = self.ahead != Ahead::Calendar || room.has(processors, length, find_out);
        self.room = room;
        processors <= self.free && has
    }

    /// Whether any job fits.
    pub(super) fn any_fits(&mut self) -> bool {
        match self.left.turns() {
            Some(_) => self.first_of_that_fits(&Span::ALL).is_some(),
            None => self.places().any(|place| self.fits(place)),
        }
    }

    /// Whether there is an index of turns.
    pub(super) fn has_index(&self) -> bool {
        self.left.turns().is_some()
    }

    /// The turn of the first job that fits of a part of the order.
    pub(super) fn first_of_that_fits(&mut self, span: &Span) -> Option<Turn> {
        let mut room = std::mem::take(&mut self.room);
        let found = self.left.turns()?.first_of(span, self.free, |it| {
            let find_out = || self.room_for(it.limit);
            self.ahead != Ahead::Calendar || room.has(it.processors, it.limit, find_out)
        });
        self.room = room;
        found
    }

    /// Starts the job at this place of the queue, which must fit.
    pub fn start(&mut self, place: usize) {
        let Waiting { job, processors, limit, .. } = self.queue[place];
        if self.ahead != Ahead::GivesWay {
            let end = self.now.saturating_add(limit);
            self.calendar.reserve(self.now, end, processors);
            if let Some(believed) = &mut self.believed {
                believed.started(self.now, job, processors, limit);
            }
            if let Some(named) = &mut self.named {
                let bound = named.bind(self.now, end, processors);
                self.decisions.bound.push(bound);
            }
        }
        self.start_as_promised(place);
    }

    /// Starts the job at this place of the queue, whose interval is in the calendar already.
    pub fn start_as_promised(&mut self, place: usize) {
        self.free -= self.queue[place].processors;
        self.left.leave(self.queue, place);
        self.decisions.started.push(place);
        self.room.forget();
    }

    /// Takes the processors of the running job at this place back.
    pub fn preempt(&mut self, place: usize) {
        let Running { processors, until, .. } = self.running[place];
        if self.ahead != Ahead::GivesWay {
            self.calendar.release(self.now, until, processors);
            if let Some(named) = &mut self.named {
                named.free(self.running[place].job, self.now, until);
            }
        }
        self.free += processors;
        self.decisions.preempted.push(place);
        self.room.forget();
    }

    /// Lets the running job at this place, preempted in this pass, keep its processors after all.
    pub fn spare(&mut self, place: usize) {
        let Running { processors, until, .. } = self.running[place];
        if self.ahead != Ahead::GivesWay {
            self.calendar.reserve(self.now, until, processors);
            if let Some(named) = &mut self.named {
                named.take_back(self.running[place].job, self.now, until);
            }
        }
        self.free -= processors;
        self.decisions.preempted.retain(|&other| other != place);
        self.room.forget();
    }

    /// Promises the job at this place of the queue its processors from `start` on, for this pass;
    /// see [`LocalPass::withdraw`].
    pub fn promise(&mut self, place: usize, start: Time) -> Promise {
        let job = self.queue[place];
        let (processors, end) = (job.processors, start.saturating_add(self.length(job)));
        self.ahead_of_batch_jobs().reserve(start, end, processors);
        let named = self.named.as_mut();
        let bound = named.map(|named| named.reserve(start, end, processors));
        self.ahead = Ahead::Calendar;
        self.room.forget();
        Promise { start, end, processors, bound }
    }

    /// Takes a promise back.
    pub fn withdraw(&mut self, promise: Promise) {
        let Promise { start, end, .. } = promise;
        self.ahead_of_batch_jobs().release(start, end, promise.processors);
        if let (Some(named), Some(bound)) = (&mut self.named, promise.bound) {
            named.slots.release(start, end, &bound);
        }
        self.room.forget();
    }

    /// The earliest time, from `from` on, at which the job at this place of the queue fits.
    pub fn earliest_fit(&self, place: usize, from: Time) -> Option<Time> {
        let request = self.request(place, from);
        let limit = self.queue[place].limit;
        match (&self.named, &self.believed) {
            (Some(named), _) => Some(named.slots.earliest_fit(&request)?.0),
            (_, Some(believed)) => believed.earliest_fit(self.calendar, request, limit),
            (None, None) => self.calendar.earliest_fit(&request),
        }
    }

    fn request(&self, place: usize, ready: Time) -> Request {
        let job = self.queue[place];
        Request { ready, deadline: None, length: self.length(job), processors: job.processors }
    }
}

/// How a waiting job stands with its policy after a pass, whether it fits or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It starts as soon as it fits when its turn comes.
    Open,
    /// It may not overtake the job at this place of the queue, which waits.
    Behind { place: usize },
    /// It was promised this start for the time of the pass, or used up a promise.
    Promised {
        /// The start; [`Time::MAX`] where jobs without a limit leave it none, so that nothing is held.
        start: Time,
    },
    /// It may not delay the starts that were promised, for the time of the pass, to jobs whose turn came before.
    BehindPromises,
    /// It was promised this start, and its interval stands in the calendar.
    Reserved { start: Time },
}
