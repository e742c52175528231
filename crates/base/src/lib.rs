//! Helpers that every other package may use, without knowledge of workloads or schedules.

pub mod json;
pub mod ordering;
pub mod setting;
pub mod slices;
pub mod text;
pub mod xml;
