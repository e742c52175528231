//! What the formulas of `ordered` read.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use crate::policy::formula::{Bound, Name, NameVariable, Names, Quantity, Range, Ranges, Values};
use crate::policy::local::{Arrival, Known, LocalPass, Waiting};
use crate::policy::usage::OwnerUsage;
use workload::{Job, LogNames, NameKind, Time};

/// The names of the jobs of a run.
#[derive(Clone, Debug, Default)]
pub struct NamesOfJobs {
    /// All of them.
    pub all: Names,
    /// Those of each job of the run, in the order of [`NameVariable::ALL`].
    of: Vec<[Name; NameVariable::ALL.len()]>,
}

impl NamesOfJobs {
    /// The names of `jobs`: behind the numbers of the log those of its table, where it has any. O(n log n).
    pub fn new(jobs: &[Job], table: Option<&LogNames>) -> Self {
        let mut all = Names::default();
        let mut name = |kind: NameKind, number: i64| match table.and_then(|table| table.of(kind, number)) {
            Some(name) => all.add(name),
            None => all.add_number(number),
        };
        let of = |job: &Job| {
            let logged = &job.logged;
            std::array::from_fn(|place| match NameVariable::ALL[place] {
                NameVariable::Queue => name(NameKind::Queue, logged.queue),
                NameVariable::User => name(NameKind::User, logged.user),
                NameVariable::Group => name(NameKind::Group, logged.group),
                NameVariable::Partition => name(NameKind::Partition, logged.partition),
                NameVariable::Qos => name(NameKind::Qos, logged.qos.into()),
            })
        };
        let of = jobs.iter().map(of).collect();
        Self { all, of }
    }
}

/// What is known of the jobs at a provider.
#[derive(Clone, Debug)]
pub struct Facts {
    names: Arc<NamesOfJobs>,
    /// All processors.
    pub processors: u32,
    /// Of each job that has arrived here.
    known: Vec<Known>,
    /// The usage of users and of groups.
    usage: [OwnerUsage; 2],
    /// What each job asks of nodes, in the order of [`Quantity::OF_NODES`]; empty where a system has no nodes.
    pub asked: Vec<[f64; Quantity::OF_NODES.len()]>,
}

impl Facts {
    /// Of the jobs of a run, none of which has arrived. `usage` is that of their users and that of their groups.
    pub fn new(names: Arc<NamesOfJobs>, usage: [OwnerUsage; 2]) -> Self {
        let nothing = Known { eligible: 0, estimate: 0 };
        Self { known: vec![nothing; names.of.len()], names, processors: 0, usage, asked: Vec::new() }
    }

    /// All names of the run.
    pub fn names(&self) -> &Names {
        &self.names.all
    }

    pub fn arrived(&mut self, job: u32, known: Known) {
        self.known[job as usize] = known;
    }

    /// A job has got processors at `now`.
    pub fn began(&mut self, now: Time, job: u32, processors: u32) {
        for usage in &mut self.usage {
            usage.began(now, job, processors);
        }
    }

    /// A job has given processors back at `now`.
    pub fn ended(&mut self, now: Time, job: u32, processors: u32) {
        for usage in &mut self.usage {
            usage.ended(now, job, processors);
        }
    }

    /// The values of a waiting job at an instant.
    pub fn of<'a>(&'a self, job: &'a Waiting, at: &'a Instant) -> FactsOfJob<'a> {
        FactsOfJob { facts: self, job, at }
    }
}

/// What is the same for all jobs of a pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct Instant {
    now: Time,
    waiting: u32,
    free: u32,
}

impl Instant {
    /// At `now`, with that many waiting jobs and free processors.
    pub const fn new(now: Time, waiting: u32, free: u32) -> Self {
        Self { now, waiting, free }
    }

    /// Before any start of the pass.
    pub fn of(pass: &LocalPass) -> Self {
        Self::new(pass.now, pass.waiting() as u32, pass.free())
    }
}

/// The values of a waiting job at an instant.
pub struct FactsOfJob<'a> {
    facts: &'a Facts,
    job: &'a Waiting,
    at: &'a Instant,
}

