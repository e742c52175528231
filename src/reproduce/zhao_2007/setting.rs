//! What the experiments of Sect. 4 have in common.

use crate::policy::spare_time::Variant;
use crate::policy::workflow::FirstAssignment;
use crate::system::workflow::{Plan, Scheduler, Workflow as Settings, labels};
use crate::workload::workflow::Workflow;
use crate::workload::workflow::generate::{Amounts, Kind, generate};

/// In the order of Table 1's columns.
pub const SCHEDULERS: [Scheduler; 4] = [
    Scheduler::HybridBmct,
    Scheduler::Fcp,
    Scheduler::Dls,
    Scheduler::Heft,
];

/// "DAGs of about 60 tasks each".
pub const TASKS: usize = 60;

/// A threshold that leaves nearly nothing of the spare time, as a part of the deadline.
pub const FINE_THRESHOLD: f64 = 0.001;

/// How the workflows are made, in a sentence.
pub const MADE: &str = "Costs are uniform from 10 to 100 s for each task and machine by itself, for Montage \
                        from 50 to 100 s; the CCR is uniform from 0.1 to 1, by the mean communication of an \
                        edge between two machines over the mean cost.";

/// The workflow of a seed on five machines.
pub fn workflow(kind: Kind, tasks: usize, seed: u64) -> Workflow {
    let amounts = match kind {
        Kind::Montage => Amounts::MONTAGE,
        _ => Amounts::USUAL,
    };
    generate(kind, tasks, &amounts, seed)
}

/// Its plan under a scheduler, with a deadline in seconds, or so many lengths of the schedule; none if the
/// deadline is before the schedule's end.
pub fn plan(workflow: &Workflow, scheduler: Scheduler, deadline: Deadline) -> Option<Plan> {
    let usual = FirstAssignment::default();
    plan_from(workflow, (scheduler, usual), deadline)
}

/// The same where Hybrid.BMCT begins in a certain way.
pub fn plan_from(
    workflow: &Workflow,
    (scheduler, first_assignment): (Scheduler, FirstAssignment),
    deadline: Deadline,
) -> Option<Plan> {
    let mut settings = Settings {
        scheduler,
        first_assignment,
        // Nothing is shared out until one says how.
        variant: Variant::DagReserve,
        ..Settings::default()
    };
    match deadline {
        Deadline::Seconds(at) => settings.deadline = Some(at),
        Deadline::Lengths(factor) => settings.deadline_factor = factor,
    }
    Plan::new(workflow, &settings, 0).ok()
}

/// When a workflow is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deadline {
    Seconds(f64),
    Lengths(f64),
}

/// The application spare time in percent of the schedule's length (Sect. 4.1).
pub fn alpha(plan: &Plan) -> f64 {
    let length = plan.allocation.finish();
    100.0 * (plan.deadline - length) / length
}

/// What the paper calls a scheduler in its tables.
pub fn short(scheduler: Scheduler) -> &'static str {
    match scheduler {
        Scheduler::HybridBmct => "HBMCT",
        other => labels::scheduler(other),
    }
}

/// What the paper calls a shape in Table 1.
pub fn shape(kind: Kind) -> &'static str {
    match kind {
        Kind::ForkJoin => "F&J",
        other => other.name(),
    }
}

/// The mean of some numbers; NaN of none.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
