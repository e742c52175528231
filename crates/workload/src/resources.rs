//! The resources that jobs ask of nodes, and the nodes of a cluster.
//!
//! A job asks for chunks: equal parts, each on one node. Most logs name no chunks; a log of Slurm's accounting does.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Record;
use crate::node_names::{NodeSpan, fold_nodes, read_node_list};

/// A whole GPU or core, in the thousandths in which they are counted.
pub const WHOLE: u32 = 1_000;

/// The memory of a chunk that asks for all that its node has, however much that is: beyond every amount.
pub const ALL_MEMORY: u64 = 2 * MOST_MEBIBYTES;

/// What a job asks for beyond its processors, in equal chunks.
///
/// The processors are the job's own: each chunk has its share of them, rounded up ([`Chunks::cores_of_each`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Chunks {
    /// How many; 0 where the log does not say: a chunk for each processor then.
    pub count: u32,
    /// Whether each is on a node of its own. Otherwise several may be on one node.
    pub on_distinct_nodes: bool,
    /// Whether no other job is on its nodes while it runs.
    pub is_exclusive: bool,
    /// GPUs of each chunk, in thousandths: below [`WHOLE`] a share of one GPU, otherwise whole GPUs.
    pub gpus: u32,
    /// Memory of each chunk, in MiB; 0 where the log names none, [`ALL_MEMORY`] for that of the node.
    pub memory: u64,
    /// The GPU types that it may have; any if empty.
    pub gpu_types: Vec<Box<str>>,
    /// The features that its nodes need, all of them.
    pub features: Vec<Box<str>>,
}

impl Chunks {
    /// How many chunks a job of this size has, at least 1.
    pub fn count_for(&self, processors: u32) -> u32 {
        match self.count {
            0 => processors.max(1),
            count => count,
        }
    }

    /// The cores of each chunk of a job of this size: its share of the processors, rounded up.
    pub fn cores_of_each(&self, processors: u32) -> u32 {
        processors.div_ceil(self.count_for(processors))
    }
}

/// The chunks of the jobs of a log, and the nodes that it tells of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resources {
    /// Each different request once.
    requests: Vec<Chunks>,
    /// By the place of a record that of its request plus 1; 0, or nothing, for a job that asks for processors only.
    of: Vec<u32>,
    /// What the nodes of the log held at once, in the order of their names; empty where it names no nodes.
    pub nodes: Vec<NodeKind>,
}

