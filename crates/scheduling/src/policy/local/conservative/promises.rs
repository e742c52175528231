//! The waiting jobs and the starts promised to them.

use std::ops::Range;

use super::starts::{Entry, NONE, Shortest, Starts, Wanted, class_of};
use crate::availability::Request;
use crate::policy::local::{Arrival, Sizes, Waiting};
use workload::Time;

/// Waiting jobs in order of arrival, with the starts promised to them. Those that have left leave gaps, in a
/// short list only until it is closed.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    list: Vec<Promise>,
    /// How many of them have left.
    gaps: usize,
    /// A lower bound on the starts of the jobs that wait.
    first_start: Time,
    /// Whether they are also kept by their starts and in groups.
    is_long: bool,
    starts: Starts,
    groups: Vec<Group>,
    sizes: Sizes,
}

/// The values that decide whether any job of a group can run in a stretch of time.
#[derive(Clone, Debug)]
struct Group {
    /// The shortest limits of those that wait.
    shortest: Shortest,
    /// The latest start promised to one of them.
    latest: Time,
}

/// A promise to a job.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    pub job: Waiting,
    pub start: Time,
    /// Whether it has not started.
    waits: bool,
}

impl Promise {
    /// Room for the job from a time on.
    pub fn request(&self, ready: Time) -> Request {
        Request { ready, deadline: None, length: self.job.limit, processors: self.job.processors }
    }

    /// When it ends at the latest.
    pub fn end(&self) -> Time {
        self.start.saturating_add(self.job.limit)
    }
}

impl Promises {
    /// An empty list with parts of these sizes.
    pub fn new(sizes: Sizes) -> Self {
        Self { sizes, ..Self::default() }
    }

    /// Places, gaps among them.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the queue is long, so that jobs are also indexed by start and by group.
    pub fn is_long(&self) -> bool {
        self.is_long
    }

    /// The job at this place and its promise, if it waits.
    pub fn waiting_at(&self, place: usize) -> Option<&Promise> {
        Some(&self.list[place]).filter(|it| it.waits)
    }

    /// The job at this place, which waits, and its promise.
    pub fn at(&self, place: usize) -> &Promise {
        &self.list[place]
    }

    /// The arrival of the job that came last, if the list is not empty.
    pub fn last(&self) -> Option<Arrival> {
        self.list.last().map(|it| it.job.arrival)
    }

    /// The start promised to the job with this arrival.
    pub fn start_of(&self, arrival: Arrival) -> Option<Time> {
        let place = self.list.binary_search_by_key(&arrival, |it| it.job.arrival).ok()?;
        let promise = &self.list[place];
        promise.waits.then_some(promise.start)
    }

    /// The promises to waiting jobs, in order of arrival.
    pub fn iter(&self) -> impl Iterator<Item = &Promise> {
        self.list.iter().filter(|it| it.waits)
    }

    /// They by their starts, if the list is long.
    pub fn starts(&self) -> &Starts {
        &self.starts
    }

    /// The first of these places whose job waits and is wanted. With q jobs O(q / 64), and O(64) for
    /// each group that may have one.
    pub fn first_wanted(&self, wanted: &Wanted, places: Range<usize>) -> Option<usize> {
        let shortest = self.starts.shortest_after(wanted.from)?[wanted.class];
        if shortest > wanted.to.saturating_sub(wanted.from) {
            return None;
        }
        let end = places.end.min(self.list.len());
        let mut place = places.start;
        while place < end {
            let at = self.group_at(place);
            let group = &self.groups[at];
            let next = (at + 1) << self.sizes.group_bits;
            let ends = wanted.from.saturating_add(group.shortest[wanted.class]);
            if ends <= wanted.to.min(group.latest) {
                let mut here = place..next.min(end);
                let is_wanted = |&place: &usize| {
                    let Promise { job, start, waits } = self.list[place];
                    waits && wanted.is_for(job.processors, job.limit, start)
                };
                let found = here.find(is_wanted);
                if found.is_some() {
                    return found;
                }
            }
            place = next;
        }
        None
    }

    /// A job that arrived after all others is promised a start.
    pub fn add(&mut self, job: Waiting, start: Time) {
        self.first_start = start.min(self.first_start);
        self.list.push(Promise { job, start, waits: true });
        if self.is_long {
            self.count_in(self.list.len() - 1);
        }
    }

    /// The job at this place, after which none counts, counts from now on.
    fn count_in(&mut self, place: usize) {
        let promise = &self.list[place];
        self.starts.add(entry(place, promise));
        let at = self.group_at(place);
        if at == self.groups.len() {
            self.groups.push(Group { shortest: NONE, latest: Time::MIN });
        }
        let group = &mut self.groups[at];
        let shortest = &mut group.shortest[class_of(promise.job.processors)];
        *shortest = promise.job.limit.min(*shortest);
        group.latest = promise.start.max(group.latest);
    }

