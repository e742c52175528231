//! Which waiting jobs can possibly move up, and to where.

mod hole;
mod marks;
mod stretches;

use hole::Hole;
use marks::Marks;
use stretches::Stretches;

use super::promises::{Promise, Promises};
use super::starts::Wanted;
use crate::availability::Availability;
use workload::Time;

/// The most time stretches in which no job can run that are remembered.
const MOST_BARREN: usize = 16;

/// The jobs that a compression has to examine, because processors became free where that may help them.
///
/// When a job was last examined, too few processors were free in the second before its promised start,
/// and no earlier stretch of free processors was as long as its limit. Freed processors change that in
/// two ways. In the second before its start there are enough now: it can move up to when they begin to
/// be free, and perhaps run on into its own place. Or a stretch of time before its start that meets the
/// freed interval is long enough now: a [`Hole`].
///
/// If the move of a job frees processors, jobs that arrived before it are examined again in the next
/// compression.
#[derive(Clone, Debug, Default)]
pub struct Chances {
    /// The jobs for which enough processors are free in the second before their start.
    marks: Marks,
    /// Each has a job to come.
    holes: Vec<Hole>,
    /// Those that are left to the next compression.
    later: Vec<Hole>,
    /// Stretches in which, as this compression has found, no job can run.
    barren: Vec<Wanted>,
    /// Buffers that are reused.
    steps: Vec<(Time, i64)>,
    found: Vec<(usize, Time)>,
}

impl Chances {
    /// A compression begins.
    pub fn begin(&mut self, promises: &Promises, calendar: &dyn Availability) {
        debug_assert!(self.holes.is_empty());
        std::mem::swap(&mut self.holes, &mut self.later);
        self.barren.clear();
        // Jobs that arrived or started since may have taken some of them.
        cut(&mut self.holes, (Time::MIN, Time::MAX), 0, promises, calendar);
    }

    /// The first place, from `from` on, whose job has to be examined.
    pub fn next(&self, from: usize) -> Option<usize> {
        let of_holes = self.holes.iter().filter_map(|it| it.next);
        self.marks.next(from).into_iter().chain(of_holes).min()
    }

    /// The earliest start that a job can have from `now` on, if that is before its own.
    pub fn earlier(&self, promise: &Promise, now: Time, calendar: &dyn Availability) -> Option<Time> {
        let Promise { job, start, .. } = *promise;
        if start <= now {
            return None;
        }
        let beside = calendar.free_since(start, job.processors).max(now);
        let holes = self.holes.iter().filter(|it| it.may_hold(promise));
        match holes.map(|it| it.wanted.from.max(now)).min() {
            Some(ready) if ready < beside => calendar.earliest_fit_before(&promise.request(ready), start),
            _ => (beside < start).then_some(beside),
        }
    }

    /// The job at this place has been looked at.
    pub fn looked_at(&mut self, place: usize, promises: &Promises) {
        self.marks.remove(place);
        self.holes.retain_mut(|it| match it.next {
            Some(next) if next > place => true,
            _ => it.find_next(place + 1, promises),
        });
    }

    /// The job at this place took processors in an interval.
    pub fn taken(&mut self, interval: (Time, Time), place: usize, promises: &Promises, calendar: &dyn Availability) {
        cut(&mut self.holes, interval, place + 1, promises, calendar);
        cut(&mut self.later, interval, 0, promises, calendar);
    }

    /// Processors became free from `from` until `to`: because the job at place `by` moved up, or
    /// before the compression examines any job.
    pub fn freed(
        &mut self,
        (from, to): (Time, Time),
        by: Option<usize>,
        now: Time,
        promises: &Promises,
        calendar: &dyn Availability,
    ) {
        let from = from.max(now);
        let Some(shortest) = promises.starts().shortest_after(from) else {
            return;
        };
        if to <= from {
            return;
        }
        let mut found = std::mem::take(&mut self.found);
        let mut stretches = Stretches::new(shortest, &mut found);
        stretches.look_back(from, now, calendar);
        let steps = &mut self.steps;
        steps.clear();
        stretches.look_on((from, to), calendar, |start, free| steps.push((start, free)));
        self.mark((from, to), promises);
        for &(class, at) in &found {
            self.add(Hole::around(at, class, now, calendar), by, promises);
        }
        self.found = found;
    }

    /// Marks the jobs for which enough processors are free in the second before their start, if that
    /// lies in the interval of the steps.
    fn mark(&mut self, (from, to): (Time, Time), promises: &Promises) {
        let mut steps = self.steps.iter().copied().peekable();
        let mut free = 0;
        promises.starts().tell_between(from, to, |it| {
            while let Some(step) = steps.next_if(|step| step.0 < it.start) {
                free = step.1;
            }
            if free >= i64::from(it.processors) {
                self.marks.add(it.place as usize);
            }
        });
    }

    fn add(&mut self, mut hole: Hole, by: Option<usize>, promises: &Promises) {
        // Jobs only ever move up.
        if self.barren.iter().any(|it| hole.wanted.is_within(it)) {
            return;
        }
        if !promises.starts().has_wanted(&hole.wanted) {
            self.barren.retain(|it| !it.is_within(&hole.wanted));
            self.barren.truncate(MOST_BARREN - 1);
            return self.barren.insert(0, hole.wanted);
        }
        self.holes.retain(|it| !it.is_within(&hole));
        if hole.find_next(by.map_or(0, |by| by + 1), promises) {
            self.holes.push(hole);
        }
        if let Some(by) = by {
            let mut hole = hole.for_those_before(by);
            self.later.retain(|it| !it.is_within(&hole));
            if hole.find_next(0, promises) {
                self.later.push(hole);
            }
        }
    }

    /// The job at this place has left.
    pub fn forget(&mut self, place: usize) {
        self.marks.remove(place);
    }

    /// Only these places, which ascend, are left, numbered anew in this order. Not within a compression.
    pub fn renumber(&mut self, kept: &[usize]) {
        self.marks.renumber(kept);
        for hole in &mut self.later {
            hole.renumber(kept);
        }
    }
}

/// Reduces holes to the parts that are left after processors were taken in an interval, if a job from
/// `place` on can run in them.
fn cut(holes: &mut Vec<Hole>, interval: (Time, Time), place: usize, promises: &Promises, calendar: &dyn Availability) {
    let mut pieces = Vec::new();
    holes.retain(|it| {
        let is_met = it.meets(interval);
        if is_met {
            it.split(interval, calendar, |piece| pieces.push(piece));
        }
        !is_met
    });
    pieces.retain_mut(|it| it.find_next(place, promises));
    holes.append(&mut pieces);
}
