//! Minimum completion time.

use super::{Offer, ReservationAllocation};
use crate::workload::draw::Draw;

/// The provider with the earliest offer: processors are alike everywhere, so that the earliest
/// start is the minimum completion time (Kurowski et al. 2011, Sect. 4.4.2).
///
/// For a fixed interval all providers that can serve it offer the same start. If the first always
/// won, MCT would be AR resource priority under another name.
#[derive(Clone, Debug)]
pub struct Mct {
    ties: TieBreak,
}

/// Which of several equally early offers is taken.
#[derive(Clone, Debug)]
pub enum TieBreak {
    /// A seeded draw.
    Random(Box<Draw>),
    /// The provider with the fewest reservations; the first of equals.
    FewestReservations,
    /// The first.
    Order,
}

impl Mct {
    /// The policy with its way to break ties.
    pub fn new(ties: TieBreak) -> Self {
        Self { ties }
    }
}

impl ReservationAllocation for Mct {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let earliest = offers.iter().map(|offer| offer.start).min()?;
        let all = offers.iter().enumerate();
        let mut tied = all.filter(|(_, offer)| offer.start == earliest);
        let (chosen, _) = match &mut self.ties {
            TieBreak::Random(draw) => {
                let count = tied.clone().count() as u32;
                tied.nth(draw.below(count) as usize)?
            }
            TieBreak::FewestReservations => tied.min_by_key(|(_, offer)| offer.reservations)?,
            TieBreak::Order => tied.next()?,
        };
        Some(chosen)
    }
}
