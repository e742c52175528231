//! What of the settings can sensibly be varied.

use super::labels;
use super::validate::{LEAST_FACTOR, MOST_FACTOR, MOST_QOI};
use super::{OnEarlyEnd, OnOverrun, RunUntil, Scheduler};
use crate::policy::spare_time::Variant;
use crate::policy::workflow::FirstAssignment;
use crate::system::{Choices, Knob, KnobChoice, Numbers, Tried, Unit, Values};

pub(super) const FACTOR: &str = "system.workflow.deadline_factor";
pub(super) const THRESHOLD: &str = "system.workflow.threshold_percent";
pub(super) const FIRST_ASSIGNMENT: &str = "system.workflow.first_assignment";
pub(super) const RUN_UNTIL: &str = "system.workflow.run_until";
pub(super) const ON_OVERRUN: &str = "system.workflow.on_overrun";
pub(super) const ON_EARLY_END: &str = "system.workflow.on_early_end";

/// In the order in which they combine: what stands first turns slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.workflow.scheduler",
        key: "scheduler",
        label: "scheduler of the workflow",
        short: "Scheduler",
        about: "Which algorithm makes the initial schedule.",
        values: Values::Choices(Choices {
            all: SCHEDULERS,
            tried: Tried::These(&["heft", "hybrid_bmct", "fcp", "dls"]),
            overlaid: &["heft", "hybrid_bmct", "fcp", "dls"],
            contrasts: &["hybrid_bmct", "fcp", "dls"],
            with: "scheduled by",
        }),
    },
    Knob {
        path: FIRST_ASSIGNMENT,
        key: "first-assignment",
        label: "first assignment of Hybrid.BMCT",
        short: "First assignment",
        about: "Where Hybrid.BMCT puts the tasks of a group at first.",
        values: Values::Choices(Choices {
            all: FIRST_ASSIGNMENTS,
            tried: Tried::None,
            overlaid: &["execution_time", "completion_time"],
            contrasts: &["completion_time"],
            with: "tasks assigned first by",
        }),
    },
    Knob {
        path: "system.workflow.variant",
        key: "variant",
        label: "sharing out of spare time",
        short: "Spare time",
        about: "How the time until the deadline is shared out to the reservations.",
        values: Values::Choices(Choices {
            all: VARIANTS,
            tried: Tried::These(TASK_BY_TASK),
            overlaid: &[],
            contrasts: &["cp_even_time", "cp_even_percent"],
            with: "with",
        }),
    },
    Knob {
        path: RUN_UNTIL,
        key: "run-until",
        label: "end of a task's time",
        short: "May run until",
        about: "Until when a task may run.",
        values: Values::Choices(Choices {
            all: RUN_UNTILS,
            tried: Tried::None,
            overlaid: &["spare_time", "reservation"],
            contrasts: &["reservation"],
            with: "tasks may run to the end of their",
        }),
    },
    Knob {
        path: ON_OVERRUN,
        key: "on-overrun",
        label: "overruns",
        short: "Overruns",
        about: "What becomes of a task that is not done when its time is over.",
        values: Values::Choices(Choices {
            all: ON_OVERRUNS,
            tried: Tried::None,
            overlaid: &["fail", "renegotiate"],
            contrasts: &["renegotiate"],
            with: "overruns:",
        }),
    },
    Knob {
        path: ON_EARLY_END,
        key: "on-early-end",
        label: "early ends",
        short: "Early ends",
        about: "What becomes of the reservations behind a task that ends early.",
        values: Values::Choices(Choices {
            all: ON_EARLY_ENDS,
            tried: Tried::None,
            overlaid: &["keep", "move_earlier"],
            contrasts: &["move_earlier"],
            with: "early ends:",
        }),
    },
    Knob {
        path: FACTOR,
        key: "deadline",
        label: "deadline, in lengths of the initial schedule",
        short: "Deadline ×",
        about: "The deadline is so many times the length of the initial schedule.",
        values: Values::Numbers(Numbers {
            unit: Unit::Times,
            usual: "1, 1.2, 1.5, 2, 2.5, 3",
            least: LEAST_FACTOR,
            most: MOST_FACTOR,
            whole: false,
            searched: false,
            zero: "",
            tried: &[],
            contrasts: &[
                ("tight-deadline", "with a deadline of 1.2 schedules", 1.2),
                ("loose-deadline", "with a deadline of 3 schedules", 3.0),
            ],
        }),
    },
    Knob {
        path: THRESHOLD,
        key: "threshold",
        label: "threshold of sharing out",
        short: "Threshold",
        about: "The recursive variants share out until less than so many percent of the deadline are left.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "0.1, 1, 2, 5, 10",
            least: 0.0,
            most: 100.0,
            whole: false,
            searched: false,
            zero: "until nothing is left",
            tried: &[],
            contrasts: &[],
        }),
    },
    Knob {
        path: "system.workflow.qoi_percent",
        key: "qoi",
        label: "error of the estimates (QoI), up to",
        short: "QoI",
        about: "Run times are off their estimates by up to so many percent, by a seeded draw.",
        values: Values::Numbers(Numbers {
            unit: Unit::Percent,
            usual: "0, 20, 50, 100, 150",
            least: 0.0,
            most: MOST_QOI,
            whole: false,
            searched: false,
            zero: "exact estimates",
            tried: &[],
            contrasts: &[
                ("qoi-20", "with estimates off by up to 20 %", 20.0),
                ("qoi-100", "with estimates off by up to 100 %", 100.0),
            ],
        }),
    },
];

