//! What the readings of the model are called, and how it keeps processors.

use crate::system::two_level::{Binding, LateReservations, MctTies};

/// When a reservation gets its processors.
pub const fn binding(binding: Binding) -> &'static str {
    match binding {
        Binding::Dynamic => "Dynamic binding",
        Binding::Static => "Static binding",
    }
}

/// What happens to a reservation that cannot end by its deadline.
pub const fn late_reservations(late: LateReservations) -> &'static str {
    match late {
        LateReservations::DueDate => "Due dates",
        LateReservations::Deadline => "Hard deadlines",
    }
}

/// Which of equal offers MCT takes.
pub const fn mct_ties(ties: MctTies) -> &'static str {
    match ties {
        MctTies::Random => "Ties at random",
        MctTies::FewestReservations => "Ties to the fewest reservations",
        MctTies::Order => "Ties in order",
    }
}

/// What a binding does, in a sentence.
pub const fn binding_about(it: Binding) -> &'static str {
    match it {
        Binding::Dynamic => {
            "A reservation gets whatever processors are free when it begins; a count suffices to promise them."
        }
        Binding::Static => {
            "A reservation gets certain processors when it is accepted. Batch jobs start only on others."
        }
    }
}

/// What a kind of deadline does, in a sentence.
pub const fn late_reservations_about(it: LateReservations) -> &'static str {
    match it {
        LateReservations::DueDate => "A late place is better than none; tardiness counts.",
        LateReservations::Deadline => "No place in time: the reservation is rejected.",
    }
}

/// What a way to break ties does, in a sentence.
pub const fn mct_ties_about(it: MctTies) -> &'static str {
    match it {
        MctTies::Random => "One of them by chance, from the seed.",
        MctTies::FewestReservations => "The one with the fewest reservations.",
        MctTies::Order => "The first in order.",
    }
}
