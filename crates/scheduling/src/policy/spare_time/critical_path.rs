//! The critical path first, then the spare time that it leaves to the other tasks.

use super::schedule_graph::{Delay, ScheduleGraph, last_end};

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

/// The parts of a path's tasks, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Parts {
    critical: f64,
    others: f64,
}

/// For each task the least of (left − unit·c) ÷ o over all paths through it from a first to a last task,
/// where c and o are the sums of `critical` and `others` over the path's tasks: the rest that a path leaves
/// to each part of its tasks that are not critical. Infinite for tasks through which all paths have no such
/// part.
///
/// A ratio over paths is least where the path of least weight left − unit·c − share·o weighs nothing
/// (Dinkelbach 1967: a parametric shortest path). For one share two passes over the graph find the lightest
/// path through every task. Its ratio is a better bound for the task; if it weighs nothing, the bound is
/// right. The greatest bound that is not known to be right is the next share. So there are about as many
/// passes as different shares, each linear in the graph, instead of one for each path. The number of passes
/// is returned as well.
pub(super) fn least_shares(
    graph: &ScheduleGraph,
    left: f64,
    unit: f64,
    critical: &[f64],
    others: &[f64],
) -> (Vec<f64>, usize) {
    let mut passes = 0;
    let mut bounds = vec![f64::INFINITY; graph.tasks()];
    let mut open: Vec<usize> = (0..graph.tasks()).filter(|&it| others[it] > 0.0).collect();
    let mut share = 0.0;
    while !open.is_empty() {
        passes += 2;
        let weight = |it: Parts| -unit * it.critical - share * it.others;
        let part = |task: usize| Parts { critical: critical[task], others: others[task] };
        let order = graph.order();
        let before = lightest(order.iter(), |it| graph.binding_predecessors(it), weight, part);
        let behind = lightest(order.iter().rev(), |it| graph.binding_successors(it), weight, part);
        open.retain(|&task| {
            // Both ways have the task itself.
            let path = Parts {
                critical: before[task].critical + behind[task].critical - critical[task],
                others: before[task].others + behind[task].others - others[task],
            };
            let ratio = ((left - unit * path.critical) / path.others).max(0.0);
            let known = bounds[task];
            bounds[task] = known.min(ratio);
            // The lightest path for the task's own bound weighs nothing: no path has a smaller ratio.
            !(known == share && left + weight(path) >= -ROUNDING * left)
        });
        let greatest = open.iter().map(|&it| bounds[it]).fold(0.0, f64::max);
        // A bound that rounding keeps from settling is right but for rounding.
        if greatest == share {
            open.retain(|&it| bounds[it] != share);
            share = open.iter().map(|&it| bounds[it]).fold(0.0, f64::max);
        } else {
            share = greatest;
        }
    }
    (bounds, passes)
}

/// The parts of the lightest way to each task, itself included: from tasks without neighbours on, in an
/// order in which neighbours come first.
fn lightest<'a>(
    order: impl Iterator<Item = &'a usize>,
    neighbours: impl Fn(usize) -> &'a [Delay],
    weight: impl Fn(Parts) -> f64,
    part: impl Fn(usize) -> Parts,
) -> Vec<Parts> {
    let mut ways = Vec::new();
    let order: Vec<usize> = order.copied().collect();
    ways.resize(order.len(), Parts::default());
    for task in order {
        let mut best: Option<(f64, Parts)> = None;
        for near in neighbours(task) {
            let way: Parts = ways[near.task];
            let of_way = weight(way);
            if best.is_none_or(|(lightest, _)| of_way < lightest) {
                best = Some((of_way, way));
            }
        }
        let (_, way) = best.unwrap_or_default();
        let own = part(task);
        ways[task] = Parts { critical: way.critical + own.critical, others: way.others + own.others };
    }
    ways
}
