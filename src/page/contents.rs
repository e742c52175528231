//! What is known on the page of a workload, whose records are in the workers.

use serde::{Deserialize, Serialize};

use super::words;
use crate::experiment::WorkloadFacts;
use crate::experiment::plan::Digest;
use crate::export::snapshot::Source;
use crate::workload::account::{Account, Intake};
use crate::workload::select::Selection;
use crate::workload::stats::Statistics;
use crate::workload::task_batch::TaskBatch;
use crate::workload::{Machine, Reading, Time, WorkloadKind};

/// So many complaints are listed, the others counted.
const COMPLAINTS: usize = 200;

/// What a workload holds, without its records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// The file's name, or the generator's.
    pub name: String,
    /// What a link calls it.
    pub source: Source,
    /// The SHA-256 of the file as it was dropped; none of what was generated or drawn.
    pub digest: Option<Digest>,
    /// What it is made of.
    pub kind: WorkloadKind,
    /// How many records, or tasks.
    pub records: usize,
    /// How many machines a workflow names, or nodes a task batch.
    pub machines: usize,
    /// When the first task of a batch starts and its last one ends, in seconds.
    pub task_span: Option<(Time, Time)>,
    /// What the file holds, whatever is taken of it.
    pub intake: Intake,
    /// The logged machine.
    pub machine: Machine,
    /// The Unix time of the log's time 0.
    pub unix_start: Option<i64>,
    /// The header's entries.
    pub header: Vec<(String, String)>,
    /// The whole log in numbers.
    pub statistics: Statistics,
    /// What is wrong with some of its lines: the first of these complaints.
    pub complaints: Vec<String>,
    /// How many complaints there were in all.
    pub complaint_count: u64,
    /// How many lines, or tasks and nodes, were left out because of them.
    pub left_out: u64,
    /// Time spent reading.
    pub milliseconds: f64,
}

impl Contents {
    /// What came of reading a workload, which took so many milliseconds; `digest` is that of its file, if it
    /// came from one. O(n log n) for n records.
    pub fn of(
        reading: &Reading,
        source: Source,
        digest: Option<Digest>,
        milliseconds: f64,
    ) -> Self {
        let Reading {
            workload,
            complaints,
            complaint_count,
            left_out,
            ..
        } = reading;
        let machine = Machine::of(&workload.header, &workload.records);
        // What is drawn by hand is on no machine but the providers'.
        let is_drawn = matches!(source, Source::Written { .. });
        let listed = complaints.iter().take(COMPLAINTS);
        let mut intake = Intake::of(reading);
        intake.machine = intake.machine.filter(|_| !is_drawn);
        Self {
            name: workload.name.clone(),
            source,
            digest,
            kind: workload.kind(),
            records: match (&workload.workflow, &workload.tasks) {
                (Some(workflow), _) => workflow.tasks.len(),
                (None, Some(batch)) => batch.tasks.len(),
                (None, None) => workload.records.len(),
            },
            machines: match (&workload.workflow, &workload.tasks) {
                (Some(workflow), _) => workflow.machines.len(),
                (None, batch) => batch.as_ref().map_or(0, |it| it.nodes.len()),
            },
            task_span: workload.tasks.as_ref().and_then(TaskBatch::span),
            intake,
            machine,
            unix_start: workload.header.unix_start_time(),
            header: workload.header.entries.clone(),
            statistics: Statistics::on(workload, (!is_drawn).then_some(machine.processors)),
            complaints: listed.map(ToString::to_string).collect(),
            complaint_count: *complaint_count,
            left_out: *left_out,
            milliseconds,
        }
    }

    /// What becomes of it under a selection, of which a run took so many jobs.
    pub fn account(&self, selection: &Selection, in_run: Option<usize>) -> Account {
        let in_run = in_run.map(|jobs| jobs as u64);
        Account::from_intake(self.intake.clone(), selection, in_run)
    }

    /// What an experiment needs to know of it.
    pub fn facts(&self) -> WorkloadFacts {
        let ran = match self.kind {
            WorkloadKind::Log => self.statistics.ran as usize,
            WorkloadKind::Workflow | WorkloadKind::TaskBatch => self.records,
        };
        WorkloadFacts {
            name: self.name.clone(),
            kind: self.kind,
            in_log: self.records,
            ran,
            processors: self.machine.processors,
            machines: self.machines,
            usual_start: self.intake.usual_start(),
            digest: self.digest,
        }
    }

    /// What a workload that is no log holds: `60 tasks`, `100 tasks, 0 to 3 100 s`.
    pub fn tasks(&self) -> String {
        let tasks = words::plural(self.records, "task");
        match self.task_span {
            Some((from, to)) => format!("{tasks}, {}", words::span(from, to)),
            None => tasks,
        }
    }
}