impl Resources {
    /// Whether no job asks for more than processors, and no node is known.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.nodes.is_empty()
    }

    /// Whether some job asks for more than processors.
    pub const fn has_requests(&self) -> bool {
        !self.requests.is_empty()
    }

    /// The request of the job at a place of the log; `None` if it asks for processors only. O(1).
    pub fn of(&self, place: usize) -> Option<&Chunks> {
        let request = self.of.get(place).copied()?.checked_sub(1)?;
        self.requests.get(request as usize)
    }

    /// The number of the request of the job at a place, from 1; 0 if it asks for processors only. O(1).
    pub(crate) fn number_of(&self, place: usize) -> u32 {
        self.of.get(place).copied().unwrap_or(0)
    }

    /// How many of the jobs of these records ask for something that no record has: nodes, GPUs, features, or memory by other
    /// amounts than those of each processor. O(n) for n jobs.
    pub fn beyond_records(&self, records: &[Record]) -> usize {
        let is_beyond = |(place, record): &(usize, &Record)| {
            let of_record =
                Chunks { memory: record.requested_memory.max(0).unsigned_abs().div_ceil(1_024), ..Chunks::default() };
            self.of(*place).is_some_and(|it| *it != of_record)
        };
        records.iter().enumerate().filter(is_beyond).count()
    }

    /// Sets the request of the job at a place. O(requests) for one that differs from the last; readers use a
    /// [`Gathering`].
    pub fn set(&mut self, place: usize, chunks: Chunks) {
        let known = self.requests.iter().rposition(|it| *it == chunks);
        let request = known.unwrap_or_else(|| {
            self.requests.push(chunks);
            self.requests.len() - 1
        });
        self.set_number(place, request as u32 + 1);
    }

    fn set_number(&mut self, place: usize, number: u32) {
        self.of.resize(self.of.len().max(place + 1), 0);
        self.of[place] = number;
    }

    /// Those that records themselves name: memory. O(n) for n jobs.
    pub fn of_records(records: &[Record]) -> Self {
        let mut resources = Self::default();
        resources.add_memory_of(records);
        resources
    }

    /// Takes the memory that records name for each processor, in KiB, as that of a chunk for each processor, in MiB
    /// rounded up; jobs that have a request keep it. O(n) for n jobs.
    pub(crate) fn add_memory_of(&mut self, records: &[Record]) {
        let mut known: HashMap<u64, u32> = HashMap::new();
        let mut last = (0, 0);
        let asking = records.iter().enumerate();
        for (place, record) in asking.filter(|(_, it)| it.requested_memory > 0) {
            if self.number_of(place) > 0 {
                continue;
            }
            let memory = record.requested_memory.unsigned_abs().div_ceil(1_024);
            if last.0 != memory {
                let number = *known.entry(memory).or_insert_with(|| {
                    self.requests.push(Chunks { memory, ..Chunks::default() });
                    self.requests.len() as u32
                });
                last = (memory, number);
            }
            if self.of.is_empty() {
                self.of.reserve_exact(records.len());
            }
            self.set_number(place, last.1);
        }
    }

    /// The resources of a log whose jobs are those at these places of this one, in this order. O(jobs + requests).
    pub(crate) fn at_places(&self, places: impl Iterator<Item = usize>) -> Self {
        if self.is_empty() {
            return Self::default();
        }
        Self {
            requests: self.requests.clone(),
            of: places.map(|place| self.number_of(place)).collect(),
            nodes: self.nodes.clone(),
        }
    }
}

/// The memory that a job asked for, in MiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AskedMemory {
    /// The log names none.
    #[default]
    Unnamed,
    /// For all of the job.
    OfJob(u64),
    /// On each of its nodes.
    OfNode(u64),
    /// All that its nodes have.
    AllOfNode,
    /// For each of its processors.
    OfProcessor(u64),
}

/// What a line of a log says that a job asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The processors, at most [`crate::MAX_PROCESSORS`]; 0 where they are not known.
    pub processors: u32,
    /// The nodes, at most [`crate::MAX_PROCESSORS`]; 0 where they are not known.
    pub nodes: u32,
    /// Whether the log counts nodes as processors.
    pub are_nodes_processors: bool,
    /// The GPUs of all nodes, in thousandths.
    pub gpus: u64,
    /// The memory.
    pub memory: AskedMemory,
    /// The types of GPUs that it may have.
    pub gpu_types: Vec<Box<str>>,
    /// The features that its nodes need.
    pub features: Vec<Box<str>>,
}

impl Asked {
    /// The chunks: one on each node; without known nodes one for each GPU, on any of them; without GPUs one for each
    /// processor. Shares are rounded up, GPUs from a whole one on to whole ones. `None` if it asked for processors only.
    /// Memory of each node counts only where nodes are known.
    pub fn chunks(self) -> Option<Chunks> {
        let whole = u64::from(WHOLE);
        let most = u64::from(u32::MAX) / whole * whole;
        let count = match self.nodes {
            0 => self.gpus.min(most).div_ceil(whole) as u32,
            nodes => nodes,
        };
        let each = self.gpus.div_ceil(u64::from(count.max(1)));
        let gpus = if self.gpus < whole { each } else { each.div_ceil(whole) * whole };
        let processors = u64::from(self.processors.max(1));
        let parts = match count {
            0 => processors,
            count => count.into(),
        };
        let memory = match self.memory {
            AskedMemory::Unnamed => 0,
            AskedMemory::OfJob(all) => all.div_ceil(parts),
            AskedMemory::OfNode(each) if self.nodes > 0 => each,
            AskedMemory::AllOfNode if self.nodes > 0 => ALL_MEMORY,
            AskedMemory::OfNode(_) | AskedMemory::AllOfNode => 0,
            AskedMemory::OfProcessor(each) => each.saturating_mul(processors.div_ceil(parts)),
        };
        let memory = match self.memory {
            AskedMemory::AllOfNode => memory,
            _ => memory.min(MOST_MEBIBYTES),
        };
        let has_nodes = self.nodes > 0 && !self.are_nodes_processors;
        let asks = has_nodes || gpus > 0 || memory > 0 || !self.features.is_empty();
        asks.then(|| Chunks {
            count,
            on_distinct_nodes: has_nodes,
            is_exclusive: false,
            gpus: gpus.min(most) as u32,
            memory,
            gpu_types: if gpus > 0 { self.gpu_types } else { Vec::new() },
            features: self.features,
        })
    }
}

