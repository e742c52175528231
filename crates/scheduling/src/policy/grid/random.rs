//! Random allocation.

use super::{BatchAllocator, Load, Offer, ReservationAllocator};
use workload::draw::{Draw, Stream};

// Each kind of job has a stream of draws of its own, so that they do not disturb one another.
const BATCH_JOBS: Stream = Stream(101);
const RESERVATIONS: Stream = Stream(103);

/// A seeded draw: for a batch job among the providers that are large enough (Kurowski et al. 2011,
/// Sect. 5.1), for a reservation among those with an offer ("randomly selecting queues for AR and
/// non-AR tasks", Sect. 5.3).
#[derive(Clone, Debug)]
pub struct Random {
    draw: Draw,
}

impl Random {
    /// The policy for batch jobs.
    pub fn of_batch_jobs(seed: u64) -> Self {
        let draw = Draw::new(seed, BATCH_JOBS);
        Self { draw }
    }

    /// The policy for reservations.
    pub fn of_reservations(seed: u64) -> Self {
        let draw = Draw::new(seed, RESERVATIONS);
        Self { draw }
    }
}

impl BatchAllocator for Random {
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize> {
        let large_enough = |load: &Load| load.processors >= processors;
        let count = providers.iter().filter(|load| large_enough(load)).count();
        if count == 0 {
            return None;
        }
        let drawn = self.draw.below(count as u32) as usize;
        let (provider, _) = providers.iter().enumerate().filter(|(_, load)| large_enough(load)).nth(drawn)?;
        Some(provider)
    }
}

impl ReservationAllocator for Random {
    fn choose(&mut self, offers: &[Offer]) -> Option<usize> {
        let count = offers.len() as u32;
        (count > 0).then(|| self.draw.below(count) as usize)
    }
}
