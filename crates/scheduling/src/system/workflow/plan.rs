//! The initial schedule and the reservations made of it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Workflow;
use super::execution::{Execution, ROUNDING, Ran};
use super::knobs::LATEST;
use crate::policy::spare_time::{ScheduleGraph, Slot, Variant, hold_machines, limits, reserve_on};
use crate::policy::workflow::{Allocation, given};
use crate::system::wanted::Wanted;
use workload::workflow;
use workload::workflow::Dag;

/// The plan, made before the first task runs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The tasks and their precedence.
    pub dag: Dag,
    /// The names of the machines.
    pub machines: Vec<String>,
    /// The initial schedule.
    pub allocation: Allocation,
    /// The initial schedule's graph: tasks wait for data and for their machines.
    pub graph: ScheduleGraph,
    /// When all reservations end at the latest, in seconds.
    pub deadline: f64,
    /// How spare time was shared out.
    pub variant: Variant,
    /// Until how much of the deadline is left, as a part of it.
    pub threshold: f64,
    /// The tasks' reservations.
    pub slots: Vec<Slot>,
}

impl Plan {
    /// The plan of a workflow under these settings. Where it names no machines, it has `providers` of
    /// them.
    ///
    /// # Errors
    ///
    /// In words: a circle, no schedule of its own where that is asked for, or one that breaks the rules; a
    /// deadline before the schedule's end, or beyond all times.
    pub fn new(workflow: &workflow::Workflow, settings: &Workflow, providers: usize) -> Result<Self, String> {
        let on_machines = on_machines(workflow, settings, providers);
        let dag = Dag::of(&on_machines).map_err(|fault| fault.to_string())?;
        let by_itself = settings.scheduler.schedule(&dag, settings.first_assignment);
        let allocation = match by_itself {
            Some(it) => it,
            None => given(&on_machines, &dag).map_err(|fault| fault.to_string())?,
        };
        Self::of(dag, on_machines.machines.clone(), allocation, settings)
    }

    /// The plan from a given initial schedule; the settings' scheduler is not used.
    ///
    /// # Errors
    ///
    /// In words: a deadline before the schedule's end, or beyond all times.
    pub fn of(dag: Dag, machines: Vec<String>, allocation: Allocation, settings: &Workflow) -> Result<Self, String> {
        let length = allocation.finish();
        let deadline = deadline(settings, length)?;
        let graph = ScheduleGraph::of(&dag, &allocation);
        let threshold = settings.threshold_percent / 100.0;
        let slots = reserve_on(&graph, deadline, settings.variant, threshold);
        Ok(Self { graph, dag, machines, allocation, deadline, variant: settings.variant, threshold, slots })
    }

    /// Shares the spare time of the same schedule out in this way, until the deadline and the threshold as they
    /// are now.
    pub fn share_out(&mut self, variant: Variant) {
        self.variant = variant;
        self.slots = reserve_on(&self.graph, self.deadline, variant, self.threshold);
    }

    /// The spare time of each task with a cost, in percent of its estimate.
    pub fn spare_percent(&self) -> Vec<f64> {
        let limits = self.limits();
        self.graph
            .estimates()
            .iter()
            .enumerate()
            .filter(|(_, estimate)| **estimate > 0.0)
            .map(|(task, estimate)| 100.0 * (limits[task] - self.slots[task].finish) / estimate)
            .collect()
    }

    /// How long each machine is reserved in these slots, in seconds.
    pub fn reserved(&self, slots: &[Slot]) -> Vec<f64> {
        let mut reserved = vec![0.0; self.machines.len()];
        for slot in slots {
            match self.variant {
                Variant::DagReserve => reserved[slot.machine] = self.deadline,
                _ => reserved[slot.machine] += slot.reserved_until - slot.start,
            }
        }
        reserved
    }

