//! Load balancing of reservations.

use super::{Offer, ReservationAllocator};

/// The provider with the shortest queue of reservations, those that wait for their start; the first
/// of equals. It is load balancing (Kurowski et al. 2011, Sect. 4.4.2) with the queue that each
/// local scheduler has for reservations (Sect. 4.2), as one may read "the LB on-line strategy at the
/// grid-level" of Sect. 5.2.
#[derive(Clone, Copy, Debug, Default)]
pub struct FewestWaiting;

impl ReservationAllocator for FewestWaiting {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let (chosen, _) = offers.iter().enumerate().min_by_key(|(_, offer)| offer.waiting_reservations)?;
        Some(chosen)
    }
}
