//! Tasks on machines over time while a plan is being made: placed tasks, candidates, reservations.

mod bars;
mod placing;

#[cfg(test)]
mod tests;

pub use bars::{Sharing, spare_bars_height, spare_bars_svg, spare_table, task_slots_height, task_slots_svg};
pub use placing::Placing;

use reproduction::PlannedSlot;
use scheduling::engine::Tasks;
use scheduling::policy::spare_time::{ScheduleGraph, THRESHOLD, Variant, limits, reserve_on};
use scheduling::policy::workflow::{Allocation, FirstAssignment, Scheduler, given, heft};
use workload::workflow::{Dag, Edge, Fault, Placed, Task, Workflow};

use crate::prelude::*;
use crate::table::Table;

/// The kind of a piece of time on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// A task that is placed, by its estimate.
    Estimate,
    /// The same on the critical path.
    Critical,
    /// The same of the group of tasks that is being placed.
    Present,
    /// Where the task that is looked at was until now.
    Was,
    /// Where the task that is looked at could go.
    Candidate,
    /// Where it goes.
    Chosen,
    /// Time that its reservation had behind the estimate already.
    Extra,
    /// Time that it has just been given.
    Given,
}

impl Tone {
    const ALL: [Self; 8] = [
        Self::Estimate,
        Self::Critical,
        Self::Present,
        Self::Was,
        Self::Candidate,
        Self::Chosen,
        Self::Extra,
        Self::Given,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            Self::Critical => "estimate, on the critical path",
            Self::Present => "estimate, of the present group",
            Self::Was => "was here",
            Self::Candidate => "could go here",
            Self::Chosen => "goes here",
            Self::Extra => "reserved beyond the estimate",
            Self::Given => "given now",
        }
    }

    fn colour(self, theme: &Theme) -> Rgb {
        match self {
            Self::Estimate => theme.series[0],
            Self::Critical => theme.series[3],
            Self::Present => theme.series[2],
            Self::Was => theme.muted,
            Self::Candidate => theme.panel.mixed(theme.series[1], 0.35),
            Self::Chosen | Self::Given => theme.series[1],
            Self::Extra => theme.panel.mixed(theme.series[0], 0.35),
        }
    }
}

/// A piece of time on a machine, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub machine: usize,
    pub from: f64,
    pub to: f64,
    pub tone: Tone,
    /// Its label; empty for most.
    pub name: String,
}

/// Data on their way from one machine to another: where and when they leave and arrive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    pub from: (usize, f64),
    pub to: (usize, f64),
}

/// The content of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskSlots {
    /// The names of the machines: a row each.
    pub machines: Vec<String>,
    pub pieces: Vec<Piece>,
    pub transfers: Vec<Transfer>,
    /// Until when time is drawn, in seconds.
    pub end: f64,
    /// When all reservations have to end.
    pub deadline: Option<f64>,
}

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
