//! DLS: of all ready tasks and machines the pair with the highest dynamic level.

use super::heft::static_levels;
use super::scheduler::Timelines;
use super::{Allocation, Decided, Step, ready_everywhere};
use base::ordering::sort_by;
use workload::workflow::{Dag, Placed};

/// Dynamic level scheduling (Sih and Lee 1993, Sects. III and V).
///
/// The dynamic level of a ready task t on a machine m is SL(t) − max(DA(t, m), TF(m)) + Δ(t, m): its static
/// level by median costs, less the time at which its data are there and the machine has finished the tasks
/// already placed on it, plus how much faster than the median m runs it. The pair with the highest level is
/// placed, the first task and the first machine of equal ones, then levels are computed again. Tasks are
/// not inserted into gaps.
///
/// O(n·r·m) for n tasks, at most r of them ready at once, and m machines.
pub fn dls(dag: &Dag) -> Allocation {
    place_all(dag, |_| {})
}

/// Places all tasks; `tell` is called for each before it is placed.
pub(super) fn place_all(dag: &Dag, mut tell: impl FnMut(&dyn Fn() -> Step)) -> Allocation {
    let medians: Vec<f64> = (0..dag.tasks()).map(|it| median(dag.costs(it))).collect();
    let levels = static_levels(dag, |task| medians[task]);
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut timelines = Timelines::new(dag.machines());
    let mut waits_for: Vec<usize> = (0..dag.tasks()).map(|it| dag.predecessors(it).len()).collect();
    let mut candidates = Candidates::default();
    for task in (0..dag.tasks()).filter(|&it| waits_for[it] == 0) {
        candidates.add(dag, &placed, task);
    }
    loop {
        let of_pair = |task: usize, machine: usize, available: f64| {
            let start = timelines.end(machine).max(available);
            let level = levels[task] - start + (medians[task] - dag.cost(task, machine));
            (level, start)
        };
        let Some(best) = candidates.best(of_pair, None) else {
            break;
        };
        let on = |machine: usize, start: f64| Placed { machine, start, finish: start + dag.cost(best.task, machine) };
        let chosen = on(best.machine, best.start);
        tell(&|| {
            let (_, available) = &candidates.ready[best.at];
            let pairs = available.iter().enumerate().map(|(machine, &it)| (machine, of_pair(best.task, machine, it)));
            let second = candidates.best(of_pair, Some(best.at));
            Step {
                placed: vec![(best.task, chosen)],
                candidates: pairs.clone().map(|(it, (_, start))| on(it, start)).collect(),
                what: Decided::HighestLevel {
                    level: levels[best.task],
                    dynamic: pairs.map(|(_, (level, _))| level).collect(),
                    second: second.map(|it| (it.task, it.machine, it.level)),
                    ready: candidates.ready.len(),
                },
            }
        });
        candidates.ready.remove(best.at);
        placed[best.task] = chosen;
        timelines.book(&chosen);
        for link in dag.successors(best.task) {
            waits_for[link.task] -= 1;
            if waits_for[link.task] == 0 {
                candidates.add(dag, &placed, link.task);
            }
        }
    }
    Allocation { placed }
}

/// Ready tasks, ascending, each with when its data are on each machine.
#[derive(Default)]
struct Candidates {
    ready: Vec<(usize, Vec<f64>)>,
}

/// A ready task on a machine.
#[derive(Clone, Copy)]
struct Pair {
    /// Its place among those that are ready.
    at: usize,
    task: usize,
    machine: usize,
    level: f64,
    start: f64,
}

impl Candidates {
    fn add(&mut self, dag: &Dag, placed: &[Placed], task: usize) {
        let mut available = Vec::new();
        ready_everywhere(dag, placed, task, &mut available);
        let at = self.ready.partition_point(|(other, _)| *other < task);
        self.ready.insert(at, (task, available));
    }

    /// The pair with the highest level, without the task at a place.
    fn best(&self, of_pair: impl Fn(usize, usize, f64) -> (f64, f64), without: Option<usize>) -> Option<Pair> {
        let mut best: Option<Pair> = None;
        for (at, (task, available)) in self.ready.iter().enumerate() {
            if Some(at) == without {
                continue;
            }
            for (machine, &available) in available.iter().enumerate() {
                let (level, start) = of_pair(*task, machine, available);
                if best.is_none_or(|it| level > it.level) {
                    best = Some(Pair { at, task: *task, machine, level, start });
                }
            }
        }
        best
    }
}

/// The middle of the costs; of an even number the mean of the two in the middle.
fn median(costs: &[f64]) -> f64 {
    let mut sorted = costs.to_vec();
    sort_by(&mut sorted, f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}
