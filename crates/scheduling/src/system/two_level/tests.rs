//! The two-level model: properties on random workloads, and small schedules worked by hand.

mod arrivals;
mod asked;
mod by_hand;
mod deep_queues;
mod explained;
mod fair_share;
mod local_systems;
mod naive;
mod order_values;
mod overtaking;
mod promises;
mod properties;
mod random;
mod same_orders;
