//! What a run leaves behind: where and when each job ran.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Messages;
use crate::workload::{Job, Time};

/// A time that never came: the start of a job that was rejected.
pub const NEVER: Time = -1;

/// How long a unit of a run's times is: a second in logs, a thousandth where times have fractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tick(u32);

impl Tick {
    /// A second.
    pub const SECOND: Self = Self(1);
    /// A thousandth of a second.
    pub const MILLISECOND: Self = Self(1000);

    /// Of which so many make a second; none of 0.
    pub fn of(per_second: u32) -> Option<Self> {
        (per_second > 0).then_some(Self(per_second))
    }

    /// How many make a second.
    pub const fn per_second(self) -> u32 {
        self.0
    }

    /// So many ticks in seconds.
    pub fn seconds(self, ticks: Time) -> f64 {
        self.in_seconds(ticks as f64)
    }

    /// The same of a number of ticks with a fraction.
    pub fn in_seconds(self, ticks: f64) -> f64 {
        ticks / f64::from(self.0)
    }

    /// So many seconds in ticks, to the nearest.
    pub fn ticks(self, seconds: f64) -> Time {
        (seconds * f64::from(self.0)).round() as Time
    }
}

impl Default for Tick {
    fn default() -> Self {
        Self::SECOND
    }
}

/// Below how long a run a short wait does not count as a large slowdown, in seconds: a job that ran for less
/// counts as if it had run for so long (bounded slowdown, Feitelson 2001).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlowdownThreshold(Time);

impl SlowdownThreshold {
    /// The field's usual one: 10 s.
    pub const USUAL: Time = 10;

    /// Of this many seconds, at least one.
    pub fn of(seconds: Time) -> Self {
        Self(seconds.max(1))
    }

    /// In seconds.
    pub const fn seconds(self) -> Time {
        self.0
    }
}

impl Default for SlowdownThreshold {
    fn default() -> Self {
        Self(Self::USUAL)
    }
}

/// The own figures of a system, by their keys.
pub type Measures = BTreeMap<String, f64>;

/// What a scenario makes of a workload: the jobs taken and their schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// How long a tick of all its times is.
    pub tick: Tick,
    /// What its bounded slowdowns are bounded by.
    pub slowdown_threshold: SlowdownThreshold,
    /// The processors of each provider.
    pub platform: Vec<u32>,
    /// The jobs taken, in order of submission, then of number.
    pub jobs: Vec<Job>,
    /// What became of them: `schedule.outcomes` stands parallel to `jobs`.
    pub schedule: Schedule,
    /// The system's own figures.
    pub measures: Measures,
    /// What its workload is made of, with what only such runs have.
    pub of: Of,
    /// The groups that its providers belong to.
    pub groups: Groups,
    /// What brokers and agents told each other; empty for systems without them.
    pub messages: Messages,
}

/// What a run has beyond others by what its workload is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Of {
    /// Jobs of a log.
    Log(OfLog),
    /// Tasks of a workflow.
    Workflow(Tasks),
    /// Tasks of a batch.
    Batch(BatchNames),
}

impl Default for Of {
    fn default() -> Self {
        Self::Log(OfLog::default())
    }
}

/// What a run of a log has beyond others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfLog {
    /// How many rows its charts have above the processors of each provider, for jobs that found too
    /// few; empty for none.
    pub over_the_top: Vec<u32>,
    /// Whether it is unknown which jobs were stopped at their limit: none counts as killed then.
    pub killed_unknown: bool,
}

/// The groups that providers belong to, parallel to them: an empty name for none. Empty lists if no provider belongs
/// to one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groups {
    /// The clusters.
    pub clusters: Vec<String>,
    /// The farms.
    pub farms: Vec<String>,
}

/// What the tasks of a batch and its nodes are called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchNames {
    /// The tasks, parallel to the run's jobs.
    pub tasks: Vec<String>,
    /// The nodes, parallel to its providers.
    pub nodes: Vec<String>,
}

