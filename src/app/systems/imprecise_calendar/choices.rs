//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choice};
use crate::system::imprecise_calendar::labels;
use crate::system::imprecise_calendar::{Configured, ImpreciseCalendar};

const fn by(it: Configured) -> Choice<Configured> {
    choice(it, labels::configured(it), labels::configured_about(it))
}

pub const CONFIGURATIONS: &[Choice<Configured>] = &[
    by(Configured::Levels),
    by(Configured::Configuration1),
    by(Configured::Configuration2),
    by(Configured::Configuration3),
    by(Configured::Configuration4),
    by(Configured::Configuration5),
    by(Configured::Configuration6),
    by(Configured::LosAlamos),
];

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
