//! Who is free when.
//!
//! Every structure here answers the same questions about the processors of one provider over
//! time. Under dynamic binding a count suffices (Kurowski et al. 2011, Proposition 1): the structures
//! that count stand behind [`Availability`]. Under static binding processors have names, in
//! [`CartsSr`]. This room knows neither jobs' owners nor policies.

mod blocked_carts;
mod carts;
mod carts_sr;
mod fixed_slots;
mod processor_set;
#[cfg(test)]
mod tests;

pub use blocked_carts::BlockedCarts;
pub use carts::{Carts, Commitment, Step};
pub use carts_sr::{CartsSr, NamedSlot};
pub use fixed_slots::FixedSlots;
pub use processor_set::ProcessorSet;

use crate::workload::Time;

/// The count of free processors of one provider over all time.
///
/// Times are seconds, intervals are half open: a commitment from 10 to 20 is free again at 20.
pub trait Availability {
    /// The processors there are.
    fn capacity(&self) -> u32;

    /// Takes `processors` from `from` until `to`. Nothing happens where `to <= from`.
    ///
    /// It does not check: whoever asks first whether they are free never drives the count below
    /// zero.
    fn reserve(&mut self, from: Time, to: Time, processors: u32);

    /// Gives back what [`Availability::reserve`] took, wholly or in part of its time.
    fn release(&mut self, from: Time, to: Time, processors: u32);

    /// The least count of free processors at any time of `from..to`; the capacity where that is
    /// empty. Below zero where more was reserved than there is.
    fn least_free(&self, from: Time, to: Time) -> i64;

    /// The greatest count of free processors at any time of `from..to`; below every count where
    /// that is empty.
    fn most_free(&self, from: Time, to: Time) -> i64;

    /// ARTS²: the earliest start at which the request fits, or `None` if it never does.
    fn earliest_fit(&self, request: &Request) -> Option<Time> {
        self.earliest_fit_before(request, Time::MAX)
    }

    /// The earliest start before `limit` at which the request fits, if from `limit` on there is
    /// room for it in any case: where could something that holds its place at `limit` move up to?
    fn earliest_fit_before(&self, request: &Request, limit: Time) -> Option<Time>;

    /// Lets the structure drop what lies wholly before `time`; later questions must not look
    /// further back.
    fn forget_before(&mut self, time: Time);

    /// The steps of the count: each holds until the next, adjacent ones differ. The first begins
    /// at [`BEGINNING`].
    fn steps(&self) -> Vec<Step>;
}

/// The start of the first step: before every time of a log.
pub const BEGINNING: Time = Time::MIN;

/// What a reservation asks of one provider (Kurowski et al. 2011, Sect. 3.5).
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
        self.deadline
            .is_none_or(|deadline| start.saturating_add(self.length) <= deadline)
    }
}