/// What is known of the tasks of a workflow and their machines beside a schedule in ticks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tasks {
    /// What each machine, a provider of the run, is called.
    pub machines: Vec<String>,
    /// Parallel to the run's jobs.
    pub tasks: Vec<Task>,
    /// Who waits for whose data.
    pub edges: Vec<TaskEdge>,
    /// Estimated run times in seconds, task by task one for each machine; empty if there are more than
    /// [`Tasks::MOST_COSTS`].
    pub costs: Vec<f64>,
    /// What a unit of data takes from machine to machine, in seconds, row by row; empty where costs are.
    pub communication: Vec<f64>,
}

impl Tasks {
    /// Most costs that are kept with a run.
    pub const MOST_COSTS: usize = 4_000_000;
}

/// A task that waits for the data of another, both by their places among the jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskEdge {
    /// Who sends the data.
    pub from: u32,
    /// Who waits for them.
    pub to: u32,
    /// How much, in units of data.
    pub data: f64,
    /// How long they take between the machines of the two, in seconds.
    pub seconds: f64,
}

/// A task of a workflow, its times exact, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// What it is called.
    pub name: String,
    /// Its machine's place among the providers.
    pub machine: u32,
    /// When it begins in the initial schedule, before spare time was shared out.
    pub planned_start: f64,
    /// When it ends there.
    pub planned_finish: f64,
    /// When its reservation begins.
    pub start: f64,
    /// When it ends by the estimate.
    pub finish: f64,
    /// When its reservation ends.
    pub reserved_until: f64,
    /// When it really ended, done or stopped; none if it never ran.
    pub ended: Option<f64>,
}

impl Run {
    /// The tasks and machines, if it is of a workflow.
    pub const fn workflow(&self) -> Option<&Tasks> {
        match &self.of {
            Of::Workflow(tasks) => Some(tasks),
            Of::Log(_) | Of::Batch(_) => None,
        }
    }

    /// The tasks of a workflow, parallel to the jobs; none of another run.
    pub fn tasks(&self) -> &[Task] {
        self.workflow().map_or(&[], |it| &it.tasks)
    }

    /// The names of tasks and nodes, if it is of a task batch.
    pub const fn batch(&self) -> Option<&BatchNames> {
        match &self.of {
            Of::Batch(names) => Some(names),
            Of::Log(_) | Of::Workflow(_) => None,
        }
    }

    /// How many rows its charts have above the processors of each provider; empty for none.
    pub fn over_the_top(&self) -> &[u32] {
        match &self.of {
            Of::Log(it) => &it.over_the_top,
            Of::Workflow(_) | Of::Batch(_) => &[],
        }
    }

    /// Whether it is unknown which jobs were stopped at their limit.
    pub const fn killed_unknown(&self) -> bool {
        matches!(&self.of, Of::Log(it) if it.killed_unknown)
    }

    /// The rows of each provider in charts: its processors, and those above.
    pub fn rows(&self) -> Vec<u32> {
        let above = self.over_the_top().iter().chain(std::iter::repeat(&0));
        let rows = self.platform.iter().zip(above);
        rows.map(|(processors, above)| processors.saturating_add(*above))
            .collect()
    }

    /// What a provider is called in pictures and tables: its machine's name, or a number counted from 1, as
    /// people do.
    pub fn provider_name(&self, provider: usize) -> String {
        let number = provider + 1;
        match &self.of {
            Of::Log(_) => format!("Provider {number}"),
            Of::Workflow(it) => match it.machines.get(provider) {
                Some(name) => name.clone(),
                None => format!("Provider {number}"),
            },
            Of::Batch(it) => match it.nodes.get(provider) {
                Some(name) => name.clone(),
                None => format!("Node {number}"),
            },
        }
    }

    /// [`Run::slowdown_threshold`] in the run's ticks.
    pub fn slowdown_threshold_in_ticks(&self) -> Time {
        self.slowdown_threshold.seconds() * Time::from(self.tick.per_second())
    }

