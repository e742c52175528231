//! Minimum completion time.

use serde::{Deserialize, Serialize};

use super::{Offer, ReservationAllocator};
use base::setting::setting;
use workload::draw::{Draw, Stream};

/// The draws of ties: a stream of their own, so that policies do not disturb one another.
const TIES: Stream = Stream(102);

/// The provider with the earliest offer: processors are alike everywhere, so that the earliest
/// start is the minimum completion time (Kurowski et al. 2011, Sect. 4.4.2).
///
/// For a fixed interval all providers that can serve it offer the same start. If the first always
/// won, MCT would be AR resource priority under another name.
#[derive(Clone, Debug)]
pub struct Mct {
    ties: MctTies,
    draw: Draw,
}

setting! {
    /// Which provider MCT chooses among those that offer the same completion time.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum MctTies {
        /// A seeded draw.
        #[default]
        Random {
            key: "random",
            name: "Ties at random",
            label: "Random",
            about: "One of them, drawn at random from the seed.",
        }
        /// The one with the fewest reservations; the first of equals.
        FewestReservations {
            key: "fewest_reservations",
            name: "Ties to the fewest reservations",
            label: "Fewest",
            about: "The one with the fewest reservations.",
        }
        /// The first.
        Order {
            key: "order",
            name: "Ties in order",
            label: "First",
            about: "The first in order.",
        }
    }
}

impl Mct {
    /// The policy with its way to break ties, and its draws.
    pub fn new(ties: MctTies, seed: u64) -> Self {
        Self { ties, draw: Draw::new(seed, TIES) }
    }
}

impl ReservationAllocator for Mct {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let earliest = offers.iter().map(|offer| offer.start).min()?;
        let mut tied = offers.iter().enumerate().filter(|(_, offer)| offer.start == earliest);
        let (chosen, _) = match self.ties {
            MctTies::Random => {
                let count = tied.clone().count() as u32;
                tied.nth(self.draw.below(count) as usize)?
            }
            MctTies::FewestReservations => tied.min_by_key(|(_, offer)| offer.reservations)?,
            MctTies::Order => tied.next()?,
        };
        Some(chosen)
    }
}
