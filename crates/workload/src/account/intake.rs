//! The content of a file, whatever is selected of it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::reserve::{IntervalStart, usual_start_with};
use crate::select::{Dependencies, Preceding, Selection, select, unmet_dependencies};
use crate::task_batch::{Parameters, TaskBatch};
use crate::{Feature, Machine, NameKind, Reading, Record, UnreadColumn, Workload, WorkloadKind};

/// The content of a file, whatever is selected of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intake {
    /// Its kind.
    pub kind: WorkloadKind,
    /// How many jobs, or tasks, were read.
    pub jobs: u64,
    /// How many of them ran: their run time is known and above 0. Of these four numbers the sum is `jobs`.
    pub ran: u64,
    /// How many were cancelled, or given no processor, before they ran.
    pub never_ran: u64,
    /// How many ran for 0 seconds.
    pub ran_no_time: u64,
    /// The number of others with an unknown run time.
    pub run_time_unknown: u64,
    /// How many lines, or tasks and nodes, could not be read and are left out.
    pub rejected: u64,
    /// How many values of the others could not be read.
    pub amended: u64,
    /// The machine of a log.
    pub machine: Option<Machine>,
    /// The largest request of the jobs that never ran, where it is beyond a machine that is guessed by those that did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_beyond: Option<u32>,
    /// How many machines a workflow names, or nodes a task batch.
    pub machines: u64,
    /// Values that are unknown, among the jobs that ran.
    pub unknown: Unknown,
    /// Values that are unknown, among all jobs.
    pub unknown_of_all: Unknown,
    /// How many of the jobs that ran have a logged wait.
    pub waits: u64,
    /// What few logs say of jobs.
    pub rare: RareFacts,
    /// The jobs that name a preceding job.
    #[serde(default, skip_serializing_if = "Preceding::is_empty")]
    pub preceding: Preceding,
    /// Whether the log tells of its nodes.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub has_nodes: bool,
    /// Features of jobs that most models leave out, each with the number of jobs that have it.
    pub not_modelled: Vec<(Feature, u64)>,
    /// Which parts of the logged machine count as one provider, if the log distinguishes several.
    pub pooled: Option<Pooled>,
    /// Columns that are found and not read; of a task batch parameters of its nodes, on which no decision
    /// depends.
    pub not_used: Vec<UnreadColumn>,
    /// Additions that a reader made to the file's data, in sentences.
    pub repairs: Vec<String>,
    /// Whether work is measured in floating-point operations, so that a speed can be asked for.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub flops: bool,
}

/// The numbers of jobs with an unknown value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unknown {
    /// The processors that they asked for, while those that they were given are known.
    pub requested_size: u64,
    /// The processors that they were given, while those that they asked for are known.
    pub allocated_size: u64,
    /// Both.
    pub size: u64,
    /// The time limit.
    pub limit: u64,
}

/// How many jobs have what few logs say of any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RareFacts {
    /// They became eligible later than they were submitted.
    pub eligible_later: u64,
    /// They name a job that had to end before they were submitted.
    pub dependent: u64,
    /// They name such a job, and it is not among those that ran, or is the job itself or a later one.
    pub unmet: u64,
    /// They had no time limit.
    pub unlimited: u64,
    /// They were suspended for a time.
    pub suspended: u64,
    /// They ran on more processors than they asked for.
    pub given_more: u64,
}

impl RareFacts {
    fn of(workload: &Workload) -> Self {
        let mut facts = Self::default();
        for it in workload.records() {
            let asked = it.requested_processors;
            let is_more = asked >= 1 && it.allocated_processors > asked && it.run_time > 0;
            facts.eligible_later += u64::from(it.eligible > it.submit);
            facts.dependent += u64::from(it.preceding_job > 0);
            facts.unlimited += u64::from(it.is_unlimited);
            facts.suspended += u64::from(it.suspended > 0);
            facts.given_more += u64::from(is_more);
        }
        if facts.dependent > 0 {
            let honoured = Selection { dependencies: Dependencies::Honour, ..Selection::of_all() };
            let jobs = select(workload, &honoured, 0);
            facts.unmet = unmet_dependencies(&jobs, workload.records());
        }
        facts
    }
}

/// The parts of a machine that count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooled {
    /// How many sites or clusters.
    Sites(u64),
    /// How many partitions.
    Partitions(u64),
}

/// Whether a job ran, by its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Ran,
    NeverRan,
    RanNoTime,
    Unknown,
}

impl Fate {
    /// A job without a run time never ran if it was cancelled (status 5) or got no processor; one that got some
    /// may have ended within its first second.
    pub fn of(record: &Record) -> Self {
        const CANCELLED: i64 = 5;
        const COMPLETED: i64 = 1;
        let got_none = record.allocated_processors <= 0 && record.status != COMPLETED;
        match record.run_time {
            1.. => Self::Ran,
            _ if record.status == CANCELLED || got_none => Self::NeverRan,
            0 => Self::RanNoTime,
            _ => Self::Unknown,
        }
    }
}

