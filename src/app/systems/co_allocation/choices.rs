//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choices};
use slotscope::availability::idle_periods::Selection;
use slotscope::system::co_allocation::labels;
use slotscope::system::co_allocation::{CoAllocation, EarlyEnd, Length, Structure};

pub fn selections() -> Vec<Choice<Selection>> {
    choices(&Selection::ALL, labels::selection, labels::selection_about)
}

pub fn lengths() -> Vec<Choice<Length>> {
    choices(&Length::ALL, labels::length, labels::length_about)
}

pub fn early_ends() -> Vec<Choice<EarlyEnd>> {
    choices(&EarlyEnd::ALL, labels::early_end, labels::early_end_about)
}

pub fn structures() -> Vec<Choice<Structure>> {
    choices(&Structure::ALL, labels::structure, labels::structure_about)
}

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
