//! The settings, a row for each.

use super::{EarlyEnd, Length, Structure};
use crate::availability::idle_periods::Selection;
use crate::system::{CHOICES, Choices, Items, KNOB, Knob, NUMBERS, Numbers, Place, SECONDS, Values, choices};

const LIMITS: Place = Place::More("Horizon and attempts");

/// Seconds from 1 to a year.
const TIMES: Numbers = Numbers { least: 1.0, ..SECONDS };

/// In the order in which they combine: the first varies slowest.
pub(super) const ROWS: &[Knob] = &[
    Knob {
        path: "system.co_allocation.selection",
        title: "Servers by",
        place: Place::Basic,
        label: "selection of idle periods",
        short: "Servers by",
        about: "Which of the feasible idle periods a request takes.",
        values: Values::Choices(Choices {
            all: Selection::ROWS,
            overlaid: &["latest_start", "earliest_end", "first_server"],
            contrasts: &["earliest_end", "first_server"],
            with: "by",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.length",
        title: "Booked time",
        place: Place::Basic,
        label: "length of bookings",
        short: "Booked for",
        about: "The time for which servers are booked, by reservations and all other jobs. Users request several times the time that they use, and longer bookings leave less room for others.",
        values: Values::Choices(Choices {
            all: Length::ROWS,
            contrasts: &["requested"],
            with: "booked for the",
            ..CHOICES
        }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.early_end",
        title: "Held until",
        place: Place::Basic,
        about: "Until when servers are held if their job ends before its requested time. Servers held until the end of the request are idle until then.",
        values: choices(EarlyEnd::ROWS),
        words: "freed at the job's end",
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.structure",
        title: "Idle periods in",
        place: Place::Assumption,
        label: "structure of idle periods",
        short: "Kept in",
        about: "The data structure of the idle periods: it does not change the schedule, only the number of operations.",
        values: Values::Choices(Choices { all: Structure::ROWS, with: "with", ..CHOICES }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.step",
        title: "Step Δt",
        place: Place::Basic,
        label: "step Δt between attempts",
        short: "Δt",
        about: "A request that finds too few idle servers is tried again this much later, repeatedly.",
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
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.slot",
        title: "Slot τ",
        place: LIMITS,
        label: "length τ of a slot",
        short: "τ",
        about: "The printed trees have one for each slot of the horizon, and half as many attempts are made as there are slots.",
        values: Values::Numbers(Numbers { usual: "900, 1800, 3600, 7200, 14400", ..TIMES }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.horizon",
        title: "Horizon H",
        place: LIMITS,
        label: "horizon H",
        short: "H",
        about: "All bookings end at most this long after their submission.",
        values: Values::Numbers(Numbers { usual: "259200, 604800, 1209600, 2592000, 5184000", ..TIMES }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.attempts",
        title: "Most attempts",
        place: LIMITS,
        about: "R_max: how often a request is tried at most.",
        values: Values::Numbers(Numbers { least: 1.0, most: 1e6, empty: "half the slots", ..NUMBERS }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.deadline",
        alias: "latest-start",
        title: "Start within",
        place: LIMITS,
        about: "The latest start, as a delay after the earliest one; later, the request is rejected.",
        values: Values::Numbers(Numbers { empty: "no limit", zero: "no later start", ..SECONDS }),
        ..KNOB
    },
    Knob {
        path: "system.co_allocation.chosen_servers",
        title: "Servers chosen",
        place: Place::More("Servers chosen"),
        about: "Each attempt for these requests takes exactly these servers, or fails.",
        values: Values::Items(Items {
            of: &[
                Knob {
                    path: "job",
                    title: "job",
                    values: Values::Numbers(Numbers { most: u64::MAX as f64, ..NUMBERS }),
                    ..KNOB
                },
                Knob { path: "servers", title: "servers", values: Values::Typed("none"), ..KNOB },
            ],
            new: r#"{"job": 1, "servers": [0]}"#,
            noun: "a choice of servers",
        }),
        words: "servers chosen for {} requests",
        ..KNOB
    },
];
