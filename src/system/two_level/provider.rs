//! One provider: its processors, its calendar, its queue, its local policy.

use crate::availability::{Availability, BlockedCarts, FixedSlots, ProcessorSet, Request};
use crate::engine::{EventQueue, NEVER, Processors};
use crate::policy::grid::Load;
use crate::policy::local::{
    Ahead, Decisions, LocalPolicy, Named, Running, Shown, Waiting, remove_places,
};
use crate::workload::Time;

use super::Binding;
use super::names::Names;
use super::rules::{BatchJobs, Rules};
use super::suspensions::Suspensions;

/// A local scheduler and its processors.
pub struct Provider {
    /// Who is on them now.
    pub processors: Processors,
    /// Processors promised over time: reservations, and running batch jobs until their limits.
    pub calendar: Box<dyn Availability + Send>,
    /// The same by name, under static binding.
    names: Option<Names>,
    /// The batch jobs here, if they give way to reservations.
    suspensions: Option<Suspensions>,
    /// What its local system does with reservations.
    pub rules: Rules,
    /// How many reservations it has accepted.
    pub reservations: u32,
    /// Batch jobs waiting, in order of arrival.
    queue: Vec<Waiting>,
    /// Size times limit of those jobs, all together.
    waiting_work: i128,
    /// Their sizes, all together.
    waiting_processors: u64,
    /// Batch jobs on processors, kept only if the policy preempts.
    running: Vec<Running>,
    policy: Box<dyn LocalPolicy + Send>,
    /// Multiples at which the policy acts; 0 at every event.
    period: Time,
    /// Whether anything happened since the last pass.
    changed: bool,
    /// What each job that ended since the last pass gave back of its promise.
    ended: Vec<(Time, Time)>,
    /// Reservations booked and not begun, by their start.
    pub booked: EventQueue,
    /// Reservations whose start has come, but whose processors a job over its limit still holds.
    pub held_up: Vec<u32>,
    decisions: Decisions,
}

impl Provider {
    /// A provider of `count` processors with nothing on it, whose policy acts at multiples of
    /// `period` seconds; 0 at every event.
    pub fn new(
        count: u32,
        policy: Box<dyn LocalPolicy + Send>,
        period: Time,
        rules: Rules,
    ) -> Self {
        Self {
            processors: Processors::new(count),
            calendar: match rules.granularity {
                1 => Box::new(BlockedCarts::new(count)),
                length => Box::new(FixedSlots::new(count, length)),
            },
            names: (rules.binding == Binding::Static).then(|| Names::new(count, rules.granularity)),
            suspensions: (rules.batch_jobs == BatchJobs::GiveWay).then(Suspensions::default),
            rules,
            reservations: 0,
            queue: Vec::new(),
            waiting_work: 0,
            waiting_processors: 0,
            running: Vec::new(),
            policy,
            period,
            changed: false,
            ended: Vec::new(),
            booked: EventQueue::default(),
            held_up: Vec::new(),
            decisions: Decisions::default(),
        }
    }

    /// What the grid scheduler is told of it.
    pub fn load(&self) -> Load {
        Load {
            processors: self.calendar.capacity(),
            waiting: self.queue.len() as u32,
            waiting_work: self.waiting_work,
            waiting_processors: self.waiting_processors,
            free: self.processors.free(),
        }
    }

    /// Accepted reservations that have not begun.
    pub fn waiting_reservations(&self) -> u32 {
        (self.booked.len() + self.held_up.len()) as u32
    }

    /// A batch job arrives.
    pub fn submit(&mut self, job: Waiting) {
        self.waiting_work += work_of(job);
        self.waiting_processors += u64::from(job.processors);
        self.queue.push(job);
        self.changed = true;
    }

    /// A job that was preempted comes back, to its place in the order of arrival.
    pub fn requeue(&mut self, job: Waiting) {
        self.waiting_work += work_of(job);
        self.waiting_processors += u64::from(job.processors);
        // Jobs arrive in the order of their indices: the grid scheduler's queue is first come first
        // served.
        let place = self.queue.partition_point(|other| other.job < job.job);
        self.queue.insert(place, job);
        self.changed = true;
    }

    /// The earliest start at which the request fits. Only other promises stand in its way.
    pub fn earliest_fit(&self, request: &Request) -> Option<Time> {
        match &self.names {
            Some(names) => names.earliest_fit(request),
            None => self.calendar.earliest_fit(request),
        }
    }

