//! The values of formulas.

use workload::{Job, LogNames, NameKind, Time};

use super::nodes::Node;
use super::requests::Asked;
use crate::policy::formula::{Name, NameVariable, Names, Quantity, Values};

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
