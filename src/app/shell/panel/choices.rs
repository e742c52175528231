//! What the control of a request says beside the table of its forms.

use crate::app::context::terms::Term;
use crate::app::control::{Choice, choices};
use slotscope::workload::reserve::RequestKind;

/// The forms of a request, explained at more length than where no reservations are requested yet.
pub fn requests() -> Vec<Choice<RequestKind>> {
    let in_full = |it: Choice<RequestKind>| Choice {
        term: request(it.value),
        ..it
    };
    choices().map(in_full).collect()
}

const fn request(it: RequestKind) -> Term {
    match it {
        RequestKind::Fixed => "One interval and no other.",
        RequestKind::Flexible => "That interval, widened on both sides.",
        RequestKind::Listed => {
            "Exactly the jobs of a list are reservations, each with a ready time and a deadline of its own."
        }
        RequestKind::BestEffortProcessors => {
            "Best effort: that interval, with as many processors as there are, down to a least share of the size."
        }
        RequestKind::BestEffortTime => {
            "Best effort: from the start of that interval for as long as there is room, down to a least share of the length."
        }
        RequestKind::FlexibleBestEffortProcessors => {
            "Both: anywhere in the widened interval, from the first start with the least share of the processors, on as many as there are from then on."
        }
        RequestKind::FlexibleBestEffortTime => {
            "Both: anywhere in the widened interval, from the first start with room for the least share of the length, for as long as there is room."
        }
    }
}
