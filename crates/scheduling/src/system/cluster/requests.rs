//! What the jobs of a run ask of its nodes.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::machine::Machine;
use crate::policy::formula::Quantity;
use crate::policy::placement::{Gpus, Request, WHOLE};
use workload::resources::{ALL_MEMORY, Chunks, NodeKind, Resources};
use workload::{Job, LogNames, NameKind, UNKNOWN};

/// What a node must be or have, empty, for a chunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// In this partition.
    Partition(String),
    Feature(String),
    /// GPUs of one of these types; and of how many nodes with GPUs the type is not known.
    GpuType(Vec<String>, u32),
    /// Thousandths of GPUs.
    Gpus(u64),
    Cores(u32),
    /// MiB.
    Memory(u64),
}

/// A chunk in a partition: jobs with equal ones are placed alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it takes of a node.
    pub chunk: Request,
    /// Whether each chunk is on a node of its own.
    pub is_distinct: bool,
    /// Whether a job takes its nodes wholly.
    pub is_exclusive: bool,
    /// How many chunks an empty node of each kind holds; 0 where the job may not run.
    most_of_kind: Vec<u32>,
    /// The kind of each node, by its place.
    kind_of: Arc<[u32]>,
    /// How many chunks the empty cluster holds.
    pub all: u64,
    /// The conditions for a chunk that some nodes do not meet, with the number of nodes that do.
    pub conditions: Vec<(Condition, u32)>,
}

/// Jobs that ask for equal chunks in the same partitions, though not for as many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKind {
    /// The shapes, one for each of its partitions, in their order, and in each for every amount of memory of which it takes
    /// all.
    pub shapes: Vec<u32>,
}

/// What a job asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub kind: u32,
    /// How many chunks.
    pub count: u32,
}

/// What all jobs of a run ask for.
#[derive(Clone, Debug)]
pub struct Requests {
    /// All different shapes.
    pub shapes: Vec<Shape>,
    /// All different kinds.
    pub kinds: Vec<RequestKind>,
    /// By job.
    pub of: Vec<Asked>,
}

/// What makes kinds differ: chunk, cores of each, number of the partition.
type Key<'a> = (Option<&'a Chunks>, u32, i64);

impl Requests {
    /// The requests of `jobs`, whose partitions have these names. O(jobs + shapes × nodes).
    pub fn new(machine: &Machine, jobs: &[Job], resources: Option<&Resources>, names: Option<&LogNames>) -> Self {
        let mut requests = Self { shapes: Vec::new(), kinds: Vec::new(), of: Vec::with_capacity(jobs.len()) };
        let mut known: HashMap<Key, u32> = HashMap::new();
        let alone = Chunks::default();
        // Of a provider only the cores are known: it is no node on which other chunks could be.
        let resources = resources.filter(|_| machine.knows_resources);
        for job in jobs {
            let chunks = resources.and_then(|it| it.of(job.place as usize));
            let its = chunks.unwrap_or(&alone);
            let cores = its.cores_of_each(job.processors);
            let key = (chunks, cores, job.logged.partition);
            let kind = *known.entry(key).or_insert_with(|| {
                let partitions =
                    if machine.knows_resources { partitions(job.logged.partition, names) } else { vec![None] };
                let amounts = amounts(machine, its.memory);
                let shapes = partitions.iter().flat_map(|partition| {
                    let shape = |&it| Shape::new(machine, its, cores, (partition.as_deref(), it));
                    amounts.iter().map(shape)
                });
                let shapes: Vec<Shape> = shapes.collect();
                requests.add(shapes)
            });
            let count = its.count_for(job.processors);
            requests.of.push(Asked { kind, count });
        }
        requests
    }

    fn add(&mut self, shapes: Vec<Shape>) -> u32 {
        let first = self.shapes.len() as u32;
        let count = shapes.len() as u32;
        self.shapes.extend(shapes);
        self.kinds.push(RequestKind { shapes: (first..first + count).collect() });
        self.kinds.len() as u32 - 1
    }

    /// A chunk of each job, in their order.
    pub fn chunks(&self) -> impl Iterator<Item = &Request> + Clone {
        let shape = |asked: &Asked| self.kinds[asked.kind as usize].shapes[0];
        let shapes = self.of.iter().map(shape);
        shapes.map(|it| &self.shapes[it as usize].chunk)
    }

    /// What each job asks of nodes, as formulas read it ([`Quantity::OF_NODES`]). O(jobs).
    pub fn asked_of_all(&self, machine: &Machine) -> Vec<[f64; Quantity::OF_NODES.len()]> {
        let all = machine.all();
        let of = |asked: &Asked| {
            let shape = &self.shapes[self.kinds[asked.kind as usize].shapes[0] as usize];
            let count = f64::from(asked.count);
            let [cores, gpus, memory] =
                [shape.chunk.cores, shape.chunk.gpus.total(), shape.chunk.memory].map(|it| it as f64 * count);
            let share = |part: f64, all: u64| match all {
                0 => 0.0,
                all => part / all as f64,
            };
            let shares = share(gpus, all.gpus).max(share(memory, all.memory));
            let nodes = if shape.is_distinct { count } else { -1.0 };
            [gpus / f64::from(WHOLE), memory / 1_024.0, nodes, share(cores, all.cores).max(shares)]
        };
        self.of.iter().map(of).collect()
    }

