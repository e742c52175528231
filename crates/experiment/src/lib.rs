//! Experiments: scenarios, runs of them, sweeps over them.

pub mod among_jobs;
pub mod comparison;
mod draws;
mod facts;
pub mod knobs;
pub mod lesson;
mod next_policy;
#[cfg(not(target_arch = "wasm32"))]
mod parallel;
mod period;
pub mod plan;
mod policy_place;
mod provenance;
pub mod replicated;
mod run;
pub mod scenario;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;
mod setting;
pub mod sweep;
#[cfg(test)]
mod tests;
pub mod trade_off;
pub mod wire;
pub mod words;

pub use draws::draws;
pub use facts::why_nothing;
pub use facts::{USUAL_MACHINES, USUAL_NODES, WorkloadFacts};
pub use next_policy::next_policy;
#[cfg(not(target_arch = "wasm32"))]
pub use parallel::{each, each_in_order, run_all, run_each};
pub use period::PeriodOf;
pub use policy_place::policy_place;
pub use provenance::{FullReport, LogMark, Provenance, Swept, VERSION, full_report};
pub use replicated::{ReplicateAt, Study, report_on, start_on};
pub use run::{
    MOST_PROCESSORS, MOST_PROVIDERS, ScenarioError, Simulation, explain, names_of, not_taken, report_beside_log, run,
    start, validate,
};
pub use scenario::{Scenario, ScenarioFile};
pub use scheduling::system::System;
pub use setting::{Setting, SettingError};
pub use words::{words, words_on};

pub use scheduling::engine::Run;
pub use scheduling::engine::decisions::{self, Explanation, Watch};
