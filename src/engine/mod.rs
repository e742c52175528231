//! The event queue, the processors, and the schedule that a run leaves behind.
//!
//! This room knows no particular policy: it carries out what it is told and records it.

mod events;
mod processors;
mod recorder;
mod schedule;

pub use events::EventQueue;
pub use processors::Processors;
pub use recorder::{Course, Recorder};
pub use schedule::{Bar, NEVER, Outcome, Run, Schedule, Status, Stint};
