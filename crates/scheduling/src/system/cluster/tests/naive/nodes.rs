//! The nodes of the cluster.

use std::collections::BTreeMap;

use super::Input;
use crate::policy::formula::{Name, NameVariable, Names, Quantity, Values};
use crate::policy::placement;
use crate::policy::placement::{Gpus, Request, Room};
use crate::system::cluster::Outage;
use workload::resources::{Chunks, NodeKind};
use workload::{Job, LogNames, NameKind, Time, UNKNOWN};

/// A node, with what holds it.
#[derive(Clone, Debug)]
pub struct Node {
    /// In thousandths.
    pub cores: u64,
    /// In MiB.
    pub memory: u64,
    pub gpus: u32,
    /// Empty where it is not known.
    pub gpu_type: String,
    /// None if all jobs may run here.
    pub partitions: Vec<String>,
    pub features: Vec<String>,
    /// From when until when it is out of service.
    pub outages: Vec<(Time, Time)>,
    pub holds: Vec<Hold>,
}

impl Node {
    /// As the placement policies see it.
    pub fn plain(&self, types: &Types) -> placement::Node {
        placement::Node {
            cores: self.cores,
            memory: self.memory,
            gpus: self.gpus,
            gpu_type: types.find(&self.gpu_type),
        }
    }

    pub fn is_in(&self, partition: &Option<String>) -> bool {
        match partition {
            None => true,
            Some(name) => self.partitions.is_empty() || self.partitions.contains(name),
        }
    }
}

/// Whether the nodes are the providers of a platform, of which only the cores are known.
pub fn are_providers(input: &Input) -> bool {
    input.settings.nodes.is_empty() && input.resources.nodes.is_empty()
}

/// All nodes, in order.
pub fn nodes(input: &Input) -> Vec<Node> {
    let of_platform = |&cores: &u32| NodeKind { cores, ..NodeKind::default() };
    let kinds: Vec<NodeKind> = if !input.settings.nodes.is_empty() {
        input.settings.nodes.clone()
    } else if !input.resources.nodes.is_empty() {
        input.resources.nodes.clone()
    } else {
        input.platform.iter().map(of_platform).collect()
    };
    let mut nodes: Vec<Node> = Vec::new();
    for kind in kinds {
        let first = nodes.len() as u32 + 1;
        for name in kind.names(first).expect("as many names as nodes") {
            let outages = outages_of(&name, &input.settings.outages);
            nodes.push(Node {
                cores: u64::from(kind.cores) * 1_000,
                memory: kind.memory,
                gpus: kind.gpus,
                gpu_type: kind.gpu_type.clone(),
                partitions: kind.partitions.clone(),
                features: kind.features.clone(),
                outages,
                holds: Vec::new(),
            });
        }
    }
    nodes
}

/// The outages that name a node.
fn outages_of(name: &String, all: &[Outage]) -> Vec<(Time, Time)> {
    let mut outages = Vec::new();
    for outage in all {
        if names_in(&outage.nodes).contains(name) {
            outages.push((outage.from, outage.until));
        }
    }
    outages
}

/// The names of a list. There are few: the number of them is guessed.
fn names_in(list: &str) -> Vec<String> {
    let names = |count: u32| {
        let kind = NodeKind { count, name: list.to_owned(), ..NodeKind::default() };
        kind.names(1)
    };
    (1..100).find_map(names).expect("a list of nodes")
}

/// The numbers of the GPU types, in the order in which nodes, then jobs name them.
#[derive(Clone, Debug, Default)]
pub struct Types {
    of: BTreeMap<String, u32>,
}

impl Types {
    pub fn add(&mut self, name: &str) -> u32 {
        let next = self.of.len() as u32;
        *self.of.entry(name.to_owned()).or_insert(next)
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        self.of.get(name).copied()
    }

    /// Those of the nodes.
    pub fn of(nodes: &[Node]) -> Self {
        let mut types = Self::default();
        for node in nodes.iter().filter(|it| !it.gpu_type.is_empty()) {
            types.add(&node.gpu_type);
        }
        types
    }
}

