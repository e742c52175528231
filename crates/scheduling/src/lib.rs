//! How jobs are scheduled: what is free when, the policies, the engine, the systems, and the criteria of their runs.
//! The modules stand in order: each may use only those above it.

pub mod availability;
pub mod criteria;
pub mod engine;
pub mod policy;
pub mod system;
