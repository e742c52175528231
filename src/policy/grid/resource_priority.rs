//! AR resource priority.

use super::{Offer, ReservationAllocation};

/// The first provider, in order, whose offer meets the request, even if a later one offers an
/// earlier start: reservations gather on the first providers (Kurowski et al. 2011, Sect. 4.4.2).
///
/// Where no offer meets it, "ARs are searched in larger interval" (Sect. 5.4): the earliest offer,
/// and of equals the one of higher priority.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResourcePriority;

impl ReservationAllocation for ResourcePriority {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let meets = offers.iter().position(|offer| offer.meets_deadline);
        meets.or_else(|| {
            let all = offers.iter().enumerate();
            let (earliest, _) = all.min_by_key(|(_, offer)| offer.start)?;
            Some(earliest)
        })
    }
}