/// What a job asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its index.
    pub job: usize,
    /// How many chunks.
    pub count: u32,
    /// Each of them.
    pub chunk: Request,
    /// At most one chunk on a node.
    pub is_distinct: bool,
    /// No other job on its nodes.
    pub is_exclusive: bool,
    pub features: Vec<String>,
    /// Of these its chunks are all in one. `None` is the whole cluster.
    pub partitions: Vec<Option<String>>,
    pub limit: Time,
}

/// The requests of all jobs.
pub fn requests(input: &Input, types: &mut Types) -> Vec<Asked> {
    input.jobs.iter().enumerate().map(|(index, job)| asked(input, types, index, job)).collect()
}

fn asked(input: &Input, types: &mut Types, index: usize, job: &Job) -> Asked {
    let nothing = Chunks::default();
    let chunks =
        if are_providers(input) { &nothing } else { input.resources.of(job.place as usize).unwrap_or(&nothing) };
    let mut chunk = Request {
        cores: u64::from(chunks.cores_of_each(job.processors)) * 1_000,
        memory: chunks.memory,
        gpus: gpus(chunks.gpus),
        types: chunks.gpu_types.iter().map(|it| types.add(it)).collect(),
    };
    chunk.types.sort();
    chunk.types.dedup();
    Asked {
        job: index,
        count: chunks.count_for(job.processors),
        chunk,
        is_distinct: chunks.on_distinct_nodes,
        is_exclusive: chunks.is_exclusive,
        features: chunks.features.iter().map(|it| it.to_string()).collect(),
        partitions: partitions(job.logged.partition, input.names),
        limit: if job.is_unlimited { Time::MAX } else { job.requested_time },
    }
}

fn gpus(thousandths: u32) -> Gpus {
    match thousandths {
        0 => Gpus::None,
        share @ 1..1_000 => Gpus::Share(share as u16),
        several => Gpus::Whole(several.div_ceil(1_000)),
    }
}

fn partitions(number: i64, names: &LogNames) -> Vec<Option<String>> {
    if number == UNKNOWN {
        return vec![None];
    }
    let own = number.to_string();
    let list = names.of(NameKind::Partition, number).unwrap_or(&own);
    list.split(',').map(|it| Some(it.to_owned())).collect()
}

/// What a job holds of a node, from when until when.
#[derive(Clone, Debug)]
pub struct Hold {
    pub job: usize,
    pub from: Time,
    pub until: Time,
    pub cores: u64,
    pub memory: u64,
    /// GPUs that it is bound to, and how much it has of each.
    pub bound: Vec<(usize, u16)>,
    /// Whole GPUs that are promised: which ones is open.
    pub counted: u32,
    /// For GPU clustering.
    pub kind: Option<u32>,
    /// Whether it is only promised.
    pub is_promise: bool,
}

impl Hold {
    fn is_at(&self, time: Time) -> bool {
        self.from <= time && time < self.until
    }

    fn overlaps(&self, from: Time, until: Time) -> bool {
        self.from < until && from < self.until
    }
}

/// What is free at a time.
#[derive(Debug)]
pub struct Free {
    pub cores: i64,
    pub memory: i64,
    /// How much is bound on each GPU.
    pub bound: Vec<i64>,
    /// Whole GPUs.
    pub whole: i64,
}

impl Node {
    pub fn free_at(&self, time: Time) -> Free {
        let mut free =
            Free { cores: self.cores as i64, memory: self.memory as i64, bound: vec![0; self.gpus as usize], whole: 0 };
        for hold in self.holds.iter().filter(|it| it.is_at(time)) {
            free.cores -= hold.cores as i64;
            free.memory -= hold.memory as i64;
            free.whole -= i64::from(hold.counted);
            for &(gpu, part) in &hold.bound {
                free.bound[gpu] += i64::from(part);
            }
        }
        free.whole += free.bound.iter().filter(|it| **it == 0).count() as i64;
        free
    }