    /// The reservations in the order of the initial schedule; where the whole DAG is reserved, all machines that are
    /// used, at once, until the deadline.
    pub fn wanted(&self) -> Vec<Wanted> {
        if self.variant == Variant::DagReserve {
            let used: BTreeSet<usize> = self.slots.iter().map(|it| it.machine).collect();
            return vec![Wanted {
                machines: used.len() as u32,
                start: 0.0,
                length: self.deadline,
                run_time: self.allocation.finish(),
                waits_for: Vec::new(),
            }];
        }
        let order = self.graph.order();
        let mut places = vec![0; order.len()];
        for (place, &task) in order.iter().enumerate() {
            places[task] = place;
        }
        let of_task = |&task: &usize| {
            let slot = &self.slots[task];
            let before = self.graph.predecessors(task).iter();
            Wanted {
                machines: 1,
                start: slot.start,
                length: slot.reserved_until - slot.start,
                run_time: self.graph.estimates()[task],
                waits_for: before.map(|it| (places[it.task], it.seconds)).collect(),
            }
        };
        order.iter().map(of_task).collect()
    }

    /// Until when each task may run without delaying another one: a successor's data, its machine, or the
    /// deadline. Never before the end of its slot. Where the whole DAG is reserved, later tasks may be late
    /// as well, as long as all end by the deadline.
    pub fn limits(&self) -> Vec<f64> {
        limits(&self.graph, &self.slots, self.deadline, self.variant)
    }
}

/// The deadline, in seconds.
fn deadline(settings: &Workflow, length: f64) -> Result<f64, String> {
    let deadline = settings.deadline.unwrap_or(settings.deadline_factor * length);
    if deadline < length {
        return Err(format!("system.workflow.deadline: {deadline} s is before the end of the schedule, {length} s"));
    }
    if deadline > LATEST {
        return Err(format!("the workflow's deadline is {deadline} s after its start; it can be up to {LATEST} s"));
    }
    Ok(deadline)
}

/// The workflow on its machines; where it names none, on one for each provider.
pub(super) fn on_machines<'a>(
    workflow: &'a workflow::Workflow,
    settings: &Workflow,
    providers: usize,
) -> Cow<'a, workflow::Workflow> {
    if !workflow.machines.is_empty() {
        return Cow::Borrowed(workflow);
    }
    let mut on_machines = workflow.clone();
    let speed = |at: usize| settings.speeds.as_ref().and_then(|it| it.get(at).copied()).unwrap_or(1.0);
    on_machines.machines = (0..providers).map(|at| format!("m{at}")).collect();
    for task in &mut on_machines.tasks {
        let cost = task.costs.first().copied().unwrap_or_default();
        task.costs = (0..providers).map(|at| cost / speed(at)).collect();
    }
    let per_unit = settings.bandwidth.map_or(0.0, f64::recip);
    let seconds = |from: usize, to: usize| if from == to { 0.0 } else { per_unit };
    on_machines.communication =
        (0..providers).map(|from| (0..providers).map(|to| seconds(from, to)).collect()).collect();
    Cow::Owned(on_machines)
}

/// Carries a plan out whose machines are reserved until the deadline (the paper's `DAG_Reserve`, Sect. 4.2).
/// The paper gives no more details: here tasks run on the machines of the initial schedule, one after the
/// other in its order, each as soon as its data are there and its machine is done with the one before. A
/// task that runs at the deadline is killed; a task that could begin only then fails as well, and a task
/// that waits for either never runs.
pub(super) fn execute_whole(plan: &Plan, run_times: &[f64]) -> Execution {
    let graph = &plan.graph;
    let mut slots = plan.slots.clone();
    let mut ran = vec![Ran::default(); slots.len()];
    for &task in graph.order() {
        ran[task].run_time = run_times[task];
        let before = graph.predecessors(task);
        let ends = before.iter().map(|it| {
            let done = Some(&ran[it.task]).filter(|it| it.is_done());
            Some(done?.ended? + it.seconds)
        });
        let Some(ends) = ends.collect::<Option<Vec<f64>>>() else {
            continue;
        };
        let start = ends.into_iter().fold(0.0, f64::max);
        let end = start + run_times[task];
        ran[task].failed = end > plan.deadline + ROUNDING * plan.deadline;
        if ran[task].failed && start >= plan.deadline {
            continue;
        }
        ran[task].ended = Some(end.min(plan.deadline));
        slots[task].start = start;
        slots[task].finish = start + graph.estimates()[task];
    }
    hold_machines(&mut slots, graph.order(), |it| ran[it].ended.is_some(), plan.deadline);
    // An estimate that is longer than the task really had its machine is cut.
    for slot in &mut slots {
        slot.finish = slot.finish.min(slot.reserved_until);
    }
    Execution { ran, slots, moves: 0, forward: (0, 0.0) }
}
