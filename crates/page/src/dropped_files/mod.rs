//! The files of one drop: their kinds, and the lines of the notice about them.

#[cfg(test)]
mod tests;

use crate::history::WorkloadKey;
use crate::words::plural;
use experiment::ScenarioFile;
use export::{curves_file, hand_in, project};
use workload::node_table::{NodesRead, looks_like_nodes, read_nodes};
use workload::requests_csv::{MAX_LIST_BYTES, looks_like_requests, read_requests};
use workload::reserve::ListedRequest;
use workload::task_batch::is_of_resources;
use workload::{Format, packing, table, task_batch, unpacked_within, workflow};

/// A file that changes the scenario, in the order in which they do.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Scenario(Box<ScenarioFile>),
    Nodes(NodesRead),
    Requests(Vec<ListedRequest>),
}

impl Part {
    fn place(&self) -> usize {
        match self {
            Self::Scenario(_) => 0,
            Self::Nodes(_) => 1,
            Self::Requests(_) => 2,
        }
    }

    /// What is said of one that waits for a log.
    pub fn here(&self, name: &str) -> String {
        let here = |count: usize, noun| match count {
            1 => format!("{name}: 1 {noun} is here; drop the log of its jobs."),
            count => format!("{name}: {} are here; drop the log of their jobs.", plural(count, noun)),
        };
        match self {
            Self::Scenario(_) => format!("{name}: the scenario is here; drop its log."),
            Self::Nodes(nodes) => here(nodes.count() as usize, "node"),
            Self::Requests(listed) => here(listed.len(), "reservation"),
        }
    }
}

/// A line about a file, and whether the file is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub failed: bool,
    pub line: String,
}

impl From<Result<String, String>> for Told {
    fn from(line: Result<String, String>) -> Self {
        Self { failed: line.is_err(), line: line.unwrap_or_else(|why| why) }
    }
}

/// The files of one drop, as far as they concern the experiment, and lines about the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DroppedFiles {
    /// The workload among them, which is being read.
    pub workload: Option<WorkloadKey>,
    /// At most one of each kind, with its name.
    pub parts: Vec<(String, Part)>,
    pub told: Vec<Told>,
}

impl DroppedFiles {
    /// Takes a scenario, nodes or a list of requests; of several of a kind the first.
    pub fn read(&mut self, kind: Kind, file: &Content) {
        let name = file.name;
        let part = match kind {
            Kind::Scenario => {
                let read = ScenarioFile::read(&(file.first)(file.length));
                read.map(|it| Part::Scenario(it.into())).map_err(|why| format!("{name} is not a scenario: {why}"))
            }
            Kind::Nodes => {
                read_nodes(&(file.first)(file.length)).map(Part::Nodes).map_err(|why| format!("{name}: {why}."))
            }
            // A byte more than is read tells that there is too much.
            _ => read_requests(&(file.first)(MAX_LIST_BYTES + 1))
                .map(Part::Requests)
                .map_err(|why| format!("{name} is not a list of requests: {why}")),
        };
        match part {
            Ok(part) => self.add(name.to_owned(), part),
            Err(why) => self.tell(Err(why)),
        }
    }

    fn add(&mut self, name: String, part: Part) {
        match self.parts.iter().find(|it| it.1.place() == part.place()) {
            Some((first, _)) => self.tell(Err(format!("{name} is not used: {first} is used instead."))),
            None => self.parts.push((name, part)),
        }
        base::ordering::sort_by_key(&mut self.parts, |it| it.1.place());
    }

    /// Takes those of an earlier or later drop, for what this one lacks.
    pub fn join(&mut self, other: Self) {
        self.told.extend(other.told);
        for (name, part) in other.parts {
            self.add(name, part);
        }
    }

    /// Says something of a file.
    pub fn tell(&mut self, line: Result<String, String>) {
        self.told.push(line.into());
    }
}

/// What a file is, in the order in which the files of one drop are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    HandIn,
    Project,
    Lesson,
    /// A finished sweep.
    Curves,
    /// A log, a workflow or a task batch; also a file of no other kind, whose reader names the fault.
    Workload,
    /// Nodes of a task batch, without tasks.
    Resources,
    Scenario,
    /// Nodes of a cluster.
    Nodes,
    /// A list of reservations.
    Requests,
}