/// The requests of the jobs that are read so far; each different one is found by its value.
#[derive(Default)]
pub(crate) struct Gathering {
    resources: Resources,
    /// The number of each request, from 1.
    known: HashMap<Chunks, u32>,
    /// How many jobs have each request, by its number less 1.
    jobs: Vec<u32>,
}

impl Gathering {
    /// Sets the request of the job at a place, in place of an earlier one; `None` for one that asks for processors only.
    /// O(1) expected.
    pub fn set(&mut self, place: usize, chunks: Option<Chunks>) {
        let former = self.resources.number_of(place);
        let number = chunks.map_or(0, |chunks| self.number(chunks));
        if former > 0 {
            self.jobs[former as usize - 1] -= 1;
        }
        if number > 0 {
            self.jobs[number as usize - 1] += 1;
        }
        if former != number {
            self.resources.set_number(place, number);
        }
    }

    fn number(&mut self, chunks: Chunks) -> u32 {
        let next = self.jobs.len() as u32 + 1;
        let number = *self.known.entry(chunks).or_insert(next);
        if number == next {
            self.jobs.push(0);
        }
        number
    }

    /// All of them; requests that no job has any more are left out. O(requests, and jobs where there are such).
    pub fn finish(self) -> Resources {
        let mut resources = self.resources;
        resources.requests = vec![Chunks::default(); self.jobs.len()];
        for (chunks, number) in self.known {
            resources.requests[number as usize - 1] = chunks;
        }
        if self.jobs.contains(&0) {
            leave_out(&mut resources, &self.jobs);
        }
        resources
    }
}

/// Leaves out the requests of no job.
fn leave_out(resources: &mut Resources, jobs: &[u32]) {
    let mut next = 0;
    let numbers: Vec<u32> = jobs
        .iter()
        .map(|&jobs| {
            next += u32::from(jobs > 0);
            next
        })
        .collect();
    for number in resources.of.iter_mut().filter(|it| **it > 0) {
        *number = numbers[*number as usize - 1];
    }
    let mut jobs = jobs.iter();
    let is_asked = |_: &Chunks| jobs.next().is_some_and(|jobs| *jobs > 0);
    resources.requests.retain(is_asked);
}

/// The most memory of a node, or that a log may name, in MiB: 2^40, an exbibyte.
pub(crate) const MOST_MEBIBYTES: u64 = 1 << 40;

/// Units, each 1,024 times the one before; the first has 2^-10 MiB.
const UNITS: &[u8] = b"KMGTP";

/// `16G`, `1.5T`, `4000M`, `4000` in MiB, rounded up; without a unit it is MiB. `iB` or `B` may follow the unit. `None` for
/// another word, and for an amount below 0 or above [`MOST_MEBIBYTES`]. O(length).
pub(crate) fn mebibytes(word: &[u8]) -> Option<u64> {
    let end = word.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.').unwrap_or(word.len());
    let (digits, unit) = word.split_at(end);
    let exponent = match unit.trim_ascii().split_first() {
        None => 0,
        Some((letter, rest)) => {
            let is_unit = [&b""[..], b"B", b"iB"].contains(&rest);
            let letter = letter.to_ascii_uppercase();
            let place = UNITS.iter().position(|it| *it == letter);
            place.filter(|_| is_unit)? as i32 - 1
        }
    };
    let number: f64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    let amount = (number * 1_024_f64.powi(exponent)).ceil();
    (amount <= MOST_MEBIBYTES as f64).then_some(amount as u64)
}

