//! Experiments: scenarios, runs of them, sweeps over them.

mod run;
pub mod scenario;

pub use run::{MOST_PROCESSORS, MOST_PROVIDERS, ScenarioError, Simulation, run, start};
pub use scenario::{Scenario, System};

pub use crate::engine::Run;
