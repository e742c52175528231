//! What a dropped file is, by its content.

use export::{curves_file, hand_in, project};
use workload::node_table::looks_like_nodes;
use workload::requests_csv::looks_like_requests;
use workload::task_batch::is_of_resources;
use workload::{Format, packing, table, task_batch, unpacked_within, workflow};

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
