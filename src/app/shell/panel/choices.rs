//! The choices of the request control, beside the table of its forms.

use crate::app::context::terms::{self, Term};
use crate::app::control::{Choice, choices};
use slotscope::workload::reserve::RequestKind;

/// The forms of a request, explained at more length than where no reservations are requested yet.
pub fn requests() -> Vec<Choice<RequestKind>> {
    let in_full = |it: Choice<RequestKind>| Choice { term: request(it.value), ..it };
    choices().map(in_full).collect()
}

const fn request(it: RequestKind) -> Term {
    match it {
        RequestKind::Fixed => terms::FIXED_REQUEST,
        RequestKind::Flexible => terms::FLEXIBLE_REQUEST,
        RequestKind::Listed => "The listed jobs are reservations, each with its own ready time and deadline.",
        RequestKind::BestEffortProcessors => {
            "Best effort: the same interval, with as many processors as are free, at least a given share of the size."
        }
        RequestKind::BestEffortTime => {
            "Best effort: from the start of the same interval as long as there is room, at least a given share of the length."
        }
        RequestKind::FlexibleBestEffortProcessors => {
            "Both: from the first start in the widened interval at which the least share of the processors is free, on as many as are free from then on."
        }
        RequestKind::FlexibleBestEffortTime => {
            "Both: from the first start in the widened interval with room for the least share of the length, as long as there is room."
        }
    }
}
