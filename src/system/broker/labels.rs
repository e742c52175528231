//! What choices are called: the one table for controls, legends, captions and sentences.

use super::{Placement, TieRule};

/// A placement.
pub const fn placement(it: Placement) -> &'static str {
    match it {
        Placement::Broker => "Offers and a broker",
        Placement::FirstFit => "First fit",
        Placement::Random => "Random",
        Placement::FirstIdle => "First idle node",
    }
}

/// What a placement does, in a sentence.
pub const fn placement_about(it: Placement) -> &'static str {
    match it {
        Placement::Broker => {
            "Every agent offers its least loaded node, a broker takes the offer that loads its node least."
        }
        Placement::FirstFit => "One scheduler knows all nodes and takes the first that fits.",
        Placement::Random => {
            "One scheduler knows all nodes and takes any that fits, by a seeded draw."
        }
        Placement::FirstIdle => {
            "One scheduler knows all nodes and takes the first that nobody uses at that time, as MOAB's Silver does: nodes are not shared. MAX_LOAD holds here, too."
        }
    }
}

/// A rule for ties.
pub const fn tie_rule(it: TieRule) -> &'static str {
    match it {
        TieRule::OnArrival => "On arrival",
        TieRule::WhenAllAreIn => "When all are in",
    }
}

/// What a rule for ties does, in a sentence.
pub const fn tie_rule_about(it: TieRule) -> &'static str {
    match it {
        TieRule::OnArrival => {
            "Offers are compared as they arrive, one agent after the other: agents in the middle end with fewer reservations."
        }
        TieRule::WhenAllAreIn => {
            "Offers are compared task by task once all are in: reservations are shared out evenly."
        }
    }
}
