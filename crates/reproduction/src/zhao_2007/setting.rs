//! The common setting of the experiments of Sect. 4.

use scheduling::policy::spare_time::Variant;
use scheduling::policy::workflow::{FirstAssignment, fcp_by_finish};
use scheduling::system::workflow::{Plan, Scheduler, Workflow as Settings};
use workload::workflow::generate::{Amounts, Kind, generate};
use workload::workflow::{Dag, Workflow};

/// How an initial schedule is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// By a scheduler of the system, Hybrid.BMCT as usual.
    By(Scheduler),
    /// By Hybrid.BMCT with this first step.
    HybridBmct(FirstAssignment),
    /// By FCP, which compares its two machines by when the task finishes there, not by when it starts.
    FcpByFinish,
}

/// "DAGs of about 60 tasks each".
pub const TASKS: usize = 60;

/// A threshold that leaves nearly no spare time, as a part of the deadline.
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

/// Its plan under a scheduler, with a deadline of `lengths` times the length of the schedule; none if that is before the
/// schedule's end.
pub fn plan(workflow: &Workflow, scheduler: Scheduler, lengths: f64) -> Option<Plan> {
    plan_from(workflow, Initial::By(scheduler), lengths)
}

/// The plan from an initial schedule made in any way.
pub fn plan_from(workflow: &Workflow, initial: Initial, lengths: f64) -> Option<Plan> {
    let mut settings = Settings {
        // No spare time is shared out until a variant is chosen.
        variant: Variant::DagReserve,
        deadline_factor: lengths,
        ..Settings::default()
    };
    match initial {
        Initial::By(scheduler) => settings.scheduler = scheduler,
        Initial::HybridBmct(first) => {
            settings.scheduler = Scheduler::HybridBmct;
            settings.first_assignment = first;
        }
        Initial::FcpByFinish => {
            let dag = Dag::of(workflow).ok()?;
            let allocation = fcp_by_finish(&dag);
            return Plan::of(dag, workflow.machines.clone(), allocation, &settings).ok();
        }
    }
    Plan::new(workflow, &settings, 0).ok()
}

/// The application spare time in percent of the schedule's length (Sect. 4.1).
pub fn alpha(plan: &Plan) -> f64 {
    let length = plan.allocation.finish();
    100.0 * (plan.deadline - length) / length
}

/// The paper's name of a variant.
pub fn name(variant: Variant) -> &'static str {
    match variant {
        Variant::DagReserve => "DAG_Reserve",
        other => other.name(),
    }
}