    /// What is free at each moment of an interval at which that may change.
    fn free_over(&self, from: Time, until: Time) -> Vec<Free> {
        let mut moments = vec![from];
        for hold in &self.holds {
            for time in [hold.from, hold.until] {
                if from < time && time < until {
                    moments.push(time);
                }
            }
        }
        moments.into_iter().map(|it| self.free_at(it)).collect()
    }

    /// Whether there is room for one more chunk of a job.
    pub fn has_room(&self, asked: &Asked, partition: &Option<String>, types: &Types, from: Time, until: Time) -> bool {
        let chunk = &asked.chunk;
        let has_features = asked.features.iter().all(|it| self.features.contains(it));
        if !self.is_in(partition) || !has_features || !chunk.allows(types.find(&self.gpu_type)) {
            return false;
        }
        if self.outages.iter().any(|it| it.0 < until && from < it.1) {
            return false;
        }
        let held = || self.holds.iter().filter(|it| it.overlaps(from, until));
        if asked.is_exclusive && held().any(|it| it.job != asked.job) {
            return false;
        }
        if asked.is_distinct && held().any(|it| it.job == asked.job) {
            return false;
        }
        let free = self.free_over(from, until);
        let cores_and_memory = free.iter().all(|it| it.cores >= chunk.cores as i64 && it.memory >= chunk.memory as i64);
        cores_and_memory
            && match chunk.gpus {
                Gpus::None => true,
                Gpus::Share(share) => self.lowest_gpu(share, from, until).is_some(),
                Gpus::Whole(count) => free.iter().all(|it| it.whole >= i64::from(count)),
            }
    }

    /// Whether a GPU has room for a share.
    pub fn gpu_has_room(&self, gpu: usize, share: u16, from: Time, until: Time) -> bool {
        self.free_over(from, until).iter().all(|free| {
            let bound = free.bound[gpu];
            bound + i64::from(share) <= 1_000 && (bound > 0 || free.whole >= 1)
        })
    }

    /// The lowest GPU with room for a share.
    pub fn lowest_gpu(&self, share: u16, from: Time, until: Time) -> Option<usize> {
        (0..self.gpus as usize).find(|&gpu| self.gpu_has_room(gpu, share, from, until))
    }

    /// The lowest GPUs on which nothing is bound at a time.
    pub fn unbound(&self, count: u32, time: Time) -> Vec<usize> {
        let bound = self.free_at(time).bound;
        (0..bound.len()).filter(|&gpu| bound[gpu] == 0).take(count as usize).collect()
    }

    /// As the placement policies see it over an interval.
    pub fn room(&self, types: &Types, from: Time, until: Time) -> Room {
        let free = self.free_over(from, until);
        let least = |of: fn(&Free) -> i64| free.iter().map(of).min().unwrap_or(0).max(0);
        let mut gpus: Vec<u16> = Vec::new();
        for gpu in 0..self.gpus as usize {
            let most = free.iter().map(|it| it.bound[gpu]).max().unwrap_or(0);
            gpus.push(if self.gpu_has_room(gpu, 1, from, until) { (1_000 - most) as u16 } else { 0 });
        }
        as_many_whole(&mut gpus, least(|it| it.whole) as usize);
        let held = self.holds.iter().filter(|it| it.overlaps(from, until));
        Room {
            cores: least(|it| it.cores) as u64,
            memory: least(|it| it.memory) as u64,
            gpus,
            gpu_type: types.find(&self.gpu_type),
            kinds: held.filter_map(|it| it.kind).collect(),
        }
    }
}

/// Makes this number of the GPUs whole: the highest whole ones are full, or the lowest others are whole.
fn as_many_whole(gpus: &mut [u16], whole: usize) {
    let count = |gpus: &[u16]| gpus.iter().filter(|it| **it == 1_000).count();
    while count(gpus) > whole {
        let highest = gpus.iter().rposition(|it| *it == 1_000).expect("one");
        gpus[highest] = 0;
    }
    while count(gpus) < whole {
        let lowest = gpus.iter().position(|it| *it != 1_000).expect("one");
        gpus[lowest] = 1_000;
    }
}

