//! Allocation policies of the grid scheduler: which provider a job goes to.
//!
//! Kurowski et al. 2011, Sect. 4.4.2. Each policy is one file.

mod load_balancing;
mod mct;
mod random;
mod resource_priority;
mod round_robin;

pub use load_balancing::LoadBalancing;
pub use mct::{Mct, TieBreak};
pub use random::Random;
pub use resource_priority::ResourcePriority;
pub use round_robin::RoundRobin;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::workload::Time;

/// What the grid scheduler knows of a provider when it allocates a batch job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Its processors.
    pub processors: u32,
    /// Batch jobs waiting in its queue.
    pub waiting: u32,
}

/// Chooses a provider for a batch job.
pub trait BatchAllocation {
    /// Index of the provider for a job of `processors`, or `None` if all are too small.
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize>;
}

/// What a provider answers to a reservation request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Index of the provider.
    pub provider: usize,
    /// The earliest start that it offers, in seconds.
    pub start: Time,
    /// Whether the reservation would end by its deadline.
    pub meets_deadline: bool,
    /// Reservations that it holds already.
    pub reservations: u32,
}

/// Chooses among the offers for a reservation.
pub trait ReservationAllocation {
    /// Index into `offers`, which stand in order of the providers; `None` if there are none.
    fn choose(&mut self, offers: &[Offer]) -> Option<usize>;
}

/// Seeded draws of one policy: the same on every platform, undisturbed by other policies' draws.
#[derive(Clone, Debug)]
pub struct Draw(ChaCha8Rng);

impl Draw {
    /// The draws of `seed` on a stream of their own.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number below `count`, uniform but for a bias below 2⁻³² (multiply and shift).
    pub fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.0.next_u32()) * count as u64) >> 32) as usize
    }
}
