//! A run: the jobs of a workload, their schedule, and facts beside the schedule.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Bar, Causes, Holds, Messages, NEVER, Schedule, SlowdownThreshold, Tick};
use workload::{Job, LogNames, Nodes, Time};

/// The own figures of a system, by their keys.
pub type Measures = BTreeMap<String, f64>;

/// The result of a scenario on a workload: the jobs taken and their schedule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// How long a tick of all its times is.
    pub tick: Tick,
    /// The threshold of its bounded slowdowns.
    pub slowdown_threshold: SlowdownThreshold,
    /// The processors of each provider.
    pub platform: Vec<u32>,
    /// The jobs taken, in order of submission, then of number.
    pub jobs: Vec<Job>,
    /// Their schedule: `schedule.outcomes` stands parallel to `jobs`.
    pub schedule: Schedule,
    /// The causes of the rejections.
    pub causes: Causes,
    /// The system's own figures.
    pub measures: Measures,
    /// The kind of its workload, with the data that only such runs have.
    pub of: Of,
    /// The groups that its providers belong to.
    pub groups: Groups,
    /// Messages between brokers and agents; empty for systems without them.
    pub messages: Messages,
}

/// The kind of a run's workload, with the data that only such runs have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Of {
    /// Jobs of a log.
    Log(OfLog),
    Workflow(Tasks),
    /// Tasks of a batch.
    Batch(BatchNames),
}

impl Default for Of {
    fn default() -> Self {
        Self::Log(OfLog::default())
    }
}

/// Data that only the run of a log has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OfLog {
    /// How many rows its charts have above the processors of each provider, for jobs that found too
    /// few; empty for none.
    pub over_the_top: Vec<u32>,
    /// Whether it is unknown which jobs were stopped at their limit: none counts as killed then.
    pub killed_unknown: bool,
    /// The energy that each job took by the log, in joules; empty if the log knows none.
    pub energy: Vec<f64>,
    /// The jobs that are on other processors than the log names, ascending.
    pub elsewhere: Vec<u32>,
    /// The nodes of its only provider, in the order of their processors, where jobs are on the nodes that the log names;
    /// empty otherwise.
    pub nodes: Nodes,
    /// What jobs held of the GPUs and the memory of these nodes; no nodes where the log alone says what they had.
    pub holds: Holds,
    /// The names behind the log's numbers; those of jobs by their indices in the run.
    pub names: LogNames,
}

/// The groups that providers belong to, parallel to them: an empty name for none. Empty lists if no provider belongs
/// to one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groups {
    pub clusters: Vec<String>,
    pub farms: Vec<String>,
}

/// The names of the tasks of a batch and of its nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchNames {
    /// The tasks, parallel to the run's jobs.
    pub tasks: Vec<String>,
    /// The nodes, parallel to its providers.
    pub nodes: Vec<String>,
}

/// The tasks of a workflow and their machines: exact times and costs, beside the schedule in ticks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tasks {
    /// The name of each machine, a provider of the run.
    pub machines: Vec<String>,
    /// Parallel to the run's jobs.
    pub tasks: Vec<Task>,
    /// The tasks that wait for the data of others.
    pub edges: Vec<TaskEdge>,
    /// Estimated run times in seconds, task by task one for each machine; empty if there are more than
    /// [`Tasks::MOST_COSTS`].
    pub costs: Vec<f64>,
    /// Seconds that a unit of data takes from machine to machine, row by row; empty where costs are.
    pub communication: Vec<f64>,
}

impl Tasks {
    /// Most costs that are kept with a run.
    pub const MOST_COSTS: usize = 4_000_000;
}

/// A task that waits for the data of another, both by their places among the jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskEdge {
    /// The task that sends the data.
    pub from: u32,
    /// The task that waits for them.
    pub to: u32,
    /// How much, in units of data.
    pub data: f64,
    /// How long they take between the machines of the two, in seconds.
    pub seconds: f64,
}

/// A task of a workflow, its times exact, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Task {
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
        self.platform.iter().zip(above).map(|(processors, above)| processors.saturating_add(*above)).collect()
    }

    /// The jobs that are on other processors than the log names, ascending.
    pub fn elsewhere(&self) -> &[u32] {
        match &self.of {
            Of::Log(it) => &it.elsewhere,
            Of::Workflow(_) | Of::Batch(_) => &[],
        }
    }

    /// The nodes of its only provider, where jobs are on the nodes that the log names.
    pub fn nodes(&self) -> Option<&Nodes> {
        match &self.of {
            Of::Log(it) if !it.nodes.is_empty() => Some(&it.nodes),
            _ => None,
        }
    }

    /// What jobs held of GPUs and memory, where a system has nodes of its own; their GPUs or memory may be unknown.
    pub fn holds(&self) -> Option<&Holds> {
        match &self.of {
            Of::Log(it) if !it.holds.nodes.is_empty() => Some(&it.holds),
            _ => None,
        }
    }

    /// The nodes that a job is on, as Slurm lists them: `n[001-004]`; `None` where the log does not name nodes, or the job
    /// found too few processors free. O(bars times nodes).
    pub fn nodes_of(&self, job: usize) -> Option<String> {
        let nodes = self.nodes()?;
        let range = |bar: &Bar| nodes.node_of(bar.first_processor)..nodes.node_of(bar.last_processor) + 1;
        let mut ranges: Vec<Range<u32>> = self.schedule.bars_of(job).iter().map(range).collect();
        ranges.dedup_by(|next, before| {
            let meet = next.start < before.end;
            if meet {
                before.end = before.end.max(next.end);
            }
            meet
        });
        let names = nodes.names_of_all(&ranges);
        (!names.is_empty()).then_some(names)
    }

    /// The name of a provider in pictures and tables: its machine's name, how many nodes it has, or its number counted from 1.
    pub fn provider_name(&self, provider: usize) -> String {
        let number = provider + 1;
        match &self.of {
            Of::Log(it) if !it.nodes.is_empty() => it.nodes.count_in_words(),
            Of::Log(_) => format!("Provider {number}"),
            Of::Workflow(it) => match it.machines.get(provider) {
                Some(name) => name.clone(),
                None => format!("Machine {number}"),
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

    /// The name of a job that the log does not call by its number. O(log n) for n names.
    pub fn own_name(&self, job: usize) -> Option<&str> {
        self.names()?.job(job)
    }

    /// The names behind the log's numbers, if it is a run of a log.
    pub const fn names(&self) -> Option<&LogNames> {
        match &self.of {
            Of::Log(it) => Some(&it.names),
            Of::Workflow(_) | Of::Batch(_) => None,
        }
    }

    /// The name of a job: its task's name, or its name or number in the log. Empty if there is no such job.
    pub fn job_name(&self, job: usize) -> String {
        let number = || self.jobs.get(job).map(|it| it.id.to_string());
        let name = match &self.of {
            Of::Log(_) => self.own_name(job).map(str::to_owned),
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
            let asked = job.reservation.iter_mut().flat_map(|it| [&mut it.ready, &mut it.deadline]);
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

/// How far a run has come, in jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of jobs of the run.
    pub jobs: usize,
    /// The number of submitted jobs.
    pub submitted: usize,
    /// The number of jobs that have ended or were rejected.
    pub settled: usize,
    /// The number of jobs that wait for processors.
    pub waiting: usize,
}

impl Standing {
    /// The submissions and ends that have happened.
    pub fn events(self) -> usize {
        self.submitted + self.settled
    }

    /// The submissions and ends that are still to come.
    pub fn left(self) -> usize {
        (2 * self.jobs).saturating_sub(self.events())
    }
}
