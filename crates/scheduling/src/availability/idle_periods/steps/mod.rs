//! The printed search in one slot, step by step: its trees, its findings after each step, and the
//! steps in words.

mod example;
mod marks;
mod slot_search;
pub mod words;

pub use example::example;
#[cfg(test)]
pub(super) use example::{V, X, Y, Z};
pub use marks::{Mark, Marks};
pub use slot_search::{Asked, SlotSearch};
