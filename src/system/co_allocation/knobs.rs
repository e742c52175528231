//! What of the settings can sensibly be varied.

use super::labels;
use super::{Length, Structure};
use crate::availability::idle_periods::Selection;
use crate::system::{Choices, Knob, KnobChoice, Numbers, Tried, Unit, Values};

pub(super) const SLOT: &str = "system.co_allocation.slot";

/// A year, in seconds.
pub(super) const LONGEST: f64 = 31_622_400.0;

/// In the order in which they combine: what stands first turns slowest.
pub(super) const KNOBS: &[Knob] = &[
    Knob {
        path: "system.co_allocation.selection",
        key: "selection",
        label: "selection of idle periods",
        short: "Servers by",
        about: "Which of the feasible idle periods a request takes.",
        values: Values::Choices(Choices {
            all: SELECTIONS,
            tried: Tried::None,
            overlaid: &["latest_start", "earliest_end", "first_server"],
            contrasts: &["earliest_end", "first_server"],
            with: "by",
        }),
    },
    Knob {
        path: "system.co_allocation.length",
        key: "length",
        label: "length of bookings",
        short: "Booked for",
        about: "Whether servers are booked for the run time or for the requested time.",
        values: Values::Choices(Choices {
            all: LENGTHS,
            tried: Tried::None,
            overlaid: &[],
            contrasts: &["requested"],
            with: "booked for the",
        }),
    },
    Knob {
        path: "system.co_allocation.structure",
        key: "structure",
        label: "structure of idle periods",
        short: "Kept in",
        about: "What keeps the idle periods: the schedule is the same, the operations are not.",
        values: Values::Choices(Choices {
            all: STRUCTURES,
            tried: Tried::None,
            overlaid: &[],
            contrasts: &[],
            with: "with",
        }),
    },
    Knob {
        path: "system.co_allocation.step",
        key: "step",
        label: "step Δt between attempts",
        short: "Δt",
        about: "A request that finds too few idle servers is tried again so much later.",
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
        values: Values::Numbers(Numbers {
            usual: "900, 1800, 3600, 7200, 14400",
            ..TIMES
        }),
    },
    Knob {
        path: "system.co_allocation.horizon",
        key: "horizon",
        label: "horizon H",
        short: "H",
        about: "Whatever is booked ends so much after its submission at the latest.",
        values: Values::Numbers(Numbers {
            usual: "259200, 604800, 1209600, 2592000, 5184000",
            ..TIMES
        }),
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

const fn choice(value: &'static str, name: &'static str, about: &'static str) -> KnobChoice {
    KnobChoice { value, name, about }
}

const fn by(value: &'static str, it: Selection) -> KnobChoice {
    choice(value, labels::selection(it), labels::selection_about(it))
}

const SELECTIONS: &[KnobChoice] = &[
    by("latest_start", Selection::LatestStart),
    by("earliest_end", Selection::EarliestEnd),
    by("first_server", Selection::FirstServer),
    by("printed", Selection::Printed),
];

const LENGTHS: &[KnobChoice] = &[
    choice(
        "run_time",
        labels::length(Length::RunTime),
        labels::length_about(Length::RunTime),
    ),
    choice(
        "requested",
        labels::length(Length::Requested),
        labels::length_about(Length::Requested),
    ),
];

const STRUCTURES: &[KnobChoice] = &[
    choice(
        "fast",
        labels::structure(Structure::Fast),
        labels::structure_about(Structure::Fast),
    ),
    choice(
        "printed",
        labels::structure(Structure::Printed),
        labels::structure_about(Structure::Printed),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::testing::assert_choices;

    #[test]
    fn every_choice_may_be_made_by_its_name() {
        assert_choices(KNOBS, "selection", &Selection::ALL, labels::selection);
        assert_choices(KNOBS, "length", &Length::ALL, labels::length);
        assert_choices(KNOBS, "structure", &Structure::ALL, labels::structure);
    }
}
