//! The files of one drop: their kinds, and the lines of the notice about them.

mod kind;
#[cfg(test)]
mod tests;

pub use kind::{Content, Kind};

use crate::history::WorkloadKey;
use crate::words::plural;
use experiment::ScenarioFile;
use workload::node_table::{NodesRead, read_nodes};
use workload::requests_csv::{MAX_LIST_BYTES, read_requests};
use workload::reserve::ListedRequest;

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
        self.parts.sort_by_key(|it| it.1.place());
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
