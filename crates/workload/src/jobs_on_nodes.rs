//! On which nodes the jobs of a log ran, and from that the machine: its nodes, and the processors of each job.
//!
//! A log names the nodes of a job and how many processors it had on all of them. The processors are taken to be shared
//! evenly, the first nodes having one more where they cannot be. A node is as large as the most that is in use on it at
//! once; as a kind of nodes of a cluster it has as many cores as if its jobs had one more on all of theirs. On each of its nodes a job gets the lowest processors that are free there when it starts.
//!
//! Nodes that the same jobs have, with as many processors, are alike at any time: they are a segment, and counted once.
//! What is kept grows with the text of the log, not with the nodes that a list stands for.

mod kinds;

#[cfg(test)]
mod tests;

pub(super) use kinds::OfSeveralTypes;

use std::collections::HashMap;

use super::node_names::{NodeSpan, read_node_list};
use super::nodes::Nodes;
use super::resources::{NodeKind, Resources};
use super::{LogNames, Record};
use crate::Time;
use kinds::Told;

/// Of prefixes, spans and ranges there are at most this many, and some for each row or byte of a list.
const ALWAYS: usize = 1_024;

/// The most ranges of processors for each row, on average.
const RANGES: usize = 16;

/// Stands for a job of which the log names no nodes.
const NONE: u32 = u32::MAX;

/// Numbers behind one prefix: the place of the prefix, the first and the last number.
type Span = (u32, u32, u32);

/// Processors, first and last.
type Ranges = Vec<(u32, u32)>;

/// Names that differ in their numbers only: what stands before the number, and its digits.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Prefix {
    cluster: Box<[u8]>,
    text: Vec<u8>,
    digits: u8,
}

/// The nodes of the jobs of a log, while it is read.
#[derive(Default)]
pub(super) struct JobsOnNodes {
    /// The place of each prefix, by cluster, text and digits of the number.
    prefixes: HashMap<Prefix, u32>,
    /// The place of each list, by cluster and text.
    places: HashMap<Box<[u8]>, u32>,
    lists: Vec<Box<[Span]>>,
    /// The nodes of each list.
    counts: Vec<u64>,
    /// For each place among the records that of its list.
    of: Vec<u32>,
    /// For each place what the job had of its nodes.
    held: Vec<Held>,
    /// The place of each type of GPUs, from 1.
    gpu_types: HashMap<Box<[u8]>, u32>,
    spans: usize,
    /// The bytes of all lists.
    bytes: usize,
    are_too_many: bool,
    /// The key of the last list, so that a known one needs no memory.
    key: Vec<u8>,
}

/// What a job had of its nodes beside processors, all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Held {
    /// GPUs, in thousandths.
    pub gpus: u64,
    /// Memory, in MiB.
    pub memory: u64,
    /// The place of the type of the GPUs, from 1; 0 where it is not known.
    pub gpu_type: u32,
}

/// The nodes of a machine, and the ranges of processors of each job, by its place among the records; empty for a job
/// that has none.
pub(super) struct Placed {
    pub nodes: Nodes,
    pub ranges: Vec<Box<[(u32, u32)]>>,
    /// The same nodes with what was in use on them at once.
    pub kinds: Vec<NodeKind>,
    /// Nodes whose GPUs were of several types.
    pub of_several_types: Option<OfSeveralTypes>,
}

