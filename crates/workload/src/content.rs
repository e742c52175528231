//! The kinds of workload: a log, a workflow or a task batch.

use serde::{Deserialize, Serialize};

use std::borrow::Cow;

use super::flops::{self, Work};
use super::resources::Resources;
use super::task_batch::TaskBatch;
use super::workflow::Workflow;
use super::{Header, LogNames, Placements, Record, Unused};

/// The kind of a workload. A system says which kinds it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkloadKind {
    /// The jobs of a log, one after the other.
    #[default]
    Log,
    /// Tasks that wait for one another: a directed acyclic graph.
    Workflow,
    /// Tasks that are there from the beginning.
    TaskBatch,
}

impl WorkloadKind {
    /// Whether it is a log.
    pub const fn is_log(&self) -> bool {
        matches!(self, Self::Log)
    }

    /// Its name within a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Log => "a log",
            Self::Workflow => "a workflow",
            Self::TaskBatch => "a task batch",
        }
    }
}

/// A log: its header, and its records in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// The log's own description of itself.
    pub header: Header,
    /// One per job, in file order (which need not be the order of submission).
    pub records: Vec<Record>,
    /// Features that the log has and no model here uses.
    pub unused: Unused,
    /// The names behind the numbers of its records.
    pub names: LogNames,
    /// On which processors its jobs ran.
    pub placements: Box<Placements>,
    /// The resources of nodes that its jobs ask for, and its nodes.
    pub resources: Box<Resources>,
    /// Jobs whose run time depends on a speed, ascending by their numbers; their records have it at
    /// [`flops::USUAL`].
    pub work: Vec<Work>,
    /// The mapping of its columns, as `--columns` takes it, if it was read by one that was given.
    pub mapping: Option<Box<str>>,
}

/// The content of a workload.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// The jobs of a log.
    Log(Log),
    /// Tasks that wait for one another.
    Workflow(Workflow),
    /// Tasks that are there from the beginning.
    Batch(TaskBatch),
}

impl Default for Content {
    fn default() -> Self {
        Self::Log(Log::default())
    }
}

/// A workload and its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workload {
    /// The file's name, or the generator's.
    pub name: String,
    /// Its content.
    pub content: Content,
}

/// That of a workload that is no log.
static NO_HEADER: Header = Header { entries: Vec::new() };

impl Workload {
    /// A log of that name.
    pub fn of_log(name: &str, log: Log) -> Self {
        Self::of(name, Content::Log(log))
    }

    /// A workflow of that name.
    pub fn of_workflow(name: &str, workflow: Workflow) -> Self {
        Self::of(name, Content::Workflow(workflow))
    }

    /// A task batch of that name.
    pub fn of_tasks(name: &str, tasks: TaskBatch) -> Self {
        Self::of(name, Content::Batch(tasks))
    }

    /// A log of these records, with the name of this workload and its header, if it has one. Of what jobs asked of nodes it
    /// has the memory in the records, and nothing else; the nodes stay.
    pub fn with_records(&self, records: Vec<Record>) -> Self {
        let mut resources = Resources::of_records(&records);
        if let Some(log) = self.log() {
            resources.nodes.clone_from(&log.resources.nodes);
        }
        self.with(records, resources)
    }

    /// The same of records with the place of the job that each is made of, which keeps what it asked of nodes; `None` for a
    /// job of its own.
    pub fn with_placed_records(&self, records: Vec<(Option<usize>, Record)>) -> Self {
        // No job has the last place.
        let places = records.iter().map(|(place, _)| place.unwrap_or(usize::MAX));
        let resources = self.log().map(|it| it.resources.at_places(places));
        let records = records.into_iter().map(|(_, record)| record).collect();
        self.with(records, resources.unwrap_or_default())
    }

    fn with(&self, records: Vec<Record>, resources: Resources) -> Self {
        let log = Log {
            header: self.header().clone(),
            resources: Box::new(resources),
            records,
            unused: self.log().map(|it| it.unused.clone()).unwrap_or_default(),
            work: self.log().map(|it| it.work.clone()).unwrap_or_default(),
            ..Log::default()
        };
        Self::of_log(&self.name, log)
    }

    fn of(name: &str, content: Content) -> Self {
        let name = name.to_owned();
        Self { name, content }
    }

    /// The log, if it is one.
    pub const fn log(&self) -> Option<&Log> {
        match &self.content {
            Content::Log(log) => Some(log),
            Content::Workflow(_) | Content::Batch(_) => None,
        }
    }

    /// The workflow, if it is one.
    pub const fn workflow(&self) -> Option<&Workflow> {
        match &self.content {
            Content::Workflow(workflow) => Some(workflow),
            Content::Log(_) | Content::Batch(_) => None,
        }
    }

    /// The task batch, if it is one.
    pub const fn batch(&self) -> Option<&TaskBatch> {
        match &self.content {
            Content::Batch(batch) => Some(batch),
            Content::Log(_) | Content::Workflow(_) => None,
        }
    }

    /// The records of a log; none of a workflow or a task batch.
    pub fn records(&self) -> &[Record] {
        self.log().map_or(&[], |it| &it.records)
    }

    /// The records of a log with the run times that they have at a number of operations per second; `None` is the
    /// usual one. O(n log n) where run times depend on it, and nothing is copied where none does.
    pub fn records_at(&self, flops_per_second: Option<f64>) -> Cow<'_, [Record]> {
        match (self.log(), flops_per_second) {
            (Some(log), Some(speed)) if !log.work.is_empty() => flops::at_speed(&log.records, &log.work, speed).into(),
            _ => self.records().into(),
        }
    }

    /// Whether it is a log that tells of its nodes.
    pub fn has_nodes(&self) -> bool {
        self.log().is_some_and(|it| !it.resources.nodes.is_empty())
    }

    /// Whether a run time or cost depends on a number of operations per second.
    pub fn has_flops(&self) -> bool {
        match &self.content {
            Content::Log(log) => !log.work.is_empty(),
            Content::Workflow(workflow) => workflow.flops,
            Content::Batch(_) => false,
        }
    }

    /// The header of a log; without entries for a workflow or a task batch.
    pub fn header(&self) -> &Header {
        self.log().map_or(&NO_HEADER, |it| &it.header)
    }

    /// How many jobs, or tasks, it has.
    pub fn jobs(&self) -> usize {
        match &self.content {
            Content::Log(log) => log.records.len(),
            Content::Workflow(workflow) => workflow.tasks.len(),
            Content::Batch(batch) => batch.tasks.len(),
        }
    }

    /// How many machines a workflow names, or nodes a task batch; 0 for a log.
    pub fn machines(&self) -> usize {
        match &self.content {
            Content::Log(_) => 0,
            Content::Workflow(workflow) => workflow.machines.len(),
            Content::Batch(batch) => batch.nodes.len(),
        }
    }

    /// Whether its waits were drawn at random when it was generated ([`super::lublin`]): no system has waited so.
    pub fn has_made_up_waits(&self) -> bool {
        self.header().has_note(super::lublin::DRAWN)
    }

    /// Its kind.
    pub const fn kind(&self) -> WorkloadKind {
        match &self.content {
            Content::Log(_) => WorkloadKind::Log,
            Content::Workflow(_) => WorkloadKind::Workflow,
            Content::Batch(_) => WorkloadKind::TaskBatch,
        }
    }
}