    /// How many processors, the same ones under static binding, are promised to nobody throughout.
    pub fn room(&self, from: Time, to: Time) -> i64 {
        match &self.names {
            Some(names) => names.room(from, to).into(),
            None => self.calendar.least_free(from, to),
        }
    }

    /// A reservation is accepted, from `start` to `end`.
    pub fn book(&mut self, job: u32, start: Time, end: Time, processors: u32, now: Time) {
        self.calendar.reserve(start, end, processors);
        if let Some(names) = &mut self.names {
            names.bind(job, start, end, processors);
        }
        self.booked.push(self.rules.round_down(start).max(now), job);
        self.reservations += 1;
        self.changed = true;
    }

    /// A reservation's interval moves, since somebody holds its processors.
    pub fn shift(&mut self, job: u32, old: (Time, Time), new: (Time, Time), processors: u32) {
        self.calendar.release(old.0, old.1, processors);
        self.calendar.reserve(new.0, new.1, processors);
        if let Some(names) = &mut self.names {
            names.shift(job, old, new);
        }
    }

    /// Whether a reservation can have its processors now.
    pub fn can_begin(&self, job: u32, processors: u32) -> bool {
        match (&self.suspensions, self.bound_to(job)) {
            (Some(_), _) => true,
            (None, Some(bound)) => self.processors.has_free(bound),
            (None, None) => processors <= self.processors.free(),
        }
    }

    fn bound_to(&self, job: u32) -> Option<&ProcessorSet> {
        self.names.as_ref()?.of.get(&job)
    }

    /// Takes a reservation's processors, and tells their ranges. Returns the batch jobs that have to
    /// be suspended for it.
    pub fn take_for_reservation(
        &mut self,
        job: u32,
        processors: u32,
        tell: &mut dyn FnMut(u32, u32),
    ) -> Vec<u32> {
        let Some(bound) = self.bound_to(job).cloned() else {
            self.processors.take(processors, tell);
            return Vec::new();
        };
        bound.ranges().for_each(|(first, last)| tell(first, last));
        let mut idle = bound;
        let lenders = self.suspensions.as_mut();
        let suspended = lenders.map_or_else(Vec::new, |it| it.lend(&mut idle));
        self.processors.take_set(&idle);
        suspended
    }

    /// Takes a batch job's processors, those that the pass named or the lowest, and tells their
    /// ranges.
    pub fn take_for_batch_job(
        &mut self,
        job: Waiting,
        named: Option<ProcessorSet>,
        tell: &mut dyn FnMut(u32, u32),
    ) {
        let bound = match (named, &self.suspensions) {
            (None, None) => return self.processors.take(job.processors, tell),
            (Some(bound), _) => bound,
            (None, Some(_)) => self.processors.free_set().lowest(job.processors),
        };
        bound.ranges().for_each(|(first, last)| tell(first, last));
        self.processors.take_set(&bound);
        if let Some(suspensions) = &mut self.suspensions {
            suspensions.runs_on(job.job, bound);
        } else if let Some(names) = &mut self.names {
            names.of.insert(job.job, bound);
        }
    }

    /// Frees these ranges of processors, which `job` held.
    pub fn give(
        &mut self,
        job: u32,
        is_reservation: bool,
        ranges: impl Iterator<Item = (u32, u32)>,
    ) {
        let Some(suspensions) = &mut self.suspensions else {
            return ranges.for_each(|(first, last)| self.processors.give(first, last));
        };
        let mut processors = ProcessorSet::none(self.calendar.capacity());
        ranges.for_each(|(first, last)| processors.insert(first, last));
        if is_reservation {
            suspensions.give_back(&mut processors);
        } else {
            suspensions.ends(job);
        }
        self.processors.give_set(&processors);
    }

    /// The suspended batch jobs that have all their processors again, which are theirs to go on with.
    pub fn take_resumable(&mut self) -> Vec<(u32, ProcessorSet)> {
        let suspensions = self.suspensions.as_mut();
        suspensions.map_or_else(Vec::new, Suspensions::resume)
    }