    /// Whether the empty cluster holds a job.
    pub fn can_be_held(&self, job: u32) -> bool {
        let Asked { kind, count } = self.of[job as usize];
        let mut shapes = self.kinds[kind as usize].shapes.iter();
        shapes.any(|&it| self.shapes[it as usize].all >= u64::from(count))
    }
}

/// The partitions that a number of a log stands for, in their order; `None` for any node.
fn partitions(number: i64, names: Option<&LogNames>) -> Vec<Option<String>> {
    if number == UNKNOWN {
        return vec![None];
    }
    let name = names.and_then(|it| it.of(NameKind::Partition, number));
    let list = name.map_or_else(|| number.to_string(), str::to_owned);
    list.split(',').map(|it| Some(it.trim().to_owned())).collect()
}

/// The memory of a chunk, and the memory that its nodes have to have. For all of a node there is one of each amount that
/// nodes have: a job has nodes of one amount.
fn amounts(machine: &Machine, memory: u64) -> Vec<(u64, Option<u64>)> {
    if memory != ALL_MEMORY {
        return vec![(memory, None)];
    }
    let mut amounts: Vec<u64> = machine.kinds.iter().map(|it| it.memory).collect();
    amounts.sort_unstable();
    amounts.dedup();
    amounts.into_iter().map(|it| (it, Some(it))).collect()
}

impl Shape {
    fn new(
        machine: &Machine,
        chunks: &Chunks,
        cores: u32,
        (partition, (memory, of_node)): (Option<&str>, (u64, Option<u64>)),
    ) -> Self {
        let mut shape = Self {
            chunk: Request { cores: u64::from(cores) * u64::from(WHOLE), ..Request::default() },
            is_distinct: chunks.on_distinct_nodes,
            is_exclusive: chunks.is_exclusive,
            most_of_kind: Vec::new(),
            kind_of: machine.kind_of.clone(),
            all: 0,
            conditions: Vec::new(),
        };
        shape.chunk.memory = memory;
        shape.chunk.gpus = gpus(chunks.gpus);
        let types = chunks.gpu_types.iter().map(|it| machine.gpu_type(it));
        shape.chunk.types = types.collect();
        shape.chunk.types.sort_unstable();
        shape.chunk.types.dedup();
        let is_in = |it: &NodeKind, name: &str| it.partitions.is_empty() || it.partitions.iter().any(|own| own == name);
        let has = |it: &NodeKind, feature: &str| it.features.iter().any(|own| own == feature);
        let may_be_on = |it: &NodeKind| {
            partition.is_none_or(|name| is_in(it, name))
                && chunks.features.iter().all(|feature| has(it, feature))
                && of_node.is_none_or(|memory| it.memory == memory)
        };
        for kind in &machine.kinds {
            let most = if may_be_on(kind) { shape.most_of(&machine.node_of(kind)) } else { 0 };
            shape.most_of_kind.push(most);
            shape.all += u64::from(most) * u64::from(kind.count);
        }
        let chunk = shape.chunk.clone();
        let mut condition = |said: Condition, meets: &dyn Fn(&NodeKind) -> bool| {
            let count: u32 = machine.kinds.iter().filter(|it| meets(it)).map(|it| it.count).sum();
            if (count as usize) < machine.nodes.len() {
                shape.conditions.push((said, count));
            }
        };
        if let Some(name) = partition {
            condition(Condition::Partition(name.to_owned()), &|it| is_in(it, name));
        }
        for feature in &chunks.features {
            condition(Condition::Feature(feature.to_string()), &|it| has(it, feature));
        }
        if !chunks.gpu_types.is_empty() {
            let types = chunks.gpu_types.iter().map(|it| it.to_string()).collect();
            let unknown = |it: &&NodeKind| it.gpus > 0 && it.gpu_type.is_empty();
            let unknown = machine.kinds.iter().filter(unknown).map(|it| it.count);
            let said = Condition::GpuType(types, unknown.sum());
            condition(said, &|it| chunk.allows(machine.node_of(it).gpu_type));
        }
        let gpus = chunk.gpus.count();
        condition(Condition::Gpus(chunk.gpus.total()), &|it| it.gpus >= gpus);
        condition(Condition::Cores(cores), &|it| it.cores >= cores);
        condition(Condition::Memory(chunk.memory), &|it| it.memory >= chunk.memory);
        shape
    }

    /// Whether cores, memory and whole GPUs decide alone, so that chunks are counted.
    pub fn is_counted(&self) -> bool {
        !self.is_exclusive && !matches!(self.chunk.gpus, Gpus::Share(_))
    }

    /// How many chunks a node holds when it is empty; 0 where the job may not run.
    pub fn most(&self, node: usize) -> u32 {
        self.most_of_kind[self.kind_of[node] as usize]
    }
}

/// GPUs of a chunk: a share of one below a whole GPU, otherwise whole ones, rounded up.
fn gpus(thousandths: u32) -> Gpus {
    match thousandths {
        0 => Gpus::None,
        share if share < WHOLE.into() => Gpus::Share(share as u16),
        more => Gpus::Whole(more.div_ceil(WHOLE.into())),
    }
}
