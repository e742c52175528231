//! The spare time of a run's workflow: step by step, and by every variant.

use super::{Piece, Placing, Sharing, TaskSlots, Tone};
use crate::table::Table;
use reproduction::PlannedSlot;
use scheduling::engine::Tasks;
use scheduling::policy::spare_time::{ScheduleGraph, THRESHOLD, Variant, limits, reserve_on};
use scheduling::policy::workflow::{Allocation, FirstAssignment, Scheduler, given, heft};
use workload::workflow::{Dag, Edge, Fault, Placed, Task, Workflow};

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

/// The slots on their machines, up to a deadline in seconds.
pub fn planned(machines: &[String], slots: &[PlannedSlot], deadline: f64) -> TaskSlots {
    let pieces = slots.iter().flat_map(|slot| {
        let piece = |from, to, tone, name: &str| Piece {
            machine: slot.machine as usize,
            from,
            to,
            tone,
            name: name.to_owned(),
        };
        let estimate = piece(slot.start, slot.finish, Tone::Estimate, &slot.name);
        let extra = piece(slot.finish, slot.until, Tone::Extra, "");
        [Some(estimate), (slot.until > slot.finish).then_some(extra)]
    });
    TaskSlots {
        machines: machines.to_vec(),
        pieces: pieces.flatten().collect(),
        transfers: Vec::new(),
        end: 1.04 * deadline,
        deadline: Some(deadline),
    }
}

/// A plan in the making.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanSteps {
    /// A scheduler, a decision at each step.
    Placing(Placing),
    /// The spare time of an initial schedule, a round at each step.
    Sharing(Sharing),
}

impl PlanSteps {
    /// A scheduler on a workflow that names its machines, Hybrid.BMCT with this first assignment.
    ///
    /// # Errors
    ///
    /// As [`Dag::of`].
    pub fn placing(workflow: &Workflow, scheduler: Scheduler, first: FirstAssignment) -> Result<Self, Fault> {
        Placing::of(workflow, scheduler, first).map(Self::Placing)
    }

    /// The spare time of the schedule that a workflow brings along, or of HEFT's, up to a deadline in seconds;
    /// one before the schedule's end leaves nothing to share out.
    ///
    /// # Errors
    ///
    /// As [`Dag::of`] and [`given`].
    pub fn sharing(workflow: &Workflow, deadline: f64, variant: Variant) -> Result<Self, Fault> {
        let dag = Dag::of(workflow)?;
        let allocation = match workflow.schedule {
            Some(_) => given(workflow, &dag)?,
            None => heft(&dag),
        };
        let graph = ScheduleGraph::of(&dag, &allocation);
        let names = workflow.tasks.iter().map(|it| it.name.clone()).collect();
        let names = (names, workflow.machines.clone());
        let deadline = deadline.max(allocation.finish());
        Ok(Self::Sharing(Sharing::of(&graph, names, (deadline, THRESHOLD), variant)))
    }

    pub fn count(&self) -> usize {
        match self {
            Self::Placing(it) => it.steps.len(),
            Self::Sharing(it) => it.rounds.len(),
        }
    }

    pub fn machines(&self) -> usize {
        match self {
            Self::Placing(it) => it.machines(),
            Self::Sharing(it) => it.machines(),
        }
    }

    /// The picture after this many steps.
    pub fn view(&self, shown: usize) -> TaskSlots {
        match self {
            Self::Placing(it) => it.view(shown),
            Self::Sharing(it) => it.view(shown),
        }
    }

    /// The last of this many steps in words.
    pub fn words(&self, shown: usize) -> String {
        match self {
            Self::Placing(it) => it.words(shown),
            Self::Sharing(it) => it.words(shown),
        }
    }

    /// The tasks after this many steps.
    pub fn table(&self, shown: usize) -> Table {
        match self {
            Self::Placing(it) => it.table(shown),
            Self::Sharing(it) => it.table(shown),
        }
    }
}
