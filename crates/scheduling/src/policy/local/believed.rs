//! Processors over time as they are believed to be: each running job takes its own until its estimate.

use std::collections::{BTreeMap, BTreeSet};

use crate::availability::{Availability, BlockedCarts, Request};
use workload::Time;

/// How much later than now an estimate is set that is outlived, in seconds: the first time, the second time and so on; the last
/// one from then on (Tsafrir, Etsion and Feitelson 2007, Sect. 4).
const CORRECTIONS: [Time; 11] = [60, 300, 900, 1_800, 3_600, 7_200, 18_000, 36_000, 72_000, 180_000, 360_000];

/// What a provider believes. Reservations are counted as they are.
pub struct Believed {
    /// Reservations, and running batch jobs until their estimates.
    pub calendar: BlockedCarts,
    /// The estimates of the jobs that came, in seconds.
    estimates: BTreeMap<u32, Time>,
    /// The running batch jobs.
    running: BTreeMap<u32, Belief>,
    /// When estimates are outlived.
    expiries: BTreeSet<(Time, u32)>,
    /// Reservations that have not ended.
    reserved: BTreeMap<u32, (Time, Time)>,
}

/// How long a running job is believed to run.
#[derive(Clone, Copy, Debug)]
struct Belief {
    processors: u32,
    until: Time,
    /// When it reaches its limit.
    limit: Time,
    /// How often its estimate was outlived.
    corrections: usize,
}

impl Believed {
    /// Of a provider without jobs.
    pub fn new(processors: u32) -> Self {
        Self {
            calendar: BlockedCarts::new(processors),
            estimates: BTreeMap::new(),
            running: BTreeMap::new(),
            expiries: BTreeSet::new(),
            reserved: BTreeMap::new(),
        }
    }

    pub fn arrived(&mut self, job: u32, estimate: Time) {
        self.estimates.insert(job, estimate);
    }

    /// For how long a job is believed to run, unless its limit is shorter.
    pub fn estimate(&self, job: u32, limit: Time) -> Time {
        self.estimates.get(&job).map_or(limit, |&it| it.min(limit))
    }

    /// A batch job starts at `now`.
    pub fn started(&mut self, now: Time, job: u32, processors: u32, limit: Time) {
        let until = now.saturating_add(self.estimate(job, limit));
        let limit = now.saturating_add(limit);
        self.calendar.reserve(now, until, processors);
        let belief = Belief { processors, until, limit, corrections: 0 };
        self.believe(job, belief);
    }

    fn believe(&mut self, job: u32, belief: Belief) {
        // At its limit it ends, or is not counted any longer.
        if belief.until < belief.limit {
            self.expiries.insert((belief.until, job));
        }
        self.running.insert(job, belief);
    }

    /// A reservation is accepted.
    pub fn booked(&mut self, job: u32, (from, to): (Time, Time), processors: u32) {
        self.calendar.reserve(from, to, processors);
        self.reserved.insert(job, (from, to));
    }

    /// A reservation moves.
    pub fn shifted(&mut self, job: u32, old: (Time, Time), new: (Time, Time), processors: u32) {
        self.calendar.release(old.0, old.1, processors);
        self.booked(job, new, processors);
    }

    /// A job gives its processors back at `now`: a reservation held them until `until`.
    pub fn ended(&mut self, now: Time, job: u32, until: Time, processors: u32) {
        self.reserved.remove(&job);
        let belief = self.running.remove(&job);
        let until = belief.map_or(until, |it| it.until);
        self.calendar.release(now, until, processors);
        self.expiries.remove(&(until, job));
    }

    /// When the next estimate is outlived.
    pub fn next_expiry(&self) -> Option<Time> {
        self.expiries.first().map(|it| it.0)
    }

    /// Replaces the estimates that are outlived at `now`; whether there are any.
    pub fn expire(&mut self, now: Time) -> bool {
        let mut any = false;
        while let Some(&(time, job)) = self.expiries.first()
            && time <= now
        {
            self.expiries.pop_first();
            let Some(mut belief) = self.running.get(&job).copied() else {
                continue;
            };
            let last = CORRECTIONS.len() - 1;
            let more = CORRECTIONS[belief.corrections.min(last)];
            belief.until = now.saturating_add(more).min(belief.limit);
            belief.corrections += 1;
            self.calendar.reserve(now, belief.until, belief.processors);
            self.believe(job, belief);
            any = true;
        }
        any
    }

    /// The first stretch in which a job that starts at `start` and runs until its limit would take processors from a
    /// reservation, by the limits of all: `limits` counts until those. Within one that ends after `start`.
    pub fn conflict(
        &self,
        limits: &dyn Availability,
        (start, end): (Time, Time),
        processors: u32,
    ) -> Option<(Time, Time)> {
        let within = self.reserved_within(start, end);
        let short = |&(from, to): &(Time, Time)| limits.least_free(from, to) < i64::from(processors);
        within.filter(short).min()
    }

    /// The parts of the reservations between two times, in no order.
    pub fn reserved_within(&self, start: Time, end: Time) -> impl Iterator<Item = (Time, Time)> {
        self.reserved.values().map(move |&(from, to)| (from.max(start), to.min(end))).filter(|(from, to)| from < to)
    }

    /// The earliest start at which a request for an estimate fits, and is in no reservation's way until the limit.
    pub fn earliest_fit(&self, limits: &dyn Availability, mut request: Request, limit: Time) -> Option<Time> {
        loop {
            let start = self.calendar.earliest_fit(&request)?;
            let interval = (start, start.saturating_add(limit));
            let Some((from, to)) = self.conflict(limits, interval, request.processors) else {
                return Some(start);
            };
            // Every earlier start would be in the way as well until the last stretch in which they are too few is over.
            request.ready = to;
            limits.slots_back(to - 1, &mut |slot, free| {
                let enough = free >= i64::from(request.processors) && slot > from;
                if enough {
                    request.ready = slot;
                }
                enough
            });
        }
    }
}
