//! The two-level model: properties on random workloads, and small schedules worked by hand.

mod asked;
mod by_hand;
mod deep_queues;
mod explained;
mod local_systems;
mod naive;
mod overtaking;
mod promises;
mod properties;
mod random;
mod same_orders;
