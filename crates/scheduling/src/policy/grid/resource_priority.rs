//! AR resource priority.

use super::{Offer, ReservationAllocator};

/// The first provider, by decreasing priority, whose offer meets the request, even if a later one offers an
/// earlier start: reservations gather on the first providers (Kurowski et al. 2011, Sect. 4.4.2).
///
/// Where no offer meets it, "ARs are searched in larger interval" (Sect. 5.4): the earliest offer,
/// and of equals the one of higher priority.
#[derive(Clone, Debug, Default)]
pub struct ResourcePriority {
    /// Providers by decreasing priority; those that are missing follow in the order of the platform.
    pub order: Vec<u32>,
}

impl ResourcePriority {
    /// Its place among the priorities, the highest first.
    fn rank(&self, provider: usize) -> (usize, usize) {
        let mut named = self.order.iter();
        let place = named.position(|&it| it as usize == provider);
        (place.unwrap_or(self.order.len()), provider)
    }
}

impl ReservationAllocator for ResourcePriority {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let (chosen, _) = offers.iter().enumerate().min_by_key(|(_, offer)| {
            let start_if_late = (!offer.meets_deadline).then_some(offer.start);
            (start_if_late, self.rank(offer.provider))
        })?;
        Some(chosen)
    }
}
