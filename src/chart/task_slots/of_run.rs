//! The spare time of a run's workflow: step by step, and by every variant.

use super::Sharing;
use crate::engine::Tasks;
use crate::policy::spare_time::{Delay, ScheduleGraph, Variant, reserve_on};
use crate::workload::workflow::Placed;

/// More tasks than so many are not shared out again on the page: the critical path variants would hold it up.
pub const MOST_TASKS: usize = 1_000;

/// How much spare time the tasks have under a variant, in percent of their estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpareOf {
    pub variant: Variant,
    pub least: f64,
    pub mean: f64,
    pub most: f64,
}

/// How the spare time of a run's workflow was shared out, up to a deadline in seconds.
pub fn sharing(tasks: &Tasks, deadline: f64, variant: Variant) -> Sharing {
    let names = tasks.tasks.iter().map(|it| it.name.clone()).collect();
    let names = (names, tasks.machines.clone());
    Sharing::of(&graph(tasks), names, deadline, variant)
}

/// What each variant would make of the same schedule and deadline; tasks without cost have no percentage.
pub fn spare_by_variant(tasks: &Tasks, deadline: f64) -> Vec<SpareOf> {
    let graph = graph(tasks);
    let of_variant = |variant: Variant| {
        let slots = reserve_on(&graph, deadline, variant);
        let spare = graph.spare_times_until(&slots, deadline);
        let percents = spare.iter().zip(graph.estimates());
        let percents = percents
            .filter(|(_, estimate)| **estimate > 0.0)
            .map(|(spare, estimate)| 100.0 * spare / estimate);
        let percents: Vec<f64> = percents.collect();
        SpareOf {
            variant,
            least: percents.iter().copied().fold(f64::INFINITY, f64::min),
            mean: percents.iter().sum::<f64>() / percents.len().max(1) as f64,
            most: percents.iter().copied().fold(0.0, f64::max),
        }
    };
    let all = Variant::ALL.into_iter().map(of_variant);
    all.filter(|it| it.least.is_finite()).collect()
}

/// The initial schedule's graph: reservations keep the order of the tasks on each machine.
fn graph(tasks: &Tasks) -> ScheduleGraph {
    let placed = tasks.tasks.iter().map(|it| Placed {
        machine: it.machine as usize,
        start: it.start,
        finish: it.finish,
    });
    let placed: Vec<Placed> = placed.collect();
    let mut successors = vec![Vec::new(); placed.len()];
    for edge in &tasks.edges {
        successors[edge.from as usize].push(Delay {
            task: edge.to as usize,
            seconds: edge.seconds,
        });
    }
    let depths = depths(&successors);
    let mut order: Vec<usize> = (0..placed.len()).collect();
    // Tasks without cost are at one instant, where who waits for whom decides.
    order.sort_by(|&one, &other| {
        let (first, second) = (&placed[one], &placed[other]);
        let starts = first.start.total_cmp(&second.start);
        starts
            .then(first.finish.total_cmp(&second.finish))
            .then(depths[one].cmp(&depths[other]))
    });
    let mut on_machines = vec![Vec::new(); tasks.machines.len()];
    for &task in &order {
        on_machines[placed[task].machine].push(task);
    }
    ScheduleGraph::new(&placed, successors, &on_machines, order)
}

/// The most tasks on a way to each.
fn depths(successors: &[Vec<Delay>]) -> Vec<usize> {
    let mut waits_for = vec![0; successors.len()];
    for to in successors.iter().flatten() {
        waits_for[to.task] += 1;
    }
    let mut depths = vec![0; successors.len()];
    let mut ready: Vec<usize> = (0..successors.len())
        .filter(|&it| waits_for[it] == 0)
        .collect();
    while let Some(task) = ready.pop() {
        for to in &successors[task] {
            depths[to.task] = depths[to.task].max(depths[task] + 1);
            waits_for[to.task] -= 1;
            if waits_for[to.task] == 0 {
                ready.push(to.task);
            }
        }
    }
    depths
}