impl Intake {
    /// The intake of a workload that has been read. O(n log n) for n jobs.
    pub fn of(reading: &Reading) -> Self {
        let workload = &reading.workload;
        let records = workload.records();
        let is_log = workload.kind() == WorkloadKind::Log;
        let mut fates = [0_u64; 4];
        for record in records {
            fates[Fate::of(record) as usize] += 1;
        }
        let number = |fate: Fate| fates[fate as usize];
        let machine = is_log.then(|| Machine::of(workload.header(), records));
        let guessed = machine.filter(|it| it.known.is_guess());
        let most = records.iter().filter(|it| !it.has_run()).filter_map(Record::size).max();
        let most = most.and_then(|it| u32::try_from(it).ok());
        Self {
            kind: workload.kind(),
            jobs: workload.jobs() as u64,
            ran: number(Fate::Ran),
            never_ran: number(Fate::NeverRan),
            ran_no_time: number(Fate::RanNoTime),
            run_time_unknown: number(Fate::Unknown),
            rejected: reading.left_out,
            amended: reading.complaint_count.saturating_sub(reading.left_out),
            machine,
            asked_beyond: most.filter(|&it| guessed.is_some_and(|machine| it > machine.processors)),
            machines: workload.machines() as u64,
            unknown: Unknown::of(records.iter().filter(|it| Fate::of(it) == Fate::Ran)),
            unknown_of_all: Unknown::of(records),
            rare: RareFacts::of(workload),
            preceding: Preceding::of(records),
            has_nodes: workload.has_nodes(),
            not_modelled: workload.log().map_or_else(Vec::new, |log| log.unused.counted().collect()),
            waits: records.iter().filter(|it| it.logged_wait().is_some()).count() as u64,
            pooled: Pooled::of(reading),
            not_used: match workload.batch() {
                Some(batch) => parameters(batch),
                None => reading.aside.columns.clone(),
            },
            repairs: reading.repairs.clone(),
            flops: workload.has_flops(),
        }
    }

    /// Leaves out the features that a system decides by. One that heeds nodes keeps jobs in their partitions.
    pub fn heed(&mut self, is_heeded: impl Fn(Feature) -> bool) {
        self.not_modelled.retain(|it| !is_heeded(it.0));
        if is_heeded(Feature::Nodes) {
            self.pooled = None;
        }
    }

    /// Whether no job has a logged wait.
    pub fn lacks_waits(&self) -> bool {
        self.waits == 0
    }

    /// The default begin of reservations ([`super::super::reserve::usual_start`]).
    pub fn usual_start(&self) -> IntervalStart {
        usual_start_with(self.kind == WorkloadKind::Log && self.lacks_waits())
    }
}

/// The parameters of nodes that a batch names: each with how many nodes have it and the first of its values.
fn parameters(batch: &TaskBatch) -> Vec<UnreadColumn> {
    let named = ["CPUPower", "Memory", "CPU_idle"].into_iter().enumerate();
    let named = named.filter_map(|(at, name)| {
        let value = |it: &Parameters| [it.power, it.memory, it.idle][at];
        let mut values = batch.nodes.iter().filter_map(|it| value(&it.parameters));
        let first = values.next()?;
        Some(UnreadColumn { name: name.to_owned(), jobs: 1 + values.count() as u64, example: first.to_string() })
    });
    named.collect()
}

impl Unknown {
    fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut unknown = Self::default();
        for record in records {
            let requested = record.requested_processors >= 1;
            let allocated = record.allocated_processors >= 1;
            unknown.requested_size += u64::from(!requested && allocated);
            unknown.allocated_size += u64::from(requested && !allocated);
            unknown.size += u64::from(!requested && !allocated);
            unknown.limit += u64::from(record.requested_time <= 0 && !record.is_unlimited);
        }
        unknown
    }
}

impl Pooled {
    fn of(reading: &Reading) -> Option<Self> {
        if reading.aside.sites > 1 {
            return Some(Self::Sites(reading.aside.sites));
        }
        // One by one: collecting them sorts those of all jobs.
        let mut partitions = BTreeSet::new();
        for record in reading.workload.records() {
            if record.partition >= 0 {
                partitions.insert(record.partition);
            }
        }
        let names = reading.workload.log().map(|it| &it.names);
        // A job may name several: `a,b`.
        let name = |&number: &i64| names.and_then(|it| it.of(NameKind::Partition, number));
        let named: BTreeSet<&str> =
            partitions.iter().filter_map(name).flat_map(|it| it.split(',').map(str::trim)).collect();
        let numbered = partitions.iter().filter(|it| name(it).is_none()).count();
        let count = named.len() + numbered;
        (count > 1).then_some(Self::Partitions(count as u64))
    }
}
