//! The two-level model: a grid scheduler over local schedulers, reservations beside batch jobs.

mod settings;

pub use settings::*;
