//! Allocation policies of the grid scheduler: which provider a job goes to.
//!
//! Kurowski et al. 2011, Sect. 4.4.2. Each policy is one file.

mod fewest_waiting;
mod least_work;
mod load_balancing;
mod mct;
mod most_free;
mod random;
mod resource_priority;
mod round_robin;
mod static_partition;
#[cfg(test)]
mod tests;

pub use fewest_waiting::FewestWaiting;
pub use least_work::LeastWork;
pub use load_balancing::{LoadBalancing, LoadBalancingWithReservations};
pub use mct::{Mct, TieBreak};
pub use most_free::MostFree;
pub use random::Random;
pub use resource_priority::ResourcePriority;
pub use round_robin::RoundRobin;
pub use static_partition::{BesidePartition, StaticPartition};

use crate::workload::Time;

/// What the grid scheduler knows of a provider when it allocates a batch job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Its processors.
    pub processors: u32,
    /// Batch jobs waiting in its queue.
    pub waiting: u32,
    /// The work that they ask for: the sum of size times limit, in processor seconds.
    pub waiting_work: i128,
    /// The processors that they ask for, all together.
    pub waiting_processors: u64,
    /// Accepted reservations that wait for their start.
    pub waiting_reservations: u32,
    /// Processors that nobody uses now.
    pub free: u32,
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
    /// Reservations that it has accepted so far.
    pub reservations: u32,
    /// How many of them wait for their start.
    pub waiting_reservations: u32,
}

/// Chooses among the offers for a reservation.
pub trait ReservationAllocation {
    /// Index into `offers`, which stand in order of the providers; `None` if there are none.
    fn choose(&mut self, offers: &[Offer]) -> Option<usize>;
}
