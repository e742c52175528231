//! The critical path first, then the spare time that it leaves to the other tasks.

use super::least_share::least_shares;
use super::schedule_graph::{ScheduleGraph, last_end};

/// Two arrivals that differ by less than this part of the schedule's length count as simultaneous: the
/// difference is a rounding error.
const ROUNDING: f64 = 1e-12;

/// The quantity of which all tasks on the critical path, or all other tasks of a path, get the
/// same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticalShare {
    /// Time: `cp_even_time`.
    Time,
    /// Percentage of their estimates: `cp_even_percent`.
    Percent,
}

/// The tasks that determine the finish, from the first to the last: the chain of binding predecessors back
/// from the last finish. Where several bind, or several finish last, the task with the least number.
pub fn critical_path(graph: &ScheduleGraph) -> Vec<usize> {
    let slots = graph.slots(&vec![0.0; graph.tasks()]);
    let rounding = ROUNDING * last_end(&slots);
    let latest = |tasks: &mut dyn Iterator<Item = (usize, f64)>| {
        tasks.fold(None, |best: Option<(usize, f64)>, (task, time)| match best {
            Some((other, latest)) if time < latest - rounding || (time <= latest + rounding && other < task) => {
                Some((other, latest))
            }
            _ => Some((task, time)),
        })
    };
    let finishes = slots.iter().map(|it| it.finish).enumerate();
    let mut next = latest(&mut finishes.into_iter());
    let mut path = Vec::new();
    while let Some((task, _)) = next {
        path.push(task);
        let arrivals = graph.predecessors(task).iter();
        next = latest(&mut arrivals.map(|it| (it.task, slots[it.task].finish + it.seconds)));
    }
    path.reverse();
    path
}

/// The extension of each slot, in seconds, by the critical path based allocation of Sect. 3.4 (Fig. 4).
///
/// Tasks of the critical path share all of the application spare time. Every other path leaves the rest, after its
/// critical tasks, to its other tasks; of several paths through a task the one counts that leaves least. The
/// pseudo-code's last loop would cut critical tasks as well; the example (Fig. 7a) does not. How the others share
/// the rest of their path is given for equal times only (Fig. 4): `others` is the quantity of which they get the
/// same.
///
/// Also returns the number of passes over the graph.
pub(super) fn extensions(
    graph: &ScheduleGraph,
    deadline: f64,
    critical: CriticalShare,
    others: CriticalShare,
) -> (Vec<f64>, usize) {
    let tasks = graph.tasks();
    let left = deadline - last_end(&graph.slots(&vec![0.0; tasks]));
    let mut is_critical = vec![false; tasks];
    for task in critical_path(graph) {
        is_critical[task] = true;
    }
    let among = |share: CriticalShare, wanted: bool| -> Vec<f64> {
        let part = |task: usize| match share {
            CriticalShare::Time => 1.0,
            CriticalShare::Percent => graph.estimates()[task],
        };
        let of_task = |task: usize| {
            if is_critical[task] == wanted { part(task) } else { 0.0 }
        };
        (0..tasks).map(of_task).collect()
    };
    let (critical, others) = (among(critical, true), among(others, false));
    let all: f64 = critical.iter().sum();
    if left <= 0.0 {
        return (vec![0.0; tasks], 1);
    }
    // A percentage of 0 is 0: all of it is left for the others.
    let unit = if all > 0.0 { left / all } else { 0.0 };
    let (least, passes) = least_shares(graph, left, unit, &critical, &others);
    let of_task = |task: usize| {
        if is_critical[task] || others[task] == 0.0 { unit * critical[task] } else { least[task] * others[task] }
    };
    // Two more for the slots and the critical path.
    ((0..tasks).map(of_task).collect(), passes + 2)
}
