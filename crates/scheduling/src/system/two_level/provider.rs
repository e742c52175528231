//! One provider: its processors, its calendar, its queue, its local policy.

mod binding;
mod outlook;
mod pass;

use std::collections::BTreeMap;

use super::Binding;
use super::names::Names;
use super::rules::{BatchJobs, Rules};
use super::suspensions::Suspensions;
use crate::availability::{Availability, BlockedCarts, FixedSlots, ProcessorSet, Request, Window};
use crate::engine::{EventQueue, NEVER, Processors};
use crate::policy::grid::Load;
use crate::policy::local::turns::Turn;
use crate::policy::local::{Believed, Decisions, Known, LocalPolicy, Queue, Room, Running, Sizes, Standing, Waiting};
use crate::policy::order_values::{OrderValues, Precedence};
use workload::Time;

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
    reserved: Option<Reserved>,
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

impl Provider {
    /// From now on it goes by estimates. It counts processors, at any second.
    pub fn believe(&mut self) {
        self.believed = Some(Believed::new(self.calendar.capacity()));
    }

    /// Replaces the estimates that are outlived at `now`.
    pub fn expire_estimates(&mut self, now: Time) {
        if let Some(believed) = &mut self.believed {
            self.changed |= believed.expire(now);
        }
    }

    /// For how long a waiting job, or one that has just started, is believed to run.
    pub fn length(&self, job: Waiting) -> Time {
        self.believed.as_ref().map_or(job.limit, |it| it.estimate(job.job, job.limit))
    }

    /// The first stretch until its limit in which a job that starts now would take processors from a reservation, though it
    /// would not until its estimate: the stretch, and the fewest that are left to it. As it was before the jobs in `before`,
    /// started in the last pass, got their processors. `None` without estimates.
    pub fn conflict(&self, job: Waiting, now: Time, before: &[Waiting]) -> Option<((Time, Time), i64)> {
        let end = now.saturating_add(job.limit);
        let believed = self.believed.as_ref()?;
        let mut stretches: Vec<_> = believed.reserved_within(now, end).collect();
        stretches.sort_unstable();
        let limits = self.outlook_by_limits(now, before);
        stretches.into_iter().find_map(|(from, to)| {
            let shortage = limits.shortage(job.processors, from, to)?;
            Some(((from, to), shortage.least))
        })
    }
}

/// The reservations of a provider that are not over: the slots of each, from one time until before another.
type Reserved = BTreeMap<u32, (Time, Time)>;

impl Provider {
    /// From now on it knows where its reservations lie.
    pub fn keep_reserved(&mut self) {
        self.reserved = Some(Reserved::new());
    }

    /// A reservation lies there.
    pub fn lies(&mut self, job: u32, (from, to): (Time, Time)) {
        let slots = (self.rules.round_down(from), self.rules.round_up(to));
        if let Some(reserved) = &mut self.reserved {
            reserved.insert(job, slots);
        }
    }

    /// The earliest start by the deadline at which the request fits and its slots begin where those of a reservation
    /// end, or end where they begin. `None` if there is none, or where reservations lie is not kept. With n
    /// reservations O(n log n), and a look at the calendar for each at most thrice.
    pub fn start_beside(&self, request: &Request) -> Option<Time> {
        let Request { ready, length, .. } = *request;
        let last = request.deadline.unwrap_or(Time::MAX).checked_sub(length)?;
        let mut starts = Vec::new();
        for &(from, to) in self.reserved.as_ref()?.values() {
            // In the slot that begins at `to` the earliest start takes no more slots than any other.
            let after = to.max(ready);
            starts.extend((self.rules.round_down(after) == to).then_some(after));
            // Those that end in the slot before `from`: a later one may take a slot less at its beginning.
            let latest = from.saturating_sub(length);
            let before = latest.saturating_sub(self.rules.granularity - 1).max(ready);
            let later = self.rules.round_up(before);
            starts.extend([before, later].into_iter().filter(|&it| it <= latest));
        }
        starts.retain(|&start| start <= last);
        starts.sort_unstable();
        starts.dedup();
        let fits = |&start: &Time| {
            let room = self.room(start, start.saturating_add(length));
            room >= i64::from(request.processors)
        };
        starts.into_iter().find(fits)
    }
}

impl Provider {
    /// From now on the queue is read from outside.
    pub fn show_queue(&mut self) {
        self.queue.stay_closed();
        self.watched = true;
    }

    /// The batch jobs that wait, in order of arrival. Only of a provider that shows its queue.
    pub fn queue(&self) -> &[Waiting] {
        debug_assert_eq!(self.queue.jobs().len(), self.queue.len());
        self.queue.jobs()
    }

