//! The two-level model: a grid scheduler over local schedulers, reservations beside batch jobs.
//!
//! Kurowski, Oleksiak, Piątek and Węglarz, "Hierarchical scheduling strategies for parallel tasks
//! and advance reservations in grids", J. Scheduling 2011.

mod asked;
pub mod decisions;
mod estimates;
mod grid;
mod inquiry;
mod knobs;
mod model;
mod names;
mod priorities;
mod provider;
mod quicker;
mod rules;
mod settings;
mod simulation;
mod suspensions;
#[cfg(test)]
mod tests;
mod validate;
mod words;

pub use asked::{Asked, AskedProvider, Given, to_be_watched};
pub use inquiry::Inquiry;
pub use settings::*;
pub use simulation::Simulation;
