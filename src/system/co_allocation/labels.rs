//! What choices are called: the one table for controls, legends, captions and sentences.

use super::{EarlyEnd, Length, Structure};
use crate::availability::idle_periods::Selection;

/// A selection.
pub const fn selection(it: Selection) -> &'static str {
    match it {
        Selection::LatestStart => "Latest start",
        Selection::EarliestEnd => "Earliest end",
        Selection::FirstServer => "First server",
        Selection::Printed => "As the trees hand out",
    }
}

/// What a selection does, in a sentence.
pub const fn selection_about(it: Selection) -> &'static str {
    match it {
        Selection::LatestStart => {
            "The feasible idle periods that start latest, then end earliest, then the lowest server."
        }
        Selection::EarliestEnd => {
            "The feasible idle periods that end earliest, so that little is left behind the job."
        }
        Selection::FirstServer => "The servers of lowest number that are idle throughout.",
        Selection::Printed => {
            "Whatever the paper's trees hand out, which depends on their shape; it takes the printed trees, and their time."
        }
    }
}

/// A length.
pub const fn length(it: Length) -> &'static str {
    match it {
        Length::RunTime => "Run time",
        Length::Requested => "Requested time",
    }
}

/// What a length means, in a sentence.
pub const fn length_about(it: Length) -> &'static str {
    match it {
        Length::RunTime => "Servers are booked for as long as the job runs, as the paper does.",
        Length::Requested => {
            "Servers are booked for the requested time; a job that is not done by then is stopped."
        }
    }
}

/// A structure.
pub const fn structure(it: Structure) -> &'static str {
    match it {
        Structure::Fast => "Fast",
        Structure::Printed => "Printed trees",
    }
}

/// What a structure is, in a sentence.
pub const fn structure_about(it: Structure) -> &'static str {
    match it {
        Structure::Fast => "One copy of each idle period, those of the same times together.",
        Structure::Printed => {
            "The paper's two-dimensional trees, one for each slot, with their operations counted: the same schedule, slowly."
        }
    }
}

/// What becomes of servers whose job ends early.
pub const fn early_end(it: EarlyEnd) -> &'static str {
    match it {
        EarlyEnd::Held => "Request's end",
        EarlyEnd::Freed => "Job's end",
    }
}

/// The same in a sentence.
pub const fn early_end_about(it: EarlyEnd) -> &'static str {
    match it {
        EarlyEnd::Held => "Servers are held until the requested time is over.",
        EarlyEnd::Freed => "Servers are free again when their job ends.",
    }
}
