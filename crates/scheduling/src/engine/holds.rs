//! The GPUs and the memory that jobs held of their nodes.

use serde::{Deserialize, Serialize};

use super::Outcome;
use crate::policy::placement::WHOLE;
use workload::Time;

/// The GPUs and the memory of nodes, and what each job held of them from [`Outcome::held_from`] to
/// [`Outcome::released`]. Jobs that held none are in no list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holds {
    /// The nodes in their order, neighbours of one size together; empty for systems without nodes of their own.
    pub nodes: Vec<NodeSize>,
    /// GPUs, in order of start.
    #[serde(skip)]
    pub gpus: Vec<HeldGpus>,
    /// Memory, in order of start.
    #[serde(skip)]
    pub memory: Vec<HeldMemory>,
}

/// Neighbouring nodes of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeSize {
    /// How many nodes.
    pub count: u32,
    /// GPUs of each; 0 where they are not known.
    pub gpus: u32,
    /// Memory of each, in MiB; 0 where it is not known.
    pub memory: u64,
}

/// GPUs with consecutive numbers that a job held on one node: whole ones, or a share of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldGpus {
    /// The job's index in the run.
    pub job: u32,
    /// The node's place.
    pub node: u32,
    /// The first GPU, numbered from 0 on each node.
    pub first: u16,
    pub last: u16,
    /// The share of each, in thousandths.
    pub share: u16,
}

impl HeldGpus {
    /// All of it in thousandths of GPUs.
    pub fn thousandths(&self) -> u64 {
        (u64::from(self.last - self.first) + 1) * u64::from(self.share)
    }
}

/// Memory that a job held on one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldMemory {
    /// The job's index in the run.
    pub job: u32,
    /// The node's place.
    pub node: u32,
    /// MiB.
    pub mebibytes: u64,
}

impl Holds {
    /// Adds nodes behind the others.
    pub fn push_nodes(&mut self, size: NodeSize) {
        match self.nodes.last_mut() {
            Some(it) if (it.gpus, it.memory) == (size.gpus, size.memory) => it.count += size.count,
            _ => self.nodes.push(size),
        }
    }

    /// A job has these GPUs of a node, each with its thousandths, in any order; a GPU that is named twice is held by both
    /// shares together. O(GPUs log GPUs).
    pub fn push_gpus(&mut self, job: u32, node: u32, bound: &[(u16, u16)]) {
        let mut bound = bound.to_vec();
        bound.sort_unstable();
        let same = |a: &(u16, u16), b: &(u16, u16)| a.0 == b.0;
        let before = self.gpus.len();
        for shares in bound.chunk_by(same) {
            let gpu = shares[0].0;
            let share = shares.iter().fold(0_u16, |sum, it| sum.saturating_add(it.1));
            match self.gpus[before..].last_mut() {
                Some(it) if share == WHOLE && it.share == share && it.last + 1 == gpu => {
                    it.last = gpu;
                }
                _ if share > 0 => self.gpus.push(HeldGpus { job, node, first: gpu, last: gpu, share }),
                _ => {}
            }
        }
    }

    /// A job has memory of a node, in MiB.
    pub fn push_memory(&mut self, job: u32, node: u32, mebibytes: u64) {
        if mebibytes > 0 {
            self.memory.push(HeldMemory { job, node, mebibytes });
        }
    }

    /// The GPUs of all nodes.
    pub fn all_gpus(&self) -> u64 {
        let of = |it: &NodeSize| u64::from(it.count) * u64::from(it.gpus);
        self.nodes.iter().map(of).sum()
    }

    /// The memory of all nodes, in MiB; `u64::MAX` for more.
    pub fn all_memory(&self) -> u64 {
        let of = |it: &NodeSize| it.memory.saturating_mul(it.count.into());
        let sum = |sum: u64, it| sum.saturating_add(it);
        self.nodes.iter().map(of).fold(0, sum)
    }

    /// The thousandths of GPUs, and the MiB, that a job holds on all of its nodes. `outcomes` are those of the run.
    /// O(log n + entries of the same start) for n entries.
    pub fn of_job(&self, job: u32, outcomes: &[Outcome]) -> (u64, u64) {
        let start_of = |job: u32| outcomes.get(job as usize).map_or(Time::MAX, |it| it.held_from);
        let start = start_of(job);
        let gpus = from(&self.gpus, |it| start_of(it.job) < start).take_while(|it| start_of(it.job) == start);
        let memory = from(&self.memory, |it| start_of(it.job) < start).take_while(|it| start_of(it.job) == start);
        (
            gpus.filter(|it| it.job == job).map(HeldGpus::thousandths).sum(),
            memory.filter(|it| it.job == job).map(|it| it.mebibytes).sum(),
        )
    }

