//! Slotscope: an explorer of parallel-job schedules.
//!
//! Data flows one way: a log becomes a [`workload::Workload`], an [`experiment::Scenario`] and the
//! workload become an [`experiment::Run`], and from the run come the [`criteria::Report`], the
//! charts and the exports. The modules below stand in order: each may use only those above it.

pub mod json;

pub mod ordering;

pub mod setting;

pub mod slices;

pub mod text;

pub mod xml;

pub mod workload;

pub mod availability;

pub mod policy;

pub mod engine;

pub mod system;

pub mod criteria;

pub mod experiment;

pub mod reproduce;

pub mod lesson;

pub mod chart;

pub mod export;

pub mod page;

#[cfg(not(target_arch = "wasm32"))]
pub mod cli;

#[cfg(target_arch = "wasm32")]
pub mod worker;
