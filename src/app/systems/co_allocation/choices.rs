//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choice};
use crate::availability::idle_periods::Selection;
use crate::system::co_allocation::labels;
use crate::system::co_allocation::{CoAllocation, EarlyEnd, Length, Structure};

const fn by(it: Selection) -> Choice<Selection> {
    choice(it, labels::selection(it), labels::selection_about(it))
}

pub const SELECTIONS: &[Choice<Selection>] = &[
    by(Selection::LatestStart),
    by(Selection::EarliestEnd),
    by(Selection::FirstServer),
    by(Selection::Printed),
];

pub const LENGTHS: &[Choice<Length>] = &[
    choice(
        Length::RunTime,
        labels::length(Length::RunTime),
        labels::length_about(Length::RunTime),
    ),
    choice(
        Length::Requested,
        labels::length(Length::Requested),
        labels::length_about(Length::Requested),
    ),
];

pub const EARLY_ENDS: &[Choice<EarlyEnd>] = &[
    choice(
        EarlyEnd::Held,
        labels::early_end(EarlyEnd::Held),
        labels::early_end_about(EarlyEnd::Held),
    ),
    choice(
        EarlyEnd::Freed,
        labels::early_end(EarlyEnd::Freed),
        labels::early_end_about(EarlyEnd::Freed),
    ),
];

pub const STRUCTURES: &[Choice<Structure>] = &[
    choice(
        Structure::Fast,
        labels::structure(Structure::Fast),
        labels::structure_about(Structure::Fast),
    ),
    choice(
        Structure::Printed,
        labels::structure(Structure::Printed),
        labels::structure_about(Structure::Printed),
    ),
];

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &CoAllocation) -> String {
    let (by, length) = (settings.selection, settings.length);
    format!(
        "{}: {} {}: {}",
        labels::selection(by),
        labels::selection_about(by),
        labels::length(length),
        labels::length_about(length)
    )
}
