//! Facts on a workload, beside its records, that an experiment needs.

use super::plan::Digest;
use super::run::{MOST_PROCESSORS, MOST_PROVIDERS};
use workload::reserve::{IntervalStart, usual_start};
use workload::select::{Dependencies, Preceding};
use workload::task_batch::NODE_POINTS;
use workload::{Feature, Machine, Workload, WorkloadKind};

/// The number of machines for a workflow that names none.
pub const USUAL_MACHINES: usize = 2;

/// The number of nodes for a task batch that names none: Moise et al. 2008 have two or three agents, and do
/// not give the number of nodes.
pub const USUAL_NODES: usize = 6;

/// A workload without its records: scenario files are resolved against it, and reports contain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadFacts {
    /// The file's name, or the generator's.
    pub name: String,
    pub kind: WorkloadKind,
    /// How many jobs, or tasks, the file holds.
    pub in_log: usize,
    /// How many of them ran: their run time is known and above 0; every task of a workflow or a batch.
    pub ran: usize,
    /// The processors of the logged machine ([`Machine::of`]).
    pub processors: u32,
    /// How many machines a workflow names, or nodes a task batch.
    pub machines: usize,
    /// The default start of reservations: by the logged waits, or with lead times where a log has none.
    pub usual_start: IntervalStart,
    /// What files that do not say it make of the jobs that others name: it depends on whether the log contradicts them.
    pub dependencies: Dependencies,
    /// The SHA-256 of the file's bytes as they were given, packed or not; `None` of a workload that was
    /// generated or drawn.
    pub digest: Option<Digest>,
    /// The mapping of its columns, as `--columns` takes it, if it was read by one that was given.
    pub mapping: Option<Box<str>>,
    /// Features of jobs that most models leave out, each with the number of jobs that have it.
    pub not_modelled: Vec<(Feature, u64)>,
    /// Whether the log tells of its nodes.
    pub has_nodes: bool,
}

impl WorkloadFacts {
    /// The facts of a workload without a file. O(n log n) for n records.
    pub fn of(workload: &Workload) -> Self {
        let records = workload.records();
        let log = workload.log();
        let ran = || records.iter().filter(|it| it.run_time > 0).count();
        Self {
            name: workload.name.clone(),
            kind: workload.kind(),
            in_log: workload.jobs(),
            ran: match workload.kind() {
                WorkloadKind::Log => ran(),
                WorkloadKind::Workflow | WorkloadKind::TaskBatch => workload.jobs(),
            },
            processors: Machine::of(workload.header(), records).processors,
            machines: workload.machines(),
            usual_start: usual_start(workload),
            dependencies: Preceding::of(records).usual(),
            digest: None,
            mapping: log.and_then(|it| it.mapping.clone()),
            not_modelled: log.map_or_else(Vec::new, |it| it.unused.counted().collect()),
            has_nodes: workload.has_nodes(),
        }
    }

    /// The facts of a workload that was read from these bytes. O(bytes + n log n) for n records.
    pub fn of_file(workload: &Workload, bytes: &[u8]) -> Self {
        Self { digest: Some(Digest::of(bytes)), ..Self::of(workload) }
    }

    /// The value of `"platform": "log"`: one provider of the logged machine; of a workflow or a task batch
    /// the machines or nodes that it names, or else [`USUAL_MACHINES`] or [`USUAL_NODES`]. The selection of
    /// jobs does not matter.
    pub fn platform(&self) -> Vec<u32> {
        let named = |usual| match self.machines {
            0 => usual,
            named => named.min(MOST_PROVIDERS),
        };
        match self.kind {
            WorkloadKind::Log => vec![self.processors.min(MOST_PROCESSORS)],
            WorkloadKind::Workflow => vec![1; named(USUAL_MACHINES)],
            WorkloadKind::TaskBatch => vec![NODE_POINTS; named(USUAL_NODES)],
        }
    }
}
