//! The values that the panel's controls offer, and what they mean.

use crate::app::control::{Choice, choices};
use slotscope::policy::broker::TieRule;
use slotscope::system::broker::{Broker, Placement, labels};

pub fn placements() -> Vec<Choice<Placement>> {
    choices(&Placement::ALL, labels::placement, labels::placement_about)
}

pub fn tie_rules() -> Vec<Choice<TieRule>> {
    choices(&TieRule::ALL, labels::tie_rule, labels::tie_rule_about)
}

/// The policies of a scenario by the names that tables and legends have for them, each with what it
/// means.
pub fn policies(settings: &Broker) -> String {
    let placement = format!(
        "{}: {}",
        labels::placement(settings.placement),
        labels::placement_about(settings.placement)
    );
    match settings.placement {
        Placement::Broker => format!(
            "{placement} Ties {}: {}",
            labels::tie_rule(settings.tie_rule).to_lowercase(),
            labels::tie_rule_about(settings.tie_rule)
        ),
        _ => placement,
    }
}