/// A number that is not known: the priority of a job, which no log has.
const UNKNOWN: f64 = -1.0;

impl Values for FactsOfJob<'_> {
    fn number(&self, quantity: Quantity) -> f64 {
        let Self { facts, job, at } = *self;
        let known = &facts.known[job.job as usize];
        let used = |usage: &OwnerUsage| usage.used_by_owner(job.job, at.now);
        let [users, groups] = &facts.usage;
        match quantity {
            Quantity::Submit => known.eligible as f64,
            Quantity::Wait => at.now.saturating_sub(known.eligible) as f64,
            Quantity::Size => job.processors.into(),
            Quantity::Limit => seconds(job.limit),
            Quantity::Estimate => seconds(known.estimate),
            Quantity::Work => work(job),
            Quantity::UserUsage => used(users),
            Quantity::GroupUsage => used(groups),
            Quantity::Priority => UNKNOWN,
            Quantity::Now => at.now as f64,
            Quantity::Waiting => at.waiting.into(),
            Quantity::Free => at.free.into(),
            Quantity::Processors => facts.processors.into(),
            Quantity::Gpus | Quantity::Memory | Quantity::Nodes | Quantity::DominantShare => {
                let place = Quantity::OF_NODES.iter().position(|it| *it == quantity);
                let asked = facts.asked.get(job.job as usize).zip(place);
                asked.map_or(UNKNOWN, |(asked, place)| asked[place])
            }
        }
    }

    fn name(&self, variable: NameVariable) -> Name {
        self.facts.names.of[self.job.job as usize][variable as usize]
    }
}

/// The ranges of the numbers of some waiting jobs that stay the same as they wait.
#[derive(Clone, Copy, Debug)]
pub struct RangesOfJobs {
    eligible: (Time, Time),
    limit: (Time, Time),
    estimate: (Time, Time),
    size: (u32, u32),
    work: (f64, f64),
}

impl RangesOfJobs {
    /// Of these jobs. O(n).
    pub fn of<'a>(jobs: impl IntoIterator<Item = &'a Waiting>, facts: &Facts) -> Self {
        let mut ranges = Self {
            eligible: (Time::MAX, Time::MIN),
            limit: (Time::MAX, Time::MIN),
            estimate: (Time::MAX, Time::MIN),
            size: (u32::MAX, 0),
            work: (f64::INFINITY, f64::NEG_INFINITY),
        };
        jobs.into_iter().for_each(|job| ranges.add(job, facts));
        ranges
    }

    /// The size of the smallest job.
    pub fn least_size(&self) -> u32 {
        self.size.0
    }

    /// The shortest limit.
    pub fn least_limit(&self) -> Time {
        self.limit.0
    }

    /// One more job.
    pub fn add(&mut self, job: &Waiting, facts: &Facts) {
        fn widen<T: Copy + PartialOrd>(range: &mut (T, T), value: T) {
            if value < range.0 {
                range.0 = value;
            }
            if value > range.1 {
                range.1 = value;
            }
        }
        let known = &facts.known[job.job as usize];
        widen(&mut self.eligible, known.eligible);
        widen(&mut self.limit, job.limit);
        widen(&mut self.estimate, known.estimate);
        widen(&mut self.size, job.processors);
        widen(&mut self.work, work(job));
    }

    /// From an instant until a time, however many jobs wait and processors are free after the instant.
    pub fn at<'a>(&'a self, facts: &'a Facts, at: &'a Instant, until: Time) -> RangesAt<'a> {
        RangesAt { ranges: self, facts, at, until }
    }
}

/// The ranges of the numbers of some waiting jobs from an instant until a time.
pub struct RangesAt<'a> {
    ranges: &'a RangesOfJobs,
    facts: &'a Facts,
    at: &'a Instant,
    until: Time,
}

