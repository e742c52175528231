//! Knobs of the assumptions of the paper's model and of the ways to read the paper.

use super::PERIODS;
use crate::system::two_level::{Binding, LateReservations, MctTies};
use crate::system::{Choices, Knob, Numbers, Values};

pub(super) const BINDING_KNOB: Knob = Knob {
    path: super::BINDING,
    key: "binding",
    label: "binding of reservations",
    short: "Binding",
    about: "When a reservation gets its processors.",
    values: Values::Choices(Choices {
        all: Binding::ROWS,
        overlaid: &[],
        contrasts: &[],
        with: "with",
        by_formula: "",
    }),
};

pub(super) const SLOTS_KNOB: Knob = Knob {
    path: super::SLOTS,
    key: "slots",
    label: "length of the slots of availability",
    short: "slots of",
    about: "Slots have this length in seconds, and promises are rounded out to whole slots; 0: slots of variable length.",
    values: Values::Numbers(Numbers {
        usual: "0, 60, 300, 600, 1800, 3600",
        searched: false,
        zero: "variable slots",
        ..PERIODS
    }),
};

pub(super) const LATE_KNOB: Knob = Knob {
    path: super::LATE_RESERVATIONS,
    key: "late_reservations",
    label: "deadlines of reservations",
    short: "Deadlines",
    about: "What happens to a reservation that cannot end by its deadline.",
    values: Values::Choices(Choices {
        all: LateReservations::ROWS,
        overlaid: &[],
        contrasts: &[],
        with: "with",
        by_formula: "",
    }),
};

pub(super) const TIES_KNOB: Knob = Knob {
    path: super::MCT_TIES,
    key: "mct_ties",
    label: "ties of MCT",
    short: "Ties of MCT",
    about: "Which provider MCT chooses among those that offer the same completion time.",
    values: Values::Choices(Choices {
        all: MctTies::ROWS,
        overlaid: &[],
        contrasts: &[],
        with: "with",
        by_formula: "",
    }),
};
