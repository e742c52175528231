//! Workflows of Pegasus 5: YAML, or JSON, which is YAML as well.

#[cfg(test)]
mod tests;

use saphyr_parser::{Event, Marker, Parser};

use super::file::{self, Files, Names, amount, check_size, data};
use super::{Repair, Task, Workflow};
use crate::workflow::{Fault, TextPosition};

/// Reads a workflow of Pegasus 5. Its tasks cost their profile `runtime` of Pegasus, in seconds, on a machine of
/// speed 1; or else `runtime` of their metadata. `jobDependencies` give the precedence of tasks. The data between two
/// tasks are the bytes of the files that the one has as `output` and the other as `input` (`inout` is both). It names no
/// machines to choose from. Workflows in the place of a job are read as one.
///
/// A run time is a hint that a job need not have: it counts as [`Task::UNKNOWN_COST`] then. A file that is handed on
/// without a `size` counts as empty, and a machine runs a task whatever cores it asks for. All are stated.
///
/// # Errors
///
/// Of several faults the first, with its line. Aliases of YAML are one.
pub fn from_pegasus(text: &str) -> Result<(Workflow, Vec<Repair>), Fault> {
    let file = read(text)?;
    if file.get("jobs").is_none() {
        let why = "this file of Pegasus has no jobs: it is a catalog or other part, not a workflow";
        return Err(Fault::Json(why.to_owned()));
    }
    let jobs = Node::list(file.get("jobs"), "jobs")?;
    check_size(jobs.len(), 1)?;
    let names = Names::of_jobs(jobs.iter().map(|job| Ok((id(job)?, job.at))), |at| at)?;
    let pairs = pairs(&file, &names)?;
    let (edges, without_size) = file::edges_of_files(pairs, &files(jobs)?);
    let mut tasks = Vec::with_capacity(jobs.len());
    let (mut unknown, mut several) = (0, 0);
    for job in jobs {
        let cost = run_time(job)?;
        unknown += usize::from(cost.is_none());
        several += usize::from(has_several_cores(job));
        tasks.push(Task::of(id(job)?, cost.unwrap_or(Task::UNKNOWN_COST)));
    }
    let workflow = Workflow { tasks, edges, ..Workflow::default() };
    let repairs = [
        (unknown > 0).then_some(Repair::NoRunTime(unknown)),
        (several > 0).then_some(Repair::Cores(several)),
        (without_size > 0).then_some(Repair::NoSize(without_size)),
    ];
    Ok((workflow, repairs.into_iter().flatten().collect()))
}

fn id(node: &Node) -> Result<&str, Fault> {
    let found = node.get("id").and_then(Node::word);
    found.ok_or_else(|| Fault::at(node.at, "there is no id"))
}

/// The jobs that wait, each with one that it waits for.
fn pairs(file: &Node, names: &Names) -> Result<Vec<(usize, usize)>, Fault> {
    let place = |node: &Node, id: &str, what: &str| names.place(id, || format!("{}: {what}", node.at));
    let mut pairs = Vec::new();
    for parent in Node::list(file.get("jobDependencies"), "jobDependencies")? {
        let from = place(parent, id(parent)?, "id")?;
        for child in Node::list(parent.get("children"), "children")? {
            pairs.push((place(child, child.word().unwrap_or_default(), "child")?, from));
        }
    }
    Ok(pairs)
}

/// Of two places where a job has a value the first.
fn value<'a>(job: &'a Node, key: &str) -> Option<&'a Node> {
    let profile = job.get("profiles").and_then(|it| it.get("pegasus"));
    let within = |it: &'a Node| it.get(key);
    let of_metadata = || job.get("metadata").and_then(within);
    profile.and_then(within).or_else(of_metadata)
}

fn number(node: &Node, what: &str) -> Result<f64, Fault> {
    file::number(node.word().unwrap_or_default(), what, || node.at)
}

fn run_time(job: &Node) -> Result<Option<f64>, Fault> {
    let Some(node) = value(job, "runtime") else {
        return Ok(None);
    };
    let place = || format!("{}: the runtime of a job", node.at);
    amount(number(node, "runtime")?, place).map(Some)
}

fn has_several_cores(job: &Node) -> bool {
    let cores = value(job, "cores").and_then(Node::word);
    cores.and_then(|it| it.trim().parse().ok()).is_some_and(|cores: f64| cores > 1.0)
}

