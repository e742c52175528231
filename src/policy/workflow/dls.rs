//! DLS: of all ready tasks and machines the pair with the highest dynamic level.

use super::ranks::static_levels;
use super::timelines::Timelines;
use super::{Allocation, ready_everywhere};
use crate::ordering::sort_by;
use crate::workload::workflow::{Dag, Placed};

/// Dynamic level scheduling (Sih and Lee 1993, Sects. III and V).
///
/// The dynamic level of a ready task t on a machine m is SL(t) − max(DA(t, m), TF(m)) + Δ(t, m): its static
/// level by median costs, less the time at which its data are there and the machine is done with what it
/// has, plus how much faster than the median m runs it. The pair with the highest level is placed, the first
/// task and the first machine of equal ones, then levels are looked at again. Nothing is inserted.
///
/// O(n·r·m) for n tasks, at most r of them ready at once, and m machines.
pub fn dls(dag: &Dag) -> Allocation {
    let medians: Vec<f64> = (0..dag.tasks()).map(|it| median(dag.costs(it))).collect();
    let levels = static_levels(dag, |task| medians[task]);
    let mut placed = vec![Placed::default(); dag.tasks()];
    let mut timelines = Timelines::new(dag.machines());
    let mut waits_for: Vec<usize> = (0..dag.tasks())
        .map(|it| dag.predecessors(it).len())
        .collect();
    let mut candidates = Candidates::default();
    for task in (0..dag.tasks()).filter(|&it| waits_for[it] == 0) {
        candidates.add(dag, &placed, task);
    }
    while let Some((task, machine, start)) = candidates.take(|task, machine, available| {
        let start = timelines.end(machine).max(available);
        let level = levels[task] - start + (medians[task] - dag.cost(task, machine));
        (level, start)
    }) {
        placed[task] = Placed {
            machine,
            start,
            finish: start + dag.cost(task, machine),
        };
        timelines.book(&placed[task]);
        for link in dag.successors(task) {
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

impl Candidates {
    fn add(&mut self, dag: &Dag, placed: &[Placed], task: usize) {
        let mut available = Vec::new();
        ready_everywhere(dag, placed, task, &mut available);
        let at = self.ready.partition_point(|(other, _)| *other < task);
        self.ready.insert(at, (task, available));
    }

    /// Takes the task with the highest level out: it, its machine and its start.
    fn take(
        &mut self,
        level: impl Fn(usize, usize, f64) -> (f64, f64),
    ) -> Option<(usize, usize, f64)> {
        let mut best: Option<(f64, usize, usize, f64)> = None;
        for (at, (task, available)) in self.ready.iter().enumerate() {
            for (machine, &available) in available.iter().enumerate() {
                let (level, start) = level(*task, machine, available);
                if best.is_none_or(|(highest, ..)| level > highest) {
                    best = Some((level, at, machine, start));
                }
            }
        }
        let (_, at, machine, start) = best?;
        let (task, _) = self.ready.remove(at);
        Some((task, machine, start))
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
