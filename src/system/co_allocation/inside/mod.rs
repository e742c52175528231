//! What the inside view draws: the idle periods at a moment of a run, and a search among those of one
//! slot, step by step.

mod example;
mod idle_at;
mod marks;
mod slot_search;
pub mod words;

pub use example::example;
pub use idle_at::idle_at;
pub use marks::{Mark, Marks};
pub use slot_search::{Asked, SlotSearch};
