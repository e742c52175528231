//! Jobs and places that the compression of a short queue can skip.

use super::promises::Promise;
use crate::availability::{Availability, Request};
use crate::policy::local::Waiting;
use workload::Time;

/// Intervals in which processors became free since the waiting jobs were last looked at.
#[derive(Default)]
pub struct Freed {
    intervals: Vec<Interval>,
}

/// A freed interval and the most processors that were free in it when it was freed. More become
/// free there only by freeing again.
struct Interval {
    from: Time,
    to: Time,
    most: i64,
}

impl Freed {
    /// Processors became free from `from` to `to`.
    pub fn push(&mut self, from: Time, to: Time, calendar: &dyn Availability) {
        if from < to {
            let most = calendar.most_free(from, to);
            self.intervals.push(Interval { from, to, most });
        }
    }

    /// A request for the places to which a job can possibly move up, at or after `from`; `None` if
    /// there are none.
    ///
    /// When it was last examined, every earlier place was blocked at some second, before its start,
    /// that lies outside its own interval. For one to be open now, such a second must have become
    /// free enough: it lies in a freed interval, before the start, with enough processors free. So
    /// the place meets such an interval.
    pub fn request(&self, promise: &Promise, from: Time) -> Option<Request> {
        let Promise { job, start, .. } = *promise;
        let processors = i64::from(job.processors);
        let helps = |it: &&Interval| it.most >= processors && it.from < start && it.to > from;
        let mut helping = self.intervals.iter().filter(helps);
        let first = helping.next().filter(|_| from < start)?;
        let (since, until) =
            helping.fold((first.from, first.to), |(since, until), it| (since.min(it.from), until.max(it.to)));
        let ready = since.saturating_sub(job.limit - 1).max(from);
        let last = until.min(start).saturating_sub(1);
        Some(Request { deadline: Some(last.saturating_add(job.limit)), ..promise.request(ready) })
    }
}

/// A shape for which a search has found no room, and until when.
///
/// Where there is no room for it there is none for a larger and longer one. One shape is enough:
/// keeping more was measured to cost more than it saves.
#[derive(Default)]
pub struct NoRoom {
    shape: Option<Shape>,
}

/// No `processors` are free together for `length` seconds that end by `until`.
#[derive(Clone, Copy)]
struct Shape {
    processors: u32,
    length: Time,
    until: Time,
}

impl NoRoom {
    /// No place was found for the job before `start`, where it is now.
    pub fn remember(&mut self, job: Waiting, start: Time) {
        let smaller = self.shape.is_none_or(|known| job.processors <= known.processors && job.limit <= known.length);
        if smaller {
            self.shape = Some(Shape { processors: job.processors, length: job.limit, until: start });
        }
    }

    /// Processors became free from `from` on: findings beyond that are no longer valid.
    pub fn forget_from(&mut self, from: Time) {
        if let Some(shape) = &mut self.shape {
            shape.until = shape.until.min(from);
        }
    }

    /// No place before this one has room for the job, which is promised `start`.
    ///
    /// Its own interval, from `start` on, was taken when a place for its shape was searched, but is
    /// open to itself: only places that end before it count.
    pub fn earliest_place(&self, job: Waiting, start: Time) -> Time {
        self.shape
            .filter(|shape| shape.processors <= job.processors && shape.length <= job.limit)
            .map_or(Time::MIN, |shape| shape.until.min(start).saturating_sub(shape.length) + 1)
    }
}
