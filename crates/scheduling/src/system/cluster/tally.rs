//! The system's own figures, counted while it runs.

use super::machine::{All, Machine};
use super::rooms::{Place, Rooms};
use crate::engine::Measures;
use crate::policy::placement::{Gpus, Mix, Request, Room, fragmentation};
use crate::system::{Better, Measure, Unit};
use workload::Time;

/// Measure: GPU seconds of jobs as a part of those of all GPUs.
pub(crate) const GPU_UTILIZATION: &str = "gpu_utilization";
/// Measure: the same of memory.
pub(crate) const MEMORY_UTILIZATION: &str = "memory_utilization";
/// Measure: the mean part of all GPUs that are idle and that a typical request cannot use.
pub(crate) const GPU_FRAGMENTATION: &str = "gpu_fragmentation";
/// Measure: the mean part of all GPUs that are idle where too few cores are free.
pub(crate) const GPUS_WITHOUT_CORES: &str = "gpus_without_cores";
/// Measure: the mean part of all cores that are idle where too little memory is free.
pub(crate) const CORES_WITHOUT_MEMORY: &str = "cores_without_memory";
/// Measure: jobs that started before one whose turn came before.
pub(crate) const BACKFILLED: &str = "backfilled_jobs";

pub(super) const MEASURES: &[Measure] = &[
    Measure {
        key: GPU_UTILIZATION,
        name: "GPU utilization",
        about: "GPU seconds of jobs as a part of those of all GPUs, from the first submission to the last end.",
        unit: Unit::Share,
        better: Better::Higher,
        counts_ran: false,
    },
    Measure {
        key: MEMORY_UTILIZATION,
        name: "Memory utilization",
        about: "Memory that jobs asked for, over time, as a part of all memory, from the first submission to the last end.",
        unit: Unit::Share,
        better: Better::Higher,
        counts_ran: false,
    },
    Measure {
        key: GPU_FRAGMENTATION,
        name: "GPU fragmentation",
        about: "Mean part of all GPUs that are idle and that a typical request cannot use where they are (Weng et al. 2023).",
        unit: Unit::Share,
        better: Better::Lower,
        counts_ran: false,
    },
    Measure {
        key: GPUS_WITHOUT_CORES,
        name: "GPUs without cores",
        about: "Mean part of all GPUs that are idle on nodes with fewer free cores than any request with GPUs needs.",
        unit: Unit::Share,
        better: Better::Lower,
        counts_ran: false,
    },
    Measure {
        key: CORES_WITHOUT_MEMORY,
        name: "Cores without memory",
        about: "Mean part of all cores that are idle on nodes with less free memory than any request needs.",
        unit: Unit::Share,
        better: Better::Lower,
        counts_ran: false,
    },
    Measure {
        key: BACKFILLED,
        name: "Backfilled jobs",
        about: "Jobs that started while a job whose turn comes before them waited.",
        unit: Unit::Jobs,
        better: Better::Neither,
        counts_ran: false,
    },
];

/// What is counted so far.
pub struct Tally {
    all: All,
    least: Least,
    mix: Mix,
    /// GPU and memory seconds of jobs.
    held: [f64; 2],
    /// Sums over time of the parts that are idle and cannot be used.
    unusable: [f64; 3],
    of_node: Vec<[f64; 3]>,
    /// Of all nodes now.
    now: [f64; 3],
    since: Option<Time>,
    first: Option<Time>,
    last: Time,
    /// Jobs that started before one of an earlier turn.
    pub backfilled: u64,
}

/// The least that any request needs.
struct Least {
    /// Cores beside GPUs, in thousandths.
    cores_with_gpus: u64,
    /// Memory, in MiB.
    memory: u64,
}

impl Tally {
    /// Before the first job. `mix` is the workload whose requests are typical.
    pub fn new<'a>(machine: &Machine, requests: impl Iterator<Item = &'a Request> + Clone, mix: Mix) -> Self {
        let with_gpus = requests.clone().filter(|it| it.gpus != Gpus::None);
        let least = Least {
            cores_with_gpus: with_gpus.map(|it| it.cores).min().unwrap_or(0),
            memory: requests.map(|it| it.memory).min().unwrap_or(0),
        };
        let mut tally = Self {
            all: machine.all(),
            least,
            mix,
            held: [0.0; 2],
            unusable: [0.0; 3],
            of_node: vec![[0.0; 3]; machine.nodes.len()],
            now: [0.0; 3],
            since: None,
            first: None,
            last: 0,
            backfilled: 0,
        };
        for (node, it) in machine.nodes.iter().enumerate() {
            tally.set(node, &Room::of(it));
        }
        tally
    }

    /// A job is submitted.
    pub fn submitted(&mut self, now: Time) {
        self.first.get_or_insert(now);
        self.since.get_or_insert(now);
    }

    /// A job starts, and will end.
    pub fn start(&mut self, start: Time, end: Time, place: &Place) {
        let seconds = (end - start) as f64;
        for piece in &place.pieces {
            self.held[0] += piece.held.gpus() as f64 * seconds;
            self.held[1] += piece.held.memory as f64 * seconds;
        }
        self.last = self.last.max(end);
    }

    /// The nodes of a job have changed at `now`.
    pub fn changed(&mut self, now: Time, rooms: &Rooms, place: &Place) {
        if let Some(since) = self.since.replace(now) {
            let seconds = (now - since) as f64;
            for (sum, part) in self.unusable.iter_mut().zip(self.now) {
                *sum += part * seconds;
            }
        }
        for piece in &place.pieces {
            let load = &rooms.loads[piece.node as usize];
            let room = Room {
                cores: load.free.cores,
                memory: load.free.memory,
                gpus: load.free.gpus.clone(),
                gpu_type: load.node.gpu_type,
                ..Room::default()
            };
            self.set(piece.node as usize, &room);
        }
    }

    fn set(&mut self, node: usize, room: &Room) {
        let idle = room.idle() as f64;
        let fragmented = if room.gpus.is_empty() { 0.0 } else { fragmentation(room, &self.mix) };
        let is_short_of_cores = room.cores < self.least.cores_with_gpus;
        let is_short_of_memory = room.memory < self.least.memory;
        let unusable = [
            fragmented,
            if is_short_of_cores { idle } else { 0.0 },
            if is_short_of_memory { room.cores as f64 } else { 0.0 },
        ];
        for (part, sum) in self.now.iter_mut().enumerate() {
            *sum += unusable[part] - self.of_node[node][part];
        }
        self.of_node[node] = unusable;
    }

    /// All figures. Of resources that the cluster does not have there are none.
    pub fn measures(&self) -> Measures {
        let first = self.first.unwrap_or(0);
        let seconds = (self.last - first).max(1) as f64;
        let mut measures = Measures::from([(BACKFILLED.to_owned(), self.backfilled as f64)]);
        let mut part = |key: &str, sum: f64, all: u64| {
            if all > 0 {
                measures.insert(key.to_owned(), sum / (all as f64 * seconds));
            }
        };
        part(GPU_UTILIZATION, self.held[0], self.all.gpus);
        part(MEMORY_UTILIZATION, self.held[1], self.all.memory);
        part(GPU_FRAGMENTATION, self.unusable[0], self.all.gpus);
        part(GPUS_WITHOUT_CORES, self.unusable[1], self.all.gpus);
        if self.all.memory > 0 {
            part(CORES_WITHOUT_MEMORY, self.unusable[2], self.all.cores);
        }
        measures
    }
}
