//! Imprecise calendars on the page: their panel, and inside.

mod inside;
mod levels;
mod managers;

use slotscope::experiment::{Scenario, System};

/// The scenario of the first visit under an imprecise calendar with its usual settings.
fn scenario() -> Scenario {
    Scenario { system: System::of_key("imprecise_calendar").expect("a system"), ..Scenario::default() }
}