/// Equal nodes of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeKind {
    /// How many.
    pub count: u32,
    /// Their names as Slurm lists them: `n[001-010]`; of as many nodes as there are. Empty for nodes without names.
    pub name: String,
    /// Cores of each.
    pub cores: u32,
    /// GPUs of each.
    pub gpus: u32,
    /// The type of its GPUs; empty where it is not known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gpu_type: String,
    /// Memory of each, in MiB; a scenario has it in GiB.
    #[serde(serialize_with = "in_gib", deserialize_with = "from_gib")]
    pub memory: u64,
    /// The partitions that they belong to; none if all jobs may run on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partitions: Vec<String>,
    /// Their features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}

impl Default for NodeKind {
    /// One node of one core.
    fn default() -> Self {
        Self {
            count: 1,
            name: String::new(),
            cores: 1,
            gpus: 0,
            gpu_type: String::new(),
            memory: 0,
            partitions: Vec::new(),
            features: Vec::new(),
        }
    }
}

/// MiB of a GiB.
const GIB: u64 = 1_024;

/// Whole numbers as those of 32 bits: browsers make a number of them, as `from_gib` takes it, and of longer ones none.
fn in_gib<S: Serializer>(mib: &u64, to: S) -> Result<S::Ok, S::Error> {
    match (mib % GIB, u32::try_from(mib / GIB)) {
        (0, Ok(gib)) => to.serialize_u32(gib),
        _ => to.serialize_f64(*mib as f64 / GIB as f64),
    }
}

fn from_gib<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let mib = f64::deserialize(from)? * GIB as f64;
    if (0.0..=MOST_MEBIBYTES as f64).contains(&mib) {
        Ok(mib.round() as u64)
    } else {
        Err(de::Error::custom("memory: it is a number of GiB from 0 on"))
    }
}

impl NodeKind {
    /// The name of each of its nodes; `None` where the list cannot be read, or has another number of names. Nodes
    /// without names are numbered from `first` on: `node1`. O(count).
    pub fn names(&self, first: u32) -> Option<Vec<String>> {
        let spans = self.spans(first)?;
        Some(spans.iter().flat_map(names_of).collect())
    }

    /// The same, with the names that follow each other as one.
    pub(crate) fn spans(&self, first: u32) -> Option<Vec<NodeSpan>> {
        let last = first.saturating_add(self.count).saturating_sub(1);
        let spans = match (self.name.as_str(), self.count) {
            (_, 0) => Vec::new(),
            ("", _) => read_node_list(format!("node[{first}-{last}]").as_bytes())?,
            (names, _) => read_node_list(names.as_bytes())?,
        };
        (count(&spans) == u64::from(self.count)).then_some(spans)
    }
}

impl NodeKind {
    /// As many nodes as this, with the names that they have: the last ones go, or the numbers of the last name are
    /// continued. Nodes whose names cannot be continued, or cannot be read, have no names any more.
    pub fn set_count(&mut self, count: u32) {
        self.name = continued(&self.name, count).unwrap_or_default();
        self.count = count;
    }
}

/// A list with as many names as this; `None` if it has too few of them and the last one has no number.
fn continued(list: &str, wanted: u32) -> Option<String> {
    let mut spans = read_node_list(list.as_bytes())?;
    let mut left = wanted;
    for span in &mut spans {
        let own = (span.last - span.first + 1).min(left);
        left -= own;
        span.last = span.first + own.saturating_sub(1);
        if own == 0 {
            span.digits = u8::MAX;
        }
    }
    spans.retain(|it| it.digits != u8::MAX);
    if let (Some(last), 1..) = (spans.last_mut(), left) {
        let highest = 10u32.checked_pow(last.digits.into())? - 1;
        last.last = last.last.checked_add(left).filter(|&it| it <= highest)?;
    }
    Some(fold_nodes(spans))
}