    /// The job at this place is promised an earlier start.
    pub fn change(&mut self, place: usize, start: Time) {
        self.first_start = start.min(self.first_start);
        if !self.is_long {
            self.list[place].start = start;
            return;
        }
        let before = self.list[place].start;
        self.starts.change(&entry(place, &self.list[place]), start);
        self.list[place].start = start;
        let at = self.group_at(place);
        if self.groups[at].latest == before {
            let starts = self.group_of(place).map(|it| it.start);
            self.groups[at].latest = starts.max().unwrap_or(Time::MIN);
        }
    }

    /// The job at this place starts.
    pub fn leave(&mut self, place: usize) {
        let promise = self.list[place];
        self.list[place].waits = false;
        self.gaps += 1;
        if !self.is_long {
            return;
        }
        self.starts.remove(&entry(place, &promise));
        let class = class_of(promise.job.processors);
        let at = self.group_at(place);
        if self.groups[at].shortest[class] == promise.job.limit {
            let group = self.group_of(place).map(|it| it.job);
            let shortest = group.filter(|it| class_of(it.processors) == class).map(|it| it.limit).min();
            self.groups[at].shortest[class] = shortest.unwrap_or(Time::MAX);
        }
    }

    /// The number of the group of a place.
    fn group_at(&self, place: usize) -> usize {
        place >> self.sizes.group_bits
    }

    /// The promises to waiting jobs in the group of a place.
    fn group_of(&self, place: usize) -> impl Iterator<Item = &Promise> {
        let first = self.group_at(place) << self.sizes.group_bits;
        let end = (first + (1 << self.sizes.group_bits)).min(self.list.len());
        self.list[first..end].iter().filter(|it| it.waits)
    }

    /// The places of those that are to start by `now`, in order of arrival. Each of them leaves, or
    /// [stays due](Self::stays_due).
    pub fn due(&mut self, now: Time, places: &mut Vec<usize>) {
        places.clear();
        if self.first_start > now {
            return;
        }
        if self.is_long {
            let starts = &self.starts;
            starts.tell_between(Time::MIN, now, |it| places.push(it.place as usize));
            self.first_start = starts.first_after(now).unwrap_or(Time::MAX);
            return places.sort_unstable();
        }
        self.first_start = Time::MAX;
        for (place, promise) in self.list.iter().enumerate() {
            if promise.waits && promise.start <= now {
                places.push(place);
            } else if promise.waits {
                self.first_start = promise.start.min(self.first_start);
            }
        }
    }

    /// The job at this place was to start, and cannot yet.
    pub fn stays_due(&mut self, place: usize) {
        self.first_start = self.list[place].start.min(self.first_start);
    }

    /// Whether the list is long is decided anew; whether it has changed.
    pub fn decide(&mut self) -> bool {
        let waiting = self.list.len() - self.gaps;
        let is_long = waiting > if self.is_long { self.sizes.long / 4 } else { self.sizes.long };
        let changed = is_long != self.is_long;
        if changed {
            self.is_long = is_long;
            self.arrange();
        }
        changed
    }

    /// Closes the gaps, of a long list if they are as many as the jobs that wait. The places that were kept, in
    /// order, if it did so in a long list.
    pub fn close(&mut self) -> Option<Vec<usize>> {
        let waiting = self.list.len() - self.gaps;
        if !self.is_long {
            self.drop_gaps();
            return None;
        }
        if self.gaps == 0 || self.gaps < waiting || (waiting > 0 && self.gaps < self.sizes.gaps) {
            return None;
        }
        let kept = self.list.iter().enumerate().filter(|(_, it)| it.waits).map(|(place, _)| place).collect();
        self.arrange();
        Some(kept)
    }

    /// Closes the gaps, and keeps those that wait by their starts and in groups if the list is long.
    fn arrange(&mut self) {
        self.drop_gaps();
        self.starts = Starts::new(self.sizes);
        self.groups.clear();
        if self.is_long {
            for place in 0..self.list.len() {
                self.count_in(place);
            }
        }
    }

    fn drop_gaps(&mut self) {
        if self.gaps > 0 {
            self.list.retain(|it| it.waits);
            self.gaps = 0;
        }
    }
}

fn entry(place: usize, promise: &Promise) -> Entry {
    Entry { start: promise.start, place: place as u32, processors: promise.job.processors, limit: promise.job.limit }
}
