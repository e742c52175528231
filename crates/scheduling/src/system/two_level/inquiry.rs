//! The offer of a provider to a reservation, computed from its promises, without a run.

use crate::availability::{ProcessorSet, Request, Step, Window};
use crate::policy::grid::Offer;
use crate::policy::local::{Fcfs, Sizes};
use workload::Time;

use super::grid::GridScheduler;
use super::provider::{Provider, next_multiple};
use super::rules::Rules;
use super::{Binding, Local, MctTies, ReservationAllocation, ReservationQueue, TwoLevel};

/// A provider that has made certain promises, to be asked as a run asks it.
pub struct Inquiry {
    provider: Provider,
}

impl Inquiry {
    /// The provider at `index`, with `processors` processors and no promises.
    pub fn new(local: &Local, index: usize, processors: u32) -> Self {
        let rules = Rules::of(local, index);
        Self { provider: Provider::new(processors, Box::new(Fcfs), 0, rules, Sizes::USUAL) }
    }

    /// Whether it promises named processors, rather than a number of them.
    pub fn names_processors(&self) -> bool {
        self.provider.rules.binding == Binding::Static
    }

    /// Adds a promise: the number of processors from one time until before another, and which ones,
    /// by their ranges, first and last inclusive.
    pub fn promise(&mut self, interval: (Time, Time), processors: u32, which: &[(u32, u32)]) {
        let mut named = ProcessorSet::none(self.provider.calendar.capacity());
        which.iter().for_each(|&(first, last)| named.insert(first, last));
        self.provider.promise(interval, processors, &named);
    }

    /// From now on keeps the intervals of reservations, so that a request can be placed beside
    /// them.
    pub fn keep_reserved(&mut self) {
        self.provider.keep_reserved();
    }

    /// A reservation lies there, and is not over.
    pub fn lies(&mut self, job: u32, interval: (Time, Time)) {
        self.provider.lies(job, interval);
    }

    /// The start beside another reservation that it offers, if there is one by the deadline.
    pub fn start_beside(&self, request: &Request) -> Option<Time> {
        self.provider.start_beside(request)
    }

    /// The earliest start that it offers, of those `step` seconds apart, or of all with 0. One at the end of time is
    /// none.
    pub fn earliest_asked(&self, request: &Request, step: Time) -> Option<Time> {
        let start = self.provider.earliest_asked(request, step)?;
        start.checked_add(request.length).map(|_| start)
    }

    /// Every start that it could offer, as windows (see [`crate::availability::Availability::windows`]).
    pub fn windows(&self, request: &Request) -> Vec<Window> {
        let mut windows = self.provider.windows(request);
        windows.retain(|it| it.first_start.checked_add(request.length).is_some());
        windows
    }

    /// The number of its processors that are not promised, over time.
    pub fn steps(&self) -> Vec<Step> {
        self.provider.calendar.steps()
    }
}

impl TwoLevel {
    /// When the providers are asked for a reservation that is submitted at `now`: at once, unless
    /// reservations wait for the grid scheduler's period.
    pub fn asked_at(&self, now: Time) -> Time {
        match (self.grid.reservation_queue, self.grid.period) {
            (ReservationQueue::Fcfs, period) if period > 0 => next_multiple(now, period),
            _ => now,
        }
    }

    /// Which of these offers the grid scheduler may take, by their places: one, or those among which
    /// it draws.
    pub fn may_take(&self, offers: &[Offer]) -> Vec<usize> {
        let earliest = offers.iter().map(|it| it.start).min();
        let places = 0..offers.len();
        match (self.grid.reservation_allocation, self.mct_ties) {
            (ReservationAllocation::Random, _) => places.collect(),
            (ReservationAllocation::Mct, MctTies::Random) => {
                places.filter(|&place| Some(offers[place].start) == earliest).collect()
            }
            // There are no random draws: the seed does not matter.
            _ => GridScheduler::new(self, &[], 0).reservations.choose(offers).into_iter().collect(),
        }
    }
}