impl Ranges for RangesAt<'_> {
    fn range(&self, quantity: Quantity) -> Option<Range> {
        let Self { ranges, facts, at, until } = *self;
        let times = |(low, high): (Time, Time)| Range { low: seconds(low), high: seconds(high) };
        Some(match quantity {
            Quantity::Submit => times(ranges.eligible),
            Quantity::Wait => {
                times((at.now.saturating_sub(ranges.eligible.1), until.saturating_sub(ranges.eligible.0)))
            }
            Quantity::Size => Range { low: ranges.size.0.into(), high: ranges.size.1.into() },
            Quantity::Limit => times(ranges.limit),
            Quantity::Estimate => times(ranges.estimate),
            Quantity::Work => Range { low: ranges.work.0, high: ranges.work.1 },
            Quantity::UserUsage
            | Quantity::GroupUsage
            | Quantity::Gpus
            | Quantity::Memory
            | Quantity::Nodes
            | Quantity::DominantShare => return None,
            Quantity::Priority => Range::of(UNKNOWN),
            Quantity::Now => times((at.now, until)),
            Quantity::Waiting => Range::of(at.waiting.into()),
            Quantity::Free => Range::of(at.free.into()),
            Quantity::Processors => Range::of(facts.processors.into()),
        })
    }
}

/// +∞ for a limit that there is not.
fn seconds(time: Time) -> f64 {
    match time {
        Time::MAX => f64::INFINITY,
        time => time as f64,
    }
}

/// Size × limit.
fn work(job: &Waiting) -> f64 {
    f64::from(job.processors) * seconds(job.limit)
}

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
    jobs: Vec<Member>,
    ranges: RangesOfJobs,
    /// The lowest floor of its jobs, and until when none of them expires.
    floor: Cell<(i64, Time)>,
}

/// Of a group whose floors have to be looked at.
const UNKNOWN_FLOOR: (i64, Time) = (i64::MIN, Time::MIN);

/// A job of a group.
#[derive(Clone, Debug)]
struct Member {
    job: Waiting,
    floor: Cell<Floor>,
}

/// A key that is no larger than that of a job until a time; for how long it was found.
#[derive(Clone, Copy, Debug)]
struct Floor {
    turn: i64,
    until: Time,
    lasts: Time,
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
            groups.push(Group::of(vec![Member::of(job)], facts));
            self.count += 1;
            return;
        };
        let place = group.jobs.partition_point(|it| it.job.arrival < job.arrival);
        group.jobs.insert(place, Member::of(job));
        group.floor.set(UNKNOWN_FLOOR);
        let length = group.jobs.len();
        if length <= self.most {
            group.ranges.add(&job, facts);
            return;
        }
        // Where jobs come in order, the others are not touched again.
        let split = if place + 1 == length { place } else { length / 2 };
        let upper = group.jobs.split_off(split);
        group.find_ranges(facts);
        groups.insert(at + 1, Group::of(upper, facts));
        self.count += 1;
    }

    /// A job that is there waits no longer. O(log n + jobs of a group) for n jobs.
    pub fn remove(&mut self, job: &Waiting, facts: &Facts) {
        let Some(groups) = self.alike.get_mut(&kind(job)) else {
            return;
        };
        let at = place_of(groups, job.arrival);
        groups[at].jobs.retain(|it| it.job.arrival != job.arrival);
        groups[at].floor.set(UNKNOWN_FLOOR);
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
            groups[lower].floor.set(UNKNOWN_FLOOR);
            groups[lower].find_ranges(facts);
        } else if groups[at].jobs.is_empty() {
            groups.remove(at);
            self.count -= 1;
        } else {
            groups[at].find_ranges(facts);
        }
        if groups.is_empty() {
            self.alike.remove(&kind(job));
        }
    }

    /// All groups.
    pub fn all(&self) -> impl Iterator<Item = &Group> {
        self.alike.values().flatten()
    }

    /// The jobs of these groups, to be taken the smallest value first. A group whose bound comes later than the jobs that
    /// are taken is not looked into: O(groups), and O(jobs of a group · log n) for each of the others. An order that `keeps`
    /// floors, one at most, has only the jobs valued whose floors come no later.
    pub fn by_value<'a>(
        groups: Vec<&'a Group>,
        (order, keeps): (&'a Bound, bool),
        facts: &'a Facts,
        at: Instant,
    ) -> ByValue<'a> {
        // A group comes before jobs with the same key: it may have one that arrived earlier.
        let bound = |(place, group): (usize, &&Group)| {
            let (floor, until) = group.floor.get();
            Reverse(match keeps {
                true if at.now <= until => (floor, Entry::Rest(place)),
                true => (group.find_floor(order, facts, &at), Entry::Rest(place)),
                false => (order.least_turn(&group.ranges.at(facts, &at, at.now)), Entry::Group(place)),
            })
        };
        let heap = groups.iter().enumerate().map(bound).collect();
        ByValue { groups, order, facts, at, heap }
    }
}

