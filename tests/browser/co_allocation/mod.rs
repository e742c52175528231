//! Co-allocation on the page, inside.

mod inside;

use slotscope::experiment::{Scenario, System};

/// The scenario of the first visit under co-allocation with its usual settings.
fn scenario() -> Scenario {
    Scenario { system: System::of_key("co_allocation").expect("a system"), ..Scenario::default() }
}
