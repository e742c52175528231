//! The account of a file: how many jobs it has, how many are taken, which are left out and why, and which
//! values are guessed or not used. The page and the command line take all statements on this from an
//! [`Account`].

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::select::{Thinned, thinned};
use crate::reserve::{IntervalStart, usual_start_with};
use crate::select::{Dependencies, LimitFrom, Preceding, Selection, SizeFrom, select, unmet_dependencies};
use crate::task_batch::{Parameters, TaskBatch};
use crate::{Feature, KnownBy, Machine, NameKind, Reading, Record, Time, UnreadColumn, Workload, WorkloadKind};

/// The account of a file under a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// The content of the file, whatever is selected of it.
    pub intake: Intake,
    /// The jobs that are taken; `None` while their number is not known.
    pub taken: Option<Taken>,
    /// Values that are guessed because the file does not give them.
    pub guessed: Vec<Guess>,
}

/// How much of a file is taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Taken {
    /// The number of jobs, or tasks.
    pub jobs: u64,
    /// Why the others are left out; `None` where only their number is known.
    pub left_out: Option<LeftOut>,
    /// If dependencies are honoured, how many of the jobs are submitted as logged although they name a preceding job;
    /// `None` where that is not known. That a reservation keeps its window is not counted.
    pub unmet_dependencies: Option<u64>,
    /// The users and the work that stay where users leave to make the load lighter; `None` if none leave, or that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinned: Option<Thinned>,
}

/// How many jobs of a file are left out, by reason: the first that applies, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Their numbers are not those that are taken.
    pub not_in_range: u64,
    /// They never ran.
    pub never_ran: u64,
    /// They ran for 0 seconds.
    pub ran_no_time: u64,
    /// How long they ran is not known.
    pub run_time_unknown: u64,
    /// There are too many before them, or they are outside of the intervals that are folded.
    pub beyond: u64,
    /// Their users leave to make the load lighter.
    #[serde(default, skip_serializing_if = "base::is_default")]
    pub thinned: u64,
}

impl LeftOut {
    /// How many there are in all.
    pub fn jobs(&self) -> u64 {
        let not_run = self.never_ran + self.ran_no_time + self.run_time_unknown;
        self.not_in_range + not_run + self.beyond + self.thinned
    }
}

impl Account {
    /// The account of a workload that has been read, under a selection whose draws are those of a seed. O(n log n) for n
    /// jobs.
    pub fn of(reading: &Reading, (selection, seed): (&Selection, u64)) -> Self {
        let taken = Taken::of(&reading.workload, selection, seed);
        Self::with(Intake::of(reading), selection, Some(taken))
    }

    /// The account where only the intake is available, and perhaps the number of jobs that a run took of it, with what
    /// thinning left of them. The reasons for the others are known if every job is asked for or taken.
    pub fn from_intake(intake: Intake, selection: &Selection, in_run: Option<(u64, Option<Thinned>)>) -> Self {
        let thinned = in_run.and_then(|(_, thinned)| thinned);
        let all = Taken::of_all(&intake, selection, thinned);
        let counted = in_run.map(|(jobs, thinned)| {
            if jobs == intake.jobs {
                Taken::whole(jobs)
            } else {
                Taken { jobs, left_out: None, unmet_dependencies: None, thinned }
            }
        });
        Self::with(intake, selection, all.or(counted))
    }

    fn with(intake: Intake, selection: &Selection, taken: Option<Taken>) -> Self {
        let guessed = Guess::all(&intake, selection);
        Self { intake, taken, guessed }
    }

    /// Whether reservations would begin by logged waits, of which the log has none: each is ready at its
    /// submission, and holds processors from the first moment at which there are enough.
    pub fn starts_by_missing_waits(&self, selection: &Selection) -> bool {
        let reservations = &selection.reservations;
        self.intake.kind == WorkloadKind::Log && reservations.starts_by_waits() && self.intake.lacks_waits()
    }
}

impl Taken {
    /// How much a selection takes of a workload under a seed. O(n log n) for n jobs.
    pub fn of(workload: &Workload, selection: &Selection, seed: u64) -> Self {
        if workload.kind() != WorkloadKind::Log {
            return Self::whole(workload.jobs() as u64);
        }
        let mut left_out = LeftOut::default();
        for record in workload.records() {
            let fate = Fate::of(record);
            if !selection.has_in_range(record.id) {
                left_out.not_in_range += 1;
            } else if selection.skip_never_ran {
                left_out.count(fate);
            }
        }
        let taken = select(workload, &without_reservations(selection), seed);
        let thinned = thinned(workload, selection, seed);
        left_out.thinned = thinned.map_or(0, |it| it.jobs_left_out);
        let jobs = taken.len() as u64;
        let others = workload.records().len() as u64 - left_out.jobs();
        left_out.beyond = others.saturating_sub(jobs);
        Self {
            jobs,
            left_out: Some(left_out),
            unmet_dependencies: honours(selection).then(|| unmet_dependencies(&taken, workload.records())),
            thinned,
        }
    }

