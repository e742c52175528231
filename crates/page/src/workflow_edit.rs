//! Changes to a small workflow, made by hand.

use workload::workflow::{Dag, Edge, Task, Workflow};

/// The most tasks and machines of a workflow that is edited by hand: more is no table to look at.
pub const MOST_TASKS: usize = 60;
pub const MOST_MACHINES: usize = 12;

/// A change. Tasks, machines and edges are identified by their places.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkflowEdit {
    /// The cost of a task on a machine, in seconds.
    Cost { task: usize, machine: usize, seconds: f64 },
    /// The name of a task.
    Name { task: usize, name: String },
    /// How much data go over an edge.
    Data { edge: usize, data: f64 },
    /// The transfer time of a unit of data between two machines, in both directions, in seconds.
    Communication { from: usize, to: usize, seconds: f64 },
    /// Adds a task without dependencies.
    AddTask,
    /// A task less, and its edges.
    RemoveTask(usize),
    /// A task waits for the data of another.
    AddEdge { from: usize, to: usize },
    /// It does not any more.
    RemoveEdge(usize),
    /// A machine more, like the last one.
    AddMachine,
    /// A machine less.
    RemoveMachine(usize),
}

/// Whether a workflow is small enough to be edited by hand, and names its machines.
pub fn can_be_edited(workflow: &Workflow) -> bool {
    let machines = workflow.machines.len();
    workflow.tasks.len() <= MOST_TASKS && (1..=MOST_MACHINES).contains(&machines)
}

/// The workflow after a change. A schedule that its file brought along is dropped: it was of another one.
///
/// # Errors
///
/// In words why the change is impossible, such as a cycle.
pub fn edited(workflow: &Workflow, edit: &WorkflowEdit) -> Result<Workflow, String> {
    let mut next = Workflow { schedule: None, ..workflow.clone() };
    apply(&mut next, edit)?;
    Dag::of(&next).map_err(|fault| fault.to_string())?;
    Ok(next)
}

fn apply(next: &mut Workflow, edit: &WorkflowEdit) -> Result<(), String> {
    match edit {
        WorkflowEdit::Cost { task, machine, seconds } => {
            set(next.tasks.get_mut(*task).and_then(|it| it.costs.get_mut(*machine)), *seconds)
        }
        WorkflowEdit::Name { task, name } => rename(next, *task, name),
        WorkflowEdit::Data { edge, data } => set(next.edges.get_mut(*edge).map(|it| &mut it.data), *data),
        WorkflowEdit::Communication { from, to, seconds } => {
            if from == to {
                return Err("data stay on their machine in no time".to_owned());
            }
            for (from, to) in [(*from, *to), (*to, *from)] {
                let row = next.communication.get_mut(from);
                set(row.and_then(|it| it.get_mut(to)), *seconds)?;
            }
            Ok(())
        }
        WorkflowEdit::AddTask => add_task(next),
        WorkflowEdit::RemoveTask(task) => remove_task(next, *task),
        WorkflowEdit::AddEdge { from, to } => add_edge(next, *from, *to),
        WorkflowEdit::RemoveEdge(edge) => {
            if *edge < next.edges.len() {
                next.edges.remove(*edge);
            }
            Ok(())
        }
        WorkflowEdit::AddMachine => add_machine(next),
        WorkflowEdit::RemoveMachine(machine) => remove_machine(next, *machine),
    }
}

fn set(field: Option<&mut f64>, value: f64) -> Result<(), String> {
    match field {
        Some(field) if value.is_finite() && value >= 0.0 => {
            *field = value;
            Ok(())
        }
        Some(_) => Err(format!("{value} is no amount: take 0 or more")),
        None => Err("there is no such field any more".to_owned()),
    }
}

fn rename(next: &mut Workflow, task: usize, name: &str) -> Result<(), String> {
    let name = name.trim();
    let others = next.tasks.iter().enumerate();
    if others.clone().any(|(at, it)| at != task && it.name == name) {
        return Err(format!("there is a task {name} already"));
    }
    match next.tasks.get_mut(task) {
        Some(_) if name.is_empty() => Err("a task needs a name".to_owned()),
        Some(task) => {
            name.clone_into(&mut task.name);
            Ok(())
        }
        None => Err("there is no such task any more".to_owned()),
    }
}

fn add_task(next: &mut Workflow) -> Result<(), String> {
    if next.tasks.len() >= MOST_TASKS {
        return Err(format!("{MOST_TASKS} tasks are the most here"));
    }
    let taken = |name: &String| next.tasks.iter().any(|it| it.name == *name);
    let mut names = (next.tasks.len() + 1..).map(|it| format!("t{it}"));
    let name = names.find(|it| !taken(it)).unwrap_or_default();
    next.tasks.push(Task { name, costs: vec![10.0; next.machines.len()] });
    Ok(())
}

fn remove_task(next: &mut Workflow, task: usize) -> Result<(), String> {
    if next.tasks.len() < 2 {
        return Err("a workflow has at least one task".to_owned());
    }
    if task >= next.tasks.len() {
        return Err("there is no such task any more".to_owned());
    }
    next.tasks.remove(task);
    next.edges.retain(|it| it.from != task && it.to != task);
    for edge in &mut next.edges {
        edge.from -= usize::from(edge.from > task);
        edge.to -= usize::from(edge.to > task);
    }
    Ok(())
}

fn add_edge(next: &mut Workflow, from: usize, to: usize) -> Result<(), String> {
    let (Some(first), Some(second)) = (next.tasks.get(from), next.tasks.get(to)) else {
        return Err("there is no such task any more".to_owned());
    };
    if from == to {
        return Err(format!("{} cannot wait for itself", first.name));
    }
    if next.edges.iter().any(|it| it.from == from && it.to == to) {
        return Err(format!("{} waits for {} already", second.name, first.name));
    }
    next.edges.push(Edge { from, to, data: 0.0 });
    Ok(())
}

fn add_machine(next: &mut Workflow) -> Result<(), String> {
    let count = next.machines.len();
    if count >= MOST_MACHINES {
        return Err(format!("{MOST_MACHINES} machines are the most here"));
    }
    let taken = |name: &String| next.machines.contains(name);
    let mut names = (count..).map(|it| format!("m{it}"));
    let name = names.find(|it| !taken(it)).unwrap_or_default();
    // As far from the others as these are from one another.
    let usual = next.communication.iter().flatten().copied().fold(0.0, f64::max);
    for task in &mut next.tasks {
        let last = task.costs.last().copied().unwrap_or(10.0);
        task.costs.push(last);
    }
    for row in &mut next.communication {
        row.push(usual);
    }
    let mut row = vec![usual; count];
    row.push(0.0);
    next.communication.push(row);
    next.machines.push(name);
    Ok(())
}

fn remove_machine(next: &mut Workflow, machine: usize) -> Result<(), String> {
    if next.machines.len() < 2 {
        return Err("a workflow needs at least one machine".to_owned());
    }
    if machine >= next.machines.len() {
        return Err("there is no such machine any more".to_owned());
    }
    next.machines.remove(machine);
    for task in &mut next.tasks {
        task.costs.remove(machine);
    }
    next.communication.remove(machine);
    for row in &mut next.communication {
        row.remove(machine);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