/// The lists stand for too many nodes for a log of this length.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl JobsOnNodes {
    /// The nodes of the job at a place, as a list of Slurm, on a cluster: how many they are, or 0 once there are too many.
    /// O(length) for a list that is new.
    ///
    /// # Errors
    ///
    /// If it is no such list: the job has no nodes then.
    pub fn set(&mut self, place: usize, cluster: &[u8], list: &[u8]) -> Result<u64, ()> {
        if self.are_too_many {
            return Ok(0);
        }
        self.key.clear();
        for part in [cluster, b"\0", list] {
            self.key.extend_from_slice(part);
        }
        let number = match self.places.get(&self.key[..]) {
            Some(&number) => number,
            None => {
                let spans = read_node_list(list).ok_or(())?;
                self.bytes += list.len();
                let key = self.key.as_slice().into();
                self.add(cluster, key, spans)
            }
        };
        self.of.resize(self.of.len().max(place + 1), NONE);
        self.of[place] = number;
        Ok(self.counts.get(number as usize).copied().unwrap_or(0))
    }

    /// What the job at a place had of its nodes, and the one type of its GPUs where it is known. O(1) expected.
    pub fn set_held(&mut self, place: usize, held: Held, gpu_type: Option<&[u8]>) {
        let has_nodes = self.of.get(place).is_some_and(|&list| list != NONE);
        if self.are_too_many || !has_nodes {
            return;
        }
        let next = self.gpu_types.len() as u32 + 1;
        let gpu_type = gpu_type.map_or(0, |name| match self.gpu_types.get(name) {
            Some(&place) => place,
            None => *self.gpu_types.entry(name.into()).or_insert(next),
        });
        self.held.resize(self.held.len().max(place + 1), Held::default());
        self.held[place] = Held { gpu_type, ..held };
    }

    fn add(&mut self, cluster: &[u8], key: Box<[u8]>, spans: Vec<NodeSpan>) -> u32 {
        let list = spans.into_iter().map(|span| {
            let next = self.prefixes.len() as u32;
            let key = Prefix { cluster: cluster.into(), text: span.prefix, digits: span.digits };
            (*self.prefixes.entry(key).or_insert(next), span.first, span.last)
        });
        let list: Box<[Span]> = list.collect();
        let number = self.lists.len() as u32;
        self.counts.push(nodes_of(&list));
        self.spans += list.len();
        self.lists.push(list);
        self.places.insert(key, number);
        let has_many_prefixes = self.prefixes.len() > ALWAYS + self.of.len();
        if has_many_prefixes || self.spans > ALWAYS + self.bytes {
            *self = Self { are_too_many: true, ..Self::default() };
        }
        number
    }

    /// The machine, and the processors of the jobs; `None` if no job has nodes. `resources` are what they asked of nodes,
    /// `names` those of partitions.
    ///
    /// O(n log n) for n jobs, and O(processors of a node / 64) for each segment of each job.
    ///
    /// # Errors
    ///
    /// If there are too many nodes for a log of this length.
    pub fn place(self, records: &[Record], resources: &Resources, names: &LogNames) -> Result<Option<Placed>, TooMany> {
        if self.are_too_many {
            return Err(TooMany);
        }
        if self.lists.is_empty() {
            return Ok(None);
        }
        let (prefixes, lists) = in_order(self.prefixes, self.lists);
        let jobs = jobs(&self.of, &self.held, records, &lists);
        let segments = Segments::of(&lists, &jobs)?;
        let events = events(&jobs);
        let most = segments.most_in_use(&jobs, &events);
        let sizes: Vec<u32> = most.iter().map(|it| it.cores).collect();
        let mut machine = Machine::of(&segments, &sizes)?;
        let mut ranges = vec![Box::default(); records.len()];
        let mut left = ALWAYS * 4 + RANGES * records.len();
        for &(_, is_start, at) in &events {
            let job = &jobs[at];
            if is_start {
                let taken = machine.take(at, segments.shares(job), left)?;
                left -= taken.len();
                ranges[job.place] = taken.into();
            } else {
                machine.give(at);
            }
        }
        let span = |&(prefix, first, last): &Span| {
            let prefix = &prefixes[prefix as usize];
            NodeSpan { prefix: prefix.text.clone(), digits: prefix.digits, first, last }
        };
        let spans: Vec<NodeSpan> = segments.all.iter().map(span).collect();
        let told = Told { records, resources, names, gpu_types: &self.gpu_types };
        let most_words = ALWAYS * 4 + RANGES * records.len();
        let (kinds, of_several_types) = told.kinds(&spans, &most, (&segments, &jobs), most_words)?;
        let mut nodes = Nodes::default();
        for (span, size) in spans.into_iter().zip(sizes) {
            nodes.push(span, size);
        }
        Ok(Some(Placed { nodes, ranges, kinds, of_several_types }))
    }
}

/// How many nodes a list stands for.
fn nodes_of(spans: &[Span]) -> u64 {
    spans.iter().map(|it| u64::from(it.2 - it.1) + 1).sum()
}

