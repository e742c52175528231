//! What the page knows of a workload; the records are in the workers.

use serde::{Deserialize, Serialize};

use crate::words;
use experiment::WorkloadFacts;
use experiment::plan::Digest;
use export::snapshot::Source;
use scheduling::system::System;
use workload::account::{Account, Intake};
use workload::clock::Clock;
use workload::resources::NodeKind;
use workload::select::{Selection, Thinned};
use workload::stats::Statistics;
use workload::task_batch::TaskBatch;
use workload::{Header, Machine, Reading, Time, WorkloadKind, gravest_first};

/// This many complaints are listed, the others counted.
const COMPLAINTS: usize = 200;

/// The most entries of a header, and characters of them, that the page knows; the others are counted.
const HEADER_ENTRIES: usize = 1_000;
const HEADER_CHARACTERS: usize = 200_000;

/// A workload without its records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// The file's name, or the generator's.
    pub name: String,
    /// Its source, as links name it.
    pub source: Source,
    /// The SHA-256 of the file as it was dropped; none of what was generated or drawn.
    pub digest: Option<Digest>,
    /// The mapping of its columns, as `--columns` takes it, if it was read by one that was given.
    pub mapping: Option<Box<str>>,
    /// The kind of workload: log, workflow or task batch.
    pub kind: WorkloadKind,
    /// How many records, or tasks.
    pub records: usize,
    /// How many machines a workflow names, or nodes a task batch.
    pub machines: usize,
    /// The nodes that a log tells of, equal ones together; empty where it names none.
    pub nodes: Vec<NodeKind>,
    /// When the first task of a batch starts and its last one ends, in seconds.
    pub task_span: Option<(Time, Time)>,
    /// The jobs of the file, independent of the selection.
    pub intake: Intake,
    /// The logged machine.
    pub machine: Machine,
    /// The log's clock, if it has a date.
    pub clock: Option<Clock>,
    /// The header's entries: the first of them.
    pub header: Vec<(String, String)>,
    /// How many entries it has in all.
    pub header_count: usize,
    /// The whole log in numbers.
    pub statistics: Statistics,
    /// Complaints about lines of the file, the first of them.
    pub complaints: Vec<String>,
    pub complaint_count: u64,
    /// How many lines, or tasks and nodes, were left out because of them.
    pub left_out: u64,
    /// Time spent reading.
    pub milliseconds: f64,
}

/// The first entries of a header, as many as the page can list, and those that exported schedules depend on.
fn entries_listed(header: &Header) -> Vec<(String, String)> {
    let mut left = (HEADER_ENTRIES, HEADER_CHARACTERS);
    let mut is_listed = |(key, value): &&(String, String)| {
        let characters = key.len() + value.len();
        let has_room = left.0 > 0 && left.1 >= characters;
        // Only the first of its key counts.
        let is_first = || header.get(key).is_some_and(|it| std::ptr::eq(it, value.as_str()));
        let is_known = Header::KEYS.iter().any(|it| it.eq_ignore_ascii_case(key));
        let is_needed = is_known && characters < 200 && is_first();
        if has_room {
            left = (left.0 - 1, left.1 - characters);
        }
        has_room || is_needed
    };
    header.entries.iter().filter(|it| is_listed(it)).cloned().collect()
}

impl Contents {
    /// The contents of a workload that was read in this many milliseconds; `digest` is that of its file, if it
    /// came from one. O(n log n) for n records.
    pub fn of(reading: &Reading, source: Source, digest: Option<Digest>, milliseconds: f64) -> Self {
        let Reading { workload, complaints, complaint_count, left_out, .. } = reading;
        let machine = Machine::of(workload.header(), workload.records());
        // What is drawn by hand is on no machine but the providers'.
        let is_drawn = matches!(source, Source::Written { .. });
        let listed = gravest_first(complaints).into_iter().take(COMPLAINTS);
        let mut intake = Intake::of(reading);
        intake.machine = intake.machine.filter(|_| !is_drawn);
        Self {
            name: workload.name.clone(),
            source,
            digest,
            mapping: workload.log().and_then(|it| it.mapping.clone()),
            kind: workload.kind(),
            records: workload.jobs(),
            machines: workload.machines(),
            nodes: workload.log().map_or_else(Vec::new, |it| it.resources.nodes.clone()),
            task_span: workload.batch().and_then(TaskBatch::span),
            intake,
            machine,
            clock: workload.header().clock(),
            header: entries_listed(workload.header()),
            header_count: workload.header().entries.len(),
            statistics: Statistics::on(workload, (!is_drawn).then_some(machine.processors)),
            complaints: listed.map(ToString::to_string).collect(),
            complaint_count: *complaint_count,
            left_out: *left_out,
            milliseconds,
        }
    }

