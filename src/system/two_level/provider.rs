//! One provider: its processors, its calendar, its queue, its local policy.

use crate::availability::{Availability, BlockedCarts};
use crate::engine::{EventQueue, Processors};
use crate::policy::grid::Load;
use crate::policy::local::{
    Conservative, Easy, Fcfs, FcfsBackfilling, LargestSizeFirst, LocalPolicy, ShortestJobFirst,
    Shown, Waiting, remove_places,
};
use crate::workload::Time;

use super::QueuePolicy;

/// A local scheduler and its processors.
pub struct Provider {
    /// Who is on them now.
    pub processors: Processors,
    /// Processors promised over time: reservations, and running batch jobs until their limits.
    pub calendar: Box<dyn Availability + Send>,
    /// How many reservations it has accepted.
    pub reservations: u32,
    /// Batch jobs waiting, in order of arrival.
    queue: Vec<Waiting>,
    /// Size times limit of those jobs, all together.
    waiting_work: i128,
    /// Their sizes, all together.
    waiting_processors: u64,
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
    started: Vec<usize>,
}

impl Provider {
    /// A provider of `count` processors with nothing on it, whose policy acts at multiples of
    /// `period` seconds; 0 at every event.
    pub fn new(count: u32, policy: Box<dyn LocalPolicy + Send>, period: Time) -> Self {
        Self {
            processors: Processors::new(count),
            calendar: Box::new(BlockedCarts::new(count)),
            reservations: 0,
            queue: Vec::new(),
            waiting_work: 0,
            waiting_processors: 0,
            policy,
            period,
            changed: false,
            ended: Vec::new(),
            booked: EventQueue::default(),
            held_up: Vec::new(),
            started: Vec::new(),
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

    /// A reservation is accepted, from `start` to `end`.
    pub fn book(&mut self, job: u32, start: Time, end: Time, processors: u32) {
        self.calendar.reserve(start, end, processors);
        self.booked.push(start, job);
        self.reservations += 1;
        self.changed = true;
    }

    /// A job ends at `now`; its promise lasted until `promised_end`.
    pub fn end(&mut self, now: Time, promised_end: Time, processors: u32) {
        self.calendar.release(now, promised_end, processors);
        self.ended.push((now, promised_end.max(now)));
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

    /// One pass of the local policy: the batch jobs that start now, in the order in which they get
    /// their processors.
    pub fn pass(&mut self, now: Time, mut start: impl FnMut(&mut Processors, Waiting)) {
        if !self.changed || (self.period > 0 && now.rem_euclid(self.period) != 0) {
            return;
        }
        self.changed = false;
        if self.queue.is_empty() || !self.held_up.is_empty() {
            // What ended is still to be told to the policy when there is something to decide.
            self.changed = !self.queue.is_empty();
            self.forget_ended_if_idle();
            return;
        }
        self.calendar.forget_before(now);
        let calendar = &mut *self.calendar;
        // Running jobs only ever give processors back; a reservation still to begin takes some.
        let clear_ahead = self.booked.next_time().is_none();
        let free = self.processors.free();
        let (queue, ended) = (&self.queue, &self.ended);
        let mut shown = Shown::new(
            now,
            queue,
            ended,
            free,
            clear_ahead,
            calendar,
            &mut self.started,
        );
        self.policy.pass(&mut shown);
        self.ended.clear();
        for &place in &self.started {
            let job = self.queue[place];
            self.waiting_work -= work_of(job);
            self.waiting_processors -= u64::from(job.processors);
            start(&mut self.processors, job);
        }
        self.remove_started();
    }

    fn forget_ended_if_idle(&mut self) {
        if self.queue.is_empty() {
            self.ended.clear();
        }
    }

    fn remove_started(&mut self) {
        self.started.sort_unstable();
        remove_places(&mut self.queue, &self.started);
        self.started.clear();
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

/// The policy of that name, with an empty memory.
pub fn policy_of(queue: QueuePolicy) -> Box<dyn LocalPolicy + Send> {
    match queue {
        QueuePolicy::FcfsBackfilling => Box::new(FcfsBackfilling),
        QueuePolicy::Fcfs => Box::new(Fcfs),
        QueuePolicy::Easy => Box::new(Easy::default()),
        QueuePolicy::Conservative => Box::new(Conservative::default()),
        QueuePolicy::Lsf => Box::new(LargestSizeFirst),
        QueuePolicy::Sjf => Box::new(ShortestJobFirst),
    }
}