    /// What a job is called: its task's name, or its number in the log. Empty if there is no such job.
    pub fn job_name(&self, job: usize) -> String {
        let number = || self.jobs.get(job).map(|it| it.id.to_string());
        let name = match &self.of {
            Of::Log(_) => None,
            Of::Workflow(it) => it.tasks.get(job).map(|it| it.name.clone()),
            Of::Batch(it) => it.tasks.get(job).cloned(),
        };
        name.or_else(number).unwrap_or_default()
    }

    /// The time by which all jobs are to end, if it is the same for all: a workflow's deadline.
    pub fn deadline(&self) -> Option<Time> {
        let task = self.workflow().and(self.jobs.first())?;
        Some(task.reservation?.deadline)
    }

    /// The run with all its times in whole seconds, to the nearest, for formats that have no others.
    pub fn in_whole_seconds(&self) -> Cow<'_, Self> {
        if self.tick == Tick::SECOND {
            return Cow::Borrowed(self);
        }
        let mut run = self.clone();
        run.tick = Tick::SECOND;
        let seconds = |time: &mut Time| {
            if *time != NEVER {
                *time = self.tick.seconds(*time).round() as Time;
            }
        };
        for job in &mut run.jobs {
            let request = job.reservation.iter_mut();
            let asked = request.flat_map(|it| [&mut it.ready, &mut it.deadline]);
            let times = [&mut job.submit, &mut job.run_time, &mut job.requested_time];
            times.into_iter().chain(asked).for_each(seconds);
        }
        for it in &mut run.schedule.outcomes {
            it.times_mut().into_iter().for_each(seconds);
        }
        for bar in &mut run.schedule.bars {
            [&mut bar.start, &mut bar.end].into_iter().for_each(seconds);
        }
        for stint in &mut run.schedule.earlier {
            seconds(&mut stint.held_until);
        }
        Cow::Owned(run)
    }
}

/// The schedule of one run. All five systems that schedule logs produce this type.
///
/// `outcomes` stands parallel to the jobs that were scheduled; `bars` in order of start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// What became of each job, in the order of the jobs.
    pub outcomes: Vec<Outcome>,
    /// The rectangles of the Gantt chart, in order of their start.
    pub bars: Vec<Bar>,
    /// The stints before the last one of jobs that were interrupted, by job, then in order.
    pub earlier: Vec<Stint>,
}

impl Schedule {
    /// The bars of one job: its processor ranges in increasing order; of a job that was
    /// interrupted those of its last stint. O(1).
    pub fn bars_of(&self, job: usize) -> &[Bar] {
        let outcome = &self.outcomes[job];
        self.bars_from(outcome.first_bar, outcome.bar_count)
    }

    /// The stints of one job before its last, in order: none unless it was interrupted. O(log n).
    pub fn earlier_stints(&self, job: usize) -> &[Stint] {
        let first = self.earlier.partition_point(|it| (it.job as usize) < job);
        let count = self.earlier[first..].partition_point(|it| it.job as usize == job);
        &self.earlier[first..first + count]
    }

    /// The bars of one stint: its processor ranges in increasing order.
    pub fn bars_of_stint(&self, stint: &Stint) -> &[Bar] {
        self.bars_from(stint.first_bar, stint.bar_count)
    }

    fn bars_from(&self, first: u32, count: u32) -> &[Bar] {
        &self.bars[first as usize..(first + count) as usize]
    }
}

/// A stretch of a job on its processors that was cut short: preempted or suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stint {
    /// Index of the job.
    pub job: u32,
    /// Index of its first bar in [`Schedule::bars`].
    pub first_bar: u32,
    /// How many bars it has.
    pub bar_count: u32,
    /// Until when its processors were promised to it; [`NEVER`] where no calendar counts it.
    pub held_until: Time,
    /// Whether the job was suspended, and keeps what a reservation does not take; otherwise it was
    /// preempted.
    pub suspended: bool,
}