/// A file, of which no more is copied than a question needs.
pub struct Content<'a> {
    pub name: &'a str,
    pub length: usize,
    /// Returns the first bytes of the file, at most this number.
    pub first: &'a dyn Fn(usize) -> Vec<u8>,
}

/// JSON objects larger than this may be logs or workflows, which a worker reads, but not scenarios or lessons;
/// larger ones that begin with their kind may be projects or sweeps.
const LARGEST_OBJECT: usize = 8 << 20;
const LARGEST_NAMED: usize = 128 << 20;

/// The largest resources file: the most nodes that a platform may have take less.
const LARGEST_RESOURCES: usize = 4 << 20;

/// The largest packed list of nodes, and the most that is unpacked of it.
const LARGEST_PACKED: usize = 256 << 10;
const LARGEST_UNPACKED: u64 = 4 << 20;

/// The beginning by which lists of nodes and tables are known.
const BEGINNING: usize = 64 << 10;

impl Kind {
    /// What a file is.
    pub fn of(content: &Content) -> Self {
        if content.are_nodes() {
            Self::Nodes
        } else if content.is_object() {
            content.kind_of_object()
        } else if content.length <= LARGEST_RESOURCES && is_of_resources(&content.whole()) {
            Self::Resources
        } else if content.is_workload() || table::is_of_jobs(&content.first(BEGINNING)) {
            Self::Workload
        } else if looks_like_requests(content.name, &content.first(4096)) {
            Self::Requests
        } else {
            Self::Workload
        }
    }
}

impl Content<'_> {
    fn first(&self, most: usize) -> Vec<u8> {
        (self.first)(most)
    }

    fn whole(&self) -> Vec<u8> {
        self.first(self.length)
    }

    fn are_nodes(&self) -> bool {
        let head = self.first(BEGINNING);
        if packing(&head).is_none() {
            return looks_like_nodes(&head);
        }
        let is_small = self.length <= LARGEST_PACKED;
        is_small && unpacked_within(LARGEST_UNPACKED, &self.whole()).is_ok_and(|it| looks_like_nodes(&it))
    }

    /// Whether it begins as a JSON object.
    fn is_object(&self) -> bool {
        without_mark(&self.first(64)).trim_ascii_start().first() == Some(&b'{')
    }

    /// What a JSON object is. Inspecting a large one would block the page for too long.
    fn kind_of_object(&self) -> Kind {
        let head = String::from_utf8_lossy(&self.first(4096)).into_owned();
        // Files written by Slotscope begin with their kind.
        let is_named = ["slotscope_project", "slotscope_sweep"].iter().any(|it| head.contains(&format!("\"{it}\"")));
        if self.length > LARGEST_NAMED || self.length > LARGEST_OBJECT && !is_named {
            return Kind::Workload;
        }
        let whole = self.whole();
        // Also one that is cut short.
        let begins_as_hand_in =
            head.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t', '{']).starts_with("\"hand_in\"");
        if begins_as_hand_in || whole.len() <= hand_in::MOST_BYTES && hand_in::looks_like_one(&whole) {
            Kind::HandIn
        } else if project::looks_like_one(&whole) {
            Kind::Project
        } else if experiment::lesson::looks_like_one(&whole) {
            Kind::Lesson
        } else if curves_file::looks_like_one(&whole) {
            Kind::Curves
        } else if self.is_workload() {
            Kind::Workload
        } else {
            Kind::Scenario
        }
    }

    /// Whether it is a workflow, a task batch, or a log in another format than SWF: some are JSON and CSV, as scenarios
    /// and lists of requests are.
    fn is_workload(&self) -> bool {
        // Which names stand in a JSON object is known at its end.
        let text = if self.is_object() { self.whole() } else { self.first(16 << 10) };
        let head = without_mark(&text);
        workflow::FileKind::of(head).is_some()
            || task_batch::FileKind::of(head).is_some()
            || Format::of(&text) != Format::Swf
    }
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}