    /// How many entries of the header are not known on the page, in words; empty for none.
    pub fn header_left_out(&self) -> String {
        match self.header_count - self.header.len() {
            0 => String::new(),
            rest => format!("And {} more lines of its header, which the page leaves out.", words::count(rest as i64)),
        }
    }

    /// The account of the file under a selection, of which a run took this many jobs, with what thinning left of them.
    pub fn account(&self, selection: &Selection, in_run: Option<(u64, Option<Thinned>)>) -> Account {
        Account::from_intake(self.intake.clone(), selection, in_run)
    }

    /// The facts that an experiment needs.
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
            dependencies: self.intake.preceding.usual(),
            digest: self.digest,
            mapping: self.mapping.clone(),
            not_modelled: self.intake.not_modelled.clone(),
            has_nodes: self.intake.has_nodes,
        }
    }

    /// The size of a workflow or a task batch: `60 tasks`, `100 tasks, 0 to 3 100 s`.
    pub fn tasks(&self) -> String {
        let tasks = words::plural(self.records, "task");
        match self.task_span {
            Some((from, to)) => format!("{tasks}, {}", words::span(from, to)),
            None => tasks,
        }
    }
}

/// What systems ask of a workload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Schedulable {
    pub kind: WorkloadKind,
    /// Whether it is a log that says of no job how long it waited.
    pub lacks_waits: bool,
}

impl From<&Contents> for Schedulable {
    fn from(contents: &Contents) -> Self {
        Self { kind: contents.kind, lacks_waits: contents.kind == WorkloadKind::Log && contents.intake.lacks_waits() }
    }
}

impl Schedulable {
    /// What a system needs and the workload does not have: `a workflow file`; `None` if the system schedules it.
    pub fn lacks(self, system: &System) -> Option<String> {
        let model = system.model();
        if !model.takes().contains(&self.kind) {
            let taken = model.takes().iter().map(|it| match it {
                WorkloadKind::Workflow => "a workflow file",
                WorkloadKind::Log | WorkloadKind::TaskBatch => it.name(),
            });
            return Some(taken.collect::<Vec<_>>().join(" or "));
        }
        let is_empty = model.card().is_the_log && self.lacks_waits;
        is_empty.then(|| "a log with waiting times".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(entries: impl IntoIterator<Item = (&'static str, String)>) -> Header {
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), value));
        Header { entries: entries.collect() }
    }

    #[test]
    fn of_an_endless_header_the_page_knows_the_first_lines_and_what_exports_need() {
        let comments = (0..300_000).map(|it| ("", format!("line {it}")));
        let needed = [("UnixStartTime", 7), ("MaxProcs", 8), ("MaxProcs", 9)];
        let needed = needed.map(|(key, value)| (key, value.to_string()));
        let long = header(comments.chain(needed));
        let known = entries_listed(&long);
        assert_eq!(known.len(), 1_002);
        assert_eq!((known[999].1.as_str(), known[1_001].1.as_str()), ("line 999", "8"));
        let known = Header { entries: known };
        assert_eq!((known.unix_start_time(), known.max_processors()), (Some(7), Some(8)));
        // One line longer than a page.
        let wide = header([("", "x".repeat(50_000_000)), ("MaxProcs", "8".to_owned())]);
        assert_eq!(entries_listed(&wide).len(), 1);
    }
}

#[cfg(test)]
mod schedulable_tests {
    use super::*;

    #[test]
    fn the_log_itself_is_no_schedule_where_it_has_no_waits() {
        for lacks_waits in [false, true] {
            let log = Schedulable { kind: WorkloadKind::Log, lacks_waits };
            for system in System::all() {
                let model = system.model();
                let takes = model.takes().contains(&WorkloadKind::Log);
                let is_offered = takes && !(lacks_waits && model.card().is_the_log);
                assert_eq!(log.lacks(&system).is_none(), is_offered, "{}", model.key());
            }
        }
    }
}
