//! A workflow as schedulers see it: numbers only, every task with its neighbours.

use super::{Edge, Fault, Workflow};
use base::ordering::sort_by_key;

/// One end of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The task at the other end.
    pub task: usize,
    /// How much data goes over it.
    pub data: f64,
}

/// A checked workflow: costs, data, and precedence. Tasks and machines are numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Dag {
    tasks: usize,
    machines: usize,
    /// Task by task, a cost for each machine.
    costs: Vec<f64>,
    /// Machine by machine, seconds per unit of data to each machine.
    communication: Vec<f64>,
    successors: Neighbours,
    predecessors: Neighbours,
    /// Every task after its predecessors.
    order: Vec<usize>,
}

impl Dag {
    /// The workflow's graph, in time linear in its size. Edges between the same two tasks become one that
    /// carries the data of all of them.
    ///
    /// # Errors
    ///
    /// If the workflow has no machines ([`Fault::Costs`]), or its tasks wait for one another in a circle.
    /// The other invariants were checked when the workflow was read.
    pub fn of(workflow: &Workflow) -> Result<Self, Fault> {
        let (tasks, machines) = (workflow.tasks.len(), workflow.machines.len());
        let mut costs = Vec::with_capacity(tasks * machines);
        for task in &workflow.tasks {
            if task.costs.len() != machines || machines == 0 {
                return Err(Fault::Costs { task: task.name.clone(), found: task.costs.len(), machines });
            }
            costs.extend_from_slice(&task.costs);
        }
        let (successors, predecessors, order) = ordered(workflow)?;
        Ok(Self {
            tasks,
            machines,
            costs,
            communication: workflow.communication.concat(),
            successors,
            predecessors,
            order,
        })
    }

    /// How many tasks there are.
    pub const fn tasks(&self) -> usize {
        self.tasks
    }

    /// How many machines there are, at least 1.
    pub const fn machines(&self) -> usize {
        self.machines
    }

    /// Estimated run time of a task on a machine, in seconds.
    pub fn cost(&self, task: usize, machine: usize) -> f64 {
        self.costs[task * self.machines + machine]
    }

    /// Estimated run times of a task on all machines.
    pub fn costs(&self, task: usize) -> &[f64] {
        &self.costs[task * self.machines..][..self.machines]
    }

    /// Mean of a task's estimated run times over the machines.
    pub fn mean_cost(&self, task: usize) -> f64 {
        self.costs(task).iter().sum::<f64>() / self.machines as f64
    }

    /// Seconds that data takes from one machine to another; none within a machine.
    pub fn transfer(&self, data: f64, from: usize, to: usize) -> f64 {
        data * self.communication[from * self.machines + to]
    }

    /// Seconds that a unit of data takes from a machine to each.
    pub fn communication(&self, from: usize) -> &[f64] {
        &self.communication[from * self.machines..][..self.machines]
    }

    /// The mean time of a unit of data over all ordered pairs of distinct machines, in seconds; 0 if there
    /// is one machine.
    pub fn mean_communication(&self) -> f64 {
        let pairs = self.machines * (self.machines - 1);
        if pairs == 0 {
            return 0.0;
        }
        // The diagonal is 0.
        self.communication.iter().sum::<f64>() / pairs as f64
    }

    /// The tasks that wait for the task, ascending.
    pub fn successors(&self, task: usize) -> &[Link] {
        self.successors.of_task(task)
    }

    /// The tasks for which the task waits, ascending.
    pub fn predecessors(&self, task: usize) -> &[Link] {
        self.predecessors.of_task(task)
    }

    /// All tasks, each after its predecessors; among those that could come next, in the order in which they
    /// became ready, and those of one predecessor ascending.
    pub fn order(&self) -> &[usize] {
        &self.order
    }
}

