//! Which waiting jobs can possibly move up, and to where.

use super::promises::{Promise, Promises};
use super::starts::{CLASSES, Shortest, Wanted};
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

/// A stretch of time in which enough processors are free for the smallest jobs of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hole {
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

/// Places of a queue, a bit for each.
#[derive(Clone, Debug, Default)]
struct Marks {
    words: Vec<u64>,
}

impl Marks {
    /// Puts a place in.
    pub fn add(&mut self, place: usize) {
        let (word, bit) = (place / 64, place % 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    /// Takes a place out, if it is in.
    pub fn remove(&mut self, place: usize) {
        if let Some(word) = self.words.get_mut(place / 64) {
            *word &= !(1 << (place % 64));
        }
    }

    /// The first place from `from` on.
    pub fn next(&self, from: usize) -> Option<usize> {
        let first = self.words.get(from / 64)? >> (from % 64);
        if first != 0 {
            return Some(from + first.trailing_zeros() as usize);
        }
        let (index, word) =
            self.words.iter().enumerate().skip(from / 64 + 1).into_iter().find(|&(_, &word)| word != 0)?;
        Some(index * 64 + word.trailing_zeros() as usize)
    }

    /// Only these places, which ascend, are left, numbered anew in this order.
    pub fn renumber(&mut self, kept: &[usize]) {
        let mut marks = Self::default();
        let mut next = self.next(0);
        while let Some(place) = next {
            if let Ok(number) = kept.binary_search(&place) {
                marks.add(number);
            }
            next = self.next(place + 1);
        }
        *self = marks;
    }
}

/// Finds, for each class of jobs, the stretches of time that meet an interval, have enough free
/// processors for the smallest of the class, and are long enough for the shortest.
///
/// A stretch with room for a class has room for all smaller classes: the stretches of the classes
/// lie within one another.
struct Stretches<'a> {
    /// The shortest limit of a job of each class.
    shortest: &'a Shortest,
    /// Since when there has been room for the first classes, and for how many of them there is.
    since: [Time; CLASSES],
    open: usize,
    /// The class and a time within each that was found.
    found: &'a mut Vec<(usize, Time)>,
}

impl<'a> Stretches<'a> {
    /// None is found yet.
    pub fn new(shortest: &'a Shortest, found: &'a mut Vec<(usize, Time)>) -> Self {
        found.clear();
        Self { shortest, since: [Time::MIN; CLASSES], open: 0, found }
    }

    /// Looks how long there has been room at `from`, but not before `now`.
    pub fn look_back(&mut self, from: Time, now: Time, calendar: &dyn Availability) {
        let (mut begin, mut open) = (from, None);
        calendar.slots_back(from, &mut |start, free| {
            let classes = classes(free);
            let open = open.get_or_insert_with(|| {
                self.open = classes;
                classes
            });
            self.since[classes.min(*open)..*open].fill(begin);
            *open = classes.min(*open);
            begin = start.max(now);
            start > now && self.may_grow(*open, |_| begin, from)
        });
        self.since[..open.unwrap_or(0)].fill(begin);
    }

    /// Searches on from `from`, from which it searched back: reads the slots that begin before `to`,
    /// until they end, and passes the slots before `to` to the caller.
    pub fn look_on(&mut self, (from, to): (Time, Time), calendar: &dyn Availability, mut tell: impl FnMut(Time, i64)) {
        calendar.slots_from(from, &mut |start, free| {
            let (start, classes) = (start.max(from), classes(free));
            for class in classes..self.open {
                if start.saturating_sub(self.since[class]) >= self.shortest[class] {
                    self.found.push((class, self.since[class]));
                }
            }
            if start < to {
                tell(start, free);
                let before = self.open.min(classes);
                self.since[before..classes].fill(start);
                self.open = classes;
                return true;
            }
            self.open = self.open.min(classes);
            self.may_grow(self.open, |class| self.since[class], start)
        });
        // They go on for long enough, or for ever.
        for class in 0..self.open {
            if self.shortest[class] < Time::MAX {
                self.found.push((class, self.since[class]));
            }
        }
    }

    /// Whether one of the first classes has too little room between two times.
    fn may_grow(&self, open: usize, from: impl Fn(usize) -> Time, to: Time) -> bool {
        let mut wanting = (0..open).filter(|&class| self.shortest[class] < Time::MAX);
        wanting.any(|class| to.saturating_sub(from(class)) < self.shortest[class])
    }
}

/// The number of classes for which `free` processors are enough.
fn classes(free: i64) -> usize {
    match free {
        1.. => (free.ilog2() as usize + 1).min(CLASSES),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn marks_are_a_set(
            changes in proptest::collection::vec((0..300usize, any::<bool>()), 0..80),
            from in 0..400usize,
            kept in proptest::collection::btree_set(0..300usize, 0..200),
        ) {
            let (mut marks, mut set) = (Marks::default(), BTreeSet::new());
            for (place, is_added) in changes {
                if is_added {
                    marks.add(place);
                    set.insert(place);
                } else {
                    marks.remove(place);
                    set.remove(&place);
                }
            }
            prop_assert_eq!(marks.next(from), set.range(from..).next().copied());
            let kept: Vec<usize> = kept.into_iter().collect();
            marks.renumber(&kept);
            for (number, place) in kept.iter().enumerate() {
                prop_assert_eq!(marks.next(number) == Some(number), set.contains(place));
            }
        }
    }
}
