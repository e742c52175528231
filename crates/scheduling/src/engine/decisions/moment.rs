//! The state of a run at one moment.

use serde::{Deserialize, Serialize};

use super::{Claim, Own, Waits};
use crate::policy::order_values::OrderValues;
use workload::Time;

/// The state after the decisions at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// When these decisions were made; `None` before the first.
    pub time: Option<Time>,
    /// When decisions were made before.
    pub previous: Option<Time>,
    /// When they are made next; `None` after the last.
    pub next: Option<Time>,
    /// Indices of the jobs that the scheduler above the providers keeps, in order; the first of them.
    pub above: Vec<u32>,
    /// How many it keeps.
    pub above_count: u32,
    /// Each provider.
    pub providers: Vec<ProviderMoment>,
    /// The system's own facts about the moment, if any.
    pub own: Option<Own>,
}

/// How a provider stood.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProviderMoment {
    pub processors: u32,
    /// When it last made a pass over its queue; it is unchanged since.
    pub looked: Option<Time>,
    pub free: u32,
    /// The first of the jobs that waited there, in order of arrival.
    pub queue: Vec<Queued>,
    /// How many waited.
    pub queue_length: u32,
    /// All claims on processors, by start, then by job.
    pub claims: Vec<Claim>,
    /// All that was promised to waiting jobs, in their order: of `claims` only the first are listed.
    pub promised: Vec<Claim>,
    /// Where an order by formula decides, the values of the jobs that wait there; the first of them.
    pub values: Option<OrderValues>,
}

/// Neighbouring idle processors of a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// Index of the provider.
    pub provider: u32,
    /// The lowest of them.
    pub first_processor: u32,
    /// The highest, inclusive.
    pub last_processor: u32,
}

/// A job in a queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Queued {
    /// Its index.
    pub job: u32,
    /// Why it waits.
    pub waits: Option<Waits>,
}
