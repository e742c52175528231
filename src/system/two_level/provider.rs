//! One provider: its processors, its calendar, its queue, its local policy.

use crate::availability::{Availability, BlockedCarts, Request};
use crate::engine::{EventQueue, NEVER, Processors};
use crate::policy::grid::Load;
use crate::policy::local::{Ahead, Decisions, LocalPolicy, Running, Shown, Waiting, remove_places};
use crate::workload::Time;

use super::rules::{BatchJobs, Rules};

/// A local scheduler and its processors.
pub struct Provider {
    /// Who is on them now.
    pub processors: Processors,
    /// Processors promised over time: reservations, and running batch jobs until their limits.
    pub calendar: Box<dyn Availability + Send>,
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
            calendar: Box::new(BlockedCarts::new(count)),
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
    }

    /// The earliest start at which the request fits. Only other promises stand in its way.
    pub fn earliest_fit(&self, request: &Request) -> Option<Time> {
        self.calendar.earliest_fit(request)
    }

    /// A reservation is accepted, from `start` to `end`.
    pub fn book(&mut self, job: u32, start: Time, end: Time, processors: u32, now: Time) {
        self.calendar.reserve(start, end, processors);
        self.booked.push(self.rules.round_down(start).max(now), job);
        self.reservations += 1;
        self.changed = true;
    }

    /// A job gets so many processors at `now`.
    pub fn began(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.began(now, job, processors);
    }

    /// A job is interrupted at `now`.
    pub fn stopped(&mut self, now: Time, job: u32, processors: u32) {
        self.policy.ended(now, job, processors);
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
