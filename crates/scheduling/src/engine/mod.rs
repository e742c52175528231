//! The event queue, the processors, the schedule that a run leaves behind, and the decision log.
//!
//! This room knows no particular policy: it carries out decisions and records them.

mod arrivals;
mod cause;
pub mod decisions;
pub mod holds;
pub mod messages;
mod nouns;
mod processors;
pub mod queuing_delay;
mod recorder;
mod run;
mod schedule;
pub mod sound;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use arrivals::Arrivals;
pub use arrivals::EventQueue;
pub use cause::{Cause, Causes};
pub use holds::Holds;
pub use messages::Messages;
pub use messages::dynamic_tables;
pub use nouns::Nouns;
pub use processors::Processors;
pub use recorder::{Course, Recorder};
pub use run::Standing;
pub use run::{BatchNames, Groups, Measures, Of, OfLog, Run, Task, TaskEdge, Tasks};
pub use schedule::{Bar, NEVER, Outcome, Schedule, SlowdownThreshold, Status, Stint, Tick};
