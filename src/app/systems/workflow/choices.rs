//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choices};
use slotscope::policy::spare_time::Variant;
use slotscope::policy::workflow::FirstAssignment;
use slotscope::system::workflow::{OnEarlyEnd, OnOverrun, RunUntil, Scheduler, Workflow, labels};

pub fn schedulers() -> Vec<Choice<Scheduler>> {
    choices(&Scheduler::ALL, labels::scheduler, labels::scheduler_about)
}

pub fn first_assignments() -> Vec<Choice<FirstAssignment>> {
    choices(
        &FirstAssignment::ALL,
        labels::first_assignment,
        labels::first_assignment_about,
    )
}

pub fn variants() -> Vec<Choice<Variant>> {
    choices(&Variant::ALL, labels::variant, labels::variant_about)
}

pub fn run_until() -> Vec<Choice<RunUntil>> {
    choices(&RunUntil::ALL, labels::run_until, labels::run_until_about)
}

pub fn on_overruns() -> Vec<Choice<OnOverrun>> {
    choices(
        &OnOverrun::ALL,
        labels::on_overrun,
        labels::on_overrun_about,
    )
}

pub fn on_early_ends() -> Vec<Choice<OnEarlyEnd>> {
    choices(
        &OnEarlyEnd::ALL,
        labels::on_early_end,
        labels::on_early_end_about,
    )
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &Workflow) -> String {
    format!(
        "{}: {} {}: {}",
        labels::scheduler(settings.scheduler),
        labels::scheduler_about(settings.scheduler),
        labels::variant(settings.variant),
        labels::variant_about(settings.variant)
    )
}
