//! Where enough processors are free for long enough.

use super::super::starts::{CLASSES, Shortest};
use crate::availability::Availability;
use workload::Time;

/// Finds, for each class of jobs, the stretches of time that meet an interval, have enough free
/// processors for the smallest of the class, and are long enough for the shortest.
///
/// A stretch with room for a class has room for all smaller classes: the stretches of the classes
/// lie within one another.
pub struct Stretches<'a> {
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
