//! The event queue, the processors, and the schedule that a run leaves behind.
//!
//! This room knows no particular policy: it carries out what it is told and records it.

mod schedule;

pub use schedule::{Bar, NEVER, Outcome, Schedule, Status};
