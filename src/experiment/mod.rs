//! Experiments: scenarios, runs of them, sweeps over them.

pub mod comparison;
mod draws;
pub mod knobs;
#[cfg(not(target_arch = "wasm32"))]
mod parallel;
mod period;
pub mod plan;
mod run;
pub mod scenario;
pub mod sweep;
pub mod trade_off;
pub mod wire;
pub mod words;

pub use crate::system::System;
pub use draws::draws;
#[cfg(not(target_arch = "wasm32"))]
pub use parallel::{each, run_all, run_each};
pub use period::PeriodOf;
pub use run::{
    MOST_PROCESSORS, MOST_PROVIDERS, ScenarioError, Simulation, explain, not_taken,
    report_beside_log, run, start, validate,
};
pub use scenario::Scenario;
pub use words::{words, words_on};

pub use crate::engine::Run;
pub use crate::engine::decisions::{self, Explanation, Watch};