/// What is the same for all jobs of a pass: as it stood before its first start.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    pub now: Time,
    pub waiting: usize,
    /// Whole cores that no job uses, those of nodes out of service among them.
    pub free: u64,
    pub processors: u64,
}

/// The values of a waiting job.
pub struct ValuesOfJob<'a> {
    pub job: &'a Job,
    pub names: &'a NamesOfJob,
    pub before: Before,
    pub asked: AskedOfNodes,
}

/// What a job asks of nodes.
#[derive(Clone, Copy, Debug)]
pub struct AskedOfNodes {
    pub gpus: f64,
    /// In GiB.
    pub memory: f64,
    /// −1 where several chunks may be on one node.
    pub nodes: f64,
    /// The largest share of all cores, all GPUs and all memory.
    pub dominant_share: f64,
}

impl AskedOfNodes {
    pub fn of(asked: &Asked, nodes: &[Node]) -> Self {
        let count = f64::from(asked.count);
        let cores = asked.chunk.cores as f64 * count;
        let gpus = asked.chunk.gpus.total() as f64 * count;
        let memory = asked.chunk.memory as f64 * count;
        let (mut all_cores, mut all_gpus, mut all_memory) = (0.0, 0.0, 0.0);
        for node in nodes {
            all_cores += node.cores as f64;
            all_gpus += f64::from(node.gpus) * 1_000.0;
            all_memory += node.memory as f64;
        }
        let mut dominant_share = 0.0_f64;
        for (part, all) in [(cores, all_cores), (gpus, all_gpus), (memory, all_memory)] {
            if all > 0.0 {
                dominant_share = dominant_share.max(part / all);
            }
        }
        Self {
            gpus: gpus / 1_000.0,
            memory: memory / 1_024.0,
            nodes: if asked.is_distinct { count } else { -1.0 },
            dominant_share,
        }
    }
}

/// The names of a job, in the order of [`NameVariable::ALL`].
pub type NamesOfJob = [Name; NameVariable::ALL.len()];

impl Values for ValuesOfJob<'_> {
    fn number(&self, quantity: Quantity) -> f64 {
        let Self { job, before, .. } = self;
        match quantity {
            Quantity::Submit => job.eligible() as f64,
            Quantity::Wait => (before.now - job.eligible()) as f64,
            Quantity::Size => f64::from(job.processors),
            Quantity::Limit | Quantity::Estimate | Quantity::Work if job.is_unlimited => f64::INFINITY,
            Quantity::Limit | Quantity::Estimate => job.requested_time as f64,
            Quantity::Work => f64::from(job.processors) * job.requested_time as f64,
            Quantity::UserUsage | Quantity::GroupUsage => 0.0,
            Quantity::Priority => -1.0,
            Quantity::Now => before.now as f64,
            Quantity::Waiting => before.waiting as f64,
            Quantity::Free => before.free as f64,
            Quantity::Processors => before.processors as f64,
            Quantity::Gpus => self.asked.gpus,
            Quantity::Memory => self.asked.memory,
            Quantity::Nodes => self.asked.nodes,
            Quantity::DominantShare => self.asked.dominant_share,
        }
    }

    fn name(&self, variable: NameVariable) -> Name {
        self.names[variable as usize]
    }
}

/// The names of each job. They are added to `all`.
pub fn names_of(jobs: &[Job], table: &LogNames, all: &mut Names) -> Vec<NamesOfJob> {
    let mut found = Vec::new();
    for job in jobs {
        let it = &job.logged;
        let numbers = [
            (NameKind::Queue, it.queue),
            (NameKind::User, it.user),
            (NameKind::Group, it.group),
            (NameKind::Partition, it.partition),
            (NameKind::Qos, it.qos.into()),
        ];
        found.push(numbers.map(|(kind, number)| match table.of(kind, number) {
            Some(name) => all.add(name),
            None => all.add_number(number),
        }));
    }
    found
}
