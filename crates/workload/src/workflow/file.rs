//! The project's own workflow files: JSON.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{Edge, Fault, MAX_AMOUNT, MAX_COSTS, MAX_DATA, MAX_TASKS, Placed, Task, TextPosition, Workflow};

/// The file, as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    machines: Vec<String>,
    tasks: Vec<FileTask>,
    #[serde(default)]
    edges: Vec<FileEdge>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    communication: Vec<Vec<f64>>,
    #[serde(default, skip_serializing_if = "base::is_default")]
    flops: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schedule: Option<Vec<FilePlaced>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FileTask {
    name: String,
    costs: Vec<f64>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FileEdge {
    from: String,
    to: String,
    #[serde(default)]
    data: f64,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FilePlaced {
    task: String,
    machine: String,
    start: f64,
    finish: f64,
}

/// Reads a workflow: `{"machines": ["m0"], "tasks": [{"name": "a", "costs": [14]}], "edges": [{"from": "a",
/// "to": "b", "data": 18}], "communication": [[0]]}`, with `"schedule": [{"task": "a", "machine": "m0",
/// "start": 0, "finish": 14}]` if it brings its own.
///
/// With `"flops": true` the costs are the seconds at 10⁹ floating-point operations per second, and
/// [`crate::select::Selection::flops_per_second`] changes them. Without `communication` data takes no time. A single machine needs none.
///
/// # Errors
///
/// Of several faults the first. Circles are found by [`super::Dag::of`].
pub fn from_json(text: &str) -> Result<Workflow, Fault> {
    let file: File = serde_json::from_str(text).map_err(|why| Fault::Json(why.to_string()))?;
    let machines = Names::of("machine", file.machines.iter())?;
    let columns = file.machines.len().max(1);
    check_size(file.tasks.len(), columns)?;
    let names = Names::of("task", file.tasks.iter().map(|it| &it.name))?;
    let edges = edges(&file.edges, &names)?;
    let communication = communication(file.communication, &file.machines)?;
    let schedule = match &file.schedule {
        None => None,
        Some(rows) => Some(schedule(rows, &file.tasks, &names, &machines)?),
    };
    let mut tasks = Vec::with_capacity(file.tasks.len());
    for FileTask { name, costs } in file.tasks {
        if costs.len() != columns {
            return Err(Fault::Costs { task: name, found: costs.len(), machines: columns });
        }
        for &cost in &costs {
            amount(cost, || format!("a cost of task {name}"))?;
        }
        tasks.push(Task { name, costs });
    }
    Ok(Workflow { machines: file.machines, tasks, edges, communication, flops: file.flops, schedule })
}

/// The workflow as a file that [`from_json`] reads as the same.
pub fn to_json(workflow: &Workflow) -> String {
    let name = |task: usize| workflow.tasks[task].name.clone();
    let machine = |at: usize| workflow.machines[at].clone();
    let placed = |(task, it): (usize, &Placed)| FilePlaced {
        task: name(task),
        machine: machine(it.machine),
        start: it.start,
        finish: it.finish,
    };
    let edge = |it: &Edge| FileEdge { from: name(it.from), to: name(it.to), data: it.data };
    let task = |it: &Task| FileTask { name: it.name.clone(), costs: it.costs.clone() };
    let file = File {
        machines: workflow.machines.clone(),
        tasks: workflow.tasks.iter().map(task).collect(),
        edges: workflow.edges.iter().map(edge).collect(),
        communication: workflow.communication.clone(),
        flops: workflow.flops,
        schedule: workflow.schedule.as_ref().map(|rows| rows.iter().enumerate().map(placed).collect()),
    };
    serde_json::to_string_pretty(&file).unwrap_or_default()
}

/// Where each name stands.
pub(super) struct Names<'a> {
    what: &'static str,
    places: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    pub(super) fn of(what: &'static str, names: impl Iterator<Item = &'a String>) -> Result<Self, Fault> {
        let mut places = HashMap::new();
        for (place, name) in names.enumerate() {
            if places.insert(name.as_str(), place).is_some() {
                let name = name.clone();
                return Err(Fault::Duplicate { what, name });
            }
        }
        Ok(Self { what, places })
    }

    /// The names of jobs, each with its place in the text, as `position` makes one of it.
    ///
    /// # Errors
    ///
    /// The first of the jobs' own, or that a job is there twice.
    pub(super) fn of_jobs<P: Copy>(
        jobs: impl Iterator<Item = Result<(&'a str, P), Fault>>,
        position: impl Fn(P) -> TextPosition,
    ) -> Result<Self, Fault> {
        let mut all = Vec::new();
        let mut places = HashMap::new();
        for (place, job) in jobs.enumerate() {
            let (id, at) = job?;
            all.push(at);
            if let Some(first) = places.insert(id, place) {
                let line = position(all[first]).line;
                return Err(Fault::at(position(at), format!("job {id} was there before, in line {line}")));
            }
        }
        Ok(Self { what: "job", places })
    }

    pub(super) fn place(&self, name: &str, wanted_by: impl FnOnce() -> String) -> Result<usize, Fault> {
        self.places.get(name).copied().ok_or_else(|| Fault::Unknown {
            what: self.what,
            name: name.to_owned(),
            place: wanted_by(),
        })
    }
}

pub(super) fn check_size(tasks: usize, machines: usize) -> Result<(), Fault> {
    match tasks {
        0 => Err(Fault::NoTasks),
        _ if tasks > MAX_TASKS => Err(Fault::TooManyTasks(tasks)),
        _ if tasks.saturating_mul(machines) > MAX_COSTS => Err(Fault::TooManyCosts { tasks, machines }),
        _ => Ok(()),
    }
}

/// The number in a text; `what` names it in a fault.
pub(super) fn number(text: &str, what: &str, place: impl FnOnce() -> TextPosition) -> Result<f64, Fault> {
    let number = text.trim().parse();
    number.map_err(|_| Fault::at(place(), format!("{what} is \"{text}\": it must be a number")))
}

/// A time of at most [`MAX_AMOUNT`].
pub(super) fn amount(value: f64, place: impl FnOnce() -> String) -> Result<f64, Fault> {
    up_to(MAX_AMOUNT, value, place)
}

/// Data of at most [`MAX_DATA`].
pub(super) fn data(value: f64, place: impl FnOnce() -> String) -> Result<f64, Fault> {
    up_to(MAX_DATA, value, place)
}

fn up_to(most: f64, value: f64, place: impl FnOnce() -> String) -> Result<f64, Fault> {
    if (0.0..=most).contains(&value) { Ok(value) } else { Err(Fault::Amount { place: place(), value, most }) }
}

fn edges(edges: &[FileEdge], tasks: &Names<'_>) -> Result<Vec<Edge>, Fault> {
    let of_file = |(at, edge): (usize, &FileEdge)| {
        let place = || format!("edge {}", at + 1);
        Ok(Edge {
            from: tasks.place(&edge.from, place)?,
            to: tasks.place(&edge.to, place)?,
            data: data(edge.data, || format!("the data of edge {}", at + 1))?,
        })
    };
    edges.iter().enumerate().map(of_file).collect()
}

fn communication(table: Vec<Vec<f64>>, machines: &[String]) -> Result<Vec<Vec<f64>>, Fault> {
    let count = machines.len();
    if table.is_empty() {
        return Ok(vec![vec![0.0; count]; count]);
    }
    let odd = table.iter().find(|row| row.len() != count);
    if table.len() != count || odd.is_some() {
        return Err(Fault::Communication {
            rows: table.len(),
            columns: odd.unwrap_or(&table[0]).len(),
            machines: count,
        });
    }
    for (from, row) in table.iter().enumerate() {
        for (to, &value) in row.iter().enumerate() {
            let place = || format!("communication from {} to {}", machines[from], machines[to]);
            amount(value, place)?;
            if from == to && value != 0.0 {
                let machine = machines[from].clone();
                return Err(Fault::WithinMachine { machine, value });
            }
        }
    }
    Ok(table)
}

/// The file's own schedule, task by task.
fn schedule(
    rows: &[FilePlaced],
    tasks: &[FileTask],
    names: &Names<'_>,
    machines: &Names<'_>,
) -> Result<Vec<Placed>, Fault> {
    let mut placed = vec![None; tasks.len()];
    for (at, row) in rows.iter().enumerate() {
        let place = || format!("row {} of the schedule", at + 1);
        let task = names.place(&row.task, place)?;
        let of_row = Placed {
            machine: machines.place(&row.machine, place)?,
            start: amount(row.start, place)?,
            finish: amount(row.finish, place)?,
        };
        if of_row.finish < of_row.start {
            return Err(Fault::EndsBeforeStart { task: row.task.clone() });
        }
        if placed[task].replace(of_row).is_some() {
            let times = rows.iter().filter(|it| it.task == row.task).count();
            return Err(Fault::Scheduled { task: row.task.clone(), times });
        }
    }
    let all = placed
        .into_iter()
        .zip(tasks)
        .map(|(it, task)| it.ok_or_else(|| Fault::Scheduled { task: task.name.clone(), times: 0 }));
    all.collect()
}

/// The files that the tasks of a workflow read and write, task by task, with their sizes.
#[derive(Default)]
pub(super) struct Files<'a> {
    pub reads: Vec<Vec<&'a str>>,
    pub writes: Vec<Vec<&'a str>>,
    /// In bytes.
    pub sizes: HashMap<&'a str, f64>,
}

impl<'a> Files<'a> {
    /// Adds the files of the next task, each with its link: `input`, `output`, or `inout` for both.
    pub fn add(&mut self, uses: &[(&'a str, &str)]) {
        let linked = |links: [&str; 2]| {
            let uses = uses.iter().filter(|(_, link)| links.contains(link));
            let mut names: Vec<&str> = uses.map(|(name, _)| *name).collect();
            names.sort_unstable();
            names.dedup();
            names
        };
        self.reads.push(linked(["input", "inout"]));
        self.writes.push(linked(["output", "inout"]));
    }
}

/// An edge for each pair of tasks (the one that waits, its predecessor), each pair once, in the order of the
/// tasks that wait, then of those that they wait for. The data are the bytes that the one writes and the
/// other reads; a file without a size counts as empty.
///
/// The second value is how many files without a size are handed on.
pub(super) fn edges_of_files(mut pairs: Vec<(usize, usize)>, files: &Files<'_>) -> (Vec<Edge>, usize) {
    pairs.sort_unstable();
    pairs.dedup();
    let mut without_size = HashSet::new();
    let mut edges = Vec::with_capacity(pairs.len());
    for of_reader in pairs.chunk_by(|one, next| one.0 == next.0) {
        let to = of_reader[0].0;
        let read: HashSet<&str> = files.reads[to].iter().copied().collect();
        for &(_, from) in of_reader {
            let mut data = 0.0;
            for file in files.writes[from].iter().filter(|it| read.contains(*it)) {
                match files.sizes.get(file) {
                    Some(size) => data += size,
                    None => {
                        without_size.insert(*file);
                    }
                }
            }
            edges.push(Edge { from, to, data });
        }
    }
    (edges, without_size.len())
}

/// An assumption on a workflow that its file does not state.
///
/// The model has "a single entry node and a single exit node" (Zhao and Sakellariou 2007, Sect. 2). Where a
/// workflow has several, a task without cost before or after them is assumed. It would take no time on any
/// machine and asks for no reservation, so that none is made: it must not have a share of the spare time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// A task without cost before the first ones, whose number this is.
    Entry(usize),
    /// A task without cost after the last ones, whose number this is.
    Exit(usize),
    /// This many files that tasks hand on have no size: they count as empty.
    NoSize(usize),
    /// Costs are floating point operations, of which a machine of speed 1 does 10⁹ in a second.
    Operations,
    /// The file names machines, but not the time of a unit of data between them: that is 1 s.
    OneSecond,
    /// Of this many tasks the run time is not known: each takes [`super::Task::UNKNOWN_COST`].
    NoRunTime(usize),
    /// This many tasks ran on several cores: each runs on one machine, whatever its cores.
    Cores(usize),
    /// The sizes of tasks are floating point operations, as SimGrid writes them.
    Sizes,
    /// SimGrid's first and last task, `root` and `end`, which the file need not declare: how many cost nothing.
    Undeclared(usize),
    /// This many edges have the size −1, which means that no data are sent.
    NothingSent(usize),
    /// This many lines stand before the graph, and are none of it.
    Before(usize),
}

impl Repair {
    /// In words.
    pub fn words(self) -> String {
        match self {
            Self::Entry(count) => format!(
                "{count} tasks have no predecessor: a zero-cost entry task without a reservation was added before them"
            ),
            Self::Exit(count) => format!(
                "{count} tasks have no successor: a zero-cost exit task without a reservation was added after them"
            ),
            Self::NoSize(1) => "a file that is handed on has no size: it counts as empty".to_owned(),
            Self::NoSize(count) => format!(
                "{count} files that are handed on have no size: they count as empty"
            ),
            Self::Operations => "tasks have alpha, as daggen writes it: their costs count as floating point operations, of which a machine of speed 1 does 10⁹ in a second unless workload.flops_per_second is another number".to_owned(),
            Self::Sizes => "the sizes of tasks count as floating point operations, as SimGrid writes them, of which a machine of speed 1 does 10⁹ in a second unless workload.flops_per_second is another number".to_owned(),
            Self::Undeclared(1) => "root or end, SimGrid's first and last task, is not declared: it costs 0".to_owned(),
            Self::Undeclared(_) => "root and end, SimGrid's first and last task, are not declared: they cost 0".to_owned(),
            Self::NoRunTime(1) => "the run time of a task is not in the file: it counts as 1 s".to_owned(),
            Self::NoRunTime(count) => format!(
                "the run times of {count} tasks are not in the file: each counts as 1 s"
            ),
            Self::Cores(1) => "a task ran on several cores: it runs on one machine, whatever cores that has".to_owned(),
            Self::Cores(count) => format!(
                "{count} tasks ran on several cores: each runs on one machine, whatever cores that has"
            ),
            Self::OneSecond => {
                "the time of a unit of data from one machine to another is not given: it counts as 1 s".to_owned()
            }
            Self::Before(1) => "a line before digraph is passed over".to_owned(),
            Self::Before(count) => format!("{count} lines before digraph are passed over"),
            Self::NothingSent(1) => "an edge has the size −1: no data are sent over it".to_owned(),
            Self::NothingSent(count) => {
                format!("{count} edges have the size −1: no data are sent over them")
            }
        }
    }

    /// The assumptions for a workflow beyond its file, whatever its format: one first and one last task.
    /// Linear in its size.
    pub fn of(workflow: &Workflow) -> Vec<Self> {
        let count = workflow.tasks.len();
        let mut has_predecessor = vec![false; count];
        let mut has_successor = vec![false; count];
        for edge in &workflow.edges {
            has_successor[edge.from] = true;
            has_predecessor[edge.to] = true;
        }
        let without = |has: &[bool]| has.iter().filter(|it| !**it).count();
        let (first, last) = (without(&has_predecessor), without(&has_successor));
        let entry = (first > 1).then_some(Self::Entry(first));
        let exit = (last > 1).then_some(Self::Exit(last));
        entry.into_iter().chain(exit).collect()
    }
}
