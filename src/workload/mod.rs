//! Workloads: logs read, jobs selected, some marked as advance reservations.
//!
//! This room knows nothing of scheduling. A log is read once into a [`Workload`] of [`Record`]s;
//! a [`select::Selection`] turns it into the [`Job`]s that a scheduler is given.

mod job;
mod record;
pub mod reserve;
pub mod select;

pub use job::{Job, ReservationRequest};
pub use record::{Header, Record, UNKNOWN, Workload};

/// A point in time or a duration, in whole seconds. Points count from the log's own start.
///
/// Integers, so that a run gives the same bytes on every platform.
pub type Time = i64;
