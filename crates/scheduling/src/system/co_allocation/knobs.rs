//! The settings that can sensibly be varied.

use super::{Length, Structure};
use crate::availability::idle_periods::Selection;
use crate::system::{Choices, Knob, Numbers, Unit, Values};

pub(super) const SLOT: &str = "system.co_allocation.slot";

/// A year, in seconds.
pub(super) const LONGEST: f64 = 31_622_400.0;

/// In the order in which they combine: the first varies slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.co_allocation.selection",
        key: "selection",
        label: "selection of idle periods",
        short: "Servers by",
        about: "Which of the feasible idle periods a request takes.",
        values: Values::Choices(Choices {
            all: Selection::ROWS,
            overlaid: &["latest_start", "earliest_end", "first_server"],
            contrasts: &["earliest_end", "first_server"],
            with: "by",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.co_allocation.length",
        key: "length",
        label: "length of bookings",
        short: "Booked for",
        about: "Whether servers are booked for the run time or for the requested time.",
        values: Values::Choices(Choices {
            all: Length::ROWS,
            overlaid: &[],
            contrasts: &["requested"],
            with: "booked for the",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.co_allocation.structure",
        key: "structure",
        label: "structure of idle periods",
        short: "Kept in",
        about: "The data structure of the idle periods: it does not change the schedule, only the number of operations.",
        values: Values::Choices(Choices {
            all: Structure::ROWS,
            overlaid: &[],
            contrasts: &[],
            with: "with",
            by_formula: "",
        }),
    },
    Knob {
        path: "system.co_allocation.step",
        key: "step",
        label: "step Δt between attempts",
        short: "Δt",
        about: "A request that finds too few idle servers is tried again this much later.",
        values: Values::Numbers(Numbers {
            usual: "60, 300, 900, 1800, 3600, 7200, 14400",
            searched: true,
            tried: &[300.0, 900.0, 3_600.0, 14_400.0],
            contrasts: &[
                ("step-1-h", "with attempts every hour", 3_600.0),
                ("step-1-min", "with attempts every minute", 60.0),
            ],
            ..TIMES
        }),
    },
    Knob {
        path: SLOT,
        key: "slot",
        label: "length τ of a slot",
        short: "τ",
        about: "The printed trees have one for each slot, and half as many attempts are made as there are slots.",
        values: Values::Numbers(Numbers { usual: "900, 1800, 3600, 7200, 14400", ..TIMES }),
    },
    Knob {
        path: "system.co_allocation.horizon",
        key: "horizon",
        label: "horizon H",
        short: "H",
        about: "All bookings end at most this long after their submission.",
        values: Values::Numbers(Numbers { usual: "259200, 604800, 1209600, 2592000, 5184000", ..TIMES }),
    },
];

/// Seconds from 1 to a year.
const TIMES: Numbers = Numbers {
    unit: Unit::Seconds,
    usual: "",
    least: 1.0,
    most: LONGEST,
    whole: true,
    searched: false,
    zero: "",
    tried: &[],
    contrasts: &[],
};