    /// How the job at this place of the queue stands with the policy.
    pub fn standing(&self, place: usize) -> Standing {
        self.policy.standing(self.queue(), place)
    }

    /// The part of a job's turn that decides whether it comes before another's: the lower comes
    /// first.
    pub fn turn(&self, job: &Waiting, now: Time) -> Turn {
        (self.policy.order(job, now), job.arrival)
    }

    /// The values that an order by formula gave the waiting jobs at the last pass.
    pub fn values(&self) -> Option<&OrderValues> {
        self.policy.values()
    }

    /// Why the turn of `ahead` came before that of `behind`, although it arrived later: by such values.
    pub fn precedence(&self, ahead: Waiting, behind: Waiting) -> Option<Precedence> {
        let came_later = ahead.arrival > behind.arrival;
        let values = self.values().filter(|_| came_later)?;
        values.precedence(ahead.job, behind.job)
    }

    /// Whether a running job may be preempted for a waiting one.
    pub fn gives_way(&self, running: u32, waiting: u32) -> bool {
        self.policy.gives_way(running, waiting)
    }

    /// The next multiple of its period, if that keeps it from acting at `now`.
    pub fn next_action(&self, now: Time) -> Option<Time> {
        let off = self.period > 0 && now.rem_euclid(self.period) != 0;
        off.then(|| next_multiple(now, self.period))
    }

    /// The interval in which the calendar would count a waiting job from `start` on.
    pub fn interval(&self, waiting: Waiting, start: Time) -> (Time, Time) {
        let end = start.saturating_add(self.length(waiting));
        (self.rules.round_down(start), self.rules.round_up(end))
    }

    /// Whether something happened that the policy has not been asked about.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// Whether batch jobs are suspended for reservations, and stand in no calendar.
    pub fn batch_jobs_give_way(&self) -> bool {
        self.rules.batch_jobs == BatchJobs::GiveWay
    }

    /// The suspended batch jobs, and how many processors each keeps.
    pub fn suspended(&self) -> Vec<(u32, u32)> {
        self.suspensions.as_ref().map_or_else(Vec::new, |it| it.kept())
    }
}

impl Provider {
    /// The earliest start at which the request fits. Only other promises stand in its way.
    pub fn earliest_fit(&self, request: &Request) -> Option<Time> {
        match &self.names {
            Some(names) => names.earliest_fit(request),
            None => self.calendar.earliest_fit(request),
        }
    }

    /// The first start at which the request fits of its earliest one and those that follow at `step` seconds, for
    /// which the provider is asked one by one; of all starts with step 0. O(c log c) for the c changes of the promised processors.
    pub fn earliest_asked(&self, request: &Request, step: Time) -> Option<Time> {
        if step == 0 {
            return self.earliest_fit(request);
        }
        let mut asked = request.ready;
        loop {
            let ready = asked;
            let fits = self.earliest_fit(&Request { ready, ..*request })?;
            if fits == asked {
                return Some(asked);
            }
            // The provider says no until then.
            let later = next_multiple(fits.checked_sub(request.ready)?, step);
            asked = request.ready.checked_add(later)?;
        }
    }

    /// Every start at which the request fits, as windows.
    pub fn windows(&self, request: &Request) -> Vec<Window> {
        match &self.names {
            Some(names) => names.slots.windows(request, Time::MAX),
            None => self.calendar.windows(request, Time::MAX),
        }
    }

    /// Counts a promise in, to whomever it is made; under static binding of these processors.
    pub fn promise(&mut self, (from, to): (Time, Time), processors: u32, named: &ProcessorSet) {
        self.calendar.reserve(from, to, processors);
        if let Some(names) = &mut self.names {
            names.slots.reserve(from, to, named);
        }
    }

    /// How many processors, the same ones under static binding, are not promised throughout.
    pub fn room(&self, from: Time, to: Time) -> i64 {
        match &self.names {
            Some(names) => names.room(from, to).into(),
            None => self.calendar.least_free(from, to),
        }
    }

    /// A reservation's interval moves, because another job holds its processors.
    pub fn shift(&mut self, job: u32, old: (Time, Time), new: (Time, Time), processors: u32) {
        self.calendar.release(old.0, old.1, processors);
        self.calendar.reserve(new.0, new.1, processors);
        if let Some(believed) = &mut self.believed {
            believed.shifted(job, old, new, processors);
        }
        self.lies(job, new);
        if let Some(names) = &mut self.names {
            names.shift(job, old, new);
        }
    }
}