const fn choice(value: &'static str, name: &'static str, about: &'static str) -> KnobChoice {
    KnobChoice { value, name, about }
}

const fn scheduler(value: &'static str, it: Scheduler) -> KnobChoice {
    choice(value, labels::scheduler(it), labels::scheduler_about(it))
}

const fn variant(it: Variant) -> KnobChoice {
    choice(it.name(), labels::variant(it), labels::variant_about(it))
}

const fn run_until(value: &'static str, it: RunUntil) -> KnobChoice {
    choice(value, labels::run_until(it), labels::run_until_about(it))
}

const fn on_overrun(value: &'static str, it: OnOverrun) -> KnobChoice {
    choice(value, labels::on_overrun(it), labels::on_overrun_about(it))
}

const fn on_early_end(value: &'static str, it: OnEarlyEnd) -> KnobChoice {
    choice(
        value,
        labels::on_early_end(it),
        labels::on_early_end_about(it),
    )
}

const fn first_assignment(value: &'static str, it: FirstAssignment) -> KnobChoice {
    choice(
        value,
        labels::first_assignment(it),
        labels::first_assignment_about(it),
    )
}

const FIRST_ASSIGNMENTS: &[KnobChoice] = &[
    first_assignment("execution_time", FirstAssignment::ExecutionTime),
    first_assignment("completion_time", FirstAssignment::CompletionTime),
];

const SCHEDULERS: &[KnobChoice] = &[
    scheduler("heft", Scheduler::Heft),
    scheduler("hybrid_bmct", Scheduler::HybridBmct),
    scheduler("fcp", Scheduler::Fcp),
    scheduler("dls", Scheduler::Dls),
    scheduler("given", Scheduler::Given),
];

const VARIANTS: &[KnobChoice] = &[
    variant(Variant::REvenTime),
    variant(Variant::REvenPercent1),
    variant(Variant::RCpFirst),
    variant(Variant::REvenPercent2),
    variant(Variant::CpEvenTime),
    variant(Variant::CpEvenPercent),
    variant(Variant::DagReserve),
];

/// Those that reserve each task on its own. The whole workflow's reservation is the baseline that they are
/// measured by.
const TASK_BY_TASK: &[&str] = &[
    Variant::REvenTime.name(),
    Variant::REvenPercent1.name(),
    Variant::RCpFirst.name(),
    Variant::REvenPercent2.name(),
    Variant::CpEvenTime.name(),
    Variant::CpEvenPercent.name(),
];

const RUN_UNTILS: &[KnobChoice] = &[
    run_until("spare_time", RunUntil::SpareTime),
    run_until("reservation", RunUntil::Reservation),
];

const ON_OVERRUNS: &[KnobChoice] = &[
    on_overrun("fail", OnOverrun::Fail),
    on_overrun("renegotiate", OnOverrun::Renegotiate),
];

const ON_EARLY_ENDS: &[KnobChoice] = &[
    on_early_end("keep", OnEarlyEnd::Keep),
    on_early_end("move_earlier", OnEarlyEnd::MoveEarlier),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::testing::assert_choices;

    #[test]
    fn every_choice_may_be_made_by_its_name() {
        assert_choices(KNOBS, "scheduler", &Scheduler::ALL, labels::scheduler);
        assert_choices(KNOBS, "variant", &Variant::ALL, labels::variant);
        assert_choices(
            KNOBS,
            "first-assignment",
            &FirstAssignment::ALL,
            labels::first_assignment,
        );
        assert_choices(KNOBS, "run-until", &RunUntil::ALL, labels::run_until);
        assert_choices(KNOBS, "on-overrun", &OnOverrun::ALL, labels::on_overrun);
        assert_choices(
            KNOBS,
            "on-early-end",
            &OnEarlyEnd::ALL,
            labels::on_early_end,
        );
    }
}