/// Each prefix with its digits in the order of names, those of several clusters with the cluster before them; and the
/// lists with their places in that order, ascending, spans that meet joined.
fn in_order(prefixes: HashMap<Prefix, u32>, lists: Vec<Box<[Span]>>) -> (Vec<Prefix>, Vec<Vec<Span>>) {
    let mut all: Vec<_> = prefixes.into_iter().collect();
    all.sort_unstable();
    let is_of_many = all.first().map(|it| &it.0.cluster) != all.last().map(|it| &it.0.cluster);
    let mut rank = vec![0; all.len()];
    for (at, (_, place)) in (0..).zip(&all) {
        rank[*place as usize] = at;
    }
    let named = all.into_iter().map(|(prefix, _)| {
        let text = if is_of_many && !prefix.cluster.is_empty() {
            [&prefix.cluster[..], b":", &prefix.text].concat()
        } else {
            prefix.text.clone()
        };
        Prefix { text, ..prefix }
    });
    let joined = |list: Box<[Span]>| {
        let mut spans: Vec<Span> =
            list.iter().map(|&(prefix, first, last)| (rank[prefix as usize], first, last)).collect();
        spans.sort_unstable();
        spans.dedup_by(|next, before| {
            let meet = next.0 == before.0 && next.1 <= before.2 + 1;
            if meet {
                before.2 = before.2.max(next.2);
            }
            meet
        });
        spans
    };
    (named.collect(), lists.into_iter().map(joined).collect())
}

/// A job that ran on nodes.
struct OnNodes<'a> {
    place: usize,
    start: Time,
    end: Time,
    list: usize,
    spans: &'a [Span],
    /// The processors on each node, and how many of the first nodes have one more.
    each: u32,
    more: u32,
    /// The GPUs, in thousandths, and the memory on each node, rounded up.
    gpus: u64,
    memory: u64,
    /// The place of the type of the GPUs, from 1; 0 where it is not known.
    gpu_type: u32,
}

/// The jobs that ran for some time, and have at least a processor on each of their nodes.
fn jobs<'a>(of: &[u32], held: &[Held], records: &[Record], lists: &'a [Vec<Span>]) -> Vec<OnNodes<'a>> {
    // A list may stand for more nodes than any job has processors.
    let nodes: Vec<u64> = lists.iter().map(|it| nodes_of(it)).collect();
    let job = |(place, &list): (usize, &u32)| {
        let record = records.get(place)?;
        let list = list as usize;
        let processors = u32::try_from(record.allocated_processors).ok()?;
        let nodes = u32::try_from(*nodes.get(list)?).ok()?;
        let start = record.submit + record.wait;
        let has_run = record.wait >= 0 && record.run_time > 0 && processors >= nodes;
        let held = held.get(place).copied().unwrap_or_default();
        has_run.then(|| OnNodes {
            place,
            start,
            end: start + record.run_time + Time::from(record.suspended),
            list,
            spans: &lists[list],
            each: processors / nodes,
            more: processors % nodes,
            gpus: held.gpus.div_ceil(nodes.into()),
            memory: held.memory.div_ceil(nodes.into()),
            gpu_type: held.gpu_type,
        })
    };
    of.iter().enumerate().filter_map(job).collect()
}

/// Ends and starts in the order of time, with the jobs; at one instant ends come first.
fn events(jobs: &[OnNodes]) -> Vec<(Time, bool, usize)> {
    let mut events = Vec::with_capacity(2 * jobs.len());
    for (at, job) in jobs.iter().enumerate() {
        events.push((job.start, true, at));
        events.push((job.end, false, at));
    }
    events.sort_unstable();
    events
}

/// The most processors of a machine that is found from its nodes.
const MOST_PROCESSORS: u64 = 1_000_000;

/// Which processors of which segments are free.
struct Machine {
    segments: Vec<Free>,
    /// What each running job has of one node of each of its segments.
    held: HashMap<usize, Vec<(usize, Ranges)>>,
}

/// The nodes of a segment: all have the same processors free.
struct Free {
    nodes: u32,
    /// The processors of a node.
    size: u32,
    /// The first processor of the first node.
    first: u32,
    /// A bit for each processor of a node.
    free: Vec<u64>,
}

