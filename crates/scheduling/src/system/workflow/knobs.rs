//! The settings that can sensibly be varied.

use super::validate::{LEAST_FACTOR, MOST_FACTOR, MOST_QOI};
use super::{OnEarlyEnd, OnOverrun, RunUntil, Scheduler};
use crate::policy::spare_time::Variant;
use crate::policy::workflow::FirstAssignment;
use crate::system::{Choices, Knob, Numbers, Unit, Values};

pub(super) const FACTOR: &str = "system.workflow.deadline_factor";
pub(super) const THRESHOLD: &str = "system.workflow.threshold_percent";
pub(super) const FIRST_ASSIGNMENT: &str = "system.workflow.first_assignment";
pub(super) const RUN_UNTIL: &str = "system.workflow.run_until";
pub(super) const ON_OVERRUN: &str = "system.workflow.on_overrun";
pub(super) const ON_EARLY_END: &str = "system.workflow.on_early_end";

/// In the order in which they combine: the first varies slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.workflow.scheduler",
        key: "scheduler",
        label: "scheduler of the workflow",
        short: "Scheduler",
        about: "Which algorithm makes the initial schedule.",
        values: Values::Choices(Choices {
            all: Scheduler::ROWS,
            overlaid: &["heft", "hybrid_bmct", "fcp", "dls"],
            contrasts: &["hybrid_bmct", "fcp", "dls"],
            with: "scheduled by",
            by_formula: "",
        }),
    },
    Knob {
        path: FIRST_ASSIGNMENT,
        key: "first-assignment",
        label: "first assignment of Hybrid.BMCT",
        short: "First assignment",
        about: "Where Hybrid.BMCT puts the tasks of a group at first.",
        values: Values::Choices(Choices {
            all: FirstAssignment::ROWS,
            overlaid: &["execution_time", "completion_time"],
            contrasts: &["completion_time"],
            with: "tasks assigned first by",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.workflow.variant",
        key: "variant",
        label: "distribution of spare time",
        short: "Spare time",
        about: "How the time until the deadline is distributed over the reservations.",
        values: Values::Choices(Choices {
            all: Variant::ROWS,
            overlaid: &[],
            contrasts: &["cp_even_time", "cp_even_percent"],
            with: "with",
            by_formula: "",
        }),
    },
    Knob {
        path: RUN_UNTIL,
        key: "run-until",
        label: "end of a task's time",
        short: "May run until",
        about: "Until when a task may run.",
        values: Values::Choices(Choices {
            all: RunUntil::ROWS,
            overlaid: &["spare_time", "reservation"],
            contrasts: &["reservation"],
            with: "tasks may run to the end of their",
            by_formula: "",
        }),
    },
    Knob {
        path: ON_OVERRUN,
        key: "on-overrun",
        label: "overruns",
        short: "Overruns",
        about: "What happens to a task that is not done when its time is over.",
        values: Values::Choices(Choices {
            all: OnOverrun::ROWS,
            overlaid: &["fail", "renegotiate"],
            contrasts: &["renegotiate"],
            with: "overruns:",
            by_formula: "",
        }),
    },
    Knob {
        path: ON_EARLY_END,
        key: "on-early-end",
        label: "early ends",
        short: "Early ends",
        about: "What happens to the reservations behind a task that ends early.",
        values: Values::Choices(Choices {
            all: OnEarlyEnd::ROWS,
            overlaid: &["keep", "move_earlier"],
            contrasts: &["move_earlier"],
            with: "early ends:",
            by_formula: "",
        }),
    },
    Knob {
        path: FACTOR,
        key: "deadline",
        label: "deadline, in lengths of the initial schedule",
        short: "Deadline ×",
        about: "The deadline as a multiple of the length of the initial schedule.",
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
        label: "threshold of distribution",
        short: "Threshold",
        about: "The recursive variants distribute spare time until less than this percentage of the deadline is left.",
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
        about: "The greatest error of the estimates, in percent; the errors are drawn at random.",
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
