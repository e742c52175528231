//! Faults of workflows.

use std::fmt;

use super::TextPosition;

/// Why a workflow cannot be used. Tasks and machines are given by their names.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The text is not valid JSON for a workflow: serde's message, with line and column.
    Json(String),
    /// A problem at a place of the text.
    At {
        place: TextPosition,
        why: String,
    },
    NoTasks,
    TooManyTasks(usize),
    TooManyCosts {
        tasks: usize,
        machines: usize,
    },
    /// Two tasks, or two machines, have one name.
    Duplicate {
        what: &'static str,
        name: String,
    },
    /// A name that no task, or machine, has.
    Unknown {
        what: &'static str,
        name: String,
        /// Where it stands: `edge 3`.
        place: String,
    },
    /// A task has not one cost for each machine.
    Costs {
        task: String,
        found: usize,
        machines: usize,
    },
    /// It is not known how long a task takes.
    NoRunTime(String),
    /// A number that is negative, not finite or too large.
    Amount {
        /// Where it stands.
        place: String,
        value: f64,
        /// The largest that is taken.
        most: f64,
    },
    /// The table of communication costs is not one row and one column for each machine.
    Communication {
        rows: usize,
        columns: usize,
        machines: usize,
    },
    /// The time of a unit of data within one machine is not 0.
    WithinMachine {
        machine: String,
        value: f64,
    },
    /// Tasks that wait for one another in a circle, the first one again at the end.
    Cycle(Vec<String>),
    /// The file's own schedule leaves a task out, or has it twice.
    Scheduled {
        task: String,
        times: usize,
    },
    /// The file's own schedule starts a task too early.
    TooEarly {
        task: String,
        start: f64,
        /// Since when its data are there.
        ready: f64,
    },
    /// The file's own schedule runs two tasks on one machine at once.
    AtOnce {
        machine: String,
        tasks: [String; 2],
    },
    /// The file has no schedule of its own, and one is asked for.
    NoSchedule,
    /// The file's own schedule has a task end before it starts.
    EndsBeforeStart {
        task: String,
    },
}

impl Fault {
    /// A problem at a place of the text.
    pub(super) fn at(place: TextPosition, why: impl Into<String>) -> Self {
        Self::At { place, why: why.into() }
    }
}

/// Most tasks of a circle that are named.
const NAMED: usize = 8;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(why) => write!(f, "not a workflow: {why}"),
            Self::At { place, why } => write!(f, "{place}: {why}"),
            Self::NoTasks => f.write_str("a workflow without tasks"),
            Self::TooManyTasks(found) => {
                write!(f, "{found} tasks are more than {}", super::MAX_TASKS)
            }
            Self::TooManyCosts { tasks, machines } => {
                write!(f, "{tasks} tasks on {machines} machines have more than {} costs", super::MAX_COSTS)
            }
            Self::Duplicate { what, name } => write!(f, "two {what}s are called {name}"),
            Self::Unknown { what, name, place } => {
                write!(f, "{place}: there is no {what} {name}")
            }
            Self::Costs { task, found, machines } => {
                write!(f, "task {task} has {found} costs for {machines} machines: one for each is needed")
            }
            Self::NoRunTime(task) => {
                write!(f, "task {task} has no measured run time: its cost is not known")
            }
            Self::Amount { place, value, most } => {
                write!(f, "{place}: {value}; it is 0 to {most}")
            }
            Self::Communication { rows, columns, machines } => {
                write!(f, "communication has {rows} rows and {columns} columns for {machines} machines")
            }
            Self::WithinMachine { machine, value } => {
                write!(f, "communication: within machine {machine} a unit of data takes {value} s; it takes 0")
            }
            Self::Cycle(tasks) => cycle(f, tasks),
            Self::Scheduled { task, times: 0 } => {
                write!(f, "schedule: task {task} is missing")
            }
            Self::Scheduled { task, times } => {
                write!(f, "schedule: task {task} is there {times} times")
            }
            Self::TooEarly { task, start, ready } => {
                write!(f, "schedule: task {task} starts at {start} s, and its data are there at {ready} s")
            }
            Self::AtOnce { machine, tasks } => {
                let [one, other] = tasks;
                write!(f, "schedule: {machine} runs tasks {one} and {other} at once")
            }
            Self::NoSchedule => f.write_str("the workflow's file has no schedule of its own: choose a scheduler"),
            Self::EndsBeforeStart { task } => {
                write!(f, "schedule: task {task} ends before it starts")
            }
        }
    }
}

impl std::error::Error for Fault {}

fn cycle(f: &mut fmt::Formatter<'_>, tasks: &[String]) -> fmt::Result {
    let left_out = tasks.len().saturating_sub(NAMED + 1);
    f.write_str("tasks wait for one another in a circle: ")?;
    if left_out == 0 {
        return f.write_str(&tasks.join(" → "));
    }
    let first = tasks[..NAMED].join(" → ");
    let last = &tasks[tasks.len() - 1];
    write!(f, "{first} → … ({left_out} more) → {last}")
}