impl Machine {
    /// # Errors
    ///
    /// If there are too many processors.
    pub fn of(segments: &Segments, sizes: &[u32]) -> Result<Self, TooMany> {
        let mut next = 0u64;
        let mut free = Vec::with_capacity(sizes.len());
        for (at, &size) in sizes.iter().enumerate() {
            let nodes = segments.nodes(at);
            let first = next;
            next += u64::from(nodes) * u64::from(size);
            if next > MOST_PROCESSORS {
                return Err(TooMany);
            }
            let word = |at: u32| u64::MAX >> (64 - (size - at).min(64));
            free.push(Free { nodes, size, first: first as u32, free: (0..size).step_by(64).map(word).collect() });
        }
        Ok(Self { segments: free, held: HashMap::new() })
    }

    /// Takes the lowest free processors for a job: its ranges, at most `most`.
    ///
    /// # Errors
    ///
    /// If there are more.
    pub fn take(
        &mut self,
        job: usize,
        shares: impl Iterator<Item = (usize, u32)>,
        most: usize,
    ) -> Result<Ranges, TooMany> {
        let mut ranges = Ranges::new();
        let mut held = Vec::new();
        for (segment, share) in shares {
            let at = &mut self.segments[segment];
            let own = at.take(share);
            if own == [(0, at.size - 1)] {
                push(&mut ranges, (at.first, at.first + at.nodes * at.size - 1));
            } else {
                for node in 0..at.nodes {
                    let first = at.first + node * at.size;
                    own.iter().for_each(|it| push(&mut ranges, (first + it.0, first + it.1)));
                    if ranges.len() > most {
                        return Err(TooMany);
                    }
                }
            }
            held.push((segment, own));
        }
        self.held.insert(job, held);
        Ok(ranges)
    }

    /// Gives the processors of a job back.
    pub fn give(&mut self, job: usize) {
        for (segment, ranges) in self.held.remove(&job).into_iter().flatten() {
            self.segments[segment].give(&ranges);
        }
    }
}

impl Free {
    /// Takes the lowest free processors of a node.
    fn take(&mut self, share: u32) -> Ranges {
        let (mut ranges, mut left) = (Ranges::new(), share);
        for (word, free) in (0..).zip(&mut self.free) {
            while left > 0 && *free != 0 {
                // The lowest row of free bits.
                let bit = free.trailing_zeros();
                let count = (*free >> bit).trailing_ones().min(left);
                *free &= !(u64::MAX >> (64 - count) << bit);
                left -= count;
                let first = 64 * word + bit;
                push(&mut ranges, (first, first + count - 1));
            }
        }
        ranges
    }

    fn give(&mut self, ranges: &[(u32, u32)]) {
        for &(first, last) in ranges {
            for processor in first..=last {
                self.free[(processor / 64) as usize] |= 1 << (processor % 64);
            }
        }
    }
}

/// Adds a range behind the others, to the last one where they meet.
fn push(ranges: &mut Ranges, (first, last): (u32, u32)) {
    match ranges.last_mut() {
        Some(before) if before.1 + 1 == first => before.1 = last,
        _ => ranges.push((first, last)),
    }
}

/// The most segments of all jobs together, each counted once for every job on it.
const MOST_STEPS: usize = 50_000_000;

/// Nodes that are alike at any time, in the order of names; and which of them each list has.
struct Segments {
    pub all: Vec<Span>,
    /// For each list ranges of places, first and last.
    of_lists: Vec<Ranges>,
}

