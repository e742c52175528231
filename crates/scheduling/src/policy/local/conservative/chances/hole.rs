//! Stretches of time with enough free processors, and the jobs that can run in them.

use super::super::promises::{Promise, Promises};
use super::super::starts::Wanted;
use crate::availability::Availability;
use workload::Time;

/// A stretch of time in which enough processors are free for the smallest jobs of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The class of jobs and the time.
    pub wanted: Wanted,
    /// Only jobs before this place are examined for it.
    before: usize,
    /// The next job that may run in it.
    pub next: Option<usize>,
}

impl Hole {
    /// The longest one that contains the time `at` and does not begin before `now`.
    pub fn around(at: Time, class: usize, now: Time, calendar: &dyn Availability) -> Self {
        let from = calendar.free_since(at, 1 << class).max(now);
        let to = calendar.free_until(at, 1 << class);
        Self { wanted: Wanted { class, from, to }, before: usize::MAX, next: None }
    }

    /// Whether a job may run in it before its own start.
    pub fn may_hold(&self, promise: &Promise) -> bool {
        let job = promise.job;
        self.wanted.is_for(job.processors, job.limit, promise.start)
    }

    /// Whether all jobs that this hole can help are examined for another one.
    pub fn is_within(&self, other: &Self) -> bool {
        self.wanted.is_within(&other.wanted) && self.before <= other.before
    }

    /// Whether some of it lies in an interval.
    pub fn meets(&self, (from, to): (Time, Time)) -> bool {
        self.wanted.from < to && from < self.wanted.to
    }

    /// This hole for the jobs before a place only.
    pub fn for_those_before(self, before: usize) -> Self {
        Self { before, ..self }
    }

    /// Only these places, which ascend, are left, numbered anew in this order.
    pub fn renumber(&mut self, kept: &[usize]) {
        self.before = kept.partition_point(|&place| place < self.before);
    }

    /// Finds the first job from `place` on that may run in it. Whether there is one.
    pub fn find_next(&mut self, place: usize, promises: &Promises) -> bool {
        self.next = promises.first_wanted(&self.wanted, place..self.before);
        self.next.is_some()
    }

    /// Calls `tell` with the parts that are left after processors were taken in an interval that it
    /// meets.
    pub fn split(&self, (from, to): (Time, Time), calendar: &dyn Availability, mut tell: impl FnMut(Self)) {
        let Wanted { class, from: begin, to: end } = self.wanted;
        let mut tell = |from: Time, to: Time| {
            if from < to {
                let wanted = Wanted { class, from, to };
                tell(Self { wanted, ..*self });
            }
        };
        let (from, to) = (from.max(begin), to.min(end));
        let mut since = Some(begin);
        calendar.slots_from(from, &mut |start, free| {
            let start = start.max(from);
            if start >= to {
                return false;
            }
            if free >= 1 << class {
                since = since.or(Some(start));
            } else if let Some(since) = since.take() {
                tell(since, start);
            }
            true
        });
        tell(since.unwrap_or(to), end);
    }
}
