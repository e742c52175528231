//! The spare time of a run's workflow: step by step, and by every variant.

use super::Sharing;
use scheduling::engine::Tasks;
use scheduling::policy::spare_time::{ScheduleGraph, Variant, limits, reserve_on};
use scheduling::policy::workflow::Allocation;
use workload::workflow::{Dag, Edge, Placed, Task, Workflow};

/// More tasks than this many are not shared out again on the page: the critical path variants would hold it up.
pub const MOST_TASKS: usize = 1_000;

/// How much spare time the tasks have under a variant, in percent of their estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpareOf {
    pub variant: Variant,
    pub least: f64,
    pub mean: f64,
    pub most: f64,
}

/// How the spare time of a run's workflow was shared out, up to a deadline in seconds, or until less than a
/// part of it is left; none if the run does
/// not tell what data take between machines, as one of a very large workflow does not.
pub fn sharing(tasks: &Tasks, until: (f64, f64), variant: Variant) -> Option<Sharing> {
    let names = tasks.tasks.iter().map(|it| it.name.clone()).collect();
    let names = (names, tasks.machines.clone());
    Some(Sharing::of(&graph(tasks)?, names, until, variant))
}

/// The spare time by each variant for the same schedule and deadline; tasks without cost have no percentage.
pub fn spare_by_variant(tasks: &Tasks, (deadline, threshold): (f64, f64)) -> Vec<SpareOf> {
    let Some(graph) = graph(tasks) else {
        return Vec::new();
    };
    let of_variant = |variant: Variant| {
        let slots = reserve_on(&graph, deadline, variant, threshold);
        let limits = limits(&graph, &slots, deadline, variant);
        let spare = limits.iter().zip(&slots).map(|(it, slot)| it - slot.finish);
        let percents = spare.zip(graph.estimates());
        let percents =
            percents.filter(|(_, estimate)| **estimate > 0.0).map(|(spare, estimate)| 100.0 * spare / estimate);
        let percents: Vec<f64> = percents.collect();
        SpareOf {
            variant,
            least: percents.iter().copied().fold(f64::INFINITY, f64::min),
            mean: percents.iter().sum::<f64>() / percents.len().max(1) as f64,
            most: percents.iter().copied().fold(0.0, f64::max),
        }
    };
    Variant::ALL.into_iter().map(of_variant).filter(|it| it.least.is_finite()).collect()
}

/// The initial schedule's graph. Costs on other machines no longer matter.
fn graph(tasks: &Tasks) -> Option<ScheduleGraph> {
    let machines = tasks.machines.len();
    let communication = tasks.communication.chunks(machines.max(1));
    let workflow = Workflow {
        machines: tasks.machines.clone(),
        tasks: tasks
            .tasks
            .iter()
            .map(|it| Task { name: it.name.clone(), costs: vec![it.planned_finish - it.planned_start; machines] })
            .collect(),
        edges: tasks
            .edges
            .iter()
            .map(|it| Edge { from: it.from as usize, to: it.to as usize, data: it.data })
            .collect(),
        communication: communication.map(<[f64]>::to_vec).collect(),
        flops: false,
        schedule: None,
    };
    if workflow.communication.len() != machines {
        return None;
    }
    let placed = tasks.tasks.iter().map(|it| Placed {
        machine: it.machine as usize,
        start: it.planned_start,
        finish: it.planned_finish,
    });
    let allocation = Allocation { placed: placed.collect() };
    Some(ScheduleGraph::of(&Dag::of(&workflow).ok()?, &allocation))
}