/// The most nodes that a list may name.
const MOST_NODES: u64 = 1_000_000;

/// The name of each node of a list as Slurm writes it: `n[001-010],gpu1`; `None` if it cannot be read, or names more than a
/// million.
pub fn node_names(list: &str) -> Option<Vec<String>> {
    let spans = read_node_list(list.as_bytes())?;
    let is_short = count(&spans) <= MOST_NODES;
    is_short.then(|| spans.iter().flat_map(names_of).collect())
}

/// Nodes as one list, as Slurm writes it: `n[001-003]` of `n001`, `n002` and `n003`. O(names).
pub fn node_list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let spans = names.into_iter().map(|it| NodeSpan::of_name(it.as_bytes()));
    fold_nodes(spans)
}

fn count(spans: &[NodeSpan]) -> u64 {
    spans.iter().map(|it| u64::from(it.last - it.first) + 1).sum()
}

fn names_of(span: &NodeSpan) -> Vec<String> {
    let numbers = span.first..=span.last;
    numbers.map(|at| span.name(at)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    #[test]
    fn a_job_without_chunks_has_one_for_each_processor() {
        let alone = Chunks::default();
        assert_eq!((alone.count_for(5), alone.cores_of_each(5)), (5, 1));
        assert_eq!((alone.count_for(0), alone.cores_of_each(0)), (1, 0));
        let on_two = Chunks { count: 2, ..Chunks::default() };
        assert_eq!((on_two.count_for(5), on_two.cores_of_each(5)), (2, 3));
    }

    #[test]
    fn equal_requests_are_kept_once() {
        let gpus = |gpus| Chunks { gpus, ..Chunks::default() };
        let mut resources = Resources::default();
        assert!(resources.is_empty());
        for (place, count) in [(4, 2_000), (1, 500), (0, 2_000)] {
            resources.set(place, gpus(count));
        }
        let found: Vec<Option<u32>> = (0..6).map(|place| resources.of(place).map(|it| it.gpus)).collect();
        let expected = [Some(2_000), Some(500), None, None, Some(2_000), None];
        assert_eq!(found, expected);
        assert_eq!(resources.requests.len(), 2);

        let parts = resources.at_places([4, 2, 1, 9].into_iter());
        let found: Vec<Option<u32>> = (0..5).map(|at| parts.of(at).map(|it| it.gpus)).collect();
        assert_eq!(found, [Some(2_000), None, Some(500), None, None]);
        assert_eq!(Resources::default().at_places([1].into_iter()), Resources::default());
    }

    #[test]
    fn requested_memory_is_that_of_each_processor() {
        let record = |requested_memory| Record { requested_memory, ..Record::UNKNOWN };
        let records = [2_048, -1, 2_049, 0, 2_000, 1].map(record);
        let mut resources = Resources::default();
        resources.add_memory_of(&records[1..2]);
        assert!(resources.is_empty());
        let on_a_node = Chunks { count: 1, ..Chunks::default() };
        resources.set(4, on_a_node.clone());
        resources.add_memory_of(&records);
        let found: Vec<Option<u64>> = (0..6).map(|place| resources.of(place).map(|it| it.memory)).collect();
        assert_eq!(found, [Some(2), None, Some(3), None, Some(0), Some(1)]);
        assert_eq!(resources.of(4), Some(&on_a_node));
        assert_eq!(resources.of(0).map(|it| it.count), Some(0));
        assert_eq!(resources.beyond_records(&records), 1);
        assert_eq!(Resources::of_records(&records).beyond_records(&records), 0);
    }

    fn asked(processors: u32, nodes: u32, gpus: u64, memory: AskedMemory) -> Asked {
        Asked { processors, nodes, gpus: gpus * 1_000, memory, ..Asked::default() }
    }

    /// Count, whether on distinct nodes, GPUs in thousandths, memory.
    fn figures(asked: Asked) -> Option<(u32, bool, u32, u64)> {
        let it = asked.chunks()?;
        Some((it.count, it.on_distinct_nodes, it.gpus, it.memory))
    }

    #[test]
    fn a_chunk_is_on_each_node_or_for_each_gpu_or_processor() {
        use AskedMemory::{AllOfNode, OfJob, OfNode, OfProcessor, Unnamed};
        for [processors, nodes, gpus, memory, expected] in rows(
            "4 | 0 | 0 | Unnamed | None
            4 | 2 | 0 | Unnamed | Some((2, true, 0, 0))
            4 | 3 | 8 | OfJob(100) | Some((3, true, 3000, 34))
            4 | 2 | 1 | OfNode(7) | Some((2, true, 1000, 7))
            5 | 2 | 0 | OfProcessor(10) | Some((2, true, 0, 30))
            4 | 0 | 8 | OfJob(100) | Some((8, false, 1000, 13))
            4 | 0 | 2 | OfProcessor(10) | Some((2, false, 1000, 20))
            3 | 0 | 0 | OfJob(100) | Some((0, false, 0, 34))
            0 | 0 | 0 | OfJob(100) | Some((0, false, 0, 100))
            3 | 0 | 0 | OfProcessor(10) | Some((0, false, 0, 10))
            3 | 0 | 0 | OfNode(10) | None
            3 | 0 | 0 | AllOfNode | None",
        ) {
            let number = |text: &str| text.parse::<u32>().unwrap();
            let kinds = [Unnamed, OfJob(100), OfNode(7), OfNode(10), OfProcessor(10), AllOfNode];
            let memory = kinds.into_iter().find(|it| format!("{it:?}") == memory).expect("a kind");
            let asked = asked(number(&processors), number(&nodes), number(&gpus).into(), memory);
            assert_eq!(format!("{:?}", figures(asked.clone())), expected, "{asked:?}");
        }
        assert_eq!(figures(asked(4, 2, 0, AllOfNode)), Some((2, true, 0, ALL_MEMORY)));
    }

    #[test]
    fn a_share_of_a_gpu_stays_one() {
        let share = |nodes, gpus| Asked { nodes, gpus, ..asked(4, nodes, 0, AskedMemory::Unnamed) };
        assert_eq!(figures(share(1, 460)), Some((1, true, 460, 0)));
        assert_eq!(figures(share(0, 460)), Some((1, false, 460, 0)));
        assert_eq!(figures(share(1, 1_500)), Some((1, true, 2_000, 0)));
        assert_eq!(figures(share(0, u64::MAX)), Some((4_294_967, false, 4_294_967_000, 0)));
    }

    #[test]
    fn nodes_that_count_as_processors_are_no_request_of_their_own() {
        let nodes = |gpus| Asked { are_nodes_processors: true, ..asked(4, 4, gpus, AskedMemory::Unnamed) };
        assert_eq!(figures(nodes(0)), None);
        assert_eq!(figures(nodes(8)), Some((4, false, 2_000, 0)));
    }

    fn memory(memory: u64) -> Option<Chunks> {
        (memory > 0).then(|| Chunks { memory, ..Chunks::default() })
    }

    #[test]
    fn a_hundred_thousand_different_requests_are_gathered() {
        let mut gathering = Gathering::default();
        for place in 0..100_000 {
            gathering.set(place, memory(place as u64));
        }
        let resources = gathering.finish();
        assert_eq!(resources.of(0), None);
        assert_eq!(resources.of(77).map(|it| it.memory), Some(77));
        assert_eq!(resources.requests.len(), 99_999);
    }

    proptest! {
        #[test]
        fn the_last_request_of_a_job_counts(
            rows in prop::collection::vec((0..9_usize, 0..5_u64), 0..60),
        ) {
            let mut gathering = Gathering::default();
            let mut plainly = [0; 9];
            for &(place, asked) in &rows {
                gathering.set(place, memory(asked));
                plainly[place] = asked;
            }
            let resources = gathering.finish();
            for (place, &asked) in plainly.iter().enumerate() {
                prop_assert_eq!(resources.of(place).cloned(), memory(asked));
            }
            prop_assert_eq!(resources.is_empty(), plainly == [0; 9]);
            let kinds: std::collections::BTreeSet<u64> = plainly.into_iter().filter(|it| *it > 0).collect();
            prop_assert_eq!(resources.requests.len(), kinds.len());
        }
    }

    #[test]
    fn amounts_have_units_of_1024() {
        for (word, amount) in [
            ("16G", Some(16_384)),
            ("4000M", Some(4_000)),
            ("4000", Some(4_000)),
            ("1T", Some(1 << 20)),
            ("2P", Some(2 << 30)),
            ("62.50G", Some(64_000)),
            ("1K", Some(1)),
            ("2049K", Some(3)),
            ("0.5", Some(1)),
            ("0", Some(0)),
            ("16GB", Some(16_384)),
            ("16 GiB", Some(16_384)),
            ("16g", Some(16_384)),
            ("1024P", Some(MOST_MEBIBYTES)),
            ("1025P", None),
            ("", None),
            ("G", None),
            ("-1", None),
            ("4Q", None),
            ("4GG", None),
            ("1.2.3", None),
            ("lots", None),
            ("16?", None),
        ] {
            assert_eq!(mebibytes(word.as_bytes()), amount, "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(word in prop::collection::vec(any::<u8>(), 0..12)) {
            let _ = mebibytes(&word);
        }
    }

    #[test]
    fn a_kind_of_nodes_is_written_as_scenarios_have_it() {
        let json = r#"{"count":10,"name":"n[001-010]","cores":64,"gpus":0,"memory":256,"partitions":["cpu"]}"#;
        let kind: NodeKind = serde_json::from_str(json).unwrap();
        assert_eq!(kind.memory, 256 * 1_024);
        assert_eq!(serde_json::to_string(&kind).unwrap(), json);
        let half: NodeKind = serde_json::from_str(r#"{"memory": 187.5}"#).unwrap();
        assert_eq!(half.memory, 192_000);
        let again = serde_json::to_string(&half).unwrap();
        assert_eq!(serde_json::from_str::<NodeKind>(&again).unwrap(), half);
        for memory in ["-1", "1e30", "\"256G\""] {
            let json = format!(r#"{{"memory": {memory}}}"#);
            assert!(serde_json::from_str::<NodeKind>(&json).is_err(), "{json}");
        }
    }

    #[test]
    fn another_number_of_nodes_keeps_their_names() {
        let with = |name: &str, count| {
            let mut kind = NodeKind { name: name.to_owned(), ..NodeKind::default() };
            kind.set_count(count);
            assert!(kind.names(1).is_some(), "{kind:?}");
            kind.name
        };
        assert_eq!(with("n[001-010]", 4), "n[001-004]");
        assert_eq!(with("n[001-010]", 12), "n[001-012]");
        assert_eq!(with("n[1-3],gpu[1-2]", 4), "n[1-3],gpu1");
        assert_eq!(with("n[1-3],gpu[1-2]", 3), "n[1-3]");
        assert_eq!(with("n1", 3), "n[1-3]");
        // A number with a digit more may be the name of another node; and a name without a number has none after it.
        for (name, count) in [("n[8-9]", 3), ("login", 2), ("", 5), ("n[1", 2)] {
            assert_eq!(with(name, count), "", "{name}");
        }
    }

    #[test]
    fn as_many_names_as_nodes() {
        let kind = |count, name: &str| NodeKind { count, name: name.to_owned(), ..NodeKind::default() };
        let names = kind(3, "n[09-10],gpu1").names(1).unwrap();
        assert_eq!(names, ["n09", "n10", "gpu1"]);
        assert_eq!(node_list(names.iter().map(String::as_str)), "n[09-10],gpu1");
        assert_eq!(kind(2, "").names(4).unwrap(), ["node4", "node5"]);
        assert_eq!(kind(2, "n[1-3]").names(1), None);
        assert_eq!(kind(1, "n[1").names(1), None);
    }
}