/// Whether its tasks do not wait for one another in a circle, whatever they cost.
///
/// # Errors
///
/// With a circle that was found.
pub fn check_order(workflow: &Workflow) -> Result<(), Fault> {
    ordered(workflow).map(|_| ())
}

/// The edges both ways, and an order of the tasks.
fn ordered(workflow: &Workflow) -> Result<(Neighbours, Neighbours, Vec<usize>), Fault> {
    let tasks = workflow.tasks.len();
    let successors = Neighbours::of(tasks, &workflow.edges, |it| (it.from, it.to));
    let predecessors = Neighbours::of(tasks, &workflow.edges, |it| (it.to, it.from));
    let order = topological(&successors, &predecessors).map_err(|cycle| {
        let name = |task: usize| workflow.tasks[task].name.clone();
        Fault::Cycle(cycle.into_iter().map(name).collect())
    })?;
    Ok((successors, predecessors, order))
}

/// The edges at every task, one row after the other.
#[derive(Clone, Debug, PartialEq)]
struct Neighbours {
    links: Vec<Link>,
    /// Where each task's row begins, and the end of the last.
    begins: Vec<usize>,
}

impl Neighbours {
    fn of(tasks: usize, edges: &[Edge], ends: impl Fn(&Edge) -> (usize, usize)) -> Self {
        let mut sorted: Vec<(usize, Link)> = edges
            .iter()
            .map(|edge| {
                let (here, task) = ends(edge);
                let data = edge.data;
                (here, Link { task, data })
            })
            .collect();
        sort_by_key(&mut sorted, |(here, link)| (*here, link.task));
        sorted.dedup_by(|next, kept| {
            let same = next.0 == kept.0 && next.1.task == kept.1.task;
            if same {
                kept.1.data += next.1.data;
            }
            same
        });
        let begins = (0..=tasks).map(|task| sorted.partition_point(|(here, _)| *here < task)).collect();
        let links = sorted.into_iter().map(|(_, link)| link).collect();
        Self { links, begins }
    }

    fn of_task(&self, task: usize) -> &[Link] {
        &self.links[self.begins[task]..self.begins[task + 1]]
    }
}

/// Kahn's algorithm, first come first served.
///
/// # Errors
///
/// A circle of tasks, each waiting for the one before, the first one again at the end.
fn topological(successors: &Neighbours, predecessors: &Neighbours) -> Result<Vec<usize>, Vec<usize>> {
    let tasks = successors.begins.len() - 1;
    let mut waits_for: Vec<usize> = (0..tasks).map(|task| predecessors.of_task(task).len()).collect();
    let mut order: Vec<usize> = (0..tasks).filter(|&it| waits_for[it] == 0).collect();
    let mut next = 0;
    while let Some(&task) = order.get(next) {
        next += 1;
        for link in successors.of_task(task) {
            waits_for[link.task] -= 1;
            if waits_for[link.task] == 0 {
                order.push(link.task);
            }
        }
    }
    match (0..tasks).find(|&it| waits_for[it] > 0) {
        None => Ok(order),
        Some(stuck) => Err(circle(stuck, predecessors, &waits_for)),
    }
}

/// A circle among the tasks that still wait: each of them waits for another one, so that going from
/// predecessor to predecessor must come back to where one was.
fn circle(stuck: usize, predecessors: &Neighbours, waits_for: &[usize]) -> Vec<usize> {
    let mut path = vec![stuck];
    let mut place = vec![None; waits_for.len()];
    place[stuck] = Some(0);
    loop {
        let last = path[path.len() - 1];
        let waiting = predecessors.of_task(last).iter().find(|it| waits_for[it.task] > 0);
        let Some(Link { task, .. }) = waiting.copied() else {
            unreachable!("a task that waits has a predecessor that waits");
        };
        if let Some(at) = place[task] {
            let mut found = path.split_off(at);
            found.push(task);
            found.reverse();
            return found;
        }
        place[task] = Some(path.len());
        path.push(task);
    }
}