/// The files that are read and written. Where sizes differ, the first one counts.
fn files(jobs: &[Node]) -> Result<Files<'_>, Fault> {
    let mut files = Files::default();
    for job in jobs {
        let mut uses = Vec::new();
        for used in Node::list(job.get("uses"), "uses")? {
            let Some(name) = used.get("lfn").and_then(Node::word) else {
                return Err(Fault::at(used.at, "a file of uses has no lfn"));
            };
            uses.push((name, used.get("type").and_then(Node::word).unwrap_or_default()));
            let of_metadata = || used.get("metadata").and_then(|it| it.get("size"));
            if let Some(node) = used.get("size").or_else(of_metadata) {
                let place = || format!("{}: the size of file {name}", node.at);
                let size = data(number(node, "size")?, place)?;
                files.sizes.entry(name).or_insert(size);
            }
        }
        files.add(&uses);
    }
    Ok(files)
}

/// The deepest nesting.
const DEPTH: usize = 64;

/// A value with the place where it begins.
#[derive(Debug)]
struct Node {
    pub at: TextPosition,
    pub value: Value,
}

#[derive(Debug)]
enum Value {
    /// A scalar as it stands there, quoted or not.
    Word(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The value of a key in a map; of a key that stands there twice the first.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Map(pairs) = &self.value else {
            return None;
        };
        pairs.iter().find(|(it, _)| it.word() == Some(key)).map(|(_, value)| value)
    }

    /// The scalar.
    pub fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Word(word) => Some(word),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The elements of a list; none where nothing or `null` stands in its place.
    ///
    /// # Errors
    ///
    /// If it is something else.
    pub fn list<'a>(node: Option<&'a Self>, what: &str) -> Result<&'a [Self], Fault> {
        match node.map(|it| &it.value) {
            None => Ok(&[]),
            Some(Value::Word(word)) if matches!(word.as_str(), "" | "~" | "null") => Ok(&[]),
            Some(Value::List(list)) => Ok(list),
            Some(_) => {
                let place = node.map_or(TextPosition { line: 1, column: 1 }, |it| it.at);
                Err(Fault::at(place, format!("{what} must be a list")))
            }
        }
    }
}

fn position(marker: Marker) -> TextPosition {
    TextPosition { line: marker.line(), column: marker.col() + 1 }
}

fn fault(marker: Marker, why: &str) -> Fault {
    Fault::at(position(marker), why)
}

/// A list or map that is not at its end yet.
struct Open {
    node: Node,
    /// The key of a map's value that comes next.
    key: Option<Node>,
}

impl Open {
    fn take(&mut self, node: Node) {
        match (&mut self.node.value, self.key.take()) {
            (Value::List(list), _) => list.push(node),
            (Value::Map(pairs), Some(key)) => pairs.push((key, node)),
            (Value::Map(_) | Value::Word(_), _) => self.key = Some(node),
        }
    }
}

/// The first document of a text, in time linear in it.
///
/// # Errors
///
/// If it is no YAML, or nested deeper than [`DEPTH`], or has aliases: no workflow has them, and they could stand for
/// values that grow without end.
fn read(text: &str) -> Result<Node, Fault> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|why| fault(*why.marker(), why.info()))?;
        let value = match event {
            Event::Scalar(word, ..) => Value::Word(word.into_owned()),
            Event::SequenceStart(..) => Value::List(Vec::new()),
            Event::MappingStart(..) => Value::Map(Vec::new()),
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(Open { node, .. }) = open.pop() else {
                    continue;
                };
                match open.last_mut() {
                    Some(outer) => outer.take(node),
                    None => return Ok(node),
                }
                continue;
            }
            Event::Alias(_) => return Err(fault(span.start, "aliases (*name) are not read")),
            _ => continue,
        };
        let is_scalar = matches!(value, Value::Word(_));
        let at = position(span.start);
        let node = Node { at, value };
        if !is_scalar {
            if open.len() >= DEPTH {
                let why = format!("values stand in one another more than {DEPTH} deep");
                return Err(fault(span.start, &why));
            }
            open.push(Open { node, key: None });
            continue;
        }
        match open.last_mut() {
            Some(outer) => outer.take(node),
            None => return Ok(node),
        }
    }
    Err(Fault::Json("there is no document in the YAML".to_owned()))
}
