//! The settings, a row for each.

use super::{OnEarlyEnd, OnOverrun, RunUntil, Scheduler};
use crate::policy::spare_time::Variant;
use crate::policy::workflow::FirstAssignment;
use crate::system::{CHOICES, Choices, KNOB, Knob, NUMBERS, Numbers, PERCENT, Place, Slide, Unit, Values};

/// The latest deadline, in seconds.
pub(super) const LATEST: f64 = 1e11;

const RARE: Place = Place::More("Deadline, threshold, machines");

/// A speed or a bandwidth.
const RATE: Numbers = Numbers { least: 1e-6, most: 1e15, whole: false, ..NUMBERS };

/// In the order in which they combine: the first varies slowest.
pub(super) const ROWS: &[Knob] = &[
    Knob {
        path: "system.workflow.scheduler",
        title: "Scheduler",
        place: Place::Basic,
        label: "scheduler of the workflow",
        short: "Scheduler",
        about: "Which algorithm makes the initial schedule.",
        values: Values::Choices(Choices {
            all: Scheduler::ROWS,
            overlaid: &["heft", "hybrid_bmct", "fcp", "dls"],
            contrasts: &["hybrid_bmct", "fcp", "dls"],
            with: "scheduled by",
            in_list: true,
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.first_assignment",
        alias: "first-assignment",
        title: "First assignment by",
        place: Place::Assumption,
        label: "first assignment of Hybrid.BMCT",
        short: "First assignment",
        about: "Where Hybrid.BMCT puts the tasks of a group at first, before it moves tasks away from the machine that finishes last. Published implementations use the execution time.",
        values: Values::Choices(Choices {
            all: FirstAssignment::ROWS,
            overlaid: &["execution_time", "completion_time"],
            contrasts: &["completion_time"],
            with: "tasks assigned first by",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.variant",
        title: "Spare time",
        place: Place::Basic,
        label: "distribution of spare time",
        short: "Spare time",
        about: "How the time until the deadline is distributed over the reservations.",
        values: Values::Choices(Choices {
            all: Variant::ROWS,
            contrasts: &["cp_even_time", "cp_even_percent"],
            with: "with",
            in_list: true,
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.run_until",
        alias: "run-until",
        title: "Tasks may run to the end of their",
        place: Place::Basic,
        label: "end of a task's time",
        short: "May run until",
        about: "Until when a task may run: until the end of its reservation, or beyond it as long as neither its machine nor its data are waited for.",
        values: Values::Choices(Choices {
            all: RunUntil::ROWS,
            overlaid: &["spare_time", "reservation"],
            contrasts: &["reservation"],
            with: "tasks may run to the end of their",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.on_overrun",
        alias: "on-overrun",
        title: "Overruns",
        place: Place::Basic,
        label: "overruns",
        short: "Overruns",
        about: "What happens to a task that is not done when its time is over.",
        values: Values::Choices(Choices {
            all: OnOverrun::ROWS,
            overlaid: &["fail", "renegotiate"],
            contrasts: &["renegotiate"],
            with: "overruns:",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.on_early_end",
        alias: "on-early-end",
        title: "Early ends",
        place: Place::Basic,
        label: "early ends",
        short: "Early ends",
        about: "What happens to the later reservations if a task ends before its own reservation. The paper has no such re-planning; it is an addition of Slotscope.",
        values: Values::Choices(Choices {
            all: OnEarlyEnd::ROWS,
            overlaid: &["keep", "move_earlier"],
            contrasts: &["move_earlier"],
            with: "early ends:",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.deadline_factor",
        alias: "deadline",
        id: "deadline-factor",
        title: "Deadline, in lengths of the schedule",
        place: Place::Basic,
        label: "deadline, in lengths of the initial schedule",
        short: "Deadline ×",
        about: "The deadline of the whole workflow, as a multiple of the length of its initial schedule.",
        values: Values::Numbers(Numbers {
            usual: "1, 1.2, 1.5, 2, 2.5, 3",
            least: 1.0,
            most: 1_000.0,
            whole: false,
            contrasts: &[
                ("tight-deadline", "with a deadline of 1.2 schedules", 1.2),
                ("loose-deadline", "with a deadline of 3 schedules", 3.0),
            ],
            slide: Slide::To(3.0, 0.05),
            ..NUMBERS
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.threshold_percent",
        alias: "threshold",
        title: "Threshold",
        place: RARE,
        label: "threshold of distribution",
        short: "Threshold",
        about: "The recursive variants distribute spare time in rounds until less than this percentage of the deadline is left.",
        values: Values::Numbers(Numbers { usual: "0.1, 1, 2, 5, 10", zero: "until nothing is left", ..PERCENT }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.qoi_percent",
        alias: "qoi",
        title: "Estimates off by up to (QoI)",
        place: Place::Basic,
        label: "error of the estimates (QoI), up to",
        short: "QoI",
        about: "Quality of information: the greatest error of the estimates, in percent; the errors are drawn at random.",
        values: Values::Numbers(Numbers {
            usual: "0, 20, 50, 100, 150",
            most: 1_000.0,
            zero: "exact estimates",
            contrasts: &[
                ("qoi-20", "with estimates off by up to 20 %", 20.0),
                ("qoi-100", "with estimates off by up to 100 %", 100.0),
            ],
            slide: Slide::To(150.0, 5.0),
            ..PERCENT
        }),
        words: "estimates ± {}",
        ..KNOB
    },
    Knob {
        path: "system.workflow.deadline",
        alias: "deadline-seconds",
        title: "Deadline",
        place: RARE,
        about: "The deadline in seconds from the workflow's start, in place of the factor.",
        values: Values::Numbers(Numbers {
            unit: Unit::Seconds,
            most: LATEST,
            whole: false,
            empty: "by the factor",
            ..NUMBERS
        }),
        ..KNOB
    },
    Knob {
        path: "system.workflow.earliest_start",
        alias: "earliest-start",
        title: "Earliest start",
        place: RARE,
        about: "The earliest start of the workflow, in seconds after its request. The schedule, the deadline and all reservations count from there.",
        values: Values::Numbers(Numbers {
            unit: Unit::Seconds,
            most: LATEST,
            whole: false,
            zero: "at once",
            ..NUMBERS
        }),
        words: "not before {}",
        ..KNOB
    },
    Knob {
        path: "system.workflow.speeds",
        title: "Speeds of the machines",
        place: RARE,
        about: "For files without machines: the speed of each provider, by which run times are divided.",
        values: Values::Typed("1 for each"),
        words: "speeds {}",
        ..KNOB
    },
    Knob {
        path: "system.workflow.bandwidth",
        title: "Bandwidth, per second",
        place: RARE,
        about: "For files without machines: the units of data (in WfCommons files, bytes) that go from one machine to another per second.",
        values: Values::Numbers(Numbers { empty: "data take no time", ..RATE }),
        words: "{} units of data per second",
        ..KNOB
    },
];
