//! The resources that jobs ask of nodes, and the nodes of a cluster.
//!
//! A job asks for chunks: equal parts, each on one node. Most logs name no chunks; a log of Slurm's accounting does.

mod asked;
mod gathering;
mod mebibytes;
mod node_kind;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Record;
pub(crate) use asked::{Asked, AskedMemory};
pub(crate) use gathering::Gathering;
pub(crate) use mebibytes::{MOST_MEBIBYTES, mebibytes};
pub use node_kind::{NodeKind, node_list, node_names};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
