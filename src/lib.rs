//! Slotscope: an explorer of parallel-job schedules.
//!
//! Data flows one way: a log becomes a [`workload::Workload`], an [`experiment::Scenario`] and the
//! workload become an [`experiment::Run`], and from the run come the [`criteria::Report`], the
//! charts and the exports. The packages and modules below stand in order: each may use only those above it. This
//! package is the product: the command line, the page and its workers.

pub use base::{json, ordering, setting, slices, text, xml};

pub use workload;

pub use columnar;

pub use scheduling::{availability, criteria, engine, for_each_system, policy, system};

pub use experiment;

pub use experiment::lesson;

pub use reproduction as reproduce;

pub use chart;

pub use export;

pub use page;

#[cfg(not(target_arch = "wasm32"))]
pub mod cli;

#[cfg(target_arch = "wasm32")]
pub mod worker;
