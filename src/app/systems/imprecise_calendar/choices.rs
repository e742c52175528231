//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choices};
use crate::system::imprecise_calendar::labels;
use crate::system::imprecise_calendar::{Configured, ImpreciseCalendar};

pub fn configurations() -> Vec<Choice<Configured>> {
    let (name, about) = (labels::configured, labels::configured_about);
    choices(&Configured::ALL, name, about)
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &ImpreciseCalendar) -> String {
    let it = settings.configuration;
    format!(
        "{}: {}",
        labels::configured(it),
        labels::configured_about(it)
    )
}