/// What became of one job. Times are seconds; [`NEVER`] where it never came to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// Index of the provider that it was sent to; 0 for a rejected job.
    pub provider: u32,
    /// How many processors it was given: its size, unless it is a reservation that takes fewer.
    pub processors: u32,
    /// When its provider was chosen: of an advance reservation, when it was booked.
    pub allocated: Time,
    /// When the reservation begins as it was booked; of a batch job the same as `start`.
    pub promised_start: Time,
    /// When the reservation ends as it was booked, without what slots of a fixed length add; of a
    /// batch job [`NEVER`].
    pub promised_end: Time,
    /// Start time S: of a job that was interrupted its first start.
    pub start: Time,
    /// When the job itself ended, done or killed.
    pub end: Time,
    /// How long it ran, interruptions not counted: what was thrown away is not in it.
    pub ran: Time,
    /// How long it ran in vain: until it was preempted, when it began anew afterwards.
    pub lost: Time,
    /// How often it was preempted or suspended.
    pub interruptions: u32,
    /// From when its processors are promised to it: a reservation's interval as it was booked, which
    /// slots of a fixed length widen, or the last start of a batch job.
    pub held_from: Time,
    /// Until when they are promised: a batch job's limit. [`NEVER`] where no calendar counts it.
    pub held_until: Time,
    /// When its processors became free: after `end` for a reservation held to its own end.
    pub released: Time,
    /// End time C, as the scenario's `completion` reads it. Flow time and tardiness count to here.
    pub completion: Time,
    /// Index of its first bar in [`Schedule::bars`].
    pub first_bar: u32,
    /// How many bars it has.
    pub bar_count: u32,
}

impl Outcome {
    /// Of a job that has not been seen yet: rejected, unless somebody takes it.
    pub const UNSEEN: Self = Self {
        status: Status::Rejected,
        provider: 0,
        processors: 0,
        allocated: NEVER,
        promised_start: NEVER,
        promised_end: NEVER,
        start: NEVER,
        end: NEVER,
        ran: 0,
        lost: 0,
        interruptions: 0,
        held_from: NEVER,
        held_until: NEVER,
        released: NEVER,
        completion: NEVER,
        first_bar: 0,
        bar_count: 0,
    };

    /// From when until when its provider is taken for it: as it is booked, or as it ran where nothing was; none where
    /// it never ran.
    pub fn taken(&self) -> Option<(Time, Time)> {
        match (self.start, self.promised_end) {
            (NEVER, _) => None,
            (start, NEVER) => Some((start, self.end)),
            (_, end) => Some((self.promised_start, end)),
        }
    }
}

impl Outcome {
    fn times_mut(&mut self) -> [&mut Time; 11] {
        [
            &mut self.allocated,
            &mut self.promised_start,
            &mut self.promised_end,
            &mut self.start,
            &mut self.end,
            &mut self.ran,
            &mut self.lost,
            &mut self.held_from,
            &mut self.held_until,
            &mut self.released,
            &mut self.completion,
        ]
    }
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// It ran to its own end.
    Done = 0,
    /// It reached its processing time limit, or its reservation's end, and was stopped.
    Killed = 1,
    /// No provider is large enough, or no window before its deadline: it never ran.
    Rejected = 2,
}

impl Status {
    /// The word used in reports and tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Killed => "killed",
            Self::Rejected => "rejected",
        }
    }
}

/// One rectangle of a Gantt chart: neighbouring processors of one provider, held for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Index of the job, in the jobs and in [`Schedule::outcomes`].
    pub job: u32,
    /// Index of the provider.
    pub provider: u32,
    /// Lowest processor, counted from 0 within the provider.
    pub first_processor: u32,
    /// Highest processor, inclusive.
    pub last_processor: u32,
    /// From when the processors are held.
    pub start: Time,
    /// Until when they are held.
    pub end: Time,
}