impl Segments {
    /// # Errors
    ///
    /// If all jobs together have too many.
    pub fn of(lists: &[Vec<Span>], jobs: &[OnNodes]) -> Result<Self, TooMany> {
        // Where spans begin and end, and where the nodes end that have a processor more.
        let mut marks: Vec<(u32, u32, i64)> = Vec::new();
        for &(prefix, first, last) in lists.iter().flatten() {
            marks.push((prefix, first, 1));
            marks.push((prefix, last + 1, -1));
        }
        marks.extend(jobs.iter().filter_map(OnNodes::mark));
        marks.sort_unstable();
        let (mut all, mut covered) = (Vec::new(), 0);
        for pair in marks.windows(2) {
            covered += pair[0].2;
            if covered > 0 && pair[0].1 < pair[1].1 {
                all.push((pair[0].0, pair[0].1, pair[1].1 - 1));
            }
        }
        let place = |prefix, number| all.partition_point(|it: &Span| (it.0, it.1) < (prefix, number));
        let range = |&(prefix, first, last): &Span| (place(prefix, first) as u32, place(prefix, last + 1) as u32 - 1);
        let of_list = |list: &Vec<Span>| list.iter().map(range).collect();
        let of_lists: Vec<Ranges> = lists.iter().map(of_list).collect();
        let steps = |it: &Ranges| it.iter().map(|it| (it.1 - it.0) as usize + 1).sum::<usize>();
        let steps: Vec<usize> = of_lists.iter().map(steps).collect();
        if jobs.iter().map(|it| steps[it.list]).sum::<usize>() > MOST_STEPS {
            Err(TooMany)
        } else {
            Ok(Self { all, of_lists })
        }
    }

    /// The nodes of a segment.
    pub fn nodes(&self, segment: usize) -> u32 {
        self.all[segment].2 - self.all[segment].1 + 1
    }

    /// Each segment of a job with its processors on each node there.
    pub fn shares(&self, job: &OnNodes) -> impl Iterator<Item = (usize, u32)> {
        let ranges = self.of_lists[job.list].iter();
        let mut before = 0;
        let (each, more) = (job.each, job.more);
        ranges.flat_map(|&(first, last)| first as usize..=last as usize).map(move |segment| {
            let share = each + u32::from(before < more);
            before += self.nodes(segment);
            (segment, share)
        })
    }

    /// The segments of a list.
    pub fn of_list(&self, list: usize) -> impl Iterator<Item = usize> {
        self.of_lists[list].iter().flat_map(|&(first, last)| first as usize..=last as usize)
    }

    /// For each segment the most that is in use on a node at once.
    pub fn most_in_use(&self, jobs: &[OnNodes], events: &[(Time, bool, usize)]) -> Vec<InUse> {
        let mut in_use = vec![InUse::default(); self.all.len()];
        let a_processor = InUse { cores: 1, asked_cores: 1, ..InUse::default() };
        let mut most = vec![a_processor; self.all.len()];
        for &(_, is_start, at) in events {
            let job = &jobs[at];
            for (segment, cores) in self.shares(job) {
                let (now, most) = (&mut in_use[segment], &mut most[segment]);
                if is_start {
                    now.cores = now.cores.saturating_add(cores);
                    now.asked_cores = now.asked_cores.saturating_add(job.asked_cores());
                    now.gpus = now.gpus.saturating_add(job.gpus);
                    now.memory = now.memory.saturating_add(job.memory);
                    most.cores = most.cores.max(now.cores);
                    most.asked_cores = most.asked_cores.max(now.asked_cores);
                    most.gpus = most.gpus.max(now.gpus);
                    most.memory = most.memory.max(now.memory);
                } else {
                    now.cores = now.cores.saturating_sub(cores);
                    now.asked_cores = now.asked_cores.saturating_sub(job.asked_cores());
                    now.gpus = now.gpus.saturating_sub(job.gpus);
                    now.memory = now.memory.saturating_sub(job.memory);
                }
            }
        }
        most
    }
}

/// What is in use on a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InUse {
    /// Processors.
    pub cores: u32,
    /// Processors if each job has as many on all of its nodes, rounded up, as its chunks ask for.
    pub asked_cores: u32,
    /// GPUs, in thousandths.
    pub gpus: u64,
    /// Memory, in MiB.
    pub memory: u64,
}

impl OnNodes<'_> {
    /// The processors on each node, rounded up.
    fn asked_cores(&self) -> u32 {
        self.each + u32::from(self.more > 0)
    }

    /// Behind the last node that has a processor more.
    fn mark(&self) -> Option<(u32, u32, i64)> {
        let mut left = Some(self.more).filter(|&it| it > 0)?;
        for &(prefix, first, last) in self.spans {
            let nodes = last - first + 1;
            if left <= nodes {
                return Some((prefix, first + left, 0));
            }
            left -= nodes;
        }
        None
    }
}
