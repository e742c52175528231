//! Waiting jobs in groups of alike ones, of which the first by a changing order is found without the values of all.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::facts::{Facts, Instant, RangesOfJobs};
use crate::policy::formula::Bound;
use crate::policy::local::{Arrival, Waiting};
use workload::Time;

/// Waiting jobs in groups: alike in size and limit, and neighbours in the order of arrival.
#[derive(Clone, Debug)]
pub struct Groups {
    /// By the binary digits of size and limit.
    alike: BTreeMap<(u32, u32), Vec<Group>>,
    count: usize,
    /// Jobs of a group at the most.
    most: usize,
}

/// Jobs in order of arrival, at least one, and the ranges of their numbers.
#[derive(Clone, Debug)]
pub struct Group {
    jobs: Vec<Waiting>,
    ranges: RangesOfJobs,
}

impl Groups {
    /// No groups yet; each will have at most `most` jobs.
    pub fn new(most: usize) -> Self {
        Self { alike: BTreeMap::new(), count: 0, most }
    }

    /// Whether bounds of groups save time for this number of waiting jobs: they do where groups are few.
    pub fn pays(&self, jobs: usize) -> bool {
        jobs >= self.most && 8 * jobs >= self.most * self.count
    }

    /// A job waits. O(log n + jobs of a group) for n jobs.
    pub fn add(&mut self, job: Waiting, facts: &Facts) {
        let groups = self.alike.entry(kind(&job)).or_default();
        let at = place_of(groups, job.arrival);
        let Some(group) = groups.get_mut(at) else {
            groups.push(Group::of(vec![job], facts));
            self.count += 1;
            return;
        };
        let place = group.jobs.partition_point(|it| it.arrival < job.arrival);
        group.jobs.insert(place, job);
        let length = group.jobs.len();
        if length <= self.most {
            group.ranges.add(&job, facts);
            return;
        }
        // Where jobs come in order, the others are not touched again.
        let split = if place + 1 == length { place } else { length / 2 };
        let upper = group.jobs.split_off(split);
        group.ranges = RangesOfJobs::of(&group.jobs, facts);
        groups.insert(at + 1, Group::of(upper, facts));
        self.count += 1;
    }

    /// A job that is there waits no longer. O(log n + jobs of a group) for n jobs.
    pub fn remove(&mut self, job: &Waiting, facts: &Facts) {
        let Some(groups) = self.alike.get_mut(&kind(job)) else {
            return;
        };
        let at = place_of(groups, job.arrival);
        groups[at].jobs.retain(|it| it.arrival != job.arrival);
        let length = |groups: &[Group], at: usize| groups.get(at).map(|it| it.jobs.len());
        // A small group joins its neighbour.
        let lower = if at > 0 { at - 1 } else { at };
        let pair = (length(groups, lower), length(groups, lower + 1));
        if let (Some(one), Some(other)) = pair
            && one + other <= self.most / 2
        {
            let upper = groups.remove(lower + 1);
            self.count -= 1;
            groups[lower].jobs.extend(upper.jobs);
            groups[lower].ranges = RangesOfJobs::of(&groups[lower].jobs, facts);
        } else if groups[at].jobs.is_empty() {
            groups.remove(at);
            self.count -= 1;
        } else {
            groups[at].ranges = RangesOfJobs::of(&groups[at].jobs, facts);
        }
        if groups.is_empty() {
            self.alike.remove(&kind(job));
        }
    }

    /// All groups.
    pub fn all(&self) -> impl Iterator<Item = &Group> {
        self.alike.values().flatten()
    }

    /// The jobs of these groups, the smallest value first, of equals the one that arrived first. A group whose bound comes
    /// later than the jobs that are taken is not looked into: O(groups), and O(jobs of a group · log n) for each of the
    /// others.
    pub fn by_value<'a>(
        groups: Vec<&'a Group>,
        order: &'a Bound,
        facts: &'a Facts,
        at: Instant,
    ) -> impl Iterator<Item = Arrival> + 'a {
        // A group comes before jobs with the same key: it may have one that arrived earlier.
        let bound = |(place, group): (usize, &&Group)| {
            let bound = order.least_turn(&group.ranges.at(facts, &at));
            Reverse((bound, Entry::Group(place)))
        };
        let mut heap: BinaryHeap<_> = groups.iter().enumerate().map(bound).collect();
        std::iter::from_fn(move || {
            loop {
                let Reverse((_, entry)) = heap.pop()?;
                match entry {
                    Entry::Job(arrival) => return Some(arrival),
                    Entry::Group(place) => heap.extend(groups[place].jobs.iter().map(|job| {
                        let turn = order.turn(&facts.of(job, &at));
                        Reverse((turn, Entry::Job(job.arrival)))
                    })),
                }
            }
        })
    }
}

/// What a heap of turns has, groups before jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    /// At a place of a list.
    Group(usize),
    Job(Arrival),
}

impl Group {
    /// The size of its smallest job.
    pub fn least_size(&self) -> u32 {
        self.ranges.least_size()
    }

    /// The limit of its job with the shortest one.
    pub fn least_limit(&self) -> Time {
        self.ranges.least_limit()
    }

    fn of(jobs: Vec<Waiting>, facts: &Facts) -> Self {
        let ranges = RangesOfJobs::of(&jobs, facts);
        Self { jobs, ranges }
    }
}

/// Jobs are alike if size and limit have as many binary digits.
fn kind(job: &Waiting) -> (u32, u32) {
    let digits = |number: u64| u64::BITS - number.leading_zeros();
    let limit = job.limit.unsigned_abs();
    (digits(job.processors.into()), digits(limit))
}

/// The place of the group that has the job with this arrival, or would have it.
fn place_of(groups: &[Group], arrival: Arrival) -> usize {
    let first = |it: &Group| it.jobs.first().map(|job| job.arrival);
    groups.partition_point(|it| first(it) <= Some(arrival)).max(1) - 1
}
