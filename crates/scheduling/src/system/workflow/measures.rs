//! The paper's own figures (Zhao and Sakellariou 2007, Sect. 4.2).

use super::execution::{Execution, execute};
use super::{Plan, Workflow};
use crate::engine::Measures;
use crate::policy::spare_time::Variant;
use crate::system::{Better, Measure, Unit};

pub(super) const SCHEDULE_LENGTH: &str = "schedule_length";
/// The measure that says when all reservations end at the latest, in seconds.
pub const DEADLINE: &str = "deadline";
pub(super) const ALPHA: &str = "alpha";
pub(super) const SPARE_LEAST: &str = "spare_least";
pub(super) const SPARE_MEAN: &str = "spare_mean";
pub(super) const SPARE_MOST: &str = "spare_most";
pub(super) const FAILURES: &str = "failures";
pub(super) const MOVES: &str = "moves";
pub(super) const FORWARD: &str = "moved_forward";
pub(super) const FORWARD_BY: &str = "moved_forward_by";
pub(super) const SLOT_UTILIZATION: &str = "slot_utilization";

/// All of them.
pub(super) const MEASURES: &[Measure] = &[
    Measure::new(
        SCHEDULE_LENGTH,
        "Schedule length",
        "The makespan of the initial schedule, by the estimates.",
        Unit::Seconds,
        Better::Lower,
    ),
    Measure::new(DEADLINE, "Deadline", "The time by which all reservations end.", Unit::Seconds, Better::Neither),
    Measure::new(
        ALPHA,
        "α",
        "The spare time of the whole workflow, in percent of the initial schedule's makespan: the time from its end to the deadline (Sect. 4.2).",
        Unit::Percent,
        Better::Neither,
    ),
    Measure::new(
        SPARE_LEAST,
        "Least spare time",
        "The least spare time of a task, in percent of its estimate: its reservation beyond the estimate, and the gap after it in which neither its machine nor its data are waited for. Where the whole workflow is reserved, how late the task alone may be.",
        Unit::Percent,
        Better::Higher,
    ),
    Measure::new(
        SPARE_MEAN,
        "Mean spare time",
        "The mean spare time of the tasks, in percent of their estimates.",
        Unit::Percent,
        Better::Higher,
    ),
    Measure::new(
        SPARE_MOST,
        "Most spare time",
        "The most spare time of a task, in percent of its estimate.",
        Unit::Percent,
        Better::Neither,
    ),
    Measure::new(
        FAILURES,
        "Failures",
        "Tasks that were not done when their spare time was over, and were killed; where the whole workflow is reserved, not done at the deadline, or not begun.",
        Unit::Jobs,
        Better::Lower,
    )
    .counting_ran(),
    Measure::new(
        MOVES,
        "Renegotiations",
        "How often the remaining reservations were moved because a task took longer.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        FORWARD,
        "Moved forward",
        "Reservations that were moved forward because tasks before them ended early; only with this option.",
        Unit::Jobs,
        Better::Neither,
    ),
    Measure::new(
        FORWARD_BY,
        "Moved forward by",
        "How far reservations were moved forward, on average over all tasks; only with this option.",
        Unit::Seconds,
        Better::Higher,
    ),
    Measure::new(
        SLOT_UTILIZATION,
        "Use of the reservations",
        "The share of a machine's reserved time in which its tasks ran within their reservations, on average over the machines.",
        Unit::Percent,
        Better::Higher,
    ),
];

/// The figures of a plan under a seed's errors, as a run of these settings has them.
pub fn carried_out(plan: &Plan, settings: &Workflow, seed: u64) -> Measures {
    measures(plan, settings, &execute(plan, settings, seed))
}

/// When the last task of a plan is over under a seed's errors, done or killed, in seconds; 0 if none ran.
pub fn last_end(plan: &Plan, settings: &Workflow, seed: u64) -> f64 {
    let execution = execute(plan, settings, seed);
    execution.ran.iter().filter_map(|it| it.ended).fold(0.0, f64::max)
}

/// The figures of a plan that was carried out.
pub(super) fn measures(plan: &Plan, settings: &Workflow, execution: &Execution) -> Measures {
    let Execution { ran, moves, forward, .. } = execution;
    let mut measures = Measures::new();
    let mut tell = |key: &str, value: f64| {
        measures.insert(key.to_owned(), value);
    };
    let length = plan.allocation.finish();
    tell(SCHEDULE_LENGTH, length);
    tell(DEADLINE, settings.earliest_start + plan.deadline);
    if length > 0.0 {
        tell(ALPHA, 100.0 * (plan.deadline - length) / length);
    }
    let spare = plan.spare_percent();
    if !spare.is_empty() {
        tell(SPARE_LEAST, spare.iter().copied().fold(f64::INFINITY, f64::min));
        tell(SPARE_MEAN, spare.iter().sum::<f64>() / spare.len() as f64);
        tell(SPARE_MOST, spare.iter().copied().fold(0.0, f64::max));
    }
    tell(FAILURES, ran.iter().filter(|it| it.failed).count() as f64);
    tell(MOVES, f64::from(*moves));
    if settings.moves_forward() {
        tell(FORWARD, f64::from(forward.0));
        tell(FORWARD_BY, forward.1 / ran.len().max(1) as f64);
    }
    tell(SLOT_UTILIZATION, slot_utilization(plan, execution));
    measures
}

/// How much of its reserved time each machine was used, in the mean over those with any, in percent. Run
/// time after a task's reservation is neither reserved nor counted.
fn slot_utilization(plan: &Plan, execution: &Execution) -> f64 {
    let Execution { ran, slots, .. } = execution;
    let mut used = vec![0.0; plan.machines.len()];
    for (slot, ran) in slots.iter().zip(ran) {
        let until = match plan.variant {
            Variant::DagReserve => f64::INFINITY,
            _ => slot.reserved_until,
        };
        used[slot.machine] += ran.ended.map_or(0.0, |ended| ended.min(until) - slot.start);
    }
    let shares: Vec<f64> = used
        .iter()
        .zip(plan.reserved(slots))
        .filter(|(_, reserved)| *reserved > 0.0)
        .map(|(used, reserved)| 100.0 * used / reserved)
        .collect();
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}
