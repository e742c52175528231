//! Experiments: scenarios, runs of them, sweeps over them.

pub mod moment;
pub mod reproduce;
mod run;
pub mod scenario;
pub mod sweep;
pub mod wire;
pub mod words;

pub use run::{MOST_PROCESSORS, MOST_PROVIDERS, ScenarioError, Simulation, run, start, validate};
pub use scenario::{Scenario, System};
pub use words::words;

pub use crate::engine::Run;
