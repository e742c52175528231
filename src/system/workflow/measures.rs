//! The paper's own figures (Zhao and Sakellariou 2007, Sect. 4.2).

use crate::system::{Better, Measure, Unit};

pub(super) const SCHEDULE_LENGTH: &str = "schedule_length";
/// The measure that says when all reservations end at the latest, in seconds.
pub const DEADLINE: &str = "deadline";
pub(super) const SPARE_LEAST: &str = "spare_least";
pub(super) const SPARE_MEAN: &str = "spare_mean";
pub(super) const SPARE_MOST: &str = "spare_most";
pub(super) const FAILURES: &str = "failures";
pub(super) const MOVES: &str = "moves";
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
    Measure::new(
        DEADLINE,
        "Deadline",
        "When all reservations end at the latest.",
        Unit::Seconds,
        Better::Neither,
    ),
    Measure::new(
        SPARE_LEAST,
        "Least spare time",
        "The least spare time of a task, in percent of its estimate: its reservation beyond the estimate, and the gap behind it in which nobody waits. Where the whole workflow is reserved, how late the task alone may be.",
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
    ),
    Measure::new(
        MOVES,
        "Renegotiations",
        "How often the reservations that were left were moved because a task took longer.",
        Unit::Times,
        Better::Lower,
    ),
    Measure::new(
        SLOT_UTILIZATION,
        "Use of the reservations",
        "How much of the reserved time of a machine its tasks ran, in the mean over the machines.",
        Unit::Percent,
        Better::Higher,
    ),
];
