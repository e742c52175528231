//! What the person edits, which needs no browser: see [`crate::page::experiment`].

pub use crate::page::experiment::*;
