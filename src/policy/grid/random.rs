//! Random allocation.

use super::{BatchAllocation, Load, Offer, ReservationAllocation};
use crate::workload::draw::Draw;

/// A seeded draw: for a batch job among the providers that are large enough (Kurowski et al. 2011,
/// Sect. 5.1), for a reservation among those with an offer ("randomly selecting queues for AR and
/// non-AR tasks", Sect. 5.3).
#[derive(Clone, Debug)]
pub struct Random {
    draw: Draw,
}

impl Random {
    /// The policy with its draws.
    pub fn new(draw: Draw) -> Self {
        Self { draw }
    }
}

impl BatchAllocation for Random {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let large_enough = |load: &Load| load.processors >= processors;
        let count = providers.iter().filter(|load| large_enough(load)).count();
        if count == 0 {
            return None;
        }
        let drawn = self.draw.below(count as u32) as usize;
        let all = providers.iter().enumerate();
        let (provider, _) = all.filter(|(_, load)| large_enough(load)).nth(drawn)?;
        Some(provider)
    }
}

impl ReservationAllocation for Random {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let count = offers.len() as u32;
        (count > 0).then(|| self.draw.below(count) as usize)
    }
}
