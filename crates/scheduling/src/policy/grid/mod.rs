//! Allocation policies of the grid scheduler: which provider a job goes to.
//!
//! Kurowski et al. 2011, Sect. 4.4.2. All that others know of a policy is its row in a table below.

mod allocations;
#[macro_use]
mod table;
#[cfg(test)]
mod tests;

pub use allocations::{BesidePartition, MctTies};
pub use table::Inputs;

use serde::{Deserialize, Serialize};

use allocations::{
    FewestWaiting, LeastWork, LoadBalancing, LoadBalancingWithReservations, Mct, MostFree, Random, ResourcePriority,
    RoundRobin, StaticPartition,
};
use workload::Time;

allocations! {
    /// Where the grid scheduler sends batch jobs.
    pub enum BatchAllocation makes BatchAllocator {
        /// The provider with the fewest waiting batch jobs; the first of equals.
        #[default]
        LoadBalancing {
            key: "load_balancing",
            name: "Load balancing",
            label: "Load balancing",
            about: "Load balancing: to the provider with the fewest waiting batch jobs.",
            tried: true,
            draws: |_| false,
            made: |_| Box::new(LoadBalancing),
        }
        /// The provider with the least waiting work for each of its processors: size times limit.
        LeastWork {
            key: "least_work",
            name: "Least work",
            label: "Least work",
            about: "To the provider with the least waiting work (size times limit) per processor.",
            tried: true,
            draws: |_| false,
            made: |_| Box::new(LeastWork),
        }
        /// The provider with the most free processors, less those that its waiting jobs ask for.
        MostFree {
            key: "most_free",
            name: "Most free",
            label: "Most free",
            about: "To the provider with the most free processors, minus those that its waiting jobs request.",
            tried: true,
            draws: |_| false,
            made: |_| Box::new(MostFree),
        }
        /// A seeded draw.
        Random {
            key: "random",
            name: "Random provider (batch)",
            label: "Random provider",
            about: "To a provider drawn at random, from the seed.",
            tried: true,
            draws: |_| true,
            made: |of| Box::new(Random::of_batch_jobs(of.seed)),
        }
        /// One after the other.
        RoundRobin {
            key: "round_robin",
            name: "Round robin",
            label: "Round robin",
            about: "Round-robin: one provider after the other.",
            tried: true,
            draws: |_| false,
            made: |_| Box::new(RoundRobin::default()),
        }
        /// The provider with the fewest waiting batch jobs and reservations that wait for their start, all together; the
        /// first of equals: "a number of tasks in queues of local schedulers" (Sect. 4.4.2), of which each has one for
        /// reservations too (Sect. 4.2).
        LoadBalancingWithReservations {
            key: "load_balancing_with_reservations",
            name: "LB with ARs",
            label: "LB with ARs",
            about: "Load balancing: to the provider with the fewest waiting batch jobs and reservations that wait for their start.",
            tried: false,
            draws: |_| false,
            made: |_| Box::new(LoadBalancingWithReservations),
        }
    }
}

allocations! {
    /// Where the grid scheduler sends reservations.
    pub enum ReservationAllocation makes ReservationAllocator {
        /// Minimum completion time: the provider with the earliest offer.
        #[default]
        Mct {
            key: "mct",
            name: "MCT",
            label: "MCT",
            about: "Minimum completion time: the provider with the earliest offer.",
            tried: true,
            draws: |ties| ties == MctTies::Random,
            made: |of| Box::new(Mct::new(of.mct_ties, of.seed)),
        }
        /// AR resource priority: the first provider, in order, whose offer meets the request.
        ResourcePriority {
            key: "resource_priority",
            name: "AR resource priority",
            label: "AR resource priority",
            about: "AR resource priority: the first provider, in order, that can meet the request.",
            tried: true,
            draws: |_| false,
            made: |of| Box::new(ResourcePriority { order: of.resource_order.to_vec() }),
        }
        /// The first provider is the reservations', the others are the batch jobs'.
        StaticPartition {
            key: "static_partition",
            name: "AR static partition",
            label: "AR static partition",
            about: "Static partition: the first provider is for reservations, the others for batch jobs.",
            tried: true,
            draws: |_| false,
            made: |_| Box::new(StaticPartition),
        }
        /// A seeded draw among the providers with an offer.
        Random {
            key: "random",
            name: "Random provider (AR)",
            label: "Random provider",
            about: "To a provider drawn at random among those with an offer.",
            tried: true,
            draws: |_| true,
            made: |of| Box::new(Random::of_reservations(of.seed)),
        }
        /// The provider with the fewest reservations that wait for their start; the first of equals.
        LoadBalancing {
            key: "load_balancing",
            name: "AR load balancing",
            label: "AR load balancing",
            about: "Load balancing: to the provider with the fewest reservations that wait for their start.",
            tried: true,
            draws: |_| false,
            made: |_| Box::new(FewestWaiting),
        }
    }
}

/// The grid scheduler's knowledge of a provider when it allocates a batch job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    pub processors: u32,
    /// Batch jobs waiting in its queue.
    pub waiting: u32,
    /// The work that they ask for: the sum of size times limit, in processor seconds.
    pub waiting_work: i128,
    /// The processors that they ask for, all together.
    pub waiting_processors: u64,
    /// Accepted reservations that wait for their start.
    pub waiting_reservations: u32,
    /// Processors that no job uses now.
    pub free: u32,
}

/// Chooses a provider for a batch job.
pub trait BatchAllocator {
    /// Index of the provider for a job of `processors`, or `None` if all are too small.
    fn choose(&mut self, processors: u32, providers: &[Load]) -> Option<usize>;
}

/// A provider's answer to a reservation request.
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
pub trait ReservationAllocator {
    /// Index into `offers`, which stand in order of the providers; `None` if there are none.
    fn choose(&mut self, offers: &[Offer]) -> Option<usize>;
}
