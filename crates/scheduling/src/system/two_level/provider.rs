//! One provider: its processors, its calendar, its queue, its local policy.

mod believed;
mod beside;
mod binding;
mod explained;
mod outlook;
mod pass;
mod promises;

use crate::availability::{Availability, BlockedCarts, FixedSlots};
use crate::engine::{EventQueue, NEVER, Processors};
use crate::policy::grid::Load;
use crate::policy::local::{Believed, Decisions, Known, LocalPolicy, Queue, Room, Running, Sizes, Waiting};
use workload::Time;

use super::Binding;
use super::names::Names;
use super::rules::{BatchJobs, Rules};
use super::suspensions::Suspensions;
pub use outlook::{Outlook, Shortage};

/// A local scheduler and its processors.
pub struct Provider {
    /// The jobs on them now.
    pub processors: Processors,
    /// Processors promised over time: reservations, and running batch jobs until their limits.
    pub calendar: Box<dyn Availability + Send>,
    /// The promised processors by name, under static binding.
    names: Option<Names>,
    /// The batch jobs here, if they give way to reservations.
    suspensions: Option<Suspensions>,
    /// What it believes of run times, where that is not the limits.
    believed: Option<Believed>,
    /// How its local system treats reservations.
    pub rules: Rules,
    /// How many reservations it has accepted.
    pub reservations: u32,
    /// Where those lie that are not over, if reservations are to start beside others.
    reserved: Option<beside::Reserved>,
    /// Batch jobs waiting, in order of arrival.
    queue: Queue,
    /// Size times limit of those jobs, all together.
    waiting_work: i128,
    /// Their sizes, all together.
    waiting_processors: u64,
    /// Batch jobs on processors, kept only if the policy preempts.
    running: Vec<Running>,
    policy: Box<dyn LocalPolicy + Send>,
    /// Whether the queue is read from outside, and passes are to be explained.
    watched: bool,
    /// Multiples at which the policy acts; 0 at every event.
    period: Time,
    /// Whether there was an event since the last pass.
    changed: bool,
    /// The released part of the promise of each job that ended since the last pass.
    ended: Vec<(Time, Time)>,
    /// Reservations booked and not begun, by their start.
    pub booked: EventQueue,
    /// Reservations whose start has come, but whose processors a job over its limit still holds.
    pub held_up: Vec<u32>,
    decisions: Decisions,
    /// A buffer that is reused.
    room: Room,
}

impl Provider {
    /// An idle provider of `count` processors, whose policy acts at multiples of `period` seconds;
    /// 0 at every event. Its queue has structures of these sizes.
    pub fn new(count: u32, mut policy: Box<dyn LocalPolicy + Send>, period: Time, rules: Rules, sizes: Sizes) -> Self {
        policy.serves(count);
        Self {
            processors: Processors::new(count),
            calendar: match rules.granularity {
                1 => Box::new(BlockedCarts::new(count)),
                length => Box::new(FixedSlots::new(count, length)),
            },
            names: (rules.binding == Binding::Static).then(|| Names::new(count, rules.granularity)),
            suspensions: (rules.batch_jobs == BatchJobs::GiveWay).then(Suspensions::default),
            believed: None,
            rules,
            reservations: 0,
            reserved: None,
            queue: Queue::new(policy.finds(), sizes),
            waiting_work: 0,
            waiting_processors: 0,
            running: Vec::new(),
            policy,
            watched: false,
            period,
            changed: false,
            ended: Vec::new(),
            booked: EventQueue::default(),
            held_up: Vec::new(),
            decisions: Decisions::default(),
            room: Room::default(),
        }
    }

    /// The load that is reported to the grid scheduler.
    pub fn load(&self) -> Load {
        Load {
            processors: self.calendar.capacity(),
            waiting: self.queue.len() as u32,
            waiting_work: self.waiting_work,
            waiting_processors: self.waiting_processors,
            waiting_reservations: self.waiting_reservations(),
            free: self.processors.free(),
        }
    }

    /// Accepted reservations that have not begun.
    pub fn waiting_reservations(&self) -> u32 {
        (self.booked.len() + self.held_up.len()) as u32
    }

    /// A batch job arrives.
    pub fn submit(&mut self, job: Waiting, known: Known) {
        self.policy.arrived(&job, known);
        if let Some(believed) = &mut self.believed {
            believed.arrived(job.job, known.estimate);
        }
        self.waiting_work += work_of(job);
        self.waiting_processors += u64::from(job.processors);
        self.queue.push(job, |job| self.policy.filed(job));
        self.changed = true;
    }

    /// A job that was preempted comes back, to its place in the order of arrival.
    pub fn requeue(&mut self, job: Waiting) {
        self.waiting_work += work_of(job);
        self.waiting_processors += u64::from(job.processors);
        self.queue.put_back(job, |job| self.policy.filed(job));
        self.changed = true;
    }

    /// A reservation is accepted, from `start` to `end`.
    pub fn book(&mut self, job: u32, start: Time, end: Time, processors: u32, now: Time) {
        self.calendar.reserve(start, end, processors);
        if let Some(names) = &mut self.names {
            names.bind(job, start, end, processors);
        }
        if let Some(believed) = &mut self.believed {
            believed.booked(job, (start, end), processors);
        }
        self.booked.push(self.rules.round_down(start).max(now), job);
        self.lies(job, (start, end));
        self.reservations += 1;
        self.changed = true;
    }

    /// A job gets `processors` processors at `now`.
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
    pub fn runs(&mut self, mut running: Running) {
        if self.policy.preempts() {
            let suspensions = self.suspensions.as_ref();
            if let Some(processors) = suspensions.and_then(|it| it.would_free(running.job)) {
                running.processors = processors;
            }
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
            if let Some(believed) = &mut self.believed {
                believed.ended(now, job, until, processors);
            }
        }
        if let Some(reserved) = &mut self.reserved {
            reserved.remove(&job);
        }
        self.ended.push((now, until.max(now)));
        self.policy.ended(now, job, processors);
        if self.policy.preempts() {
            self.running.retain(|other| other.job != job);
        }
        self.changed = true;
    }

    /// When it next needs a pass of its own accord: a reservation begins, an estimate is outlived, or its
    /// period comes round with something changed since the last pass.
    pub fn next_time(&self, now: Time) -> Option<Time> {
        // While a reservation is held up no job starts, and only an end can help it.
        let acts = self.changed && !self.queue.is_empty() && self.held_up.is_empty();
        let tick = (self.period > 0 && acts).then(|| next_multiple(now + 1, self.period));
        let expiry = self.believed.as_ref().and_then(Believed::next_expiry);
        let own = [self.booked.next_time(), tick, expiry];
        own.into_iter().flatten().min()
    }
}

/// The work that a job asks for, in processor seconds.
fn work_of(job: Waiting) -> i128 {
    i128::from(job.processors) * i128::from(job.limit)
}

/// The first multiple of `period` at or after `time`.
pub fn next_multiple(time: Time, period: Time) -> Time {
    let over = time.rem_euclid(period);
    if over == 0 { time } else { time.saturating_add(period - over) }
}
