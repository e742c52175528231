//! Static partition.

use super::{BatchAllocator, Load, Offer, ReservationAllocator};

/// The first provider is the reservations', the others are the batch jobs' (Kurowski et al. 2011,
/// Sect. 5.3 and Table 6: "one resource provider for AR tasks and one resource provider for non-AR
/// tasks").
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticPartition;

impl ReservationAllocator for StaticPartition {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        offers.iter().position(|offer| offer.provider == 0)
    }
}

/// The other half of [`StaticPartition`]: another policy for batch jobs, kept off the first
/// provider.
pub struct BesidePartition {
    /// Chooses among the rest.
    pub rest: Box<dyn BatchAllocator + Send>,
}

impl BatchAllocator for BesidePartition {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let (_, rest) = providers.split_first()?;
        Some(1 + self.rest.choose(processors, rest)?)
    }
}
