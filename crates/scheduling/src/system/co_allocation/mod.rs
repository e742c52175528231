//! Co-allocation: on-line placement of whole requests by range search over idle periods.
//!
//! Castillo, Rouskas and Harfoush, "Resource co-allocation for large-scale distributed environments",
//! HPDC 2009. A request (q, s, l, n) is placed when it comes, at q, for good: on n servers that are all
//! idle from a start in s, s + Δt, s + 2Δt, … for the length l. There is no queue, and no job is moved.
//! Several providers are one pool of servers.

mod decisions;
mod idle_at;
mod knobs;
mod measures;
mod model;
mod request;
mod settings;
mod simulation;
#[cfg(test)]
mod tests;

pub use idle_at::{idle_at, idle_before};
pub use request::{Outset, Placed, Request, TellFailed, Unplaced};
pub use settings::{ChosenServers, CoAllocation, EarlyEnd, Length, Structure};
