//! What every other package may use, and what knows nothing of workloads or schedules.

pub mod json;
pub mod ordering;
pub mod setting;
pub mod slices;
pub mod text;
pub mod xml;
