//! How many paths there are, without going along them.

use super::schedule_graph::ScheduleGraph;

/// All paths of a schedule's graph from tasks that wait for none to tasks for which none waits. Counts, as
/// far as a number of 53 bits is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paths {
    pub count: f64,
    /// The number of their tasks in total, which the enumeration of Sect. 3.4 visits.
    pub tasks: f64,
}

/// Counts the paths, in one pass over the graph.
pub fn paths(graph: &ScheduleGraph) -> Paths {
    let mut to = vec![Paths::default(); graph.tasks()];
    let mut whole = Paths::default();
    for &task in graph.order() {
        let before = graph.predecessors(task);
        let mut here = Paths::default();
        if before.is_empty() {
            here.count = 1.0;
        }
        for near in before {
            here.count += to[near.task].count;
            here.tasks += to[near.task].tasks;
        }
        here.tasks += here.count;
        to[task] = here;
        if graph.successors(task).is_empty() {
            whole.count += here.count;
            whole.tasks += here.tasks;
        }
    }
    whole
}

/// The paths themselves, the first `most` of them, by the order of their tasks in the graph.
pub fn first_paths(graph: &ScheduleGraph, most: usize) -> Vec<Vec<usize>> {
    let entries = graph.order().iter().rev();
    let mut begun: Vec<Vec<usize>> =
        entries.filter(|&&task| graph.predecessors(task).is_empty()).map(|&task| vec![task]).collect();
    let mut whole = Vec::new();
    while let Some(path) = begun.pop()
        && whole.len() < most
    {
        let Some(&last) = path.last() else {
            continue;
        };
        let next = graph.successors(last);
        if next.is_empty() {
            whole.push(path);
            continue;
        }
        begun.extend(next.iter().rev().map(|it| {
            let mut longer = path.clone();
            longer.push(it.task);
            longer
        }));
    }
    whole
}