    /// Whether everything within is possible on this many nodes, for this many jobs: it may come from elsewhere.
    /// O(entries + nodes).
    pub fn are_sound(&self, jobs: usize, nodes: u32) -> bool {
        if self.nodes.is_empty() {
            return self.gpus.is_empty() && self.memory.is_empty();
        }
        let mut count = 0_u64;
        let ends = self.nodes.iter().map(|it| {
            count += u64::from(it.count);
            count
        });
        let ends: Vec<u64> = ends.collect();
        if count != u64::from(nodes) || self.all_gpus() > u32::MAX.into() {
            return false;
        }
        let size = |node: u32| self.nodes.get(ends.partition_point(|&end| end <= node.into()));
        let gpus_hold = |it: &HeldGpus| {
            let is_one = it.first == it.last && (1..=WHOLE).contains(&it.share);
            let are_whole = it.first <= it.last && it.share == WHOLE;
            let are_there = size(it.node).is_some_and(|size| u32::from(it.last) < size.gpus);
            (it.job as usize) < jobs && (is_one || are_whole) && are_there
        };
        let memory_holds = |it: &HeldMemory| {
            let is_there = |size: &NodeSize| (1..=size.memory).contains(&it.mebibytes);
            (it.job as usize) < jobs && size(it.node).is_some_and(is_there)
        };
        self.gpus.iter().all(gpus_hold) && self.memory.iter().all(memory_holds)
    }
}

/// The entries of a list behind those that are `before`.
fn from<T>(list: &[T], before: impl Fn(&T) -> bool) -> impl Iterator<Item = &T> {
    list[list.partition_point(before)..].iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_neighbours_are_one_entry_and_shares_of_one_gpu_add_up() {
        let mut holds = Holds::default();
        holds.push_gpus(3, 0, &[(5, 1_000), (4, 1_000), (1, 400), (2, 300), (1, 400), (7, 1_000)]);
        holds.push_gpus(3, 1, &[(6, 1_000), (8, 500), (9, 500)]);
        let told = holds.gpus.iter().map(|it| {
            assert_eq!(it.job, 3);
            format!("{}: {}-{} {}", it.node, it.first, it.last, it.share)
        });
        let expected = "0: 1-1 800, 0: 2-2 300, 0: 4-5 1000, 0: 7-7 1000, 1: 6-6 1000, 1: 8-8 500, 1: 9-9 500";
        assert_eq!(told.collect::<Vec<_>>().join(", "), expected);
    }

    #[test]
    fn what_a_job_holds_is_found_by_its_start() {
        let mut holds = Holds::default();
        let outcomes = [5, 0, 5, 9].map(|held_from| Outcome { held_from, ..Outcome::UNSEEN });
        for job in [1, 0, 2, 3] {
            holds.push_gpus(job, 0, &[(0, 250), (1, 1_000)]);
            holds.push_memory(job, 0, 10 + u64::from(job));
            holds.push_memory(job, 1, 0);
        }
        for job in 0..4 {
            assert_eq!(holds.of_job(job, &outcomes), (1_250, 10 + u64::from(job)));
        }
        assert_eq!(holds.of_job(4, &outcomes), (0, 0));
    }

    #[test]
    fn impossible_entries_are_not_sound() {
        let mut holds = Holds::default();
        for gpus in [2, 2, 0] {
            holds.push_nodes(NodeSize { count: 2, gpus, memory: 64 });
        }
        assert_eq!(holds.nodes.len(), 2);
        assert_eq!((holds.all_gpus(), holds.all_memory()), (8, 384));
        holds.push_gpus(3, 1, &[(0, 1_000), (1, 1_000)]);
        holds.push_memory(3, 5, 64);
        assert!(holds.are_sound(4, 6));
        assert!(!holds.are_sound(3, 6) && !holds.are_sound(4, 5));
        for damage in [
            |it: &mut Holds| it.gpus[0].last = 2,
            |it: &mut Holds| it.gpus[0].first = 2,
            |it: &mut Holds| it.gpus[0].share = 0,
            |it: &mut Holds| it.gpus[0].share = 500,
            |it: &mut Holds| it.gpus[0].node = 4,
            |it: &mut Holds| it.memory[0].node = 6,
            |it: &mut Holds| it.memory[0].mebibytes = 65,
            |it: &mut Holds| it.nodes[0].count = u32::MAX,
            |it: &mut Holds| it.nodes.clear(),
        ] {
            let mut damaged = holds.clone();
            damage(&mut damaged);
            assert!(!damaged.are_sound(4, 6), "{damaged:?}");
        }
    }
}