/// Jobs of groups, the smallest value first, of equals the one that arrived first.
pub struct ByValue<'a> {
    groups: Vec<&'a Group>,
    order: &'a Bound,
    facts: &'a Facts,
    at: Instant,
    heap: BinaryHeap<Reverse<(i64, Entry)>>,
}

impl ByValue<'_> {
    /// The next. Jobs that `may` not be taken now, nor later, are left out where that spares work.
    pub fn next(&mut self, mut may: impl FnMut(&Waiting) -> bool) -> Option<Arrival> {
        let Self { groups, order, facts, at, heap } = self;
        let valued = |it: &Member| Reverse((order.turn(&facts.of(&it.job, at)), Entry::Job(it.job.arrival)));
        loop {
            let Reverse((least, entry)) = heap.pop()?;
            match entry {
                Entry::Job(arrival) => return Some(arrival),
                Entry::Group(place) => heap.extend(groups[place].jobs.iter().filter(|it| may(&it.job)).map(valued)),
                Entry::Rest(place) => {
                    let most = heap.peek().map_or(i64::MAX, |it| it.0.0);
                    let mut rest = None;
                    for it in &groups[place].jobs {
                        let floor = it.floor.get();
                        if floor.turn < least || !may(&it.job) {
                            continue;
                        }
                        if floor.turn > most {
                            rest = Some(rest.map_or(floor.turn, |rest| floor.turn.min(rest)));
                            continue;
                        }
                        // It was too low: the next is found for half as long.
                        it.floor.set(Floor { until: at.now, lasts: floor.lasts / 4, ..floor });
                        groups[place].floor.set(UNKNOWN_FLOOR);
                        heap.push(valued(it));
                    }
                    heap.extend(rest.map(|least| Reverse((least, Entry::Rest(place)))));
                }
            }
        }
    }
}

/// What a heap of turns has, groups before jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    /// At a place of a list.
    Group(usize),
    /// The jobs of the group there that are not in the heap.
    Rest(usize),
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

    fn of(jobs: Vec<Member>, facts: &Facts) -> Self {
        let ranges = RangesOfJobs::of(jobs.iter().map(|it| &it.job), facts);
        Self { jobs, ranges, floor: Cell::new(UNKNOWN_FLOOR) }
    }

    fn find_ranges(&mut self, facts: &Facts) {
        self.ranges = RangesOfJobs::of(self.jobs.iter().map(|it| &it.job), facts);
    }

    /// The lowest floor, after those that have expired were found anew, for twice as long as before.
    fn find_floor(&self, order: &Bound, facts: &Facts, at: &Instant) -> i64 {
        let (mut least, mut first) = (i64::MAX, Time::MAX);
        for Member { job, floor } in &self.jobs {
            let mut it = floor.get();
            if it.until < at.now {
                it.lasts = it.lasts.saturating_mul(2) + 1;
                it.until = at.now.saturating_add(it.lasts);
                let ranges = RangesOfJobs::of([job], facts);
                it.turn = order.least_turn(&ranges.at(facts, at, it.until));
                floor.set(it);
            }
            (least, first) = (least.min(it.turn), first.min(it.until));
        }
        self.floor.set((least, first));
        least
    }
}

impl Member {
    fn of(job: Waiting) -> Self {
        let floor = Floor { turn: i64::MIN, until: Time::MIN, lasts: 0 };
        Self { job, floor: Cell::new(floor) }
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
    let first = |it: &Group| it.jobs.first().map(|it| it.job.arrival);
    groups.partition_point(|it| first(it) <= Some(arrival)).max(1) - 1
}