    /// The taken jobs where only the intake is available, and perhaps what thinning left; `None` if the selection asks for
    /// certain jobs.
    fn of_all(intake: &Intake, selection: &Selection, thinned: Option<Thinned>) -> Option<Self> {
        if intake.kind != WorkloadKind::Log {
            return Some(Self::whole(intake.jobs));
        }
        if !selection.asks_for_all() || selection.thins() != thinned.is_some() {
            return None;
        }
        let mut left_out = LeftOut { thinned: thinned.map_or(0, |it| it.jobs_left_out), ..LeftOut::default() };
        if selection.skip_never_ran {
            left_out.never_ran = intake.never_ran;
            left_out.ran_no_time = intake.ran_no_time;
            left_out.run_time_unknown = intake.run_time_unknown;
        }
        let is_unmet_known = honours(selection) && selection.skip_never_ran && thinned.is_none();
        Some(Self {
            jobs: intake.jobs.saturating_sub(left_out.jobs()),
            left_out: Some(left_out),
            unmet_dependencies: is_unmet_known.then_some(intake.rare.unmet),
            thinned,
        })
    }

    fn whole(jobs: u64) -> Self {
        Self { jobs, left_out: Some(LeftOut::default()), unmet_dependencies: None, thinned: None }
    }
}

fn honours(selection: &Selection) -> bool {
    selection.dependencies == Dependencies::Honour
}

/// The same jobs, none of which is a reservation: which ones are depends on a seed.
fn without_reservations(selection: &Selection) -> Selection {
    Selection { reservations: Selection::of_all().reservations, ..selection.clone() }
}

impl LeftOut {
    fn count(&mut self, fate: Fate) {
        match fate {
            Fate::Ran => {}
            Fate::NeverRan => self.never_ran += 1,
            Fate::RanNoTime => self.ran_no_time += 1,
            Fate::Unknown => self.run_time_unknown += 1,
        }
    }
}

/// A value that is guessed because the file does not give it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guess {
    /// The size of the machine: its header names none.
    Machine(Machine),
    /// The time limit of a number of jobs.
    Limits {
        /// How many jobs.
        jobs: u64,
        /// The substitute.
        by: StandIn,
    },
    /// The size of a number of jobs: the processors that they were given, where those that they asked for are
    /// unknown, or the other way round.
    Sizes {
        /// How many jobs.
        jobs: u64,
        /// The size that is used.
        from: SizeFrom,
    },
    /// The size of a number of jobs of which neither is known: one processor.
    OneProcessor {
        /// How many jobs.
        jobs: u64,
    },
    /// The machines of a workflow, or the nodes of a task batch: those of the platform.
    Platform,
}

/// The substitute for a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandIn {
    /// The run time times this.
    RunTimeTimes(f64),
    /// This number of seconds.
    Seconds(Time),
}

impl Guess {
    /// All guesses for a file under a selection, the machine first. Jobs that are left out because they did
    /// not run are not counted; those that a range of numbers leaves out are.
    fn all(intake: &Intake, selection: &Selection) -> Vec<Self> {
        if intake.kind != WorkloadKind::Log {
            return match intake.machines {
                0 => vec![Self::Platform],
                _ => Vec::new(),
            };
        }
        let unknown = if selection.skip_never_ran { intake.unknown } else { intake.unknown_of_all };
        let (lacking, from) = match selection.size_from {
            SizeFrom::Requested => (unknown.requested_size, SizeFrom::Allocated),
            SizeFrom::Allocated => (unknown.allocated_size, SizeFrom::Requested),
        };
        let by = match selection.missing_limit {
            Some(limit) => StandIn::Seconds(limit),
            None => StandIn::RunTimeTimes(selection.missing_limit_factor),
        };
        let machine = intake.machine.filter(|it| it.known != KnownBy::MaxProcs);
        let are_requested = selection.limit_from == LimitFrom::Requested;
        let limits = (are_requested && unknown.limit > 0).then_some(Self::Limits { jobs: unknown.limit, by });
        let sizes = (lacking > 0).then_some(Self::Sizes { jobs: lacking, from });
        let one = (unknown.size > 0).then_some(Self::OneProcessor { jobs: unknown.size });
        let all = [machine.map(Self::Machine), sizes, one, limits];
        all.into_iter().flatten().collect()
    }
}

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
enum Fate {
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

    /// The default begin of reservations ([`super::reserve::usual_start`]).
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
