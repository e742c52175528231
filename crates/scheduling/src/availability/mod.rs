//! Free processors over time.
//!
//! Every structure here answers the same queries about the processors of one provider over time (Kurowski et al.
//! 2011, Sects. 3.2 to 3.5). Under dynamic binding a count suffices (Proposition 1): the structures that count
//! implement [`Availability`]. They are [`Carts`], the paper's sorted list of slots of any length, [`BlockedCarts`],
//! which answers the same on long lists, and [`FixedSlots`], the array that the paper compares with. Under static
//! binding the same processors must be free throughout, so [`CartsSr`] keeps them by name; [`proposition_1`] finds
//! the smallest workload for which a count is not enough. [`trace`] executes the paper's algorithms line by line, for
//! the page to show. [`idle_periods`] keeps servers by number with the idle time between their bookings,
//! [`node_load`] the load of a node from tasks that share it. This room knows neither jobs' owners nor policies.

mod blocked_carts;
pub mod calendar;
mod carts;
mod carts_sr;
mod fixed_slots;
pub mod idle_periods;
pub mod node_load;
mod processor_set;
pub mod proposition_1;
#[cfg(test)]
mod tests;
pub mod trace;

use workload::Time;

pub use blocked_carts::BlockedCarts;
pub use carts::{Carts, Commitment, Step};
pub use carts_sr::{CartsSr, NamedSlot};
pub use fixed_slots::FixedSlots;
pub use processor_set::ProcessorSet;

/// The count of free processors of one provider over all time.
///
/// Times are seconds, intervals are half open: a commitment from 10 to 20 is free again at 20.
pub trait Availability {
    /// The processors there are.
    fn capacity(&self) -> u32;

    /// Takes `processors` from `from` until `to`. Nothing happens where `to <= from`.
    ///
    /// Does not check: a caller that first asks whether they are free never drives the count below
    /// zero.
    fn reserve(&mut self, from: Time, to: Time, processors: u32);

    /// Reverts [`Availability::reserve`], wholly or for part of its time.
    fn release(&mut self, from: Time, to: Time, processors: u32);

    /// The least count of free processors at any time of `from..to`; the capacity where that is
    /// empty. Below zero where more was reserved than there is.
    fn least_free(&self, from: Time, to: Time) -> i64;

    /// The greatest count of free processors at any time of `from..to`; below every count where
    /// that is empty.
    fn most_free(&self, from: Time, to: Time) -> i64;

    /// Calls `tell` with the start and the count of each slot, from the one that contains `time` on,
    /// until it returns false or the last slot, which has no end, was passed.
    fn slots_from(&self, time: Time, tell: &mut dyn FnMut(Time, i64) -> bool) {
        let steps = self.steps();
        let first = steps.partition_point(|step| step.start <= time) - 1;
        let _ = steps[first..].iter().all(|it| tell(it.start, it.free));
    }

    /// Calls `tell` with the slots from the one that contains `time` backwards, until it returns
    /// false or the slot that begins at [`BEGINNING`] was passed.
    fn slots_back(&self, time: Time, tell: &mut dyn FnMut(Time, i64) -> bool) {
        let steps = self.steps();
        let after = steps.partition_point(|step| step.start <= time);
        let _ = steps[..after].iter().rev().all(|it| tell(it.start, it.free));
    }

    /// Since when `processors` have been free at every time before `time`: `time` itself if they are not
    /// in the second before it, [`BEGINNING`] if they always have been.
    fn free_since(&self, time: Time, processors: u32) -> Time {
        let mut since = time;
        self.slots_back(time.saturating_sub(1), &mut |start, free| {
            let enough = free >= i64::from(processors);
            if enough {
                since = start;
            }
            enough
        });
        since
    }

    /// Until when `processors` are free at every time from `time` on: `time` itself if they are not then,
    /// [`Time::MAX`] if they are for ever.
    fn free_until(&self, time: Time, processors: u32) -> Time {
        let mut until = Time::MAX;
        self.slots_from(time, &mut |start, free| {
            let enough = free >= i64::from(processors);
            if !enough {
                until = start.max(time);
            }
            enough
        });
        until
    }

    /// ARTS²: the earliest start at which the request fits, or `None` if it never does.
    fn earliest_fit(&self, request: &Request) -> Option<Time> {
        self.earliest_fit_before(request, Time::MAX)
    }

    /// The earliest start before `limit` at which the request fits, if from `limit` on there is
    /// room for it in any case: the place to which a job with its place at `limit` could move up.
    fn earliest_fit_before(&self, request: &Request, limit: Time) -> Option<Time>;

    /// Every start at which the request fits, not only the earliest, as the windows that they form,
    /// in order: from the ready time until the last start that meets the deadline, and none after
    /// `until`. Where there is neither a deadline nor a horizon (`until` is [`Time::MAX`]), the last
    /// window has no end: its last start is [`Time::MAX`]. O(v) for v slots.
    ///
    /// This is the interval search that the paper misses in other structures (Sect. 3.3).
    fn windows(&self, request: &Request, until: Time) -> Vec<Window> {
        of(&self.steps(), request, until)
    }

    /// Lets the structure drop the time wholly before `time`; later queries must not ask for an
    /// earlier time.
    fn forget_before(&mut self, time: Time);

    /// The steps of the count: each holds until the next, adjacent ones differ. The first begins
    /// at [`BEGINNING`].
    fn steps(&self) -> Vec<Step>;
}

/// The start of the first step: before every time of a log.
pub const BEGINNING: Time = Time::MIN;

/// The request of a reservation to one provider (Kurowski et al. 2011, Sect. 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Ready time r: no start before it.
    pub ready: Time,
    /// Deadline d: it must end by then; `None` searches without an end.
    pub deadline: Option<Time>,
    /// Processing time p, in seconds.
    pub length: Time,
    /// Size s: how many processors, all at once.
    pub processors: u32,
}

impl Request {
    /// Whether a run of its length from `start` ends by the deadline.
    pub fn meets_deadline(&self, start: Time) -> bool {
        self.deadline.is_none_or(|deadline| start.saturating_add(self.length) <= deadline)
    }
}

/// Starts at which a request fits: each second from the first to the last. One second before the
/// first and one after the last it does not fit, or was not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The earliest start.
    pub first_start: Time,
    /// The latest start, inclusive; [`Time::MAX`] in a window without an end.
    pub last_start: Time,
}

/// The windows of a request in the slots of a count (see [`Availability::windows`]).
fn of(steps: &[Step], request: &Request, until: Time) -> Vec<Window> {
    let by_deadline = request.deadline.map_or(Time::MAX, |deadline| deadline.saturating_sub(request.length));
    let latest = by_deadline.min(until);
    let enough = |step: &Step| step.free >= i64::from(request.processors);
    let mut windows = Vec::new();
    let mut slot = steps.partition_point(|step| step.start <= request.ready) - 1;
    while slot < steps.len() && steps[slot].start <= latest {
        let length = steps[slot..].iter().take_while(|step| enough(step)).count();
        if length > 0 {
            let end = steps.get(slot + length).map(|step| step.start);
            let window = Window {
                first_start: steps[slot].start.max(request.ready),
                last_start: last_start(end, request).min(latest),
            };
            if window.first_start <= window.last_start {
                windows.push(window);
            }
        }
        // The slot after the run, if there is one, has not enough.
        slot += length + 1;
    }
    windows
}

/// The latest start from which it ends by `end`. A request of no length still needs its processors
/// for an instant.
fn last_start(end: Option<Time>, request: &Request) -> Time {
    end.map_or(Time::MAX, |end| end.saturating_sub(request.length.max(1)))
}