    /// A job gets so many processors at `now`.
    pub fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.began(now, job, processors);
    }

    /// A batch job is suspended at `now`.
    pub fn suspend(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.ended(now, job, processors);
        self.running.retain(|other| other.job != job);
    }

    /// A batch job is preempted at `now`; the pass has taken it out of the calendar.
    pub fn preempted(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.ended(now, job, processors);
        if let Some(names) = &mut self.names {
            names.of.remove(&job);
        }
    }

    /// A batch job is on its processors.
    pub fn runs(&mut self, running: Running) {
        if self.policy.preempts() {
            self.running.push(running);
        }
    }

    /// A job gives its processors back at `now`; they were promised to it until `until`, or
    /// [`NEVER`] if no calendar counts it.
    pub fn end(&mut self, now: Time, job: u32, until: Time, processors: u32) {
        if until != NEVER {
            self.calendar.release(now, until, processors);
            if let Some(names) = &mut self.names {
                names.free(job, now, until);
            }
        }
        self.ended.push((now, until.max(now)));
        self.policy.ended(now, job, processors);
        if self.policy.preempts() {
            self.running.retain(|other| other.job != job);
        }
        self.changed = true;
    }

    /// When it next needs a pass of its own accord: a reservation begins, or its period comes round
    /// with something changed since the last pass.
    pub fn next_time(&self, now: Time) -> Option<Time> {
        // While a reservation is held up nothing starts, and only an end can help it.
        let acts = self.changed && !self.queue.is_empty() && self.held_up.is_empty();
        let tick = (self.period > 0 && acts).then(|| next_multiple(now + 1, self.period));
        [self.booked.next_time(), tick].into_iter().flatten().min()
    }

    /// One pass of the local policy: what it decides, for [`Provider::settle`]; `None` if it has
    /// nothing to decide.
    pub fn pass(&mut self, now: Time) -> Option<Decisions> {
        if !self.changed || (self.period > 0 && now.rem_euclid(self.period) != 0) {
            return None;
        }
        self.changed = false;
        if self.queue.is_empty() || !self.held_up.is_empty() {
            // What ended is still to be told to the policy when there is something to decide.
            self.changed = !self.queue.is_empty();
            self.forget_ended_if_idle();
            return None;
        }
        self.calendar.forget_before(now);
        let idle = &self.processors;
        let named = self.names.as_mut().map(|names| {
            names.slots.forget_before(now);
            Named {
                slots: &mut names.slots,
                of: &names.of,
                idle: idle.free_set().clone(),
            }
        });
        let mut decisions = std::mem::take(&mut self.decisions);
        let mut shown = Shown {
            now,
            queue: &self.queue,
            running: &self.running,
            ended: &self.ended,
            calendar: &mut *self.calendar,
            free: self.processors.free(),
            // Running jobs only ever give processors back; a reservation still to begin takes some.
            ahead: match self.rules.batch_jobs {
                BatchJobs::GiveWay => Ahead::GivesWay,
                _ if self.booked.is_empty() => Ahead::Clear,
                _ => Ahead::Calendar,
            },
            named: named.filter(|_| self.rules.batch_jobs != BatchJobs::GiveWay),
            decisions: &mut decisions,
        };
        self.policy.pass(&mut shown);
        self.ended.clear();
        Some(decisions)
    }

    /// The waiting job at this place of the queue.
    pub fn waiting(&self, place: usize) -> Waiting {
        self.queue[place]
    }

    /// The running job at this place, if the policy preempts.
    pub fn running(&self, place: usize) -> Running {
        self.running[place]
    }

    /// Takes the jobs that a pass started out of the queue, and those that it preempted off the
    /// running ones.
    pub fn settle(&mut self, mut decisions: Decisions) {
        for &place in &decisions.started {
            let job = self.queue[place];
            self.waiting_work -= work_of(job);
            self.waiting_processors -= u64::from(job.processors);
        }
        decisions.started.sort_unstable();
        remove_places(&mut self.queue, &decisions.started);
        decisions.preempted.sort_unstable();
        remove_places(&mut self.running, &decisions.preempted);
        decisions.started.clear();
        decisions.bound.clear();
        decisions.preempted.clear();
        self.decisions = decisions;
    }

    fn forget_ended_if_idle(&mut self) {
        if self.queue.is_empty() {
            self.ended.clear();
        }
    }
}

/// The work that a job asks for, in processor seconds.
fn work_of(job: Waiting) -> i128 {
    i128::from(job.processors) * i128::from(job.limit)
}

/// The first multiple of `period` at or after `time`.
pub fn next_multiple(time: Time, period: Time) -> Time {
    let over = time.rem_euclid(period);
    if over == 0 {
        time
    } else {
        time + period - over
    }
}
