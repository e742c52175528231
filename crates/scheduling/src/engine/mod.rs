//! The event queue, the processors, the schedule that a run leaves behind, and the decision log.
//!
//! This room knows no particular policy: it carries out decisions and records them.

mod arrivals;
mod cause;
pub mod decisions;
mod dynamic_tables;
mod events;
pub mod holds;
pub mod messages;
mod nouns;
mod processors;
pub mod queuing_delay;
mod recorder;
mod run;
mod schedule;
pub mod sound;
mod standing;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use arrivals::Arrivals;
pub use cause::{Cause, Causes};
pub use dynamic_tables::dynamic_tables;
pub use events::EventQueue;
pub use holds::Holds;
pub use messages::Messages;
pub use nouns::Nouns;
pub use processors::Processors;
pub use recorder::{Course, Recorder};
pub use run::{BatchNames, Groups, Measures, Of, OfLog, Run, Task, TaskEdge, Tasks};
pub use schedule::{Bar, NEVER, Outcome, Schedule, SlowdownThreshold, Status, Stint, Tick};
pub use standing::Standing;
