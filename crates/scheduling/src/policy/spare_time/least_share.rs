//! Of all paths through each task the one that leaves its tasks least, without going along all paths.

use super::schedule_graph::{Delay, ScheduleGraph};

/// Weights below this part of the shared quantity are rounding errors.
const ROUNDING: f64 = 1e-12;

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
