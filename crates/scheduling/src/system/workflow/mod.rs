//! Reservations for the tasks of a workflow (Zhao and Sakellariou, "Advance Reservation Policies for
//! Workflows", JSSPP 2006, LNCS 4376, 2007).
//!
//! The tasks of a DAG are scheduled on machines by their estimates; the time left until a deadline is
//! shared out, so that each task's reservation is longer than its estimate; then the tasks run as long as
//! they really do.

mod decisions;
mod execution;
mod knobs;
mod measures;
mod model;
mod plan;
mod settings;
mod simulation;
#[cfg(test)]
mod tests;

pub use crate::policy::workflow::Scheduler;
pub use measures::{DEADLINE, carried_out, last_end};
pub use plan::Plan;
pub use settings::{OnEarlyEnd, OnOverrun, RunUntil, Workflow};
